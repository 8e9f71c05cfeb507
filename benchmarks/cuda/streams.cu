// copy, fill, transform, sequence and reverse: what memory alone limits.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/reverse.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

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
  rows<T> const copy("copy", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(copy, copy, v.in, v.in + v.n, v.out)

  rows<T> const fill("fill", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(fill, fill, v.out, v.out + v.n, T{})

  rows<T> const transform("transform", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(transform, transform, v.in, v.in + v.n, v.out, flipped{})
  transform("cub", [](auto const& v) {
    require(cub::DeviceTransform::Transform(cuda::std::tuple{v.in}, v.out, v.n, flipped{}), "CUB");
  });

  rows<T> const for_each("for_each", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(for_each, for_each, v.out, v.out + v.n, flip{})

  rows<T> const reverse("reverse", {.bytes = 2 * sizeof(T)});
  BENCHMARK_STREAM(reverse, reverse, v.out, v.out + v.n)
}

template <class T>
void number_rows() {
  rows<T> const sequence("sequence", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(sequence, sequence, v.out, v.out + v.n)

  rows<T, inputs_output<T>> const binary("transform_binary", {.bytes = 3 * sizeof(T)});
  BENCHMARK_STREAM(binary, transform, v.in, v.in + v.n, v.in2, v.out, scaled_sum<T>{})
  binary("cub", [](auto const& v) {
    require(cub::DeviceTransform::Transform(cuda::std::tuple{v.in, v.in2}, v.out, v.n, scaled_sum<T>{}), "CUB");
  });
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
