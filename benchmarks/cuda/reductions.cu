// reduce, inner_product, count_if and max_element, whose results the host waits for, and reduce_into, for which nobody does.
#include "frame/peers.cuh"

#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>

#include <cub/device/device_reduce.cuh>

#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>

namespace {

template <class T>
void number_rows() {
  rows<T, input_output<T, 4>> const sum("reduce", {.bytes = sizeof(T)});
  BENCHMARK_ALL(sum, reduce, v.in, v.in + v.n)

  rows<T, input_output<T, 4>> const left("reduce_into", {.bytes = sizeof(T)});
  BENCHMARK_THRUM(left, reduce_into, v.in, v.in + v.n, v.out, T(0), thrum::plus<T>{})
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceReduce::Sum(p, bytes, v.in, v.out, v.n);
       }));

  rows<T> const greatest("max_element", {.bytes = sizeof(T)});
  BENCHMARK_ALL(greatest, max_element, v.in, v.in + v.n)
}

template <class T>
void floating_rows() {
  rows<T, inputs_output<T>> const product("inner_product", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(product, inner_product, v.in, v.in + v.n, v.in2, T(0))
}

template <class T>
void all_rows() {
  rows<T> const counted("count_if", {.bytes = sizeof(T)});
  BENCHMARK_ALL(counted, count_if, v.in, v.in + v.n, positive{})
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
  for_types<float, double>([](auto type) { floating_rows<type_of<decltype(type)>>(); });
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
