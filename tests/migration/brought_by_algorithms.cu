// Uses the names that the headers of two algorithms bring, and includes no other header.
#include <thrust/reduce.h>
#include <thrust/sort.h>

struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

int main() {
  int keys[8] = {5, 3, 8, 1, 9, 2, 7, 4}, out[8] = {};
  thrust::sort(keys, keys + 8, thrust::greater<int>());
  thrust::transform(keys, keys + 8, thrust::make_counting_iterator(1), out, thrust::multiplies<int>());
  std::printf("%d %d\n", keys[0], thrust::reduce(out, out + 8));
  thrust::inclusive_scan(keys, keys + 8, out);
  thrust::replace_if(out, out + 8, is_even(), 0);
  for (int const x : out) std::printf("%d ", x);
  int const order[3] = {7, 0, 3};
  auto const picked = thrust::make_permutation_iterator(keys, order);
  std::printf("%d\n", thrust::reduce(picked, picked + 3));
  thrust::reverse(keys, keys + 8);
  std::printf("%d\n", *thrust::find(keys, keys + 8, 3));
}
