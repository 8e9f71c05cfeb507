// merge: two sorted ranges into one, split by merge path (Odeh, Green, Mwassi,
// Shmueli, Birk: Merge Path, 2012).
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/columns.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <cstddef>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/merge.cuh>
#endif

namespace thrum {
namespace detail {

/// How many of the first `diagonal` elements of the stable merge of a and b
/// come from a.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD std::ptrdiff_t merge_path(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, std::ptrdiff_t diagonal,
                                   Less less) {
  std::ptrdiff_t low = diagonal > nb ? diagonal - nb : 0;
  std::ptrdiff_t high = diagonal < na ? diagonal : na;
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    bool const first = !less(b[diagonal - 1 - middle], a[middle]);
    low = first ? middle + 1 : low;
    high = first ? high : middle;
  }
  return low;
}

/// A place on the way of a merge, and where it ends. No step makes a branch of
/// what `less` says.
template <class I, class J>
struct merger {
  I a;
  std::ptrdiff_t i, i_end;
  J b;
  std::ptrdiff_t j, j_end;

  /// So many elements of one side without one of the other between them are
  /// copied at once.
  static constexpr std::ptrdiff_t run = 32;

  THRUM_HD bool has_both() const { return i < i_end && j < j_end; }
  /// Neither side can end within so many steps.
  THRUM_HD std::ptrdiff_t sure_steps() const { return detail::least(i_end - i, j_end - j); }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_step(Rows const& rows, Less& less) {
    bool const second = static_cast<bool>(less(b[j], a[i]));
    rows.take(second, i, j, i + j);
    j += second;
    i += !second;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_sure_steps(Rows const& rows, Less& less) {
    for (std::ptrdiff_t steps; (steps = sure_steps()) > 0;) {
      for (; steps > 0; --steps) take_step(rows, less);
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows>
  THRUM_HD void take_rest(Rows const& rows) {
    for (; i_end - i >= run; i += run) rows.template take_first_run<run>(i, i + j);
    for (; i < i_end; ++i) rows.take_first(i, i + j);
    for (; j_end - j >= run; j += run) rows.template take_second_run<run>(j, i + j);
    for (; j < j_end; ++j) rows.take_second(j, i + j);
  }
  /// Takes what comes of a before the next of b, in runs; the last is looked
  /// for and copied without a branch. False where there is not even one.
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD bool take_runs_of_first(Rows const& rows, Less& less) {
    std::ptrdiff_t const from = i;
    for (; j < j_end && i_end - i >= run && !less(b[j], a[i + run - 1]); i += run)
      rows.template take_first_run<run>(i, i + j);
    if (i == from) return false;
    if (j == j_end || i_end - i < run) return true;
    std::ptrdiff_t length = 0;
    for (std::ptrdiff_t half_size = run / 2; half_size > 0; half_size /= 2)
      length += half_size * !less(b[j], a[i + length + half_size - 1]);
    rows.template take_first_run<run>(i, i + j, length);
    i += length;
    return true;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD bool take_runs_of_second(Rows const& rows, Less& less) {
    std::ptrdiff_t const from = j;
    for (; i < i_end && j_end - j >= run && less(b[j + run - 1], a[i]); j += run)
      rows.template take_second_run<run>(j, i + j);
    if (j == from) return false;
    if (i == i_end || j_end - j < run) return true;
    std::ptrdiff_t length = 0;
    for (std::ptrdiff_t half_size = run / 2; half_size > 0; half_size /= 2)
      length += half_size * static_cast<bool>(less(b[j + length + half_size - 1], a[i]));
    rows.template take_second_run<run>(j, i + j, length);
    j += length;
    return true;
  }
  /// Goes on in runs as long as there are some.
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_runs(Rows const& rows, Less& less) {
    for (int attempts = 3; attempts > 0 && has_both(); --attempts) {
      while (true) {
        bool const first = take_runs_of_first(rows, less), second = take_runs_of_second(rows, less);
        if (!has_both() || (!first && !second)) break;
        attempts = 3;
        take_step(rows, less);
      }
      for (std::ptrdiff_t steps = detail::least(run / 2, sure_steps()); steps > 0; --steps) take_step(rows, less);
    }
  }
};

/// Merges the rest of x, at most some thousand rows of it: four parts of them
/// side by side, since each waits for its elements at every step.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_abreast(merger<I, J>& x, Rows const& rows, Less& less) {
  constexpr std::ptrdiff_t most = 4096, parts = 3;
  std::ptrdiff_t const na = detail::least(x.i_end - x.i, most), nb = detail::least(x.j_end - x.j, most);
  std::ptrdiff_t const n = detail::least(na + nb, most);
  std::ptrdiff_t i[parts], i_end[parts], j[parts], j_end[parts];
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    std::ptrdiff_t const end = n * (p + 1) / parts;
    i[p] = p == 0 ? x.i : i_end[p - 1];
    j[p] = p == 0 ? x.j : j_end[p - 1];
    i_end[p] = x.i + detail::merge_path(x.a + x.i, na, x.b + x.j, nb, end, less);
    j_end[p] = x.i + x.j + end - i_end[p];
  }
  x.i = i_end[parts - 1];
  x.j = j_end[parts - 1];
  // The same as x.a and x.b, but for fewer registers.
  auto const a = rows.first();
  auto const b = rows.second();
  while (true) {
    std::ptrdiff_t steps = n;
    for (std::ptrdiff_t p = 0; p < parts; ++p)
      steps = detail::least(steps, detail::least(i_end[p] - i[p], j_end[p] - j[p]));
    if (steps == 0) break;
    for (; steps > 0; --steps) {
      THRUM_UNROLL
      for (std::ptrdiff_t p = 0; p < parts; ++p) {
        bool const second = static_cast<bool>(less(b[j[p]], a[i[p]]));
        rows.take(second, i[p], j[p], i[p] + j[p]);
        j[p] += second;
        i[p] += !second;
      }
    }
  }
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    merger<I, J> rest{x.a, i[p], i_end[p], x.b, j[p], j_end[p]};
    rest.take_sure_steps(rows, less);
    rest.take_rest(rows);
  }
}

/// Merges a[i, i_end) and b[j, j_end) into the rows from k = i + j on, by what
/// `less` says of a and b.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_rows_in_order(I a, std::ptrdiff_t i, std::ptrdiff_t i_end, J b, std::ptrdiff_t j,
                                  std::ptrdiff_t j_end, Rows const& rows, Less& less) {
  merger<I, J> x{a, i, i_end, b, j, j_end};
  if constexpr (Rows::selects) {
    while (x.has_both()) {
      x.take_runs(rows, less);
      if (x.i_end - x.i + x.j_end - x.j >= 256) detail::merge_abreast(x, rows, less);
      else x.take_sure_steps(rows, less);
    }
  } else {
    while (x.has_both()) {
      if (less(b[x.j], a[x.i])) {
        rows.take_second(x.j, x.i + x.j);
        ++x.j;
      } else {
        rows.take_first(x.i, x.i + x.j);
        ++x.i;
      }
    }
  }
  x.take_rest(rows);
}

