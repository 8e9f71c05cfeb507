// scan by blocks of threads, in the shape of detail/kernels/shape/scan.h: first the sums of tiles,
// then the carries that follow from the sums, then the tiles from their carries. If objects are
// large or not trivially copyable, one thread does a whole tile.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/blocks.h>
#include <thrum/detail/backends/cuda/deterministic/scan_tile.h>
#include <thrum/detail/backends/seq/scan.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

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

inline constexpr int scan_threads = 128;

/// Sets sums[u] to the sum of unit u. A unit is a tile of a scan, and is the work of a thread block
/// or of a thread.
template <class Units, class I, class T, class Op>
struct sum_scan_units {
  static constexpr int threads = scan_threads;
  using shared = scan_room<T, threads>;
  Units units;
  I first;
  T* sums;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t u, shared& room) const {
    if (!units.has(u)) return;
    sum_unit const unit = units.at(u);
    sum_by_team<T, threads>{}(team, first + unit.begin, unit.size, room, op);
    team.each([&](int t) {
      if (t == 0) detail::put<T>(sums + u, room.carry.items[0]);
    });
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t u) const {
    if (!units.has(u)) return;
    sum_unit const unit = units.at(u);
    Op add = op;
    detail::put<T>(sums + u, detail::sum_one_tile<T>(first + unit.begin, unit.size, add));
  }
};

/// Scans the units. A unit goes on from the start of its range, or from carries[u - 1].
template <class Kind, class Units, class I, class O, class Seed, class Op>
struct scan_units {
  using T = typename Seed::type;
  static constexpr int threads = scan_threads;
  using shared = scan_room<T, threads>;
  Units units;
  I first;
  O out;
  Seed init;
  T const* carries;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t u, shared& room) const {
    if (!units.has(u)) return;
    sum_unit const unit = units.at(u);
    team.each([&](int t) {
      if (t == 0) detail::put<T>(room.carry.items, begin(u, unit));
    });
    scan_by_team<Kind, T, threads>{}(team, first + unit.begin, unit.size, out + unit.begin, room, op);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t u) const {
    if (!units.has(u)) return;
    sum_unit const unit = units.at(u);
    Op add = op;
    T const carry = begin(u, unit);
    static_cast<void>(detail::scan_one_tile<Kind>(first + unit.begin, unit.size, out + unit.begin, carry, add));
  }

 private:
  /// Returns the value from which a unit goes on. If there is no start value, the first unit of a
  /// range also writes the first element of the range.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T begin(std::ptrdiff_t u, sum_unit const& unit) const {
    if (!unit.is_first) return carries[u - 1];
    T const carry = detail::scan_start(first, unit.origin, init);
    if constexpr (scan_begin<Seed> == 1) detail::store(out[unit.origin], carry);
    return carry;
  }
};

/// Scans a whole short range by one thread.
template <class Kind, class I, class O, class Seed, class Op>
struct scan_alone {
  I first;
  std::ptrdiff_t n;
  O out;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const { seq_policy{}.scan(first, n, out, init, op, Kind{}); }
};

template <class T, class B, class Body>
void run_units(B const& exec, std::ptrdiff_t units, Body body) {
  if constexpr (scans_in_blocks<T>) exec.run_blocks(units, body);
  else exec.for_each_n(units, body, 1);
}

template <class B, class I, class O, class Seed, class Op, class Kind>
void scan_by_blocks(B const& exec, I from, std::ptrdiff_t n, O out, Seed init, Op op, Kind) {
  using T = typename Seed::type;
  auto const first = detail::elements_to_sum(from);
  using E = std::remove_const_t<decltype(first)>;
  if (n <= 0) return;
  if (n <= scan_few_elements) {
    return exec.for_each_n(1, scan_alone<Kind, E, O, Seed, Op>{first, n, out, init, op}, 1);
  }
  whole_range const tiles{n, scan_tile, scan_begin<Seed>};
  whole_range const summed{detail::least(n, tiles.from + (tiles.most() - 1) * scan_tile), scan_tile, tiles.from};
  scratch_array<T, B> const sums(exec, summed.most());
  if (summed.most() > 0) {
    using start = start_of_scan<E, Seed>;
    detail::run_units<T>(exec, summed.most(),
                         sum_scan_units<whole_range, E, T, Op>{summed, first, sums.data(), op});
    exec.run_blocks(
        1, fold_tiles<T, start, Op, no_finish>{start{first, init}, summed.most(), sums.data(), op, no_finish{}});
  }
  detail::run_units<T>(exec, tiles.most(),
                       scan_units<Kind, whole_range, E, O, Seed, Op>{tiles, first, out, init, sums.data(), op});
}

}  // namespace thrum::detail
