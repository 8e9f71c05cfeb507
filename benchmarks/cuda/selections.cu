// top_k, nth_element and partial_sort; of records by a comparator. Thrust and CUB have none:
// Thrust's rows copy and sort, or sort, all elements.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/sort.h>

#include <thrum/functional.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/top_k.h>
#include <type_traits>

namespace {

constexpr std::ptrdiff_t few = 100;

struct front_of_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, few);
  }
};
struct front_of_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in, few);
  }
};
struct middle_of_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in + v.n / 2, 1);
  }
};
struct greater_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return a.key > b.key; }
};

template <class T>
void all_rows() {
  constexpr bool records = std::is_same_v<T, record>;
  using less = std::conditional_t<records, less_key, thrum::less<T>>;
  using greater = std::conditional_t<records, greater_key, thrum::greater<T>>;
  // Elements are read; what is written does not depend on n.
  auto const greatest = rows<T>("top_100", {.bytes = sizeof(T)}, front_of_output{});
  BENCHMARK_THRUM(greatest, top_k, v.in, v.in + v.n, few, v.out, less{})
  greatest("thrust cuda", [](auto const& v) {
    thrust::copy(thrust::cuda::par_nosync, v.in, v.in + v.n, v.out);
    thrust::sort(thrust::cuda::par_nosync, v.out, v.out + v.n, greater{});
  });
  greatest("thrust cuda pool", [](auto const& v) {
    thrust::copy(thrust::cuda::par_nosync(thrust_pool), v.in, v.in + v.n, v.out);
    thrust::sort(thrust::cuda::par_nosync(thrust_pool), v.out, v.out + v.n, greater{});
  });

  // Elements are read, and half of them are on the wrong side of the middle.
  auto const middle = rows<T, in_place<T>>("nth_element", {.bytes = 1.5 * sizeof(T)}, middle_of_input{});
  BENCHMARK_THRUM(middle, nth_element, v.in, v.in + v.n / 2, v.in + v.n, less{})
  BENCHMARK_THRUST(middle, sort, v.in, v.in + v.n, less{})
  BENCHMARK_THRUST_POOL(middle, sort, v.in, v.in + v.n, less{})

  // Elements are read; what has to be written does not depend on n.
  auto const least = rows<T, in_place<T>>("partial_sort_100", {.bytes = sizeof(T)}, front_of_input{});
  BENCHMARK_THRUM(least, partial_sort, v.in, v.in + few, v.in + v.n, less{})
  BENCHMARK_THRUST(least, sort, v.in, v.in + v.n, less{})
  BENCHMARK_THRUST_POOL(least, sort, v.in, v.in + v.n, less{})
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
