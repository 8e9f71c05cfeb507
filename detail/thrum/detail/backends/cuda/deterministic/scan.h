// scan by blocks of threads, in the shape of detail/kernels/shape/scan.h: first the sums of tiles,
// then the carries that follow from the sums, then the tiles from their carries. If objects are
// large or not trivially copyable, one thread does a whole tile.
//
// A thread block scans a tile as follows. The threads together fetch groups of eight elements into
// shared memory. Each thread scans the parts of one group of eight. One thread adds the sums of the
// parts to the carry, from left to right as on the host. Then each thread adds the sum of all that
// came before to its elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/seq/scan.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// The memory that the threads of a block share while they scan. It holds some groups of eight
/// elements, the sums before the parts of each group of eight, and the carry. One place after
/// each group of eight is unused, so that threads whose elements are eight apart do not meet in one
/// bank of memory.
template <class T, int Threads>
struct scan_room {
  uninitialized_array<T, Threads*(scan_group + 1)> items;
  uninitialized_array<T, Threads * 2> before;
  uninitialized_array<T, 1> carry;
  THRUM_HD T* group(int k) { return items.items + k * (scan_group + 1); }
  THRUM_HD T& item(int i) { return items.items[i + i / scan_group]; }
};

/// Sums a tile of n > 0 elements, as sum_one_tile does. Leaves the sum in the carry of the room.
template <class T, int Threads>
struct sum_by_team {
  using room_type = scan_room<T, Threads>;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team, class I, class Op>
  THRUM_HD void operator()(Team team, I first, std::ptrdiff_t n, room_type& room, Op const& op) const {
    std::ptrdiff_t const groups = n / scan_group;
    for (std::ptrdiff_t at = 0; at < groups; at += Threads) {
      int const count = static_cast<int>(detail::least(Threads, groups - at));
      team.each([&](int t) { fetch(first + at * scan_group, count, t, room); });
      team.each([&](int t) {
        if (t < count) sum_group(room.group(t), room.before.items + t, op);
        // Compiled code reads the carry before it is known that the carry is not wanted, so the
        // carry has to hold a value.
        if (t == 0 && at == 0) detail::put<T>(room.carry.items, room.item(0));
      });
      team.each([&](int t) {
        if (t == 0) join(at == 0, count, room, op);
      });
    }
    team.each([&](int t) {
      if (t == 0) join_rest(first, groups * scan_group, n, room.carry.items[0], op);
    });
  }

