// The walk of a set operation through two sorted ranges, and the rows that its steps take. A walk
// goes step by step; or it writes its steps down, to repeat them when the places of its rows (their
// indices in the output) are known; or, if its rows are plain memory, it keeps them aside and goes
// on in five parts of the ranges side by side.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/algorithms/set_operations/set_rule.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <cstddef>

namespace thrum::detail {

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

/// Walks on until either range ends, and writes the steps down. Returns the end of the written
/// steps.
template <class I, class J, class Less>
unsigned char* record_steps(I a, J b, path_point& at, path_point end, unsigned char* steps, Less& less) {
  std::ptrdiff_t i = at.i, j = at.j;
  while (i < end.i && j < end.j) {
    unsigned const step = detail::step_at(a, i, b, j, less);
    i += step & 1U;
    j += step >> 1;
    *steps++ = static_cast<unsigned char>(step);
  }
  at = {i, j};
  return steps;
}

/// Takes the rows [k, end) by the recorded steps of the walk from a point.
template <class Rule, class Rows>
void replay_steps(unsigned char const* steps, path_point at, Rows const& rows, std::ptrdiff_t k,
                  std::ptrdiff_t end) {
  for (; k != end; ++steps) {
    detail::take_row<Rule>(*steps, at.i, at.j, rows, k);
    k += Rule::takes(*steps);
    at.i += *steps & 1U;
    at.j += *steps >> 1;
  }
}

/// A walk that goes on from a point until either range ends, or the room for rows ends: k is the
/// next of `rows`, and k_end the end of the room. The walk makes both comparisons at each step, and
/// makes no branch of the answers.
template <class Rule, class I, class J, class Rows, class Less>
struct row_taker {
  I a;
  J b;
  path_point at, end;
  Rows rows;
  std::ptrdiff_t k, k_end;
  Less* less;

  /// The number of equal steps that a comparison or two finds. There is room for as many rows after
  /// k_end.
  static constexpr std::ptrdiff_t run = 32;
  static constexpr std::ptrdiff_t few = 256, least_room = 1024;

