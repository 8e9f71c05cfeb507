// merge of two ranges of n / 2 elements, and of ranges of which one is 63 times as long as the
// other (merge_uneven); inplace_merge of two halves; merge_by_key with values of the keys' type.
#include "contenders.h"

#include "frame/sorted_pairs.h"

#include <thrum/merge.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/merge.h>
#endif

namespace {

/// Both ranges, one after the other.
template <class T>
struct two_halves : sorted_pairs<T> {
  two_halves(std::ptrdiff_t n, distribution d) : sorted_pairs<T>(n, d) {}
  void restore() {
    sorted_pairs<T>::restore();
    std::copy(this->b().begin(), this->b().end(),
              std::copy(this->a().begin(), this->a().end(), this->out.begin()));
  }
};

template <class T>
struct pairs_with_values : sorted_pairs<T> {
  pairs_with_values(std::ptrdiff_t n, distribution d) : sorted_pairs<T>(n, d), values_out(this->out) {}
  std::vector<T> values_out;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("merge", {.bytes = 2 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, merge, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T, 64>> const row("merge_uneven", {.bytes = 2 * sizeof(T)});
    BENCHMARK_ALL(row, merge, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, two_halves<T>> const row("inplace_merge", {.bytes = 2 * sizeof(T)});
    auto const halves = [](auto& v, auto const& merge) {
      merge(v.out.begin(), v.out.begin() + std::ssize(v.a()), v.out.end());
    };
    row("thrum seq", [=](auto& v) { halves(v, [](auto... x) { thrum::inplace_merge(thrum::seq, x...); }); });
    row("thrum tbb", [=](auto& v) { halves(v, [](auto... x) { thrum::inplace_merge(thrum::tbb::par, x...); }); });
    row("std", [=](auto& v) { halves(v, [](auto... x) { std::inplace_merge(x...); }); });
#if defined(HAS_STD_PAR)
    row("std par", [=](auto& v) { halves(v, [](auto... x) { std::inplace_merge(std::execution::par, x...); }); });
#endif
#if defined(HAS_ONEDPL)
    row("onedpl", [=](auto& v) {
      halves(v, [](auto... x) { oneapi::dpl::inplace_merge(oneapi::dpl::execution::par_unseq, x...); });
    });
#endif
  });
  for_types<std::int32_t, record>([]<class T>() {
    rows<T, pairs_with_values<T>> const row("merge_by_key", {.bytes = 4 * sizeof(T)});
    BENCHMARK_THRUM(row, merge_by_key, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.a().begin(),
                    v.b().begin(), v.out.begin(), v.values_out.begin())
    BENCHMARK_THRUST(row, merge_by_key, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.a().begin(),
                     v.b().begin(), v.out.begin(), v.values_out.begin())
  });
}
