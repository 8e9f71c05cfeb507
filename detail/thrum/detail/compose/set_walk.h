// The walk of a set operation through two sorted ranges: its steps, and the rows that they take.
#pragma once

#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <cstddef>

namespace thrum::detail {

// The steps of a walk: over an element of the first range alone, of the second alone, or over one of each, which are
// equal.
inline constexpr unsigned first_step = 1, second_step = 2, both_step = 3;

/// Which steps take an element: that of the second range at its own steps, else that of the first.
template <bool First, bool Second, bool Both>
struct set_rule {
  static constexpr bool takes_first = First, takes_second = Second;
  static constexpr unsigned steps = First << first_step | Second << second_step | Both << both_step;
  THRUM_HD static constexpr unsigned takes(unsigned step) { return steps >> step & 1U; }
};

/// The step from a[i] and b[j].
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD unsigned step_at(I a, std::ptrdiff_t i, J b, std::ptrdiff_t j, Less& less) {
  if (less(a[i], b[j])) return first_step;
  return less(b[j], a[i]) ? second_step : both_step;
}

/// Takes row k at a step from i and j, if the rule says so.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD void take_row(unsigned step, std::ptrdiff_t i, std::ptrdiff_t j, Rows const& rows, std::ptrdiff_t k) {
  if (!Rule::takes(step)) return;
  if constexpr (Rule::takes_second) {
    if (step == second_step) return rows.take_second(j, k);
  }
  rows.take_first(i, k);
}

/// Walks from a place to the last one with i + j <= end, and takes rows from k on; returns the place after the last.
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

/// Takes nothing: the walk counts.
struct no_rows {
  THRUM_HD void take_first(std::ptrdiff_t, std::ptrdiff_t) const {}
  THRUM_HD void take_second(std::ptrdiff_t, std::ptrdiff_t) const {}
};

/// Walks on from a place until either range ends, and writes the steps down. Where elements are plain it asks for both
/// comparisons, and makes no branch of the answers.
template <class Rule, bool Plain, class I, class J, class Less>
struct recorder {
  I a;
  J b;
  path_point at, end;
  unsigned char* steps;
  Less* less;
  /// How many of the steps take an element.
  std::ptrdiff_t taken = 0;

  /// Neither range can end within so many steps.
  THRUM_HD std::ptrdiff_t sure_steps() const { return detail::least(end.i - at.i, end.j - at.j); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_step() {
    unsigned step;
    if constexpr (Plain) {
      auto const first = static_cast<unsigned>(static_cast<bool>((*less)(a[at.i], b[at.j])));
      auto const second = static_cast<unsigned>(static_cast<bool>((*less)(b[at.j], a[at.i]))) & (first ^ 1U);
      at.i += second ^ 1U;
      at.j += first ^ 1U;
      step = (second ^ 1U) | (first ^ 1U) << 1;
    } else {
      step = detail::step_at(a, at.i, b, at.j, *less);
      at.i += step & 1U;
      at.j += step >> 1;
    }
    *steps++ = static_cast<unsigned char>(step);
    taken += Rule::takes(step);
  }
  /// At most n steps.
  THRUM_HD void record(std::ptrdiff_t n) {
    recorder self = *this;  // what is stored through `steps` could be a member of this one, but not of its copy
    for (std::ptrdiff_t m; (m = detail::least(n, self.sure_steps())) > 0; n -= m) {
      for (std::ptrdiff_t s = 0; s < m; ++s) self.take_step();
    }
    *this = self;
  }
};

/// Two walks at once, since each waits for its elements at every step.
template <class R>
void record_both(R& one, R& other) {
  R x = one, y = other;
  for (std::ptrdiff_t m; (m = detail::least(x.sure_steps(), y.sure_steps())) > 0;) {
    for (; m > 0; --m) {
      x.take_step();
      y.take_step();
    }
  }
  one = x;
  other = y;
}

/// Takes the rows [k, end) by what was written down. Plain rows are written at every step, and the next place advances
/// where the step takes an element.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD void replay_steps(unsigned char const* steps, path_point from, Rows const& rows, std::ptrdiff_t k,
                           std::ptrdiff_t end) {
  std::ptrdiff_t i = from.i, j = from.j;
  while (k != end) {
    unsigned const step = *steps++;
    if constexpr (!Rows::is_plain) {
      detail::take_row<Rule>(step, i, j, rows, k);
    } else if constexpr (Rule::takes_second) {
      rows.take(step == second_step, i, j, k);
    } else {
      rows.take_first(i, k);
    }
    k += Rule::takes(step);
    i += step & 1U;
    j += step >> 1;
  }
}

/// Takes what is left of a or b when the other has ended.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD std::ptrdiff_t take_rest(path_point at, path_point end, Rows const& rows, std::ptrdiff_t k) {
  if constexpr (Rule::takes_first) {
    for (std::ptrdiff_t i = at.i; i < end.i; ++i) rows.take_first(i, k++);
  }
  if constexpr (Rule::takes_second) {
    for (std::ptrdiff_t j = at.j; j < end.j; ++j) rows.take_second(j, k++);
  }
  return k;
}

THRUM_EXEC_CHECK_DISABLE
template <class Rule, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation_in_order(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                               Less less) {
  if constexpr (Rows::is_plain) {
    constexpr std::ptrdiff_t block = 256;
    unsigned char steps[block];
    std::ptrdiff_t k = 0;
    recorder<Rule, true, I, J, Less> walker{a, b, {0, 0}, {na, nb}, steps, &less};
    while (walker.sure_steps() > 0) {
      path_point const from = walker.at;
      walker.steps = steps;
      walker.record(block);
      detail::replay_steps<Rule>(steps, from, rows, k, walker.taken);
      k = walker.taken;
    }
    return detail::take_rest<Rule>(walker.at, walker.end, rows, k);
  } else {
    return detail::walk<Rule>(a, na, b, nb, {0, 0}, na + nb, rows, 0, less);
  }
}

}  // namespace thrum::detail
