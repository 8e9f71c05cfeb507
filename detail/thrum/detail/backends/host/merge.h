// merge for backends that have none of their own: tiles of the output, in parallel. Merge path (see
// kernels/merge/merger.h) finds where each tile begins.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <cstddef>

namespace thrum::detail {

/// Merges all of a and b, in parallel. The beginnings of tiles are found before the rows of the
/// tiles are taken, because an element may be moved when its row is taken. No tile begins before
/// the end of the tile before it, so that every row is in exactly one tile, whatever `less` says.
template <class B, class I, class J, class Rows, class Less>
void merge_rows_by_tasks(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) {
  std::ptrdiff_t splits[merge_tiles_at_once + 1];
  std::ptrdiff_t const n = na + nb;
  std::ptrdiff_t const tile = n < many_merge_tiles * merge_tile ? merge_tile : 4 * merge_tile;
  for (std::ptrdiff_t i = 0, j = 0; i + j < n;) {
    std::ptrdiff_t const length = detail::least(n - i - j, merge_tiles_at_once * tile),
                         tiles = (length - 1) / tile + 1;
    auto const begin_of = [=](std::ptrdiff_t t) { return detail::least(length, t * tile); };
    exec.for_each_n(
        tiles + 1,
        [=, split = +splits](std::ptrdiff_t t) {
          split[t] = detail::merge_path(a + i, na - i, b + j, nb - j, begin_of(t), less);
        },
        16);
    for (std::ptrdiff_t t = 0; t < tiles; ++t)
      splits[t + 1] = detail::consistent_split(splits[t], splits[t + 1], begin_of(t + 1) - begin_of(t));
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

/// Merges all of a and b, on the calling thread or by tasks.
template <class B, class I, class J, class Rows, class Less>
void merge_rows(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) {
  auto const alone = [&] { detail::merge_rows_in_order(a, 0, na, b, 0, nb, rows, less); };
  detail::alone_or_together(exec, na + nb, merge_tile, alone,
                            [&] { detail::merge_rows_by_tasks(exec, a, na, b, nb, rows, less); });
}

}  // namespace thrum::detail
