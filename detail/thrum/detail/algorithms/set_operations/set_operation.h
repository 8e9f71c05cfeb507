// The operations on sorted ranges as multisets: which elements of two ranges are taken. Split by
// balanced path.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/algorithms/set_operations/balanced_path.h>
#include <thrum/detail/algorithms/set_operations/pieces.h>
#include <thrum/detail/algorithms/set_operations/record.h>
#include <thrum/detail/algorithms/set_operations/take.h>
#include <thrum/detail/algorithms/set_operations/walk.h>
#include <thrum/detail/backends/seq/seq.h>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Returns whether rows are kept aside before their places (indices in the output) are known: rows
/// of a few bytes in memory.
template <class Rows>
constexpr bool keeps_rows() {
  if constexpr (Rows::is_plain) return Rows::bytes_of_row <= 32;
  else return false;
}

/// Takes plain rows in stretches that fit into a processor's first caches.
template <class Rule, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_stretches(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows const& rows,
                                          Less less) {
  constexpr auto count = static_cast<std::ptrdiff_t>(65536 / Rows::bytes_of_row) / 64 * 64;
  alignas(64) alignas(Rows::alignment) unsigned char room[count * Rows::bytes_of_row];
  auto const kept = rows.kept_in(room, count);
  row_taker<Rule, I, J, std::remove_const_t<decltype(kept)>, Less> x{
      a, b, {0, 0}, {na, nb}, kept, 0, count - x.run, __builtin_addressof(less)};
  std::ptrdiff_t k = 0;
  while (x.at.i < na && x.at.j < nb) {
    // The rest of a long run need not be kept aside.
    row_taker<Rule, I, J, Rows, Less> direct{a, b, x.at, x.end, rows, k, 0, __builtin_addressof(less)};
    direct.take_whole_runs();
    x.at = direct.at;
    x.k = 0;
    x.take_all();
    rows.take_kept(kept, direct.k, x.k);
    k = direct.k + x.k;
  }
  return detail::take_rest<Rule>(x.at, x.end, rows, k);
}

THRUM_EXEC_CHECK_DISABLE
template <class Rule, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation_in_order(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                               Less less) {
#if !defined(__CUDA_ARCH__)
  if constexpr (detail::keeps_rows<Rows>()) {
    return detail::set_operation_in_stretches<Rule>(a, na, b, nb, rows, less);
  }
#endif
  return detail::walk<Rule>(a, na, b, nb, {0, 0}, na + nb, rows, 0, less);
}

/// A part of a walk: its begin and its end, and both_end, where the shorter of its two ranges ends.
/// The steps until both_end take `until_there` of its rows; the first row is row k.
struct set_tile {
  path_point begin, both_end, end;
  std::ptrdiff_t until_there, k;

  /// Shortens the part so that it takes no more than `most` rows.
  void end_after(std::ptrdiff_t most) {
    until_there = detail::least(until_there, most);
    end.i = detail::least(end.i, both_end.i + most - until_there);
    end.j = detail::least(end.j, both_end.j + most - until_there);
  }
};

/// Takes rows in tiles, which are walked through in parallel. Plain rows are taken at once and kept
/// aside; for other rows the steps are written down. The places of the rows are the sums of the
/// counts of rows; then the rows are put there in parallel. Works in stretches of at most 128 tiles
/// and of 2^22 bytes, which the second pass finds in the cache.
template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_tiles(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  constexpr bool keeps = detail::keeps_rows<Rows>();
  constexpr std::ptrdiff_t tile = 8192,
                           bytes_per_step = keeps ? static_cast<std::ptrdiff_t>(Rows::bytes_of_row) : 1;
  constexpr std::ptrdiff_t tiles_per_stretch =
      detail::least(128, (std::ptrdiff_t{1} << 22) / (tile * bytes_per_step));
  constexpr std::ptrdiff_t stretch = tile * tiles_per_stretch;
  // The walk may be short of a diagonal by one, and rows are written in runs.
  constexpr std::ptrdiff_t capacity = tile + 1152;
  struct alignas(64) line {
    unsigned char bytes[64];
  };
  constexpr std::ptrdiff_t lines_per_tile = capacity * bytes_per_step / 64;
  std::ptrdiff_t const n = na + nb, most = Rule::most(na, nb);
  scratch_array<line, B> const room(exec, (detail::least(n, stretch) / tile + 1) * lines_per_tile);
  scratch_array<set_tile, B> const tiles(exec, tiles_per_stretch);
  std::ptrdiff_t k = 0;
  for (std::ptrdiff_t at = 0; at < n; at += stretch) {
    std::ptrdiff_t const end = detail::least(n, at + stretch), count = (end - at + tile - 1) / tile;
    exec.for_each_n(
        count,
        [=, all = tiles.data(), room = room.data()](std::ptrdiff_t t) {
          Less order = less;
          path_point const begin = detail::balanced_path(a, na, b, nb, at + t * tile, order);
          std::ptrdiff_t const diagonal = detail::least(end, at + (t + 1) * tile);
          path_point const stop =
              detail::point_behind(begin, detail::balanced_path(a, na, b, nb, diagonal, order), diagonal);
          unsigned char* const own = room[t * lines_per_tile].bytes;
          path_point both_end = begin;
          std::ptrdiff_t taken;
          if constexpr (keeps) {
            auto const kept = rows.kept_in(own, capacity);
            using taker = row_taker<Rule, I, J, std::remove_const_t<decltype(kept)>, Less>;
            taker x{a, b, begin, stop, kept, 0, capacity - taker::run, __builtin_addressof(order)};
            x.take_all();
            both_end = x.at;
            taken = x.k;
          } else {
            auto const steps = detail::record_steps(a, b, both_end, stop, own, order) - own;
            taken = Rule::taken(steps, both_end.i - begin.i, both_end.j - begin.j);
          }
          std::ptrdiff_t rest = 0;
          if (Rule::takes_first) rest += stop.i - both_end.i;
          if (Rule::takes_second) rest += stop.j - both_end.j;
          all[t] = {begin, both_end, stop, taken, taken + rest};
        },
        1);
    for (std::ptrdiff_t t = 0; t < count; ++t) {
      std::ptrdiff_t const taken = detail::least(tiles[t].k, most - k);
      if (taken < tiles[t].k) tiles[t].end_after(taken);
      tiles[t].k = k;
      k += taken;
    }
    exec.for_each_n(
        count,
        [=, all = tiles.data(), room = room.data()](std::ptrdiff_t t) {
          set_tile const own = all[t];
          unsigned char* const of_tile = room[t * lines_per_tile].bytes;
          if constexpr (keeps) rows.take_kept(rows.kept_in(of_tile, capacity), own.k, own.until_there);
          else detail::replay_steps<Rule>(of_tile, own.begin, rows, own.k, own.k + own.until_there);
          detail::take_rest<Rule>(own.both_end, own.end, rows, own.k + own.until_there);
        },
        1);
  }
  return k;
}

/// Takes the rows that the rule selects from the walk through the sorted a and b. Returns their
/// number.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class B, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  if constexpr (backend_traits<B>::is_serial) {
    return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
  } else if constexpr (has_native<B, native::compact>) {
    return detail::set_operation_in_pieces<Rule>(exec, a, na, b, nb, rows, less);
  } else {
    if (na + nb <= 8192) return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
    return detail::set_operation_in_tiles<Rule>(exec, a, na, b, nb, rows, less);
  }
}

}  // namespace thrum::detail
