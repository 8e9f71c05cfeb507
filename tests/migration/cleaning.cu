// Cleans a list: removals, replacements, partitions.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/logical.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/sequence.h>
#include <thrust/unique.h>
#include <cstdio>

struct is_odd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};
struct is_negative {
  __host__ __device__ bool operator()(int x) const { return x < 0; }
};

template <class Iterator>
void show(Iterator first, Iterator last) {
  for (; first != last; ++first) std::printf("%d ", static_cast<int>(*first));
  std::printf("\n");
}

int main() {
  int const values[] = {4, -1, 3, 3, 3, 8, -7, 8, 8, 2, 5, 5};
  thrust::device_vector<int> v(values, values + 12), flags(12), out(12);
  thrust::replace_if(v.begin(), v.end(), is_negative(), 0);
  show(v.begin(), v.end());
  auto end = thrust::unique(v.begin(), v.end());
  show(v.begin(), end);
  end = thrust::remove(v.begin(), end, 0);
  show(v.begin(), end);
  thrust::sequence(flags.begin(), flags.end());
  end = thrust::remove_if(v.begin(), end, flags.begin(), is_odd());
  show(v.begin(), end);
  thrust::device_vector<int> w(values, values + 12);
  auto const middle = thrust::stable_partition(w.begin(), w.end(), is_odd());
  show(w.begin(), middle);
  show(middle, w.end());
  auto const ends = thrust::stable_partition_copy(w.begin(), w.end(), flags.begin(), out.begin(), is_negative());
  std::printf("%d %d %d\n", static_cast<int>(ends.first - flags.begin()),
              static_cast<int>(ends.second - out.begin()),
              thrust::any_of(w.begin(), w.end(), is_negative()) ? 1 : 0);
}
