// reduce, transform_reduce, inner_product, count_if, max_element and minmax_element, which wait for
// their results; and the _into forms of those that CUB has, which leave the results on the device.
#include "frame/peers.cuh"

#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cub/device/device_reduce.cuh>

#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/extrema_into.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>

namespace {

struct zero {
  THRUM_HD std::int64_t operator()(std::ptrdiff_t, std::ptrdiff_t) const { return 0; }
};

/// An input, and room for an element and its index.
template <class T>
class located {
 public:
  static constexpr double bytes = sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *out;
    std::int64_t* place;
  };
  located(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, uniform<T>{1}), out_(1, turns), front_(1, turns, zero{}), place_(1, turns) {}
  void clear() { place_.copy_from(front_); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), out_.of(turn), place_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_;
  array<std::int64_t> front_, place_;
};

/// Compares the stored result of reduce_into.
struct first_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, 1);
  }
};
/// Compares the found element or elements: of equal elements any may be found.
struct found_element {
  template <class View, class Returned>
  outcome operator()(View const&, Returned const& found) const {
    return outcome().elements(found, 1);
  }
};
struct element_of_place {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in + on_the_host(v.place), 1);
  }
};
struct found_elements {
  template <class View, class Returned>
  outcome operator()(View const&, Returned const& found) const {
    return outcome().elements(found.first, 1).elements(found.second, 1);
  }
};

template <class T>
void sum_rows() {
  auto const sum = rows<T, input_output<T, 3>>("reduce", {.bytes = sizeof(T)}, one_number{});
  BENCHMARK_ALL(sum, reduce, v.in, v.in + v.n)

  auto const left = rows<T, input_output<T, 3>>("reduce_into", {.bytes = sizeof(T)}, first_output{});
  BENCHMARK_THRUM(left, reduce_into, v.in, v.in + v.n, v.out, T{}, thrum::plus<T>{})
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceReduce::Sum(p, bytes, v.in, v.out, v.n);
       }));
}

template <class T>
void number_rows() {
  auto const product = rows<T, inputs_output<T, 3>>("inner_product", {.bytes = 2 * sizeof(T)}, one_number{});
  BENCHMARK_ALL(product, inner_product, v.in, v.in + v.n, v.in2, T(0))

  auto const negated = rows<T, input_output<T, 3>>("transform_reduce", {.bytes = sizeof(T)}, one_number{});
  BENCHMARK_ALL(negated, transform_reduce, v.in, v.in + v.n, flipped{}, T(0), thrum::plus<T>{})

  auto const left = rows<T, input_output<T, 3>>("transform_reduce_into", {.bytes = sizeof(T)}, first_output{});
  BENCHMARK_THRUM(left, transform_reduce_into, v.in, v.in + v.n, v.out, flipped{}, T(0), thrum::plus<T>{})
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceReduce::TransformReduce(p, bytes, v.in, v.out, v.n, thrum::plus<T>{}, flipped{}, T(0));
       }));

  // CUB's row has numbers alone, since it starts from the least number.
  auto const place = rows<T, located<T>>("max_element_into", {.bytes = sizeof(T)}, element_of_place{});
  BENCHMARK_THRUM(place, max_element_into, v.in, v.in + v.n, v.place)
  place("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          return cub::DeviceReduce::ArgMax(p, bytes, v.in, v.out, v.place, v.n);
        }));
}

template <class T>
void all_rows() {
  auto const counted = rows<T>("count_if", {.bytes = sizeof(T)}, one_number{});
  BENCHMARK_ALL(counted, count_if, v.in, v.in + v.n, positive{})

  auto const greatest = rows<T>("max_element", {.bytes = sizeof(T)}, found_element{});
  BENCHMARK_ALL(greatest, max_element, v.in, v.in + v.n)

  auto const both = rows<T>("minmax_element", {.bytes = sizeof(T)}, found_elements{});
  BENCHMARK_ALL(both, minmax_element, v.in, v.in + v.n)
}

}  // namespace

void add_rows() {
  for_all_sums([](auto type) { sum_rows<type_of<decltype(type)>>(); });
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