  THRUM_EXEC_CHECK_DISABLE
  template <class I>
  THRUM_HD static void fetch(I first, int count, int t, room_type& room) {
    for (int i = t; i < count * scan_group; i += Threads)
      detail::put<T>(__builtin_addressof(room.item(i)), static_cast<T>(first[i]));
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Op>
  THRUM_HD static void sum_group(T const* item, T* sum, Op const& op) {
    Op add = op;
    detail::put<T>(sum, detail::sum_one_group<T>(item, add));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Op>
  THRUM_HD static void join(bool begins, int count, room_type& room, Op const& op) {
    Op add = op;
    T const* const sums = room.before.items;
    T total = begins ? sums[0] : room.carry.items[0];
    for (int k = begins ? 1 : 0; k < count; ++k) total = detail::joined<T>(total, sums[k], add);
    detail::put<T>(room.carry.items, total);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class Op>
  THRUM_HD static void join_rest(I first, std::ptrdiff_t i, std::ptrdiff_t n, T& carry, Op const& op) {
    Op add = op;
    T sum = i == 0 ? static_cast<T>(first[0]) : carry;
    if (i == 0) i = 1;
    for (; i < n; ++i) sum = detail::joined<T>(sum, static_cast<T>(first[i]), add);
    detail::put<T>(__builtin_addressof(carry), sum);
  }
};

/// Scans a tile from the carry of the room, as scan_one_tile does.
template <class Kind, class T, int Threads>
struct scan_by_team {
  using room_type = scan_room<T, Threads>;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team, class I, class O, class Op>
  THRUM_HD void operator()(Team team, I first, std::ptrdiff_t n, O out, room_type& room, Op const& op) const {
    std::ptrdiff_t const groups = n / scan_group;
    for (std::ptrdiff_t at = 0; at < groups; at += Threads) {
      int const count = static_cast<int>(detail::least(Threads, groups - at));
      team.each([&](int t) { sum_by_team<T, Threads>::fetch(first + at * scan_group, count, t, room); });
      team.each([&](int t) {
        if (t < count) scan_parts(room.group(t), op);
      });
      team.each([&](int t) {
        if (t == 0) carry_on(count, room, op);
      });
      team.each([&](int t) {
        if (t < count) add_before(room.group(t), room.before.items + parts<Op> * t, op);
      });
      team.each([&](int t) { give(out + at * scan_group, count, t, room); });
    }
    team.each([&](int t) {
      if (t == 0) scan_rest(first, groups * scan_group, n, out, room.carry.items[0], op);
    });
  }

 private:
  template <class Op>
  static constexpr int parts = parts_of_group<Op, T>;
  template <class Op>
  static constexpr int length_of_part = scan_group / parts<Op>;
  THRUM_EXEC_CHECK_DISABLE
  template <class Op>
  THRUM_HD static void scan_parts(T* item, Op const& op) {
    if constexpr (parts<Op> == 1) return detail::add_by_pairs(item);
    Op add = op;
    T a = item[0], b = item[4];
    THRUM_UNROLL
    for (int k = 1; k < 4; ++k) {
      a = detail::joined<T>(a, item[k], add);
      b = detail::joined<T>(b, item[4 + k], add);
      detail::put<T>(item + k, a);
      detail::put<T>(item + 4 + k, b);
    }
  }
  static constexpr int together = carries_at_once;
  /// Carries over several groups of eight. Reads all of them before a store could be in the way.
  THRUM_EXEC_CHECK_DISABLE
  template <int Groups, class Op>
  THRUM_HD static void carry_over(int k, room_type& room, T& next, Op& add) {
    constexpr int length = length_of_part<Op>, count = Groups * parts<Op>;
    uninitialized_array<T, count> store;
    T* const sums = store.items;
    THRUM_UNROLL
    for (int j = 0; j < count; ++j)
      detail::put<T>(sums + j, room.group(k + j / parts<Op>)[j % parts<Op> * length + length - 1]);
    THRUM_UNROLL
    for (int j = 0; j < count; ++j) {
      T const before = next;
      next = detail::joined<T>(next, sums[j], add);
      detail::put<T>(sums + j, before);
    }
    THRUM_UNROLL
    for (int j = 0; j < count; ++j) detail::put<T>(room.before.items + parts<Op> * k + j, sums[j]);
  }
  /// Computes the sum before each part.
  THRUM_EXEC_CHECK_DISABLE
  template <class Op>
  THRUM_HD static void carry_on(int count, room_type& room, Op const& op) {
    Op add = op;
    T next = room.carry.items[0];
    int k = 0;
    for (; count - k >= together; k += together) carry_over<together>(k, room, next, add);
    for (; k < count; ++k) carry_over<1>(k, room, next, add);
    detail::put<T>(room.carry.items, next);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Op>
  THRUM_HD static void add_before(T* item, T const* before, Op const& op) {
    Op add = op;
    constexpr int length = length_of_part<Op>;
    T const first = before[0], last = before[parts<Op> - 1];
    if constexpr (std::is_same_v<Kind, inclusive>) {
      THRUM_UNROLL
      for (int k = 0; k < scan_group; ++k)
        detail::put<T>(item + k, detail::joined<T>(k < length ? first : last, item[k], add));
    } else {
      THRUM_UNROLL
      for (int k = scan_group - 1; k >= 0; --k) {
        T const begin = k < length ? first : last;
        detail::put<T>(item + k, k % length == 0 ? begin : detail::joined<T>(begin, item[k - 1], add));
      }
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD static void give(O out, int count, int t, room_type& room) {
    for (int i = t; i < count * scan_group; i += Threads) detail::store(out[i], room.item(i));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class O, class Op>
  THRUM_HD static void scan_rest(I first, std::ptrdiff_t i, std::ptrdiff_t n, O out, T next, Op const& op) {
    Op add = op;
    for (; i < n; ++i) {
      T element = static_cast<T>(first[i]);
      detail::store(out[i], detail::scan_step<Kind>(next, element, add));
    }
  }
};

/// Returns the value from which the sums of a range that begins at `origin` start.
THRUM_EXEC_CHECK_DISABLE
template <class I, class Seed>
THRUM_HD typename Seed::type scan_start(I first, std::ptrdiff_t origin, Seed const& init) {
  if constexpr (scan_begin<Seed> == 0) return init.value;
  else return static_cast<typename Seed::type>(first[origin]);
}
template <class I, class Seed>
struct start_of_scan {
  I first;
  Seed init;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD typename Seed::type operator()() const { return detail::scan_start(first, 0, init); }
};

/// Sets sums[k] to the sum of tile k of some tiles of scans. A tile is the work of a thread block
/// or of a thread.
template <class Tiles, class I, class T, class Op>
struct scan_tile_sum {
  static constexpr int threads = scan_threads;
  using shared = scan_room<T, threads>;
  Tiles tiles;
  I first;
  T* sums;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t k, shared& room) const {
    if (!tiles.has(k)) return;
    sum_tile const tile = tiles.at(k);
    sum_by_team<T, threads>{}(team, first + tile.begin, tile.size, room, op);
    team.each([&](int t) {
      if (t == 0) detail::put<T>(sums + k, room.carry.items[0]);
    });
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k) const {
    if (!tiles.has(k)) return;
    sum_tile const tile = tiles.at(k);
    Op add = op;
    detail::put<T>(sums + k, detail::sum_one_tile<T>(first + tile.begin, tile.size, add));
  }
};

/// Scans the tiles. A tile goes on from the start of its range, or from carries[k - 1].
template <class Kind, class Tiles, class I, class O, class Seed, class Op>
struct tile_scan {
  using T = typename Seed::type;
  static constexpr int threads = scan_threads;
  using shared = scan_room<T, threads>;
  Tiles tiles;
  I first;
  O out;
  Seed init;
  T const* carries;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t k, shared& room) const {
    if (!tiles.has(k)) return;
    sum_tile const tile = tiles.at(k);
    team.each([&](int t) {
      if (t == 0) detail::put<T>(room.carry.items, begin(k, tile));
    });
    scan_by_team<Kind, T, threads>{}(team, first + tile.begin, tile.size, out + tile.begin, room, op);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k) const {
    if (!tiles.has(k)) return;
    sum_tile const tile = tiles.at(k);
    Op add = op;
    T const carry = begin(k, tile);
    static_cast<void>(detail::scan_one_tile<Kind>(first + tile.begin, tile.size, out + tile.begin, carry, add));
  }

 private:
  /// Returns the value from which a tile goes on. If there is no start value, the first tile of a
  /// range also writes the first element of the range.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T begin(std::ptrdiff_t k, sum_tile const& tile) const {
    if (!tile.is_first) return carries[k - 1];
    T const carry = detail::scan_start(first, tile.origin, init);
    if constexpr (scan_begin<Seed> == 1) detail::store(out[tile.origin], carry);
    return carry;
  }
};

/// Scans a whole short range by one thread.
template <class Kind, class I, class O, class Seed, class Op>
struct short_range_scan {
  I first;
  std::ptrdiff_t n;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const { seq_policy{}.scan(first, n, out, init, op, Kind{}); }
};

template <class T, class B, class Body>
void run_tiles(B const& exec, std::ptrdiff_t tiles, Body body) {
  if constexpr (scans_in_groups<T>) exec.run_blocks(tiles, body);
  else exec.for_each_n(tiles, body, 1);
}

template <class B, class I, class O, class Seed, class Op, class Kind>
void scan_by_blocks(B const& exec, I from, std::ptrdiff_t n, O out, Seed init, Op op, Kind) {
  using T = typename Seed::type;
  auto const first = detail::elements_to_sum(from);
  using E = std::remove_const_t<decltype(first)>;
  if (n <= 0) return;
  if (n <= scan_few_elements) {
    return exec.for_each_n(1, short_range_scan<Kind, E, O, Seed, Op>{first, n, out, init, op}, 1);
  }
  whole_range const tiles{n, scan_tile, scan_begin<Seed>};
  whole_range const summed{detail::least(n, tiles.from + (tiles.most() - 1) * scan_tile), scan_tile, tiles.from};
  scratch_array<T, B> const sums(exec, summed.most());
  if (summed.most() > 0) {
    using start = start_of_scan<E, Seed>;
    detail::run_tiles<T>(exec, summed.most(),
                         scan_tile_sum<whole_range, E, T, Op>{summed, first, sums.data(), op});
    exec.run_blocks(
        1, tile_fold<T, start, Op, no_finish>{start{first, init}, summed.most(), sums.data(), op, no_finish{}});
  }
  detail::run_tiles<T>(exec, tiles.most(),
                       tile_scan<Kind, whole_range, E, O, Seed, Op>{tiles, first, out, init, sums.data(), op});
}

}  // namespace thrum::detail
