// scan on for_each_n, in one pass over memory. Workers take tiles from left to right. A tile is summed, its sum goes into
// the chain of carries, and as soon as the carries have come to the tile it is scanned, out of the cache that it was
// summed into (as in Merrill and Garland's scan with decoupled look-back, 2016). Nobody waits: a tile whose carry is not
// there yet is put aside while the next ones are summed, and what is left when all are summed is scanned at the end.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/scan.h>
#include <thrum/detail/fold.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/slots.h>
#include <atomic>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The carries of the tiles of a scan: each is the one before with that tile's sum.
template <class T, class B>
class carry_chain {
 public:
  carry_chain(B const& exec, std::ptrdiff_t tiles, T init) : tiles_(exec, tiles), count_(tiles) {
    tiles_[0].carry.emplace(std::move(init));
  }

  /// The next tile for a worker; none is left where it is no less than the number of tiles.
  std::ptrdiff_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }
  /// Leaves no tile to take.
  void stop() { next_.store(count_, std::memory_order_relaxed); }

  bool has_carry(std::ptrdiff_t t) const { return known_.load(std::memory_order_acquire) >= t; }
  T const& carry(std::ptrdiff_t t) const { return *tiles_[t].carry; }

  /// The sum of tile t, which has no carry yet.
  template <class Op>
  void put_sum(std::ptrdiff_t t, slot<T>& sum, Op& op) {
    tiles_[t].sum.emplace(std::move(*sum));
    tiles_[t].is_summed.store(true);
    advance(op);
  }
  /// The carry that follows on tile t, the last with a carry; its sum is not needed then.
  template <class Op>
  void put_next_carry(std::ptrdiff_t t, T carry, Op& op) {
    if (t + 1 == count_) return;
    tiles_[t + 1].carry.emplace(std::move(carry));
    known_.store(t + 1, std::memory_order_release);
    advance(op);
  }
  /// Brings the carries as far as there are sums, unless another thread is at it.
  template <class Op>
  void advance(Op& op) {
    while (is_summed(known_.load())) {
      if (advancing_.test_and_set()) return;
      for (std::ptrdiff_t t = known_.load(std::memory_order_relaxed); is_summed(t); ++t) {
        T carry = *tiles_[t].carry;
        detail::fold_into(carry, *tiles_[t].sum, op);
        tiles_[t + 1].carry.emplace(std::move(carry));
        known_.store(t + 1, std::memory_order_release);
      }
      advancing_.clear();
    }
  }

  void set_scanned(std::ptrdiff_t t) {
    tiles_[t].is_scanned = true;
    scanned_.fetch_add(1, std::memory_order_relaxed);
  }
  bool is_scanned(std::ptrdiff_t t) const { return tiles_[t].is_scanned; }
  bool all_scanned() const { return scanned_.load(std::memory_order_relaxed) == count_; }

 private:
  struct tile {
    slot<T> sum, carry;
    std::atomic<bool> is_summed = false;
    bool is_scanned = false;
  };
  /// Whether the carry after tile t can be made.
  bool is_summed(std::ptrdiff_t t) const { return t + 1 < count_ && tiles_[t].is_summed.load(); }

  scratch_objects<tile, B> tiles_;
  std::ptrdiff_t count_;
  std::atomic<std::ptrdiff_t> next_ = 0, known_ = 0, scanned_ = 0;
  std::atomic_flag advancing_{};
};

/// A task of a scan: takes tiles until none is left.
template <class Kind, class B, class I, class O, class T, class Op>
class scan_worker {
 public:
  scan_worker(carry_chain<T, B>& chain, I first, std::ptrdiff_t n, O out, Op op)
      : chain_(chain), first_(first), n_(n), out_(out), op_(op) {}

  void work() {
    for (std::ptrdiff_t t; (t = chain_.take()) * scan_tile < n_;) {
      if (chain_.has_carry(t)) {
        chain_.put_next_carry(t, scan(t), op_);
      } else {
        sum(t);
        if (aside_ < most_aside) tiles_aside_[(first_aside_ + aside_++) % most_aside] = t;
      }
      scan_what_has_carries();
    }
    scan_what_has_carries();
  }

  /// Scans tile t from its carry; returns the one that follows.
  T scan(std::ptrdiff_t t) {
    std::ptrdiff_t const at = t * scan_tile;
    T next = detail::scan_one_tile<Kind>(first_ + at, size(at), out_ + at, T(chain_.carry(t)), op_);
    chain_.set_scanned(t);
    return next;
  }

 private:
  /// As many tiles as stay in a second-level cache.
  static constexpr int most_aside = 4;

  std::ptrdiff_t size(std::ptrdiff_t at) const { return detail::least(scan_tile, n_ - at); }

  void sum(std::ptrdiff_t t) {
    std::ptrdiff_t const at = t * scan_tile;
    slot<T> sum;
    detail::for_each_group<scan_width<T>>(size(at), sum_tile_step<I, T, Op>{first_ + at, sum, op_});
    chain_.put_sum(t, sum, op_);
  }
  void scan_what_has_carries() {
    for (; aside_ > 0 && chain_.has_carry(tiles_aside_[first_aside_]); --aside_) {
      static_cast<void>(scan(tiles_aside_[first_aside_]));
      first_aside_ = (first_aside_ + 1) % most_aside;
    }
  }

  carry_chain<T, B>& chain_;
  I first_;
  std::ptrdiff_t n_;
  O out_;
  Op op_;
  std::ptrdiff_t tiles_aside_[most_aside] = {};
  int first_aside_ = 0, aside_ = 0;
};

template <class B, class I, class O, class Seed, class Op, class Kind>
void tiled_scan(B const& exec, I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
  if constexpr (std::is_same_v<Seed, no_seed<T>>) {
    detail::scan_from_first(exec, first, n, out, init, op);
  } else if (n <= scan_tile) {
    seq_policy{}.scan(first, n, out, std::move(init), op, kind);
  } else {
    std::ptrdiff_t const tiles = (n + scan_tile - 1) / scan_tile;
    constexpr std::ptrdiff_t most_workers = 1024;
    carry_chain<T, B> chain(exec, tiles, std::move(init.value));
    using worker = scan_worker<Kind, B, I, O, T, Op>;
    exec.for_each_n(
        detail::least(tiles, most_workers),
        [=, &chain](std::ptrdiff_t) {
          try {
            worker(chain, first, n, out, op).work();
          } catch (...) {
            chain.stop();
            throw;
          }
        },
        1);
    if (chain.all_scanned()) return;
    chain.advance(op);
    exec.for_each_n(
        tiles,
        [=, &chain](std::ptrdiff_t t) {
          if (!chain.is_scanned(t)) static_cast<void>(worker(chain, first, n, out, op).scan(t));
        },
        1);
  }
}

}  // namespace thrum::detail
