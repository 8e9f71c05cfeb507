// Scan on for_each_n, in one pass over memory. Workers take units of a few tiles each, from left to
// right. A worker sums a unit, and the sums of its tiles go into the chain of carries. As soon as
// the unit's carry is known, the unit is scanned, out of the cache that it was summed into (as in
// Merrill and Garland's scan with decoupled look-back, 2016). A unit without a carry is put aside
// while the next units are summed. When no unit is left to take, the workers scan what is summed,
// and wait for its carries: until one has waited for long, for a thread that has been stopped may
// hold them up. Units that are left then are scanned at the end.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/scan.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <thrum/detail/memory/objects.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The cut of a scan of n elements into tiles, which make the shape of its sums, and of the tiles
/// into units of work. A unit is long enough for memory to come in a stream, and there are enough
/// units for many threads.
struct scan_cut {
  std::ptrdiff_t n, tiles_per_unit;
  scan_cut(std::ptrdiff_t size, std::ptrdiff_t threads)
      : n(size),
        tiles_per_unit(std::clamp<std::ptrdiff_t>(tiles() / std::max(units_of_scan, units_of_thread * threads), 1,
                                                  most_tiles_of_unit)) {}
  std::ptrdiff_t tiles() const { return (n + scan_tile - 1) / scan_tile; }
  std::ptrdiff_t units() const { return (tiles() + tiles_per_unit - 1) / tiles_per_unit; }
  std::ptrdiff_t first_tile(std::ptrdiff_t unit) const { return unit * tiles_per_unit; }
  std::ptrdiff_t last_tile(std::ptrdiff_t unit) const { return detail::least(tiles(), first_tile(unit + 1)); }
  std::ptrdiff_t begin(std::ptrdiff_t tile) const { return tile * scan_tile; }
  std::ptrdiff_t size(std::ptrdiff_t tile) const { return detail::least(scan_tile, n - begin(tile)); }
};

