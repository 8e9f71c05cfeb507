// Set operations on two sorted ranges as multisets. The plan is the same under every policy that
// has threads: cut the walk through both ranges into parts, along the balanced path; count the rows
// that each part takes; make the places of the parts of the counts, by a scan; write the rows.
// (Balanced path: S. Baxter, Modern GPU: Multisets, 2013. See balanced_path.h.) cuda::par has
// kernels for this plan.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/algorithms/set_operations/walk.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// How a set operation is carried out.
enum class set_method {
  in_order,  ///< one walk, on the calling thread
  in_tiles,  ///< on the host: tiles of thousands of steps, which take their rows as they count them
  in_pieces  ///< on other devices: a thread walks a short piece twice, to count its rows and to write them
};

/// Returns the method of a policy, if the ranges have more elements than one task takes.
template <class B>
THRUM_HD constexpr set_method set_method_of() {
  if constexpr (backend_traits<B>::is_serial) return set_method::in_order;
  else return backend_traits<B>::runs_on_host ? set_method::in_tiles : set_method::in_pieces;
}

/// The steps of the walk that one thread of a device makes.
inline constexpr std::ptrdiff_t set_piece_steps = 32;

// In order.

/// Returns whether rows are kept aside before their places (indices in the output) are known: rows
/// of a few bytes in memory.
template <class Rows>
constexpr bool keeps_rows() {
  if constexpr (Rows::is_plain) return Rows::bytes_of_row <= kept_row_bytes;
  else return false;
}

/// Takes plain rows in stretches that fit into a processor's first caches.
template <class Rule, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_stretches(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows const& rows,
                                          Less less) {
  constexpr auto count = static_cast<std::ptrdiff_t>(kept_rows_bytes / Rows::bytes_of_row) / 64 * 64;
  alignas(64) alignas(Rows::alignment) unsigned char buffer[count * Rows::bytes_of_row];
  auto const kept = rows.kept_in(buffer, count);
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

// In tiles.

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

/// Lines of the cache: the memory of tiles begins at one, so that tasks share none.
struct alignas(64) set_line {
  unsigned char bytes[64];
};

/// The work on the tiles of one stretch of the walk. A tile takes plain rows at once and keeps them
/// aside; for other rows it writes the steps down.
template <class Rule, class I, class J, class Rows, class Less>
struct set_tiles {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Rows rows;
  Less less;
  set_tile* tiles;
  set_line* buffer;

  static constexpr bool keeps = detail::keeps_rows<Rows>();
  static constexpr std::ptrdiff_t bytes_per_step = keeps ? static_cast<std::ptrdiff_t>(Rows::bytes_of_row) : 1;
  /// The walk may be short of a diagonal by one, and rows are written in runs.
  static constexpr std::ptrdiff_t capacity = set_tile_steps + 1152;
  static constexpr std::ptrdiff_t lines_per_tile = capacity * bytes_per_step / 64;
  static constexpr std::ptrdiff_t tiles_per_stretch =
      detail::least(set_stretch_tiles, set_stretch_bytes / (set_tile_steps * bytes_per_step));

  /// Finds where the tile between two diagonals begins and ends, walks it, and counts its rows.
  void cut_and_count(std::ptrdiff_t t, std::ptrdiff_t from, std::ptrdiff_t to) const {
    Less order = less;
    path_point const begin = detail::balanced_path(a, na, b, nb, from, order);
    path_point const stop = detail::point_after(begin, detail::balanced_path(a, na, b, nb, to, order), to);
    unsigned char* const own = buffer[t * lines_per_tile].bytes;
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
    tiles[t] = {begin, both_end, stop, taken, taken + rest};
  }
  /// Makes the places of tiles of their counts, from place k on. There are at most `most` rows: an
  /// order that contradicts itself may make the tiles take more. Returns the place after them.
  std::ptrdiff_t scan(std::ptrdiff_t count, std::ptrdiff_t k, std::ptrdiff_t most) const {
    for (std::ptrdiff_t t = 0; t < count; ++t) {
      std::ptrdiff_t const taken = detail::least(tiles[t].k, most - k);
      if (taken < tiles[t].k) tiles[t].end_after(taken);
      tiles[t].k = k;
      k += taken;
    }
    return k;
  }
  /// Writes the rows of a tile to their places.
  void write(std::ptrdiff_t t) const {
    set_tile const own = tiles[t];
    unsigned char* const of_tile = buffer[t * lines_per_tile].bytes;
    if constexpr (keeps) rows.take_kept(rows.kept_in(of_tile, capacity), own.k, own.until_there);
    else detail::replay_steps<Rule>(of_tile, own.begin, rows, own.k, own.k + own.until_there);
    detail::take_rest<Rule>(own.both_end, own.end, rows, own.k + own.until_there);
  }
};

template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_tiles(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  using stretch = set_tiles<Rule, I, J, Rows, Less>;
  constexpr std::ptrdiff_t tile = set_tile_steps, most_steps = tile * stretch::tiles_per_stretch;
  std::ptrdiff_t const n = na + nb;
  scratch_array<set_line, B> const buffer(exec,
                                          (detail::least(n, most_steps) / tile + 1) * stretch::lines_per_tile);
  scratch_array<set_tile, B> const tiles(exec, stretch::tiles_per_stretch);
  stretch const work{a, na, b, nb, rows, less, tiles.data(), buffer.data()};
  std::ptrdiff_t k = 0;
  for (std::ptrdiff_t at = 0; at < n; at += most_steps) {
    std::ptrdiff_t const end = detail::least(n, at + most_steps), count = (end - at + tile - 1) / tile;
    exec.for_each_n(
        count,
        [=](std::ptrdiff_t t) { work.cut_and_count(t, at + t * tile, detail::least(end, at + (t + 1) * tile)); },
        1);
    k = work.scan(count, k, Rule::most(na, nb));
    exec.for_each_n(count, [=](std::ptrdiff_t t) { work.write(t); }, 1);
  }
  return k;
}

// In pieces.

/// Finds where piece p begins, and counts its rows. After the last piece there are no rows.
template <class Rule, class I, class J, class Less>
struct set_piece_count {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  path_point* begins;
  std::ptrdiff_t* counts;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t p) {
    std::ptrdiff_t const n = na + nb, begin = detail::least(n, p * set_piece_steps);
    path_point const at = detail::balanced_path(a, na, b, nb, begin, less);
    begins[p] = at;
    counts[p] =
        detail::walk<Rule>(a, na, b, nb, at, detail::least(n, begin + set_piece_steps), no_rows{}, 0, less);
  }
};

