// lower_bound, upper_bound and binary_search of many values: as many as there are elements, at most
// 2^20, ordered if the distribution is. equal_range of one value per call, of so many values that a
// processor does not learn their paths.
#include "contenders.h"

#include <thrum/binary_search.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/binary_search.h>
#endif

namespace {

template <class T>
struct keys_and_values {
  keys_and_values(std::ptrdiff_t n, distribution d, std::ptrdiff_t least_values = 0)
      : keys(values<T>(n, d)),
        sought(values<T>(std::max(least_values, std::min<std::ptrdiff_t>(n, 1 << 20)), d, 2)),
        out(sought.size()) {
    std::sort(keys.begin(), keys.end());
  }
  std::vector<T> keys, sought;
  std::vector<std::ptrdiff_t> out;
};

template <class T>
struct keys_and_next_value : keys_and_values<T> {
  keys_and_next_value(std::ptrdiff_t n, distribution d) : keys_and_values<T>(n, d, 1 << 16) {}
  T const& next() { return this->sought[at++ % this->sought.size()]; }

 private:
  std::size_t at = 0;
};

/// Calls the standard's search of one value for each of the values.
template <class Row, class Find>
void one_by_one(Row const& row, Find find) {
  auto const search = [=](auto& v, auto const& transform) {
    transform(v.sought.begin(), v.sought.end(), v.out.begin(),
              [&](auto const& value) { return find(v.keys.begin(), v.keys.end(), value); });
  };
  row("std", [=](auto& v) { search(v, [](auto... x) { std::transform(x...); }); });
#if defined(HAS_STD_PAR)
  row("std par", [=](auto& v) { search(v, [](auto... x) { std::transform(std::execution::par, x...); }); });
#endif
}

}  // namespace

#define BENCHMARK_SEARCH(row, name, ...)   \
  BENCHMARK_THRUM(row, name, __VA_ARGS__)  \
  BENCHMARK_ONEDPL(row, name, __VA_ARGS__) \
  BENCHMARK_THRUST(row, name, __VA_ARGS__)

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, keys_and_values<T>> const row("lower_bound", {.distributions = true});
    BENCHMARK_SEARCH(row, lower_bound, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                     v.out.begin())
    one_by_one(row, [](auto first, auto last, T const& x) { return std::lower_bound(first, last, x) - first; });
  });
  for_types<std::int32_t, record>([]<class T>() {
    rows<T, keys_and_values<T>> const row("upper_bound");
    BENCHMARK_SEARCH(row, upper_bound, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                     v.out.begin())
    one_by_one(row, [](auto first, auto last, T const& x) { return std::upper_bound(first, last, x) - first; });
  });
  for_types<std::int32_t, record>([]<class T>() {
    rows<T, keys_and_values<T>> const row("binary_search");
    BENCHMARK_SEARCH(row, binary_search, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                     v.out.begin())
    one_by_one(row, [](auto first, auto last, T const& x) { return std::binary_search(first, last, x); });
  });
  for_types<std::int32_t, record>([]<class T>() {
    rows<T, keys_and_next_value<T>> const row("equal_range");
    BENCHMARK_THRUM(row, equal_range, v.keys.begin(), v.keys.end(), v.next())
    BENCHMARK_STD(row, equal_range, v.keys.begin(), v.keys.end(), v.next())
    BENCHMARK_THRUST(row, equal_range, v.keys.begin(), v.keys.end(), v.next())
  });
}