/// Returns whether is_true() is true, at once or soon. Lets other threads run meanwhile.
template <class F>
bool becomes_true_soon(F is_true) {
  if (is_true()) return true;
  auto const end = std::chrono::steady_clock::now() + longest_wait_for_carry;
  do {
    std::this_thread::yield();
    if (is_true()) return true;
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

/// The carries of the units of a scan. The carry of a unit is the carry of the previous unit plus
/// the sums of that unit's tiles, from left to right.
template <class T, class B>
class carry_chain {
 public:
  carry_chain(B const& exec, scan_cut cut)
      : cut_(cut), count_(cut.units()), sums_(exec, cut.tiles()), units_(exec, count_) {}
  void begin(T carry) { units_[0].carry.emplace(std::move(carry)); }

  /// Returns the next unit for a worker; no unit is left if the result is at least the number of
  /// units.
  std::ptrdiff_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }
  /// Leaves no unit to take, and no carry to wait for.
  void stop() {
    next_.store(count_, std::memory_order_relaxed);
    end_waits();
  }
  /// waits() returns whether workers wait for carries: until end_waits() is called.
  bool waits() const { return waits_.load(std::memory_order_relaxed); }
  void end_waits() { waits_.store(false, std::memory_order_relaxed); }

  bool has_carry(std::ptrdiff_t u) const { return known_.load() >= u; }
  T const& carry(std::ptrdiff_t u) const { return *units_[u].carry; }

  /// Returns the slot into which a worker puts the sum of a tile.
  slot<T>& sum(std::ptrdiff_t tile) { return sums_[tile]; }
  /// Notes that the sums of unit u are there. Unit u was summed because it had no carry yet.
  template <class Op>
  void set_summed(std::ptrdiff_t u, Op& op) {
    units_[u].is_summed.store(true);
    advance(op);
  }
  /// Sets the carry that follows unit u, the last unit that has a carry. The sums of unit u are
  /// then not needed.
  template <class Op>
  void put_next_carry(std::ptrdiff_t u, T carry, Op& op) {
    if (u + 1 == count_) return;
    units_[u + 1].carry.emplace(std::move(carry));
    known_.store(u + 1);
    advance(op);
  }
  /// Makes carries as far as there are sums, unless another thread is making them.
  template <class Op>
  void advance(Op& op) {
    while (can_follow(known_.load())) {
      if (advancing_.test_and_set()) return;
      for (std::ptrdiff_t u = known_.load(); can_follow(u); ++u) {
        T carry = *units_[u].carry;
        for (std::ptrdiff_t t = cut_.first_tile(u); t < cut_.last_tile(u); ++t)
          detail::fold_into(carry, *sums_[t], op);
        units_[u + 1].carry.emplace(std::move(carry));
        known_.store(u + 1);
      }
      advancing_.clear();
    }
  }

  bool is_summed(std::ptrdiff_t u) const { return units_[u].is_summed.load(); }
  /// Returns whether the caller is the first one that claims unit u, and so is to scan the unit.
  bool claim(std::ptrdiff_t u) { return !units_[u].is_claimed.exchange(true); }
  bool is_claimed(std::ptrdiff_t u) const { return units_[u].is_claimed.load(); }
  /// Returns the first unit that nobody has claimed, or the number of units. As long as that unit
  /// has no carry, no unit after it has one.
  std::ptrdiff_t first_unclaimed() {
    std::ptrdiff_t u = first_unclaimed_.load(std::memory_order_relaxed);
    for (; u < count_ && is_claimed(u); ++u) {
    }
    first_unclaimed_.store(u, std::memory_order_relaxed);
    return u;
  }

 private:
  struct unit {
    slot<T> carry;
    std::atomic<bool> is_summed = false, is_claimed = false;
  };
  /// Returns whether the carry after unit u can be made.
  bool can_follow(std::ptrdiff_t u) const { return u + 1 < count_ && units_[u].is_summed.load(); }

  scan_cut cut_;
  std::ptrdiff_t count_;
  slots<T, B> sums_;
  scratch_objects<unit, B> units_;
  std::atomic<std::ptrdiff_t> next_ = 0, known_ = 0;
  std::atomic<std::ptrdiff_t> first_unclaimed_ = 0;  // or a unit before it
  std::atomic<bool> waits_ = true;
  std::atomic_flag advancing_{};
};

/// A task of a scan. It takes units until none is left, and then scans those that wait for carries.
template <class Kind, class B, class I, class O, class T, class Op>
class scan_worker {
 public:
  scan_worker(carry_chain<T, B>& chain, scan_cut cut, I first, O out, Op op)
      : chain_(chain), cut_(cut), first_(first), out_(out), op_(op) {}

  void work() {
    for (std::ptrdiff_t u; (u = chain_.take()) < cut_.units();) {
      if (chain_.has_carry(u) && chain_.claim(u)) {  // others claim summed units alone
        chain_.put_next_carry(u, scan(u), op_);
      } else {
        sum(u);
        if (aside_ < most_aside) units_aside_[(first_aside_ + aside_++) % most_aside] = u;
      }
      scan_what_has_carries();
    }
    scan_what_is_left();
  }

  /// Scans unit u, which is claimed, from its carry. Returns the carry that follows.
  T scan(std::ptrdiff_t u) {
    T carry = chain_.carry(u);
    for (std::ptrdiff_t t = cut_.first_tile(u); t < cut_.last_tile(u); ++t) {
      std::ptrdiff_t const at = cut_.begin(t);
      carry = detail::scan_one_tile<Kind>(first_ + at, cut_.size(t), out_ + at, std::move(carry), op_);
    }
    return carry;
  }

 private:
  static constexpr int most_aside = most_units_aside;

  void sum(std::ptrdiff_t u) {
    for (std::ptrdiff_t t = cut_.first_tile(u); t < cut_.last_tile(u); ++t) {
      I const tile = first_ + cut_.begin(t);
      // Sums of integers may have any shape; the shape of reduce uses vectors.
      if constexpr (scans_in_any_shape<I, T, Op>)
        chain_.sum(t).emplace(detail::reduce_one_tile<T>(tile, cut_.size(t), op_));
      else chain_.sum(t).emplace(detail::sum_one_tile<T>(tile, cut_.size(t), op_));
    }
    chain_.set_summed(u, op_);
  }
  void scan_what_has_carries() {
    for (; aside_ > 0 && chain_.has_carry(units_aside_[first_aside_]); --aside_) {
      if (chain_.claim(units_aside_[first_aside_])) static_cast<void>(scan(units_aside_[first_aside_]));
      first_aside_ = (first_aside_ + 1) % most_aside;
    }
  }

  /// Scans the units that are summed and not claimed, as long as their carries come soon.
  void scan_what_is_left() {
    for (std::ptrdiff_t u; (u = chain_.first_unclaimed()) < cut_.units();) {
      bool const soon = detail::becomes_true_soon(
          [&] { return !chain_.waits() || chain_.is_claimed(u) || (chain_.has_carry(u) && chain_.is_summed(u)); });
      if (!soon) chain_.end_waits();
      if (!chain_.waits()) return;
      if (chain_.claim(u)) static_cast<void>(scan(u));
    }
  }

  carry_chain<T, B>& chain_;
  scan_cut cut_;
  I first_;
  O out_;
  Op op_;
  std::ptrdiff_t units_aside_[most_aside] = {};
  int first_aside_ = 0, aside_ = 0;
};

/// Scans by tasks. A task sums the units whose carries are not known yet, and scans them later.
template <class B, class I, class O, class Seed, class Op, class Kind>
void scan_by_tasks(B const& exec, I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind) {
  using T = typename Seed::type;
  constexpr std::ptrdiff_t from = scan_begin<Seed>;
  scan_cut const cut(n - from, backend_traits<B>::concurrency(exec));
  carry_chain<T, B> chain(exec, cut);
  chain.begin(detail::begin_scan(first, out, init));
  using worker = scan_worker<Kind, B, I, O, T, Op>;
  I const rest = first + from;
  O const rest_out = out + from;
  exec.for_each_n(
      cut.units(),
      [=, &chain](std::ptrdiff_t) {
        try {
          worker(chain, cut, rest, rest_out, op).work();
        } catch (...) {
          chain.stop();
          throw;
        }
      },
      1);
  if (chain.first_unclaimed() == cut.units()) return;
  chain.advance(op);
  exec.for_each_n(
      cut.units(),
      [=, &chain](std::ptrdiff_t u) {
        if (chain.claim(u)) static_cast<void>(worker(chain, cut, rest, rest_out, op).scan(u));
      },
      1);
}

/// Scans n elements to out, which may be first. Two tiles take two threads as long as one: a tile
/// that is summed, because its carry is not known, is scanned later.
template <class B, class I, class O, class Seed, class Op, class Kind>
void tiled_scan(B const& exec, I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind kind) {
  auto const alone = [&] { seq_policy{}.scan(first, n, out, std::move(init), op, kind); };
  detail::alone_or_together(exec, n, scan_begin<Seed> + 2 * scan_tile, alone,
                            [&] { detail::scan_by_tasks(exec, first, n, out, std::move(init), op, kind); });
}

}  // namespace thrum::detail
