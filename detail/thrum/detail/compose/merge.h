// merge: two sorted ranges into one, split by merge path (Odeh, Green, Mwassi, Shmueli, Birk: Merge Path, 2012).
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

/// How many of the first `diagonal` elements of the stable merge of a and b come from a.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD std::ptrdiff_t merge_path(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, std::ptrdiff_t diagonal,
                                   Less less) {
  std::ptrdiff_t low = diagonal > nb ? diagonal - nb : 0;
  std::ptrdiff_t high = diagonal < na ? diagonal : na;
  while (low < high) {
    std::ptrdiff_t const middle = low + (high - low) / 2;
    if (!less(b[diagonal - 1 - middle], a[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// A place on the way of a merge, and where it ends. No step makes a branch of what `less` says.
template <class I, class J>
struct merger {
  I a;
  std::ptrdiff_t i, i_end;
  J b;
  std::ptrdiff_t j, j_end;

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
  THRUM_HD void take_rest(Rows const& rows) const {
    for (std::ptrdiff_t k = i; k < i_end; ++k) rows.take_first(k, k + j);
    for (std::ptrdiff_t k = j; k < j_end; ++k) rows.take_second(k, i_end + k);
  }
};

/// Merges a[i, i_end) and b[j, j_end) into the rows from k = i + j on, by what `less` says of a and b.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_rows_in_order(I a, std::ptrdiff_t i, std::ptrdiff_t i_end, J b, std::ptrdiff_t j,
                                  std::ptrdiff_t j_end, Rows const& rows, Less& less) {
  if constexpr (Rows::selects) {
    merger<I, J> x{a, i, i_end, b, j, j_end};
    std::ptrdiff_t const n = i_end - i + j_end - j;
    if (n >= 512) {
      // Both halves at once, since each waits for its elements at every step.
      std::ptrdiff_t const middle = i + detail::merge_path(a + i, i_end - i, b + j, j_end - j, n / 2, less);
      merger<I, J> y{a, middle, i_end, b, i + j + n / 2 - middle, j_end};
      x.i_end = y.i;
      x.j_end = y.j;
      for (std::ptrdiff_t steps; (steps = detail::least(x.sure_steps(), y.sure_steps())) > 0;) {
        for (; steps > 0; --steps) {
          x.take_step(rows, less);
          y.take_step(rows, less);
        }
      }
      y.take_sure_steps(rows, less);
      y.take_rest(rows);
    }
    x.take_sure_steps(rows, less);
    x.take_rest(rows);
  } else {
    while (i < i_end && j < j_end) {
      if (less(b[j], a[i])) {
        rows.take_second(j, i + j);
        ++j;
      } else {
        rows.take_first(i, i + j);
        ++i;
      }
    }
    merger<I, J>{a, i, i_end, b, j, j_end}.take_rest(rows);
  }
}

/// How many rows of a merge are worth a turn of a task.
inline constexpr std::ptrdiff_t merge_tile = 8192;

/// The same for all of a and b, in parallel.
template <class B, class I, class J, class Rows, class Less>
void merge_rows(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) {
  std::ptrdiff_t const n = na + nb;
  exec.for_each_n((n + merge_tile - 1) / merge_tile,
                  [=](std::ptrdiff_t t) {
                    Less order = less;
                    std::ptrdiff_t const begin = t * merge_tile, end = detail::least(n, begin + merge_tile);
                    std::ptrdiff_t const i = detail::merge_path(a, na, b, nb, begin, order);
                    std::ptrdiff_t const i_end = detail::merge_path(a, na, b, nb, end, order);
                    detail::merge_rows_in_order(a, i, i_end, b, begin - i, end - i_end, rows, order);
                  },
                  2);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  detail::merge_rows_in_order(a, 0, na, b, 0, nb, detail::column{a, b, out}, less);
}

namespace detail {

/// Merges a and b into out, which overlaps neither; of equal elements those of a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (requires { exec.merge(a, na, b, nb, out, less); }) exec.merge(a, na, b, nb, out, less);
  else detail::merge_rows(exec, a, na, b, nb, column{a, b, out}, less);
}

}  // namespace detail
}  // namespace thrum