/// Takes only the rows before row `most`, the greatest number of rows that there are.
template <class Rows>
struct rows_before {
  Rows rows;
  std::ptrdiff_t most;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_first(std::ptrdiff_t i, std::ptrdiff_t k) const {
    if (k < most) rows.take_first(i, k);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_second(std::ptrdiff_t j, std::ptrdiff_t k) const {
    if (k < most) rows.take_second(j, k);
  }
};

/// Takes the rows of piece p. If the order contradicts itself, all pieces together may have more
/// rows than there are.
template <class Rule, class I, class J, class Rows, class Less>
struct set_piece_copy {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  path_point const* begins;
  std::ptrdiff_t const* places;
  Rows rows;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t p) {
    std::ptrdiff_t const end = detail::least(na + nb, (p + 1) * set_piece_steps);
    rows_before<Rows> const to{rows, Rule::most(na, nb)};
    detail::walk<Rule>(a, na, b, nb, begins[p], end, to, places[p], less);
  }
};

/// Does what set_operation does, for policies whose scratch memory host code cannot read: each
/// index of for_each_n walks a short piece, twice.
template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_pieces(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                       Less less) {
  if (na + nb <= 0) return 0;
  std::ptrdiff_t const pieces = (na + nb + set_piece_steps - 1) / set_piece_steps;
  B const step = detail::step_of(exec);
  scratch_array<path_point, B> const begins(exec, pieces + 1);
  scratch_array<std::ptrdiff_t, B> const places(exec, pieces + 1);
  step.for_each_n(pieces + 1, set_piece_count<Rule, I, J, Less>{a, na, b, nb, begins.data(), places.data(), less},
                  1);
  detail::scan(step, places.data(), pieces + 1, places.data(), seed<std::ptrdiff_t>{0}, plus<std::ptrdiff_t>{},
               exclusive{});
  step.for_each_n(
      pieces, set_piece_copy<Rule, I, J, Rows, Less>{a, na, b, nb, begins.data(), places.data(), rows, less}, 1);
  std::ptrdiff_t const taken =
      detail::reduce(exec, places.data() + pieces, 1, std::ptrdiff_t{0}, plus<std::ptrdiff_t>{});
  return detail::least(taken, Rule::most(na, nb));
}

/// Walks on the calling thread or in tiles.
template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_on_threads(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                        Less less) {
  auto const alone = [&] { return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less); };
  return detail::alone_or_together(exec, na + nb, set_tile_steps, alone, [&] {
    return detail::set_operation_in_tiles<Rule>(exec, a, na, b, nb, rows, less);
  });
}

/// Takes the rows that the rule selects from the walk through the sorted a and b. Returns their
/// number.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class B, class I, class J, class Rows, class Less>
THRUM_HD std::ptrdiff_t set_operation(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                      Less less) {
  constexpr set_method method = detail::set_method_of<B>();
  if constexpr (requires { exec.template set_operation<Rule>(a, na, b, nb, rows, less); }) {
    return exec.template set_operation<Rule>(a, na, b, nb, rows, less);
  } else if constexpr (method == set_method::in_pieces) {
    return detail::set_operation_in_pieces<Rule>(exec, a, na, b, nb, rows, less);
  } else if constexpr (method == set_method::in_tiles) {
    return detail::set_operation_on_threads<Rule>(exec, a, na, b, nb, rows, less);
  } else {
    return detail::set_operation_in_order<Rule>(a, na, b, nb, rows, less);
  }
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/set_operation.cuh>
#endif
