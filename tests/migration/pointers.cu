// Allocates memory by hand: raw pointers, device pointers, and memory for both sides.
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/universal_vector.h>
#include <cstdio>

struct double_at {
  int* p;
  __host__ __device__ void operator()(int i) const { p[i] *= 2; }
};

int main() {
  thrust::device_ptr<int> const p = thrust::device_malloc<int>(10);
  thrust::fill(p, p + 10, 3);
  p[4] = 40;
  int* const raw = thrust::raw_pointer_cast(p);
  thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(10),
                   double_at{raw});
  std::printf("%d %d\n", thrust::reduce(p, p + 10), thrust::reduce(thrust::device_pointer_cast(raw), p + 5));
  thrust::device_free(p);
  thrust::universal_vector<int> u(5, 1);
  thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), 5,
                     double_at{thrust::raw_pointer_cast(u.data())});
  int host[5];
  thrust::copy(u.begin(), u.end(), host);
  std::printf("%d\n", host[0] + host[4]);
  thrust::device_vector<int> d(5);
  thrust::copy(host, host + 5, d.begin());
  d[1] = 7;
  thrust::copy(d.begin(), d.begin() + 2, host + 3);
  std::printf("%d %d %d\n", host[0], host[3], host[4]);
}
