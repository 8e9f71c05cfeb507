// The walk of a set operation through two sorted ranges: its steps, and the rows that the steps
// take.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/algorithms/set_operations/balanced_path.h>
#include <cstddef>

namespace thrum::detail {

// The steps of a walk: over one element of the first range alone, over one of the second alone, or
// over one of each, which are equal.
inline constexpr unsigned first_step = 1, second_step = 2, both_step = 3;

/// Which steps take an element. A step over the second range alone takes the element of the second
/// range; any other step takes the element of the first.
template <bool First, bool Second, bool Both>
struct set_rule {
  static constexpr bool takes_first = First, takes_second = Second;
  static constexpr unsigned steps = First << first_step | Second << second_step | Both << both_step;
  THRUM_HD static constexpr unsigned takes(unsigned step) { return steps >> step & 1U; }
  /// Returns the same for a step over an element of the first range alone, of the second alone, or
  /// of neither alone.
  THRUM_HD static constexpr unsigned takes(unsigned first, unsigned second) {
    if constexpr (First && Second && Both) return 1;
    else return First * first + Second * second + Both * ((first | second) ^ 1U);
  }
  /// Returns the greatest number of elements that are taken from ranges of na and nb elements. If
  /// the order contradicts itself, no more than these are written.
  THRUM_HD static constexpr std::ptrdiff_t most(std::ptrdiff_t na, std::ptrdiff_t nb) {
    if constexpr (First && Second) return na + nb;
    else if constexpr (First) return na;
    else if constexpr (Second) return nb;
    else return detail::least(na, nb);
  }
  /// Returns how many elements are taken by `count` steps over `of_a` and `of_b` elements of the
  /// ranges.
  THRUM_HD static constexpr std::ptrdiff_t taken(std::ptrdiff_t count, std::ptrdiff_t of_a, std::ptrdiff_t of_b) {
    return (First ? count - of_b : 0) + (Second ? count - of_a : 0) + (Both ? of_a + of_b - count : 0);
  }
};

/// Returns the step from a[i] and b[j].
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD unsigned step_at(I a, std::ptrdiff_t i, J b, std::ptrdiff_t j, Less& less) {
  if (less(a[i], b[j])) return first_step;
  return less(b[j], a[i]) ? second_step : both_step;
}

/// Takes row k at a step from i and j, if the rule takes a row at that step.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD void take_row(unsigned step, std::ptrdiff_t i, std::ptrdiff_t j, Rows const& rows, std::ptrdiff_t k) {
  if (!Rule::takes(step)) return;
  if constexpr (Rule::takes_second) {
    if (step == second_step) return rows.take_second(j, k);
  }
  rows.take_first(i, k);
}

/// Walks from a point to the last one with i + j <= end, and takes rows from k on. Returns the
/// index after the last row.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t walk(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, path_point at, std::ptrdiff_t end,
                             Rows const& rows, std::ptrdiff_t k, Less& less) {
  std::ptrdiff_t i = at.i, j = at.j;
  while (i + j < end) {
    unsigned step = i < na ? first_step : second_step;
    if (i < na && j < nb) step = detail::step_at(a, i, b, j, less);
    else if (step == first_step ? !Rule::takes_first : !Rule::takes_second) break;
    if (step == both_step && i + j + 2 > end) break;
    detail::take_row<Rule>(step, i, j, rows, k);
    k += Rule::takes(step);
    i += step & 1U;
    j += step >> 1;
  }
  return k;
}

/// Takes what is left of a or b when the other range has ended. Returns the index after the last
/// row.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD std::ptrdiff_t take_rest(path_point at, path_point end, Rows const& rows, std::ptrdiff_t k) {
  constexpr std::ptrdiff_t run = 32;
  if constexpr (Rule::takes_first) {
    std::ptrdiff_t i = at.i;
    for (; end.i - i >= run; i += run, k += run) rows.template take_first_run<run>(i, k);
    for (; i < end.i; ++i) rows.take_first(i, k++);
  }
  if constexpr (Rule::takes_second) {
    std::ptrdiff_t j = at.j;
    for (; end.j - j >= run; j += run, k += run) rows.template take_second_run<run>(j, k);
    for (; j < end.j; ++j) rows.take_second(j, k++);
  }
  return k;
}

/// Rows that are not taken: the walk only counts.
struct no_rows {
  THRUM_HD void take_first(std::ptrdiff_t, std::ptrdiff_t) const {}
  THRUM_HD void take_second(std::ptrdiff_t, std::ptrdiff_t) const {}
};

}  // namespace thrum::detail
