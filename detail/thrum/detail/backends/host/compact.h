// compact on for_each_n, and the compaction that has an end to its output.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <cstddef>

namespace thrum::detail {

/// Copies the elements first[i] with keep(i) to out, in order. Returns their number. The ranges do
/// not overlap.
template <class B, class I, class O, class K>
std::ptrdiff_t tiled_compact(B const& exec, I first, std::ptrdiff_t n, O out, K keep) {
  return detail::for_flagged_tiles(exec, n, keep, copy_accepted<I, O>{first, out});
}

/// Writes the tiles of a compaction that copies at most `most` elements.
template <class I, class O>
struct copy_accepted_at_most {
  copy_accepted<I, O> copy;
  std::ptrdiff_t most;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const {
    std::ptrdiff_t const left = most - tile.accepted_before;
    if (tile.accepted <= left) {
      copy(tile);
    } else if (left > 0) {
      detail::for_each_flag(tile.flags, tile.size, true, left,
                            element_storer<I, O>{copy.first + tile.begin, copy.out + tile.accepted_before});
    }
  }
};

/// Copies at most the first `most` of the elements first[i] with keep(i), on a policy of the host.
/// Returns how many elements are accepted, which may be more than `most`. An order that contradicts
/// itself may accept more elements than there is room for.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class K>
THRUM_HD std::ptrdiff_t compact_at_most(B const& exec, I first, std::ptrdiff_t n, O out, std::ptrdiff_t most,
                                        K keep) {
  copy_accepted_at_most<I, O> const write{{first, out}, most};
  if constexpr (backend_traits<B>::is_serial) return detail::for_flagged_tiles_in_order(0, n, keep, write);
  else return detail::for_flagged_tiles(exec, n, keep, write);
}

}  // namespace thrum::detail
