// The operations on sorted ranges as multisets: which elements of two ranges are taken, split by balanced path.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/compose/set_pieces.h>
#include <thrum/detail/compose/set_walk.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <concepts>
#include <cstddef>

namespace thrum::detail {

/// A part of a walk: where it begins and ends, and where the shorter of its two ranges ends; the steps until there
/// take `recorded` of its rows, of which the first is row k.
struct set_tile {
  path_point begin, both_end, end;
  std::ptrdiff_t recorded, k;
};

/// Tiles are walked through in parallel, and their steps written down and counted; the places of their rows are the
/// sums of the counts; then the rows are taken in parallel. A stretch of 2^20 elements at a time, which the second
/// pass finds in the cache.
template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_tiles(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  constexpr std::ptrdiff_t tile = 4096, tiles_per_stretch = 256, stretch = tile * tiles_per_stretch;
  constexpr std::ptrdiff_t most_steps = tile + 1;  // the walk may be short of a diagonal by one
  using walker = recorder<Rule, Rows::is_plain, I, J, Less>;
  std::ptrdiff_t const n = na + nb;
  scratch_array<unsigned char, B> const steps(exec, (detail::least(n, stretch) / tile + 2) * most_steps);
  scratch_array<set_tile, B> const tiles(exec, tiles_per_stretch);
  std::ptrdiff_t k = 0;
  for (std::ptrdiff_t at = 0; at < n; at += stretch) {
    std::ptrdiff_t const end = detail::least(n, at + stretch), count = (end - at + tile - 1) / tile;
    // Two tiles at a time; the second may be empty.
    exec.for_each_n((count + 1) / 2,
                    [=, all = tiles.data(), steps = steps.data()](std::ptrdiff_t pair) {
                      Less order = less;
                      std::ptrdiff_t const t = 2 * pair;
                      path_point places[3];
                      for (std::ptrdiff_t p = 0; p < 3; ++p)
                        places[p] =
                            detail::balanced_path(a, na, b, nb, detail::least(end, at + (t + p) * tile), order);
                      walker one{a, b, places[0], places[1], steps + t * most_steps, &order};
                      walker other{a, b, places[1], places[2], one.steps + most_steps, &order};
                      detail::record_both(one, other);
                      one.record(most_steps);
                      other.record(most_steps);
                      auto const put = [=](std::ptrdiff_t place, path_point begin, walker const& done) {
                        std::ptrdiff_t rest = 0;
                        if (Rule::takes_first) rest += done.end.i - done.at.i;
                        if (Rule::takes_second) rest += done.end.j - done.at.j;
                        all[place] = {begin, done.at, done.end, done.taken, done.taken + rest};
                      };
                      put(t, places[0], one);
                      if (t + 1 < count) put(t + 1, places[1], other);
                    },
                    1);
    for (std::ptrdiff_t t = 0; t < count; ++t) {
      std::ptrdiff_t const taken = tiles[t].k;
      tiles[t].k = k;
      k += taken;
    }
    exec.for_each_n(
        count,
        [=, all = tiles.data(), steps = steps.data()](std::ptrdiff_t t) {
          set_tile const own = all[t];
          std::ptrdiff_t const recorded_end = own.k + own.recorded;
          detail::replay_steps<Rule>(steps + t * most_steps, own.begin, rows, own.k, recorded_end);
          detail::take_rest<Rule>(own.both_end, own.end, rows, recorded_end);
        },
        1);
  }
  return k;
}

/// Takes the rows that the rule says of the walk through the sorted a and b; returns their number.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class B, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  if constexpr (std::same_as<B, seq_policy>) {
    return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
  } else if constexpr (compacts_natively<B>) {
    return detail::set_operation_in_pieces<Rule>(exec, a, na, b, nb, rows, less);
  } else {
    if (na + nb <= 16384) return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
    return detail::set_operation_in_tiles<Rule>(exec, a, na, b, nb, rows, less);
  }
}

}  // namespace thrum::detail
