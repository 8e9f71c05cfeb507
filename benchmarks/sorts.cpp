// sort of numbers and of records by `<`. Only thrum's sort is stable too.
#include "contenders.h"

#include <oneapi/tbb/parallel_sort.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>

#include <memory>
#include <type_traits>
#include <vector>

#if defined(HAS_THRUST)
#include <thrust/sort.h>
#endif
#if defined(HAS_BOOST_SORT)
#include <boost/sort/sort.hpp>
#endif
#if defined(HAS_IPS4O)
#include <ips4o.hpp>
#endif
#if defined(HAS_VQSORT)
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace {

template <class T>
void sort_rows() {
  rows<T, in_place<T>> const row("sort", {.distributions = true, .compared = comparison::sorted});
  BENCHMARK_THRUM(row, sort, v.in.begin(), v.in.end())
  BENCHMARK_STD(row, sort, v.in.begin(), v.in.end())
  BENCHMARK_STD_PAR(row, sort, v.in.begin(), v.in.end())
  BENCHMARK_ONEDPL(row, sort, v.in.begin(), v.in.end())
  if constexpr (thrust_sorts<T>) {
    BENCHMARK_THRUST(row, sort, v.in.begin(), v.in.end())
  }
  row("tbb", [](auto& v) { ::tbb::parallel_sort(v.in.begin(), v.in.end()); });
#if defined(HAS_BOOST_SORT)
  row("boost pdqsort", [](auto& v) { boost::sort::pdqsort(v.in.begin(), v.in.end()); });
  row("boost spinsort", [](auto& v) { boost::sort::spinsort(v.in.begin(), v.in.end()); });
  if constexpr (std::is_integral_v<T>) {
    row("boost integer_sort", [](auto& v) { boost::sort::spreadsort::integer_sort(v.in.begin(), v.in.end()); });
  } else if constexpr (std::is_floating_point_v<T>) {
    row("boost float_sort", [](auto& v) { boost::sort::spreadsort::float_sort(v.in.begin(), v.in.end()); });
  }
  row("boost block_indirect_sort", [](auto& v) { boost::sort::block_indirect_sort(v.in.begin(), v.in.end()); });
  row("boost sample_sort", [](auto& v) { boost::sort::sample_sort(v.in.begin(), v.in.end()); });
  row("boost parallel_stable_sort", [](auto& v) { boost::sort::parallel_stable_sort(v.in.begin(), v.in.end()); });
#endif
#if defined(HAS_IPS4O)
  row("ips4o", [](auto& v) { ips4o::parallel::sort(v.in.begin(), v.in.end()); });
#endif
#if defined(HAS_VQSORT)
  if constexpr (std::is_arithmetic_v<T>) {
    row("vqsort", [sort = std::make_shared<hwy::Sorter>()](auto& v) {
      (*sort)(v.in.data(), v.in.size(), hwy::SortAscending{});
    });
  }
#endif
}

}  // namespace

void add_rows() {
  for_types<float, double, std::int32_t, std::int64_t, record>([]<class T>() { sort_rows<T>(); });
}
