// lower_bound of many values, as many as there are elements, at most 2^20; the values are in order where the distribution
// is.
#include "contenders.h"

#include <thrum/binary_search.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/binary_search.h>
#endif

namespace {

template <class T>
struct keys_and_values {
  keys_and_values(std::ptrdiff_t n, distribution d)
      : keys(values<T>(n, d)), sought(values<T>(std::min<std::ptrdiff_t>(n, 1 << 20), d, 2)), out(sought.size()) {
    std::sort(keys.begin(), keys.end());
  }
  std::vector<T> keys, sought;
  std::vector<std::ptrdiff_t> out;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, keys_and_values<T>> const row("lower_bound", {.distributions = true});
    auto const one_by_one = [](auto& v, auto const& for_each) {
      auto const find = [&v](T const& value) {
        return std::lower_bound(v.keys.begin(), v.keys.end(), value) - v.keys.begin();
      };
      for_each(v.sought.begin(), v.sought.end(), v.out.begin(), find);
    };
    BENCHMARK_THRUM(row, lower_bound, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                    v.out.begin())
    row("std", [=](auto& v) { one_by_one(v, [](auto... x) { std::transform(x...); }); });
#if defined(HAS_STD_PAR)
    row("std par", [=](auto& v) { one_by_one(v, [](auto... x) { std::transform(std::execution::par, x...); }); });
#endif
    BENCHMARK_ONEDPL(row, lower_bound, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                     v.out.begin())
    BENCHMARK_THRUST(row, lower_bound, v.keys.begin(), v.keys.end(), v.sought.begin(), v.sought.end(),
                     v.out.begin())
  });
}
