// copy, fill, generate, sequence and for_each, which only memory bounds.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/generate.h>
#include <thrum/sequence.h>
#include <thrum/tbb.h>

#include <numeric>
#if defined(HAS_THRUST)
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/sequence.h>
#endif

namespace {

/// A cheap function that changes the element and never overflows.
struct flip {
  template <class T>
  void operator()(T& x) const {
    if constexpr (std::is_same_v<T, record>) x.key = ~x.key;
    else if constexpr (std::is_integral_v<T>) x = ~x;
    else x = -x;
  }
};

/// Returns the same value each time, which the compiler does not know.
template <class T>
struct constant {
  T value;
  T operator()() const { return value; }
};

template <class T>
void all_rows() {
  rows<T> const copy("copy", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(copy, copy, v.in.begin(), v.in.end(), v.out.begin())
  BENCHMARK_OPENMP(copy, [in = v.in.data(), out = v.out.data()](std::size_t i) { out[i] = in[i]; })

  rows<T> const fill("fill", {.bytes = sizeof(T)});
  BENCHMARK_ALL(fill, fill, v.out.begin(), v.out.end(), T{})
  BENCHMARK_OPENMP(fill, [out = v.out.data()](std::size_t i) { out[i] = T{}; })

  rows<T> const generate("generate", {.bytes = sizeof(T)});
  BENCHMARK_ALL(generate, generate, v.out.begin(), v.out.end(), constant<T>{v.in[0]})

  rows<T> const for_each("for_each", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(for_each, for_each, v.out.begin(), v.out.end(), flip{})
}

template <class T>
void number_rows() {
  rows<T> const sequence("sequence", {.bytes = sizeof(T)});
  BENCHMARK_THRUM(sequence, sequence, v.out.begin(), v.out.end())
  sequence("std", [](auto& v) { std::iota(v.out.begin(), v.out.end(), T(0)); });
  BENCHMARK_THRUST(sequence, sequence, v.out.begin(), v.out.end())
}

}  // namespace

void add_rows() {
  for_all_types([]<class T>() { all_rows<T>(); });
  for_numbers([]<class T>() { number_rows<T>(); });
}
