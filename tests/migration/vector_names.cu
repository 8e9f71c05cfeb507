// Functions for each kind of vector, an allocator that constructs in its own way, and iterators that are given a system.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/reduce.h>
#include <thrust/universal_vector.h>
#include <cstdint>
#include <cstdio>
#include <vector>

template <class T, class A>
void show(thrust::host_vector<T, A> const& v) {
  std::printf("host of %d, sum %d\n", int(v.size()), int(thrust::reduce(v.begin(), v.end())));
}
template <class T, class A>
void show(thrust::device_vector<T, A> const& v) {
  std::printf("device of %d, sum %d\n", int(v.size()), int(thrust::reduce(v.begin(), v.end())));
}
template <class T, class A>
void show(thrust::universal_vector<T, A> const& v) {
  std::printf("universal of %d, first %d\n", int(v.size()), int(v[0]));
}

template <class T>
struct left_alone : thrust::device_allocator<T> {
  template <class U>
  struct rebind {
    typedef left_alone<U> other;
  };
  __host__ __device__ void construct(T*) {}
};
template <class T>
struct thirteen : thrust::device_allocator<T> {
  template <class U>
  struct rebind {
    typedef thirteen<U> other;
  };
  __host__ __device__ void construct(T* p) { *p = T(13); }
};

int main() {
  thrust::host_vector<int> h(4, 2);
  thrust::device_vector<int> d = h;
  d[0] = 7;
  thrust::universal_vector<int> u(d.begin(), d.end());
  show(h);
  show(d);
  show(u);
  h = u;
  show(h);
  d = std::vector<int>(3, 5);
  show(d);
  thrust::device_vector<int> other(2, 1);
  d.swap(other);
  show(other);
  std::printf("%d %d\n", int(h == u), int(d == other));
  thrust::universal_ptr<int> p = u.data();
  thrust::universal_vector<int>::pointer q = p + 1;
  std::printf("%d %d\n", *p, int(q - p));

  thrust::device_vector<int, thirteen<int>> own(3);
  show(own);
  thrust::device_vector<int, left_alone<int>> raw(5);
  thrust::fill(raw.begin(), raw.end(), 3);
  show(raw);

  thrust::counting_iterator<int, thrust::host_system_tag> first = thrust::make_counting_iterator<int>(2);
  thrust::counting_iterator<int> last(6);
  std::printf("%d %d\n", int(*first), int(last == thrust::counting_iterator<int>(6)));
  thrust::constant_iterator<int, std::intmax_t> c = thrust::make_constant_iterator<int, std::intmax_t>(13, 7);
  std::printf("%d %d\n", int(*c), int(c - thrust::make_constant_iterator<int, std::intmax_t>(13, 2)));
}
