// copy, fill, transform, sequence and reverse, which only memory bounds.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/reverse.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cub/device/device_for.cuh>
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/reverse.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>

namespace {

struct flip {
  template <class T>
  THRUM_HD void operator()(T& x) const {
    x = flipped{}(x);
  }
};

template <class T>
void all_rows() {
  auto const copy = rows<T>("copy", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(copy, copy, v.in, v.in + v.n, v.out)

  auto const fill = rows<T>("fill", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(fill, fill, v.out, v.out + v.n, T{})

  auto const transform = rows<T>("transform", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(transform, transform, v.in, v.in + v.n, v.out, flipped{})
  transform("cub", cub_stream([](auto const& v) {
              return cub::DeviceTransform::Transform(cuda::std::tuple{v.in}, v.out, v.n, flipped{});
            }));

  auto const for_each = rows<T, in_place<T>>("for_each", {.bytes = 2 * sizeof(T)}, whole_input{});
  BENCHMARK_STREAM(for_each, for_each, v.in, v.in + v.n, flip{})
  for_each("cub", cub_stream([](auto const& v) { return cub::DeviceFor::ForEach(v.in, v.in + v.n, flip{}); }));

  auto const reverse = rows<T, in_place<T>>("reverse", {.bytes = 2 * sizeof(T)}, whole_input{});
  BENCHMARK_STREAM(reverse, reverse, v.in, v.in + v.n)
}

template <class T>
void number_rows() {
  auto const sequence = rows<T>("sequence", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(sequence, sequence, v.out, v.out + v.n)

  auto const binary = rows<T, inputs_output<T, 3>>("transform_binary", {.bytes = 3 * sizeof(T)});
  BENCHMARK_STREAM(binary, transform, v.in, v.in + v.n, v.in2, v.out, scaled_sum<T>{})
  binary("cub", cub_stream([](auto const& v) {
           return cub::DeviceTransform::Transform(cuda::std::tuple{v.in, v.in2}, v.out, v.n, scaled_sum<T>{});
         }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
