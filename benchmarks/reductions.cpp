// reduce (the sum), inner_product and count_if.
#include "contenders.h"

#include <thrum/count.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/count.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#endif

namespace {

/// Accepts half of the elements.
struct is_negative {
  template <class T>
  bool operator()(T const& x) const {
    return x < T();
  }
};

}  // namespace

void add_rows() {
  for_numbers([]<class T>() {
    rows<T, input_output<T, 6>> const row("reduce", {.bytes = sizeof(T), .compared = comparison::sums});
    BENCHMARK_ALL(row, reduce, v.in.begin(), v.in.end())
  });
  for_types<float, double>([]<class T>() {
    rows<T, inputs_output<T>> const row("inner_product", {.bytes = 2 * sizeof(T), .compared = comparison::sums});
    BENCHMARK_THRUM(row, inner_product, v.in.begin(), v.in.end(), v.in2.begin(), T(0))
    BENCHMARK_STD(row, inner_product, v.in.begin(), v.in.end(), v.in2.begin(), T(0))
    BENCHMARK_STD_PAR(row, transform_reduce, v.in.begin(), v.in.end(), v.in2.begin(), T(0))
    BENCHMARK_ONEDPL(row, transform_reduce, v.in.begin(), v.in.end(), v.in2.begin(), T(0))
    BENCHMARK_THRUST(row, inner_product, v.in.begin(), v.in.end(), v.in2.begin(), T(0))
  });
  for_all_types([]<class T>() {
    rows<T> const row("count_if", {.bytes = sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, count_if, v.in.begin(), v.in.end(), is_negative{})
  });
}
