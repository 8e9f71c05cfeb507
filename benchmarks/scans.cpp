// Prefix sums and prefix maxima.
#include "contenders.h"

#include <thrum/functional.h>
#include <thrum/scan.h>
#include <thrum/tbb.h>
#include <thrum/transform_scan.h>

#if defined(HAS_THRUST)
#include <thrust/functional.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>
#endif

namespace {

struct greater_of {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};
struct half_of {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    return x / T(2);
  }
};

template <class T>
using data = input_output<T, 6>;

template <class T>
void inclusive_rows() {
  rows<T, data<T>> const inclusive("inclusive_scan", {.bytes = 2 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_ALL(inclusive, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin())
}

template <class T>
void exclusive_rows() {
  rows<T, data<T>> const exclusive("exclusive_scan", {.bytes = 2 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_ALL(exclusive, exclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), T(1))
}

/// The peers' order of the function arguments differs.
template <class T>
void transform_rows() {
  rows<T, data<T>> const row("transform_inclusive_scan", {.bytes = 2 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_THRUM(row, transform_inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), half_of{},
                  thrum::plus<>{})
  BENCHMARK_STD(row, transform_inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), std::plus<>{}, half_of{})
  BENCHMARK_STD_PAR(row, transform_inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), std::plus<>{},
                    half_of{})
  BENCHMARK_ONEDPL(row, transform_inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), std::plus<>{},
                   half_of{})
  BENCHMARK_THRUST(row, transform_inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), half_of{},
                   thrust::plus<>{})
}

template <class T>
void maximum_rows() {
  rows<T, data<T>> const row("inclusive_scan_max", {.bytes = 2 * sizeof(T)});
  BENCHMARK_THRUM(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), thrum::maximum<>{})
  BENCHMARK_STD(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), greater_of{})
  BENCHMARK_STD_PAR(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), greater_of{})
  BENCHMARK_ONEDPL(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), greater_of{})
  BENCHMARK_THRUST(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin(), thrust::maximum<>{})
}

}  // namespace

void add_rows() {
  for_numbers([]<class T>() { inclusive_rows<T>(); });
  for_types<std::int64_t, std::int32_t, double, float>([]<class T>() { exclusive_rows<T>(); });
  for_types<std::int32_t, float, double>([]<class T>() {
    transform_rows<T>();
    maximum_rows<T>();
  });
}
