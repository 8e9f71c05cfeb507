// merge: merges two sorted ranges into one. Split by merge path (Odeh, Green, Mwassi, Shmueli,
// Birk: Merge Path, 2012).
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/primitives/columns.h>
#include <cstddef>
#include <limits>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/merge.cuh>
#endif

namespace thrum {
namespace detail {

/// Merges x, to its end. Parts of x are merged side by side, because each part waits for its
/// elements at every step.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_abreast(merger<I, J>& x, Rows const& rows, Less& less) {
  constexpr std::ptrdiff_t parts = Rows::merges_abreast;
  std::ptrdiff_t const n = x.rest();
  std::ptrdiff_t begin[parts], i[parts], i_end[parts], j_end[parts];
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    std::ptrdiff_t const end = n * (p + 1) / parts;
    begin[p] = x.i + x.j + n * p / parts;
    i[p] = p == 0 ? x.i : i_end[p - 1];
    // The end of each part is looked for after the part before, so that no part begins before the
    // previous one, whatever `less` says.
    std::ptrdiff_t const j = begin[p] - i[p], rows_of_part = end - n * p / parts;
    i_end[p] = p == parts - 1 ? x.i_end
                              : i[p] + detail::merge_path(x.a + i[p], x.i_end - i[p], x.b + j, x.j_end - j,
                                                          rows_of_part, less);
    j_end[p] = x.i + x.j + end - i_end[p];
  }
  // These are the same as x.a and x.b, but need fewer registers.
  auto const a = rows.first();
  auto const b = rows.second();
  std::ptrdiff_t done = 0;
  while (true) {
    std::ptrdiff_t steps = n;
    for (std::ptrdiff_t p = 0; p < parts; ++p)
      steps = detail::least(steps, detail::least(i_end[p] - i[p], j_end[p] - (begin[p] + done - i[p])));
    if (steps <= 0) break;
    for (std::ptrdiff_t const stop = done + steps; done < stop; ++done) {
      THRUM_UNROLL
      for (std::ptrdiff_t p = 0; p < parts; ++p) {
        std::ptrdiff_t const k = begin[p] + done, j = k - i[p];
        bool const second = static_cast<bool>(less(b[j], a[i[p]]));
        rows.take(second, i[p], j, k);
        i[p] += !second;
      }
    }
  }
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    merger<I, J> rest{x.a, i[p], i_end[p], x.b, begin[p] + done - i[p], j_end[p]};
    while (rest.has_both()) {
      rest.take_runs(rows, less);
      rest.take_steps(256, rows, less);
    }
    rest.take_rest(rows);
  }
  x.i = x.i_end;
  x.j = x.j_end;
}

/// Merges x until one of its sides ends, or until i is not less than `safe`. Until then, rows may
/// be written in any order. The output may be the range of b, if the next element of b is not
/// before row safe + run + j.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_both(merger<I, J>& x, std::ptrdiff_t safe, Rows const& rows, Less& less) {
  constexpr std::ptrdiff_t least_abreast = 256, most_abreast = 65536;
  while (x.has_both() && x.i < safe) {
    merger<I, J> next = x;
    std::ptrdiff_t n = next.end_after(most_abreast, less);
    if (n > safe - x.i && (next.i_end > safe || !next.is_uneven())) n = next.end_after(safe - x.i, less);
    if (next.is_uneven()) {
      if (next.template rest<false>() < next.template rest<true>()) next.template take_between<true>(rows, less);
      else next.template take_between<false>(rows, less);
      next.take_rest(rows);
    } else {
      next.take_runs(rows, less);
      if (next.rest() < least_abreast) {
        next.take_steps(least_abreast, rows, less);
        next.take_rest(rows);
      } else if (next.rest() > n / 2) {
        detail::merge_abreast(next, rows, less);
      }
    }
    x.i = next.i;
    x.j = next.j;
  }
}

/// Merges a[i, i_end) and b[j, j_end) into the rows from k = i + j on, in the order that `less`
/// gives to a and b.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_rows_in_order(I a, std::ptrdiff_t i, std::ptrdiff_t i_end, J b, std::ptrdiff_t j,
                                  std::ptrdiff_t j_end, Rows const& rows, Less& less) {
  merger<I, J> x{a, i, i_end, b, j, j_end};
  if constexpr (Rows::selects) {
    detail::merge_both(x, std::numeric_limits<std::ptrdiff_t>::max(), rows, less);
  } else {
    x.take_by_branches(rows, less);
  }
  x.take_rest(rows);
}

/// How many rows of a merge are worth a turn of a task.
inline constexpr std::ptrdiff_t merge_tile = 8192;

/// Merges all of a and b, in parallel. The beginnings of tiles are found before the rows of the
/// tiles are taken, because an element may be moved when its row is taken. No tile begins before
/// the end of the tile before it, so that every row is in exactly one tile, whatever `less` says.
template <class B, class I, class J, class Rows, class Less>
void merge_rows(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) {
  constexpr std::ptrdiff_t most_tiles = 256;
  std::ptrdiff_t splits[most_tiles + 1];
  std::ptrdiff_t const n = na + nb;
  // The searches for the beginnings of tiles take longer in long ranges.
  std::ptrdiff_t const tile = n < 64 * merge_tile ? merge_tile : 4 * merge_tile;
  for (std::ptrdiff_t i = 0, j = 0; i + j < n;) {
    std::ptrdiff_t const length = detail::least(n - i - j, most_tiles * tile), tiles = (length - 1) / tile + 1;
    auto const begin_of = [=](std::ptrdiff_t t) { return detail::least(length, t * tile); };
    exec.for_each_n(
        tiles + 1,
        [=, split = +splits](std::ptrdiff_t t) {
          split[t] = detail::merge_path(a + i, na - i, b + j, nb - j, begin_of(t), less);
        },
        16);
    for (std::ptrdiff_t t = 0; t < tiles; ++t)
      splits[t + 1] = detail::split_behind(splits[t], splits[t + 1], begin_of(t + 1) - begin_of(t));
    exec.for_each_n(
        tiles,
        [=, split = static_cast<std::ptrdiff_t const*>(splits)](std::ptrdiff_t t) {
          Less order = less;
          detail::merge_rows_in_order(a, i + split[t], i + split[t + 1], b, j + begin_of(t) - split[t],
                                      j + begin_of(t + 1) - split[t + 1], rows, order);
        },
        1);
    i += splits[tiles];
    j += length - splits[tiles];
  }
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  detail::merge_rows_in_order(a, 0, na, b, 0, nb, detail::column{a, b, out}, less);
}

namespace detail {

/// Merges a and b into out, which overlaps neither. Of equal elements, those of a come first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O, class Less>
THRUM_HD void merge(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, O out, Less less) {
  if constexpr (has_native<B, native::merge>) exec.merge(a, na, b, nb, out, less);
  else detail::merge_rows(exec, a, na, b, nb, column{a, b, out}, less);
}

}  // namespace detail
}  // namespace thrum
