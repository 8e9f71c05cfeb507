// Uses the names that the header of a vector brings, and includes no other header.
#include <thrust/device_vector.h>

struct twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

struct add_to {
  template <class T>
  __host__ __device__ int operator()(T const& pair) const {
    return thrust::get<0>(pair) + thrust::get<1>(pair);
  }
};

int main() {
  thrust::device_vector<int> v(8);
  thrust::copy(thrust::make_counting_iterator(0), thrust::make_counting_iterator(8), v.begin());
  thrust::transform(v.begin(), v.end(), v.begin(), twice());
  thrust::device_vector<int> w(8, 1);
  thrust::fill(w.begin(), w.begin() + 4, 3);
  auto const pairs = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), w.begin()));
  auto const sums = thrust::make_transform_iterator(pairs, add_to());
  std::printf("%d\n", thrust::reduce(sums, sums + 8, 0, thrust::plus<int>()));
  thrust::exclusive_scan(v.begin(), v.end(), w.begin());
  std::vector<int> host(8);
  thrust::copy(w.begin(), w.end(), host.begin());
  std::printf("%d\n", host[7]);
  thrust::device_ptr<int> const p = v.data();
  int* const raw = thrust::raw_pointer_cast(p);
  assert(raw != nullptr);
  static_cast<void>(raw);
  std::printf("%d %d\n", static_cast<int>(p[3]), static_cast<int>(thrust::distance(v.begin(), v.end())));
  thrust::pair<int, int> const both = thrust::make_pair(1, 2);
  std::printf("%d\n", both.first + both.second + std::abs(-3) + static_cast<int>(std::strlen("four")));
}
