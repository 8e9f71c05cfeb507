// Uses the names that the headers of tuples and of a few iterators bring, and includes no other
// header.
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

struct sum {
  template <class T>
  __host__ __device__ int operator()(T const& t) const {
    return thrust::get<0>(t) + thrust::get<1>(t);
  }
};

int main() {
  thrust::pair<int, char> const p(3, 'c');
  int const a[3] = {1, 2, 3}, b[3] = {10, 20, 30};
  auto const zipped = thrust::make_zip_iterator(thrust::make_tuple(a, b));
  auto const sums = thrust::make_transform_iterator(zipped, sum());
  static_assert(THRUST_SUBMINOR_VERSION >= 0 && THRUST_MAJOR_VERSION >= 0, "of a header of its own");
  static_assert(thrust::tuple_size<thrust::tuple<int, char>>::value == 2, "two");
  static_assert(std::is_same<thrust::tuple_element<1, thrust::tuple<int, char>>::type, char>::value, "char");
  std::printf("%d %c\n", p.first, p.second);
  std::printf("%d %d %d\n", sums[0], sums[1], thrust::plus<int>()(sums[2], 0));
  std::string const text = "done";
  std::printf("%s %d\n", text.c_str(), SCHAR_MAX);
}
