// copy_if, remove_if and remove, which keep half of the elements, one in a hundred, ninety-nine in
// a hundred, or fifteen in sixteen.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/remove.h>
#include <thrum/tbb.h>

#include <limits>
#include <type_traits>

#if defined(HAS_THRUST)
#include <thrust/copy.h>
#include <thrust/remove.h>
#endif

namespace {

/// Accepts this many in a hundred uniform values.
struct one_of {
  int percent;
  template <class T>
  bool operator()(T const& x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < static_cast<T>(std::numeric_limits<T>::max() / 50 * (percent - 50));
    } else {
      return x < static_cast<T>(percent - 50) / 50;
    }
  }
};

/// Makes sixteen distinct values, of which one is removed.
template <class T>
std::vector<T> few_values(std::ptrdiff_t n, distribution, std::uint64_t stream) {
  return values<T>(n, distribution::few, stream);
}

}  // namespace

// Sorted elements are easy to predict for a processor.
void add_rows() {
  for_all_types([]<class T>() {
    rows<T, in_turn_output<T>> const row("copy_if", {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, copy_if, v.in.begin(), v.in.end(), v.out.begin(), positive{})
  });
  for_types<std::int32_t, double>([]<class T>() {
    rows<T> const few("copy_if_1_percent", {.bytes = 1.01 * sizeof(T)});
    BENCHMARK_ALL(few, copy_if, v.in.begin(), v.in.end(), v.out.begin(), one_of{1})
    rows<T> const most("copy_if_99_percent", {.bytes = 1.99 * sizeof(T)});
    BENCHMARK_ALL(most, copy_if, v.in.begin(), v.in.end(), v.out.begin(), one_of{99})
  });
  for_types<std::int32_t, record>([]<class T>() {
    rows<T, with_stencil<in_turn_output<T>>> const row("copy_if_by_stencil", {.bytes = 4 + 1.5 * sizeof(T)});
    BENCHMARK_THRUM(row, copy_if, v.in.begin(), v.in.end(), v.stencil.in.begin(), v.out.begin(), positive{})
    BENCHMARK_THRUST(row, copy_if, v.in.begin(), v.in.end(), v.stencil.in.begin(), v.out.begin(), positive{})
  });
  for_all_types([]<class T>() {
    rows<T, in_place<T>> const row("remove_if", {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, remove_if, v.in.begin(), v.in.end(), positive{})
  });
  for_types<std::int32_t, double>([]<class T>() {
    rows<T, in_place<T, few_values<T>>> const row("remove", {.bytes = 31. / 16 * sizeof(T)});
    BENCHMARK_ALL(row, remove, v.in.begin(), v.in.end(), T(v.in.back()))
  });
}