/// How many rows of a merge are worth a turn of a task.
inline constexpr std::ptrdiff_t merge_tile = 8192;

/// The same for all of a and b, in parallel.
template <class B, class I, class J, class Rows, class Less>
void merge_rows(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) {
  std::ptrdiff_t const n = na + nb;
  // The look-ups of where a tile begins and ends take longer in long ranges.
  std::ptrdiff_t const tile = n < 64 * merge_tile ? merge_tile : 4 * merge_tile;
  exec.for_each_n((n + tile - 1) / tile,
                  [=](std::ptrdiff_t t) {
                    Less order = less;
                    std::ptrdiff_t const begin = t * tile, end = detail::least(n, begin + tile);
                    std::ptrdiff_t const i = detail::merge_path(a, na, b, nb, begin, order);
                    std::ptrdiff_t const i_end = detail::merge_path(a, na, b, nb, end, order);
                    detail::merge_rows_in_order(a, i, i_end, b, begin - i, end - i_end, rows, order);
                  },
                  1);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  detail::merge_rows_in_order(a, 0, na, b, 0, nb, detail::column{a, b, out}, less);
}

namespace detail {

/// Merges a and b into out, which overlaps neither; of equal elements those of
/// a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (requires { exec.merge(a, na, b, nb, out, less); }) exec.merge(a, na, b, nb, out, less);
  else detail::merge_rows(exec, a, na, b, nb, column{a, b, out}, less);
}

}  // namespace detail
}  // namespace thrum
