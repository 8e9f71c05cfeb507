// Scans of runs by blocks of threads, in the shape of detail/kernels/shape/scan_by_key.h.
// First, each tile sums what it leaves open. Then these sums are joined from left to right. In the
// end each tile is scanned: all threads of a block together scan a long part of a run, and one
// thread scans a short part.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/runs.h>
#include <thrum/detail/backends/cuda/deterministic/scan.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/shape/scan_by_key.h>
#include <thrum/detail/kernels/shape/scan_runs.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

static_assert(run_tile == scan_by_key_tile && run_threads == scan_threads);

/// Computes the sum that a tile leaves open, as sum_last_run defines it, and whether a run begins
/// in the tile.
template <class T, class V, class Starts, class Seed, class Op>
struct open_run_sum {
  static constexpr int threads = run_threads;
  struct shared {
    unsigned words[run_tile / 32];
    int last;  // where the last run begins, or -1
    scan_room<T, threads> scan;
  };
  std::ptrdiff_t n;
  V values;
  Starts starts;
  Seed init;
  T* open;
  std::ptrdiff_t* begins;
  Op op;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& room) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    team.mark(static_cast<int>(end - begin), starts_from<Starts>{starts, begin}, room.words);
    team.each([&](int t) {
      if (t == 0) room.last = last_in(room.words, static_cast<int>(end - begin));
    });
    int const last = room.last;
    std::ptrdiff_t const from = last < 0 ? begin : begin + last + 1;
    if (from < end) sum_by_team<T, threads>{}(team, values + from, end - from, room.scan, op);
    team.each([&](int t) {
      if (t == 0) put_open(tile, last, from, end, room.scan.carry.items[0]);
    });
  }

 private:
  THRUM_HD static int last_in(unsigned const* words, int n) {
    for (int w = (n - 1) / 32; w >= 0; --w) {
      for (int bit = 31; words[w] != 0 && bit >= 0; --bit) {
        if ((words[w] >> bit & 1U) != 0) return w * 32 + bit;
      }
    }
    return -1;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void put_open(std::ptrdiff_t tile, int last, std::ptrdiff_t from, std::ptrdiff_t end,
                         T const& rest) const {
    Op add = op;
    begins[tile] = last < 0 ? 0 : 1;
    if (last < 0) return detail::put<T>(open + tile, rest);
    T sum = detail::first_sum<T>(init, values[from - 1], add);
    if (from < end) sum = detail::joined<T>(sum, rest, add);
    detail::put<T>(open + tile, sum);
  }
};

/// Computes the same as open_run_sum by one thread, for objects that are large or not trivially
/// copyable.
template <class T, class V, class Starts, class Seed, class Op>
struct open_run_sum_of_thread {
  std::ptrdiff_t n;
  V values;
  Starts starts;
  Seed init;
  T* open;
  std::ptrdiff_t* begins;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t tile) const {
    Op add = op;
    slot<T> sum;
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    begins[tile] = detail::sum_last_run<T>(begin, end, values, starts, init, sum, add) ? 1 : 0;
    detail::put<T>(open + tile, *sum);
  }
};

/// A predicate for a part in which no run begins.
struct never_starts {
  THRUM_HD bool operator()(std::ptrdiff_t) const { return false; }
};

