// The steps of a set operation's walk, written down where comparisons are made; set_replay.h repeats them where rows are
// taken. This waits for elements at every step, and goes through three parts of the ranges side by side; that does not.
#pragma once

#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/compose/set_replay.h>
#include <thrum/detail/compose/set_walk.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <cstddef>
#include <cstring>

namespace thrum::detail {

/// Walks on from a place until either range ends, or the room for steps, and writes the steps down. Where elements are
/// plain it asks for both comparisons, and makes no branch of the answers.
template <bool Plain, class I, class J, class Less>
struct recorder {
  I a;
  J b;
  path_point at, end;
  unsigned char *steps, *steps_end;
  Less* less;

  /// So many equal steps are found by a comparison or two. There is room for as many behind steps_end.
  static constexpr std::ptrdiff_t run = 32;

  /// Neither range can end within so many steps, nor the room.
  THRUM_HD std::ptrdiff_t sure_steps() const {
    return detail::least(detail::least(end.i - at.i, end.j - at.j), steps_end - steps);
  }
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
  }
  /// At most n steps.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void record(std::ptrdiff_t n) {
    recorder self = *this;  // what is stored through `steps` could be a member of this one, but not of its copy
    for (std::ptrdiff_t m; (m = detail::least(n, self.sure_steps())) > 0; n -= m) {
      for (std::ptrdiff_t s = 0; s < m; ++s) self.take_step();
    }
    *this = self;
  }
  /// `run` equal steps, of which the first `length` count.
  THRUM_HD void put_run(unsigned step, std::ptrdiff_t length = run) {
    std::memset(steps, static_cast<int>(step), run);
    steps += length;
    at.i += step & 1U ? length : 0;
    at.j += step >> 1 ? length : 0;
  }
  /// Steps over elements of one range that are all less than the next of the other: whole runs, and of the last one the
  /// beginning. False where there is not even one.
  THRUM_EXEC_CHECK_DISABLE
  template <unsigned Step, class M, class N>
  THRUM_HD bool record_runs_of_one(M mine, std::ptrdiff_t& i, std::ptrdiff_t i_end, N other, std::ptrdiff_t& j) {
    std::ptrdiff_t const from = i;
    while (sure_steps() > 0 && i_end - i >= run && (*less)(mine[i + run - 1], other[j])) put_run(Step);
    if (i == from) return false;
    if (sure_steps() <= 0 || i_end - i < run) return true;
    std::ptrdiff_t length = 0;
    for (std::ptrdiff_t half_size = run / 2; half_size > 0; half_size /= 2)
      length += half_size * static_cast<bool>((*less)(mine[i + length + half_size - 1], other[j]));
    put_run(Step, length);
    return true;
  }
  /// Steps over pairs. If the last of a run here is not greater than the first of one there, and the other way round, then
  /// all of them are equal.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool record_runs_of_both() {
    unsigned char const* const from = steps;
    while (sure_steps() >= run && !(*less)(a[at.i], b[at.j + run - 1]) && !(*less)(b[at.j], a[at.i + run - 1]))
      put_run(both_step);
    return steps != from;
  }
  /// Goes on in runs as long as there are some.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void record_runs() {
    for (int attempts = 3; attempts > 0 && sure_steps() > 0; --attempts) {
      while (true) {
        bool any = record_runs_of_one<first_step>(a, at.i, end.i, b, at.j);
        any |= record_runs_of_one<second_step>(b, at.j, end.j, a, at.i);
        any |= record_runs_of_both();
        if (sure_steps() <= 0 || !any) break;
        attempts = 3;
        take_step();
      }
      record(run / 2);
    }
  }
  /// Records some thousand steps, in three parts.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void record_abreast() {
    constexpr std::ptrdiff_t most = 4096, parts = 3;
    std::ptrdiff_t const room = detail::least(most, steps_end - steps);
    std::ptrdiff_t const na = detail::least(end.i - at.i, room), nb = detail::least(end.j - at.j, room);
    std::ptrdiff_t const n = detail::least(na + nb, room);
    std::ptrdiff_t i[parts], i_end[parts], j[parts], j_end[parts];
    unsigned char* to[parts];
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      path_point const stop = detail::balanced_path(a + at.i, na, b + at.j, nb, n * (p + 1) / parts, *less);
      i[p] = p == 0 ? at.i : i_end[p - 1];
      j[p] = p == 0 ? at.j : j_end[p - 1];
      i_end[p] = at.i + stop.i;
      j_end[p] = at.j + stop.j;
      to[p] = steps + (i[p] - at.i) + (j[p] - at.j);
    }
    I const x = a;
    J const y = b;
    Less& order = *less;
    std::ptrdiff_t done = 0;
    while (true) {
      std::ptrdiff_t m = n;
      for (std::ptrdiff_t p = 0; p < parts; ++p)
        m = detail::least(m, detail::least(i_end[p] - i[p], j_end[p] - j[p]));
      if (m == 0) break;
      for (; m > 0; --m, ++done) {
        THRUM_UNROLL
        for (std::ptrdiff_t p = 0; p < parts; ++p) {
          auto const first = static_cast<unsigned>(static_cast<bool>(order(x[i[p]], y[j[p]])));
          auto const second = static_cast<unsigned>(static_cast<bool>(order(y[j[p]], x[i[p]]))) & (first ^ 1U);
          i[p] += second ^ 1U;
          j[p] += first ^ 1U;
          to[p][done] = static_cast<unsigned char>((second ^ 1U) | (first ^ 1U) << 1);
        }
      }
    }
    // What is left of each part, and its steps behind those of the part before. The walk ends where one of the ranges does:
    // who replays a step may look at an element of both.
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      recorder rest{a, b, {i[p], j[p]}, {i_end[p], j_end[p]}, to[p] + done, steps_end, less};
      rest.record(n);
      bool const ends = rest.at.i == end.i || rest.at.j == end.j;
      std::ptrdiff_t const of_a = ends ? 0 : i_end[p] - rest.at.i, of_b = ends ? 0 : j_end[p] - rest.at.j;
      std::memset(rest.steps, first_step, static_cast<std::size_t>(of_a));
      std::memset(rest.steps + of_a, second_step, static_cast<std::size_t>(of_b));
      std::ptrdiff_t const count = rest.steps + of_a + of_b - to[p];
      if (steps != to[p]) std::memmove(steps, to[p], static_cast<std::size_t>(count));
      steps += count;
      at = {rest.at.i + of_a, rest.at.j + of_b};
      if (ends) return;
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void record_all() {
    if constexpr (Plain) {
      constexpr std::ptrdiff_t few = 256;
      while (sure_steps() > 0) {
        record_runs();
        if (end.i - at.i + end.j - at.j >= few && steps_end - steps >= few) record_abreast();
        else record(few);
      }
    } else {
      record(end.i - at.i + end.j - at.j);
    }
  }
};

THRUM_EXEC_CHECK_DISABLE
template <class Rule, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation_in_order(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                               Less less) {
#if !defined(__CUDA_ARCH__)
  if constexpr (Rows::is_plain) {
    constexpr std::ptrdiff_t block = 2048;
    using walker = recorder<true, I, J, Less>;
    unsigned char steps[block + walker::run];
    std::ptrdiff_t k = 0;
    walker x{a, b, {0, 0}, {na, nb}, steps, steps + block, &less};
    while (x.at.i < na && x.at.j < nb) {
      path_point const from = x.at;
      x.steps = steps;
      x.record_all();
      std::ptrdiff_t const taken = Rule::taken(x.steps - steps, x.at.i - from.i, x.at.j - from.j);
      detail::replay_steps<Rule>(steps, from, rows, k, k + taken);
      k += taken;
    }
    return detail::take_rest<Rule>(x.at, x.end, rows, k);
  }
#endif
  return detail::walk<Rule>(a, na, b, nb, {0, 0}, na + nb, rows, 0, less);
}

}  // namespace thrum::detail
