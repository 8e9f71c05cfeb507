// Computes sums of segments: scans and reductions by key.
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/unique.h>
#include <cstdio>

template <class Vector>
void show(Vector const& v) {
  for (auto it = v.begin(); it != v.end(); ++it) std::printf("%d ", static_cast<int>(*it));
  std::printf("\n");
}

int main() {
  int const k[] = {0, 0, 0, 1, 1, 2, 3, 3, 3, 3}, d[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  thrust::device_vector<int> keys(k, k + 10), values(d, d + 10), out(10);
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin());
  show(out);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin(), 100);
  show(out);
  thrust::inclusive_scan_by_key(
      thrust::make_reverse_iterator(keys.end()), thrust::make_reverse_iterator(keys.begin()),
      thrust::make_reverse_iterator(values.end()), thrust::make_reverse_iterator(out.end()),
      thrust::equal_to<int>(), thrust::maximum<int>());
  show(out);
  thrust::device_vector<int> sums(4);
  thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), thrust::make_discard_iterator(), sums.begin(),
                        thrust::equal_to<int>(), thrust::plus<int>());
  show(sums);
  auto const ends = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
  values.resize(static_cast<std::size_t>(ends.second - values.begin()));
  show(values);
}
