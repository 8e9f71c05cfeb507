// Scratch memory out of a pool, and containers with a resource of their own.
#include <thrust/allocate_unique.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <cstdio>
#include <vector>

int main() {
  typedef thrust::mr::new_delete_resource upstream;
  typedef thrust::mr::unsynchronized_pool_resource<upstream> pool;
  upstream source;
  pool blocks(&source);
  thrust::mr::allocator<int, pool> allocator(&blocks);
  std::vector<int, thrust::mr::allocator<int, pool>> v(allocator);
  for (int i = 0; i < 1000; ++i) v.push_back(i * 7919 % 1000);
  thrust::sort(thrust::host, v.begin(), v.end());
  std::printf("%d %d %d\n", v[0], v[500], v[999]);
  std::vector<int> w(v.begin(), v.end());
  std::printf("%d\n", thrust::reduce(thrust::seq, w.begin(), w.end()));
}
