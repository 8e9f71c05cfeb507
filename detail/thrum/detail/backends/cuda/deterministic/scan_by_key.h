// Scans of runs by blocks of threads, in the shape of detail/kernels/shape/scan_by_key.h. First,
// each tile marks its runs and sums what it leaves open. Then these sums are joined from left to
// right. In the end each tile is scanned: all threads of a block together scan a long part of a
// run. Short parts are fetched together as a window, in which one thread scans a part.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/runs.h>
#include <thrum/detail/backends/cuda/deterministic/scan.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/deterministic/windows.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/shape/scan_by_key.h>
#include <thrum/detail/kernels/shape/scan_runs.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

static_assert(run_tile == scan_by_key_tile && run_threads == scan_threads);

/// Marks the runs that begin in a tile. Computes the sum that the tile leaves open, as sum_last_run
/// defines it, and whether a run begins in the tile.
template <class T, class V, class Starts, class Seed, class Op>
struct open_run_sum {
  static constexpr int threads = run_threads;
  struct shared {
    unsigned words[run_words];
    int last;  // where the last run begins, or -1
    either_room<typename run_marker<Starts>::room, scan_room<T, threads>> room;
  };
  std::ptrdiff_t n;
  V values;
  Starts starts;
  Seed init;
  T* open;
  std::ptrdiff_t* begins;
  unsigned* marks;
  Op op;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& here) const {
    std::ptrdiff_t const begin = tile * run_tile, end = detail::least(n, begin + run_tile);
    int const size = static_cast<int>(end - begin);
    run_marker<Starts>::mark(team, begin, size, starts, here.words, here.room.a);
    team.each([&](int t) {
      for (int w = t; w < (size + 31) / 32; w += threads) marks[tile * run_words + w] = here.words[w];
      if (t == 0) here.last = detail::last_mark(here.words, size);
    });
    int const last = here.last;
    scan_room<T, threads>& scan = here.room.b;
    std::ptrdiff_t const from = last < 0 ? begin : begin + last + 1;
    if (from < end) sum_by_team<T, threads>{}(team, values + from, end - from, scan, op);
    team.each([&](int t) {
      if (t == 0) put_open(tile, last, from, end, scan.carry.items);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void put_open(std::ptrdiff_t tile, int last, std::ptrdiff_t from, std::ptrdiff_t end,
                         T const* rest) const {
    Op add = op;
    begins[tile] = last < 0 ? 0 : 1;
    if (last < 0) return detail::put<T>(open + tile, *rest);
    T sum = detail::first_sum<T>(init, values[from - 1], add);
    if (from < end) sum = detail::joined<T>(sum, *rest, add);
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

/// Scans a tile of runs. Marks them first if `marks` is null.
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
struct run_scan_of_tile {
  static constexpr int threads = run_threads;
  static constexpr bool in_blocks = scans_in_groups<T>;
  static constexpr bool in_windows =
      in_blocks && std::is_same_v<std::iter_value_t<V>, T> && elements_of_window<T> != 0;
  using scan_memory = std::conditional_t<in_blocks, scan_room<T, threads>, no_room>;
  using window = std::conditional_t<in_windows, window_of<T>, no_room>;
  struct shared {
    run_heads heads;
    either_room<typename run_marker<Starts>::room, either_room<scan_memory, window>> room;
  };
  std::ptrdiff_t n;
  V values;
  O out;
  Starts starts;
  Seed init;
  T const* open;
  unsigned const* marks;
  Op op;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t tile, shared& here) const {
    std::ptrdiff_t const begin = tile * run_tile;
    int const size = static_cast<int>(detail::least(n - begin, run_tile));
    run_heads& heads = here.heads;
    if (marks == nullptr) run_marker<Starts>::mark(team, begin, size, starts, heads.words, here.room.a);
    heads.find(team, size, marks == nullptr ? heads.words : marks + tile * run_words);
    // Part 0 belongs to the run that the earlier tiles left open.
    if constexpr (!in_blocks) {
      team.each([&](int t) {
        for (int p = t; p <= heads.size(); p += threads) scan_object(tile, p, heads);
      });
    } else {
      for (int p = 0; p <= heads.size();) {
        std::ptrdiff_t const from = heads.part(p), end = heads.part(p + 1);
        int const next = heads.part_beyond(p, heads.size() + 1, most_together);
        if (next > p) {
          scan_together(team, tile, p, next, here);
          p = next;
          continue;
        }
        V const first = values + (begin + from);
        O const to = out + (begin + from);
        if (in_order(p, heads)) {
          team.each([&](int t) {
            if (t == 0) scan_part(tile, p, first, end - from, to, heads);
          });
        } else {
          scan_memory& scan = here.room.b.a;
          int const head = p == 0 ? 0 : 1;
          team.each([&](int t) {
            if (t == 0) detail::put<T>(scan.carry.items, p == 0 ? open[tile - 1] : begin_run(first, to));
          });
          scan_by_team<Kind, T, threads>{}(team, first + head, end - from - head, to + head, scan, op);
        }
        ++p;
      }
    }
  }

 private:
  static constexpr std::ptrdiff_t most_together = in_windows ? elements_of_window<T> : window_elements;

  THRUM_HD static bool in_order(int p, run_heads const& heads) {
    return p > 0 && p < heads.size() && heads.are_short();
  }
  /// Scans the parts [p, end), which together are at most most_together elements.
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void scan_together(Team team, std::ptrdiff_t tile, int p, int end, shared& here) const {
    run_heads const& heads = here.heads;
    std::ptrdiff_t const from = heads.part(p), first = tile * run_tile + from;
    if constexpr (in_windows) {
      window& items = here.room.b.b;
      int const count = static_cast<int>(heads.part(end) - from);
      team.each([&](int t) { items.template fetch<threads>(values + first, count, t, 0, from); });
      team.each([&](int t) {
        for (int k = p + t; k < end; k += threads) {
          auto const part = items.elements() + (heads.part(k) - from);
          scan_part(tile, k, part, heads.part(k + 1) - heads.part(k), part, heads);
        }
      });
      team.each([&](int t) { items.template give<threads>(out + first, count, t, from); });
    } else {
      team.each([&](int t) {
        for (int k = p + t; k < end; k += threads) {
          std::ptrdiff_t const at = tile * run_tile + heads.part(k);
          scan_part(tile, k, values + at, heads.part(k + 1) - heads.part(k), out + at, heads);
        }
      });
    }
  }
  /// Returns the sum that includes the first element of a run, and stores the result of this
  /// element.
  THRUM_EXEC_CHECK_DISABLE
  template <class From, class To>
  THRUM_HD T begin_run(From first, To to) const {
    Op add = op;
    T const sum = detail::first_sum<T>(init, first[0], add);
    if constexpr (std::is_same_v<Kind, inclusive>) detail::store(to[0], sum);
    else detail::store(to[0], init.value);
    return sum;
  }
  /// Scans part p, which has `size` elements from `first` on.
  THRUM_EXEC_CHECK_DISABLE
  template <class From, class To>
  THRUM_HD void scan_part(std::ptrdiff_t tile, int p, From first, std::ptrdiff_t size, To to,
                          run_heads const& heads) const {
    Op add = op;
    if (size == 0) return;
    if (p == 0) {
      static_cast<void>(detail::scan_one_tile<Kind>(first, size, to, open[tile - 1], add));
    } else if (in_order(p, heads)) {
      static_cast<void>(detail::scan_runs<Kind, T>(0, size, first, to, never_starts{}, init, add));
    } else {
      T const sum = begin_run(first, to);
      if (size > 1) static_cast<void>(detail::scan_one_tile<Kind>(first + 1, size - 1, to + 1, sum, add));
    }
  }
  /// Scans part p of objects that are large or not trivially copyable.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void scan_object(std::ptrdiff_t tile, int p, run_heads const& heads) const {
    Op add = op;
    std::ptrdiff_t const at = tile * run_tile + heads.part(p), end = tile * run_tile + heads.part(p + 1);
    if (at == end) return;
    if (p == 0) {
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
  // One tile leaves nothing open.
  std::ptrdiff_t const summed = tiles > 1 ? tiles : 0;
  scratch_array<T, B> const open(exec, summed);
  scratch_array<std::ptrdiff_t, B> const begins(exec, summed);
  scratch_array<unsigned, B> const marks(exec, scans_in_groups<T> ? summed * run_words : 0);
  if (tiles > 1) {
    if constexpr (scans_in_groups<T>) {
      exec.run_blocks(tiles, open_run_sum<T, E, Starts, Seed, Op>{n, values, starts, init, open.data(),
                                                                  begins.data(), marks.data(), op});
    } else {
      exec.for_each_n(
          tiles,
          open_run_sum_of_thread<T, E, Starts, Seed, Op>{n, values, starts, init, open.data(), begins.data(), op},
          1);
    }
    exec.run_blocks(1, run_follower<T, Op, no_finish>{tiles, open.data(), begins.data(), op, {}});
  }
  exec.run_blocks(tiles, run_scan_of_tile<Kind, T, E, O, Starts, Seed, Op>{n, values, out, starts, init,
                                                                           open.data(), marks.data(), op});
}

}  // namespace thrum::detail
