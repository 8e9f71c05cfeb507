// transform of one range and of two. The functions are cheap: memory is what they wait for.
#include "contenders.h"

#include <thrum/tbb.h>
#include <thrum/transform.h>

#if defined(HAS_THRUST)
#include <thrust/transform.h>
#endif

namespace {

struct triple {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return {3 * (x.key & 0xffff), x.payload};
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) * 3u);  // wraps
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

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    unary_rows<T>();
    binary_rows<T>();
  });
}