/// Scans a tile of runs.
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
struct run_scan_of_tile {
  static constexpr int threads = run_threads;
  static constexpr bool in_blocks = scans_in_groups<T>;
  // Two long parts do not begin in one stretch of the least length of a long part.
  static constexpr int most_long_parts = run_tile / long_part_of_tile + 1;
  struct no_room {};
  struct shared {
    run_heads heads;
    short long_parts[most_long_parts];
    std::conditional_t<in_blocks, scan_room<T, threads>, no_room> scan;
  };
  std::ptrdiff_t n;
  V values;
  O out;
  Starts starts;
  Seed init;
  T const* open;
  Op op;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& room) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    run_heads& heads = room.heads;
    heads.find(team, begin, end, starts);
    team.each([&](int t) {
      if (t < most_long_parts) room.long_parts[t] = -2;
    });
    // Part -1 belongs to the run that the earlier tiles left open.
    team.each([&](int t) {
      for (int r = t - 1; r < heads.size(); r += threads) scan_part(tile, begin, r, room);
    });
    if constexpr (in_blocks) {
      for (int k = 0; k < most_long_parts; ++k) {
        int const r = room.long_parts[k];
        if (r == -2) continue;
        std::ptrdiff_t const at = begin_of(begin, r, heads), next = begin + heads[r + 1];
        std::ptrdiff_t const from = r == -1 ? at : at + 1;
        team.each([&](int t) {
          if (t == 0) detail::put<T>(room.scan.carry.items, r == -1 ? open[tile - 1] : begin_run(at));
        });
        scan_by_team<Kind, T, threads>{}(team, values + from, next - from, out + from, room.scan, op);
      }
    }
  }

 private:
  THRUM_HD static std::ptrdiff_t begin_of(std::ptrdiff_t begin, int r, run_heads const& heads) {
    return r == -1 ? begin : begin + heads[r];
  }
  /// Returns the sum that includes the first element of a run, and stores the result of this
  /// element.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T begin_run(std::ptrdiff_t i) const {
    Op add = op;
    T const sum = detail::first_sum<T>(init, values[i], add);
    if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
    else detail::store(out[i], init.value);
    return sum;
  }
  /// Scans a part of a run, or notes that the part is long.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void scan_part(std::ptrdiff_t tile, std::ptrdiff_t begin, int r, shared& room) const {
    Op add = op;
    run_heads const& heads = room.heads;
    std::ptrdiff_t const at = begin_of(begin, r, heads), end = begin + heads[r + 1];
    if (at == end) return;
    if constexpr (in_blocks) {
      bool const in_order = r >= 0 && r < heads.size() - 1 && heads.are_short();
      if (!in_order && end - at >= long_part_of_tile) {
        room.long_parts[(at - begin) / long_part_of_tile] = static_cast<short>(r);
      } else if (r == -1) {
        static_cast<void>(detail::scan_one_tile<Kind>(values + at, end - at, out + at, open[tile - 1], add));
      } else if (in_order) {
        static_cast<void>(detail::scan_runs<Kind, T>(at, end, values, out, never_starts{}, init, add));
      } else {
        T const sum = begin_run(at);
        std::ptrdiff_t const from = at + 1;
        if (from < end) {
          static_cast<void>(detail::scan_one_tile<Kind>(values + from, end - from, out + from, sum, add));
        }
      }
    } else if (r == -1) {
      slot<T> carry;
      carry.emplace(open[tile - 1]);
      detail::scan_open_part<Kind>(at, end, values, out, carry, add);
    } else {
      static_cast<void>(detail::scan_runs<Kind, T>(at, end, values, out, never_starts{}, init, add));
    }
  }
};

/// Scans n elements and starts anew at each i for which starts(i) holds. starts(0) has to hold.
template <class B, class V, class O, class Starts, class Seed, class Op, class Kind>
void scan_runs_by_blocks(B const& exec, V values_first, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op,
                         Kind) {
  using T = typename Seed::type;
  if (n <= 0) return;
  auto const values = detail::elements_to_sum(values_first);
  using E = std::remove_const_t<decltype(values)>;
  std::ptrdiff_t const tiles = (n - 1) / run_tile + 1;
  scratch_array<T, B> const open(exec, tiles);
  scratch_array<std::ptrdiff_t, B> const begins(exec, tiles);
  if (tiles > 1) {
    if constexpr (scans_in_groups<T>) {
      exec.run_blocks(
          tiles, open_run_sum<T, E, Starts, Seed, Op>{n, values, starts, init, open.data(), begins.data(), op});
    } else {
      exec.for_each_n(
          tiles,
          open_run_sum_of_thread<T, E, Starts, Seed, Op>{n, values, starts, init, open.data(), begins.data(), op},
          1);
    }
    exec.run_blocks(1, run_follower<T, Op, no_finish>{tiles, open.data(), begins.data(), op, {}});
  }
  exec.run_blocks(
      tiles, run_scan_of_tile<Kind, T, E, O, Starts, Seed, Op>{n, values, out, starts, init, open.data(), op});
}

}  // namespace thrum::detail
