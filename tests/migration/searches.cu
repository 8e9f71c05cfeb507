// Searches for a value, for a difference, and for the end of the sorted part.
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/find.h>
#include <thrust/mismatch.h>
#include <thrust/pair.h>
#include <thrust/partition.h>
#include <thrust/sort.h>
#include <cstdio>

struct below {
  int bound;
  __host__ __device__ bool operator()(int x) const { return x < bound; }
};

int main() {
  int const a[] = {1, 3, 3, 5, 8, 8, 8, 4}, b[] = {1, 3, 3, 6, 8, 8, 8, 4};
  thrust::device_vector<int> v(a, a + 8), w(b, b + 8);
  auto const place = [&](auto it) { return static_cast<int>(it - v.begin()); };
  std::printf("%d %d\n", place(thrust::find(v.begin(), v.end(), 5)),
              place(thrust::find_if_not(v.begin(), v.end(), below{4})));
  auto const differ = thrust::mismatch(v.begin(), v.end(), w.begin());
  std::printf("%d %d\n", place(differ.first), thrust::equal(v.begin(), v.end(), w.begin()) ? 1 : 0);
  auto const end = thrust::is_sorted_until(v.begin(), v.end());
  auto const range = thrust::equal_range(v.begin(), end, 8);
  std::printf("%d %d %d\n", place(end), place(range.first), place(range.second));
  std::printf("%d %d %d\n", place(thrust::partition_point(v.begin(), end, below{5})),
              thrust::is_partitioned(v.begin(), v.end(), below{5}) ? 1 : 0,
              static_cast<int>(thrust::count(thrust::device, v.begin(), v.end(), 8)));
  std::printf("%d %d\n", thrust::binary_search(v.begin(), end, 3) ? 1 : 0,
              thrust::binary_search(thrust::seq, a, a + 7, 4) ? 1 : 0);
}
