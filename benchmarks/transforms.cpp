// transform of one range and of two, adjacent_difference and replace_if, whose functions are cheap,
// so that memory bounds the calls; saxpy; and square roots, which bound by themselves. "openmp" is a
// plain loop.
#include "contenders.h"

#include <thrum/adjacent_difference.h>
#include <thrum/replace.h>
#include <thrum/tbb.h>
#include <thrum/transform.h>

#include <cmath>
#if defined(HAS_THRUST)
#include <thrust/adjacent_difference.h>
#include <thrust/replace.h>
#include <thrust/transform.h>
#endif

namespace {

struct triple {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return {3 * (x.key & 0xffff), x.payload};
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) * 3u);  // wraps around
    else return x * T(3);
  }
};

struct sum {
  template <class T>
  THRUM_HD T operator()(T const& x, T const& y) const {
    if constexpr (std::is_same_v<T, record>) return {(x.key & 0xffff) + (y.key & 0xffff), x.payload};
    else if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(x) + static_cast<U>(y));
    } else return x + y;
  }
};

struct saxpy {
  template <class T>
  THRUM_HD T operator()(T const& x, T const& y) const {
    return T(3) * x + y;
  }
};

struct roots {
  template <class T>
  T operator()(T const& x) const {
    return std::sqrt(x * x + T(1)) + std::sqrt(std::sqrt(x * x + T(2)));
  }
};

template <class T>
void unary_rows() {
  rows<T> const row("transform", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(row, transform, v.in.begin(), v.in.end(), v.out.begin(), triple{})
}

template <class T>
void binary_rows() {
  rows<T, inputs_output<T>> const row("transform_binary", {.bytes = 3 * sizeof(T)});
  BENCHMARK_ALL(row, transform, v.in.begin(), v.in.end(), v.in2.begin(), v.out.begin(), sum{})
}

template <class T>
void root_rows() {
  rows<T> const row("transform_roots", {.bytes = 2 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_ALL(row, transform, v.in.begin(), v.in.end(), v.out.begin(), roots{})
  BENCHMARK_OPENMP(row, [in = v.in.data(), out = v.out.data()](std::size_t i) { out[i] = roots{}(in[i]); })
}

template <class T>
void saxpy_rows() {
  rows<T, inputs_output<T>> const row("saxpy", {.bytes = 3 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_ALL(row, transform, v.in.begin(), v.in.end(), v.in2.begin(), v.out.begin(), saxpy{})
  BENCHMARK_OPENMP(row, [in = v.in.data(), in2 = v.in2.data(), out = v.out.data()](std::size_t i) {
    out[i] = saxpy{}(in[i], in2[i]);
  })
}

/// Replaces half of the elements, unpredictably.
template <class T>
void replace_rows() {
  rows<T, in_place<T>> const row("replace_if", {.bytes = 2 * sizeof(T), .distributions = true});
  BENCHMARK_ALL(row, replace_if, v.in.begin(), v.in.end(), positive{}, T{})
}

template <class T>
void difference_rows() {
  rows<T, input_output<T, 16>> const row("adjacent_difference", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(row, adjacent_difference, v.in.begin(), v.in.end(), v.out.begin())
}

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    unary_rows<T>();
    binary_rows<T>();
    replace_rows<T>();
  });
  for_numbers([]<class T>() { difference_rows<T>(); });
  for_types<float, double>([]<class T>() {
    root_rows<T>();
    saxpy_rows<T>();
  });
}
