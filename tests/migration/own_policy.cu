// A user's policy with its own for_each; functions of any policy; and functors of tuples.
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <cstdio>

struct quiet_policy : thrust::device_execution_policy<quiet_policy> {};
struct host_policy : thrust::host_execution_policy<host_policy> {};
struct loud_policy : thrust::device_execution_policy<loud_policy> {};

template <class Iterator, class Function>
Iterator for_each(loud_policy, Iterator first, Iterator last, Function f) {
  std::printf("for_each of %d\n", int(last - first));
  return thrust::for_each(thrust::device, first, last, f);
}

struct doubled {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct raise {
  __host__ __device__ void operator()(int& x) const { x += 1; }
};
struct sum_of {
  template <class Tuple>
  __host__ __device__ int operator()(Tuple const& t) const {
    return thrust::get<0>(t) + 10 * thrust::get<1>(t);
  }
};
struct exchange {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    int const x = thrust::get<0>(t);
    thrust::get<0>(t) = thrust::get<1>(t);
    thrust::get<1>(t) = x;
  }
};

template <class Policy, class Iterator>
int sorted_sum(thrust::execution_policy<Policy> const& policy, Iterator first, Iterator last) {
  thrust::sort(policy, first, last);
  return thrust::reduce(policy, first, last);
}

int main() {
  thrust::device_vector<int> v(4);
  for (int i = 0; i < 4; ++i) v[i] = 3 * i % 4;
  quiet_policy const quiet = {};
  thrust::for_each(quiet, v.begin(), v.end(), raise());
  std::printf("%d\n", sorted_sum(quiet, v.begin(), v.end()));
  std::printf("%d %d\n", int(v[0]), int(v[3]));
  loud_policy loud;
  thrust::for_each(loud, v.begin(), v.end(), raise());
  thrust::transform(quiet, v.begin(), v.end(), v.begin(), doubled());
  std::printf("%d\n", sorted_sum(thrust::device, v.begin(), v.end()));
  thrust::host_vector<int> h(v.begin(), v.end());
  std::printf("%d\n", sorted_sum(host_policy(), h.begin(), h.end()));
  std::printf("%d\n", sorted_sum(thrust::host, h.begin(), h.end()));

  thrust::device_vector<int> w(4, 5), out(4);
  thrust::transform(thrust::make_zip_iterator(thrust::make_tuple(v.begin(), w.begin())),
                    thrust::make_zip_iterator(thrust::make_tuple(v.end(), w.end())), out.begin(), sum_of());
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(v.begin(), w.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(v.end(), w.end())), exchange());
  std::printf("%d %d %d\n", int(out[0]), int(v[1]), int(w[2]));
}