  /// Returns a number of steps within which neither range can end, nor the room.
  std::ptrdiff_t sure_steps() const { return detail::least(detail::least(end.i - at.i, end.j - at.j), k_end - k); }
  /// Makes a step from i and j. If the step takes a row, it is row k. Returns whether the step
  /// takes a row.
  template <class X, class Y>
  static unsigned take_step(X x, std::ptrdiff_t& i, Y y, std::ptrdiff_t& j, Rows const& to, std::ptrdiff_t k,
                            Less& order) {
    auto const first = static_cast<unsigned>(static_cast<bool>(order(x[i], y[j])));
    auto const second = static_cast<unsigned>(static_cast<bool>(order(y[j], x[i]))) & (first ^ 1U);
    if constexpr (Rule::takes_second) to.take(static_cast<bool>(order(y[j], x[i])), i, j, k);
    else to.take_first(i, k);
    i += second ^ 1U;
    j += first ^ 1U;
    return Rule::takes(first, second);
  }
  /// Makes at most n steps.
  void take_steps(std::ptrdiff_t n) {
    // A store to a row could change a member of *this, but not of a local copy.
    row_taker self = *this;
    for (std::ptrdiff_t m; (m = detail::least(n, self.sure_steps())) > 0; n -= m) {
      for (std::ptrdiff_t s = 0; s < m; ++s)
        self.k += self.take_step(a, self.at.i, b, self.at.j, self.rows, self.k, *less);
    }
    *this = self;
  }
  /// Makes `run` equal steps, of which the first `length` count.
  template <unsigned Step>
  void take_run(std::ptrdiff_t length = run) {
    if constexpr (Rule::takes(Step)) {
      if constexpr (Step == second_step) rows.template take_second_run<run>(at.j, k);
      else rows.template take_first_run<run>(at.i, k);
      k += length;
    }
    if constexpr ((Step & 1U) != 0) at.i += length;
    if constexpr (Step >> 1 != 0) at.j += length;
  }
  /// Steps over elements of one range that are all less than the next element of the other: over
  /// whole runs of steps, and over the beginning of the last one. Returns false if there is not
  /// even one whole run.
  template <unsigned Step, class M, class N>
  bool take_runs_of_one(M mine, std::ptrdiff_t const& i, std::ptrdiff_t i_end, N other, std::ptrdiff_t const& j) {
    std::ptrdiff_t const from = i;
    while (sure_steps() > 0 && i_end - i >= run && (*less)(mine[i + run - 1], other[j])) take_run<Step>();
    if (i == from) return false;
    if (sure_steps() <= 0 || i_end - i < run) return true;
    std::ptrdiff_t length = 0;
    for (std::ptrdiff_t half_size = run / 2; half_size > 0; half_size /= 2)
      length += half_size * static_cast<bool>((*less)(mine[i + length + half_size - 1], other[j]));
    take_run<Step>(length);
    return true;
  }
  /// Steps over pairs of equal elements. If the last of the next `run` elements here is not greater
  /// than the first there, and the other way round, then all of them are equal.
  bool take_runs_of_both() {
    std::ptrdiff_t const from = at.i;
    while (sure_steps() >= run && !(*less)(a[at.i], b[at.j + run - 1]) && !(*less)(b[at.j], a[at.i + run - 1]))
      take_run<both_step>();
    return at.i != from;
  }
  /// Makes whole runs of steps only, so that no row is written that does not count.
  void take_whole_runs() {
    auto const has = [&](std::ptrdiff_t of_a, std::ptrdiff_t of_b) {
      return end.i - at.i >= of_a && end.j - at.j >= of_b;
    };
    while (has(run, 1) && (*less)(a[at.i + run - 1], b[at.j])) take_run<first_step>();
    while (has(1, run) && (*less)(b[at.j + run - 1], a[at.i])) take_run<second_step>();
    while (has(run, run) && !(*less)(a[at.i], b[at.j + run - 1]) && !(*less)(b[at.j], a[at.i + run - 1]))
      take_run<both_step>();
  }
  /// Makes runs of steps as long as there are some.
  void take_runs() {
    for (int attempts = 3; attempts > 0 && sure_steps() > 0; --attempts) {
      while (true) {
        bool any = take_runs_of_one<first_step>(a, at.i, end.i, b, at.j);
        any |= take_runs_of_one<second_step>(b, at.j, end.j, a, at.i);
        any |= take_runs_of_both();
        if (sure_steps() <= 0 || !any) break;
        attempts = 3;
        take_steps(1);
      }
      take_steps(run / 2);
    }
  }
  /// Takes the rows of what is left before the end.
  void take_rest() {
    if constexpr (Rule::takes_first) {
      for (; at.i < end.i; ++at.i) rows.take_first(at.i, k++);
    }
    if constexpr (Rule::takes_second) {
      for (; at.j < end.j; ++at.j) rows.take_second(at.j, k++);
    }
    at = end;
  }
  /// Makes some thousand steps, in five parts side by side. The rows of a part are first written as
  /// far after row k as if each element before the part gave a row.
  void take_abreast() {
    constexpr std::ptrdiff_t most = 16384, parts = 5;
    std::ptrdiff_t const room = detail::least(most, k_end - k);
    std::ptrdiff_t const na = detail::least(end.i - at.i, room), nb = detail::least(end.j - at.j, room);
    std::ptrdiff_t const n = detail::least(na + nb, room);
    std::ptrdiff_t i[parts], i_end[parts], j[parts], j_end[parts], begin[parts], next[parts];
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      i[p] = p == 0 ? at.i : i_end[p - 1];
      j[p] = p == 0 ? at.j : j_end[p - 1];
      path_point const before{i[p] - at.i, j[p] - at.j};
      std::ptrdiff_t const diagonal = n * (p + 1) / parts;
      path_point const stop = detail::point_after(
          before, detail::balanced_path(a + at.i, na, b + at.j, nb, diagonal, *less), diagonal);
      i_end[p] = at.i + stop.i;
      j_end[p] = at.j + stop.j;
      begin[p] = next[p] = k + before.i + before.j;
    }
    Rows const to = rows;
    // Those of `to` are the same ranges, and are in registers anyway.
    auto const x = to.first();
    auto const y = [&] {
      if constexpr (Rule::takes_second) return to.second();
      else return b;
    }();
    Less& order = *less;
    while (true) {
      std::ptrdiff_t m = n;
      for (std::ptrdiff_t p = 0; p < parts; ++p)
        m = detail::least(m, detail::least(i_end[p] - i[p], j_end[p] - j[p]));
      if (m == 0) break;
      for (; m > 0; --m) {
        std::ptrdiff_t *const at_x = detail::places<has_few_registers>(+i), *const at_y =
                                                                                detail::places<has_few_registers>(
                                                                                    +j);
        THRUM_UNROLL
        for (std::ptrdiff_t p = 0; p < parts; ++p)
          next[p] += take_step(x, at_x[p], y, at_y[p], to, next[p], order);
      }
    }
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      row_taker rest{a, b, {i[p], j[p]}, {i_end[p], j_end[p]}, rows, next[p], next[p] + n, less};
      rest.take_steps(n);
      rest.take_rest();
      std::ptrdiff_t const count = rest.k - begin[p];
      if (k != begin[p]) rows.move_down(k, begin[p], count);
      k += count;
    }
    at = {i_end[parts - 1], j_end[parts - 1]};
  }
  /// Goes on until a range ends or there is little room.
  void take_all() {
    while (sure_steps() > 0) {
      take_runs();
      if (end.i - at.i + end.j - at.j < few) take_steps(few);
      else if (k_end - k >= least_room) take_abreast();
      else break;
    }
  }
};

}  // namespace thrum::detail
