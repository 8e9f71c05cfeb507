// Checks for the sort by digits whether neighbours are in order: in vectors of comparisons, if
// compilers have them.
#pragma once

#include <cstddef>
#include <functional>

namespace thrum::detail {

/// Returns whether no record of [begin, end) is greater than the next one or, with `descending`,
/// whether each record is greater than the next one. NaNs are in no order here.
template <class R, class NumberOf>
bool pairs_in_order(NumberOf number_of, R const* records, std::ptrdiff_t begin, std::ptrdiff_t end,
                    bool descending) {
  auto const key = [&](R const& record) {
    if constexpr (requires { number_of.value(record); }) return number_of.value(record);
    else return number_of(record);
  };
  auto const all = [&](std::ptrdiff_t i, std::ptrdiff_t count, auto are) {
    bool result = true;
    for (std::ptrdiff_t j = i; j < i + count; ++j) result &= are(key(records[j]), key(records[j + 1]));
    return result;
  };
  auto const in_order = [&](std::ptrdiff_t i, std::ptrdiff_t count) {
    return descending ? all(i, count, std::greater<>()) : all(i, count, std::less_equal<>());
  };
  constexpr std::ptrdiff_t chunk = 64;
  std::ptrdiff_t i = begin;
  for (; end - i >= chunk; i += chunk)
    if (!in_order(i, chunk)) return false;
  return in_order(i, end - i);
}

}  // namespace thrum::detail
