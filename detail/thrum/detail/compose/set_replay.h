// The rows that a set operation takes by the steps that were written down of its walk.
#pragma once

#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/compose/set_walk.h>
#include <thrum/detail/config.h>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace thrum::detail {

/// Takes the rows [k, end) by what was written down. Plain rows are written at every step, and the next place advances
/// where the step takes an element; where eight steps are equal, all at once.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class Rows>
THRUM_HD void replay_steps(unsigned char const* steps, path_point from, Rows const& rows, std::ptrdiff_t k,
                           std::ptrdiff_t end) {
  constexpr std::ptrdiff_t run = 8;
  constexpr std::uint64_t ones = 0x0101010101010101;
  std::ptrdiff_t i = from.i, j = from.j;
  auto const replay_one = [&] {
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
  };
  while (end - k >= run) {
    std::uint64_t next;
    std::memcpy(&next, steps, sizeof next);
    if (next == first_step * ones) {
      if constexpr (Rule::takes(first_step)) rows.template take_first_run<run>(i, k);
      k += run * Rule::takes(first_step);
      i += run;
      steps += run;
    } else if (next == second_step * ones) {
      if constexpr (Rule::takes(second_step)) rows.template take_second_run<run>(j, k);
      k += run * Rule::takes(second_step);
      j += run;
      steps += run;
    } else if (next == both_step * ones) {
      if constexpr (Rule::takes(both_step)) rows.template take_first_run<run>(i, k);
      k += run * Rule::takes(both_step);
      i += run;
      j += run;
      steps += run;
    } else {
      for (std::ptrdiff_t s = 0; s < run; ++s) replay_one();
    }
  }
  while (k != end) replay_one();
}

/// Takes what is left of a or b when the other has ended.
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

}  // namespace thrum::detail
