// The operations on sorted ranges as multisets: which elements of two ranges are taken, split by balanced path.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/compose/set_pieces.h>
#include <thrum/detail/compose/set_record.h>
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
  constexpr std::ptrdiff_t tile = 8192, tiles_per_stretch = 128, stretch = tile * tiles_per_stretch;
  using walker = recorder<Rows::is_plain, I, J, Less>;
  // The walk may be short of a diagonal by one.
  constexpr std::ptrdiff_t most_steps = tile + 1 + walker::run;
  std::ptrdiff_t const n = na + nb;
  scratch_array<unsigned char, B> const steps(exec, (detail::least(n, stretch) / tile + 1) * most_steps);
  scratch_array<set_tile, B> const tiles(exec, tiles_per_stretch);
  std::ptrdiff_t k = 0;
  for (std::ptrdiff_t at = 0; at < n; at += stretch) {
    std::ptrdiff_t const end = detail::least(n, at + stretch), count = (end - at + tile - 1) / tile;
    exec.for_each_n(
        count,
        [=, all = tiles.data(), steps = steps.data()](std::ptrdiff_t t) {
          Less order = less;
          path_point const begin = detail::balanced_path(a, na, b, nb, at + t * tile, order);
          path_point const stop =
              detail::balanced_path(a, na, b, nb, detail::least(end, at + (t + 1) * tile), order);
          unsigned char* const own = steps + t * most_steps;
          walker x{a, b, begin, stop, own, own + tile + 1, &order};
          x.record_all();
          std::ptrdiff_t const taken = Rule::taken(x.steps - own, x.at.i - begin.i, x.at.j - begin.j);
          std::ptrdiff_t rest = 0;
          if (Rule::takes_first) rest += x.end.i - x.at.i;
          if (Rule::takes_second) rest += x.end.j - x.at.j;
          all[t] = {begin, x.at, x.end, taken, taken + rest};
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
    if (na + nb <= 8192) return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
    return detail::set_operation_in_tiles<Rule>(exec, a, na, b, nb, rows, less);
  }
}

}  // namespace thrum::detail
