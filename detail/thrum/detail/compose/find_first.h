// find_first: the least index that a predicate accepts.
#pragma once

#include <thrum/detail/answers.h>
#include <thrum/detail/backend.h>
#include <thrum/detail/compose/flag_words.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/functional_negators.h>
#include <thrum/detail/functional_relational.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/find_first.cuh>
#endif

namespace thrum {
namespace detail {

/// Whether a predicate of places may be asked about places behind the first that it accepts even where a walk
/// would not come there: one that only compares numbers. Specialised beside such predicates.
template <class P>
inline constexpr bool may_look_ahead = false;

/// Whether a functor compares numbers and does nothing else.
template <class F>
inline constexpr bool only_compares = false;
template <class T>
inline constexpr bool only_compares<equal_to<T>> = true;
template <class T>
inline constexpr bool only_compares<less<T>> = true;
template <class T>
inline constexpr bool only_compares<greater<T>> = true;
template <class F>
inline constexpr bool only_compares<not_fn_t<F>> = only_compares<F>;
template <class T, class U, class F>
inline constexpr bool may_look_ahead<transformed_elements<T*, U*, F>> =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && only_compares<F>;

/// The least i in [begin, end) with accept(i), else end. Asks about no place behind.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P accept) {
  std::ptrdiff_t i = begin;
  if constexpr (requires { accept.may_accept(i); }) {
    while (end - i >= 4) {
      // Four quick tests a turn, in a loop of their own.
      while (end - i >= 4 && !accept.may_accept(i) && !accept.may_accept(i + 1) && !accept.may_accept(i + 2) &&
             !accept.may_accept(i + 3))
        i += 4;
      for (std::ptrdiff_t const stop = detail::least(end, i + 4); i < stop; ++i) {
        if (accept(i)) return i;
      }
    }
  } else {
    for (; end - i >= 8; i += 8) {
      THRUM_UNROLL
      for (std::ptrdiff_t j = 0; j < 8; ++j) {
        if (accept(i + j)) return i + j;
      }
    }
  }
  for (; i < end; ++i) {
    if (accept(i)) return i;
  }
  return end;
}

/// The same for a whole number of blocks of 64. Quick tests of a block tell, without a branch, which places are worth
/// another look.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_among_flagged(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  for (std::ptrdiff_t i = begin; i < end; i += flag_block) {
    unsigned char flags[flag_block];
    for (std::ptrdiff_t j = 0; j < flag_block; ++j) flags[j] = accept.may_accept(i + j) ? 1 : 0;
    if (detail::count_flags(flags) == 0) continue;
    for (std::uint64_t bits = detail::flag_bits(flags); bits != 0; bits &= bits - 1) {
      std::ptrdiff_t const at = i + detail::lowest_bit(bits);
      if (accept(at)) return at;
    }
  }
  return end;
}

/// The same. Where that is faster it asks about many places before it looks at the answers.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_ahead(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  std::ptrdiff_t i = begin;
#if !defined(__CUDA_ARCH__)  // a thread of a device has no vectors
  using block = block_of_answers<P>;
  if constexpr (block::size > 0) {
    constexpr bool flags = block::makes_flags && requires { accept.may_accept(i); };
    for (; end - i >= block::size; i += block::size) {
      if (!block::any(i, accept)) continue;
      std::ptrdiff_t const stop = i + block::size;
      std::ptrdiff_t hit = stop;
      if constexpr (flags) hit = detail::find_among_flagged(i, stop, accept);
      else hit = detail::find_in_order(i, stop, accept);
      if (hit < stop) return hit;
    }
  }
#endif
  return detail::find_in_order(i, end, accept);
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t seq_policy::find_first(std::ptrdiff_t n, P pred) const {
  if constexpr (detail::may_look_ahead<P>) return detail::find_ahead(0, n < 0 ? 0 : n, pred);
  else return detail::find_in_order(0, n < 0 ? 0 : n, pred);
}

namespace detail {

/// The search of a range in chunks, which tasks take from left to right until they come to one behind the best
/// hit. The first are tiles, that an early hit is cheap; the others are long enough for memory to come in a
/// stream.
template <class P>
class tiled_search {
 public:
  tiled_search(std::ptrdiff_t begin, std::ptrdiff_t n, std::ptrdiff_t tile)
      : begin_(begin), n_(n), tile_(tile), best_(n) {}

  /// What a task does.
  void work(P accept) {
    try {
      for (;;) {
        std::ptrdiff_t const chunk = next_.fetch_add(1, std::memory_order_relaxed);
        std::ptrdiff_t const end = begin_of(chunk + 1);
        for (std::ptrdiff_t i = begin_of(chunk); i < end; i += tile_) {
          if (i >= best()) return;
          std::ptrdiff_t const stop = detail::least(end, i + tile_), hit = detail::find_ahead(i, stop, accept);
          if (hit == stop) continue;
          std::ptrdiff_t seen = best();
          while (hit < seen && !best_.compare_exchange_weak(seen, hit, std::memory_order_relaxed)) {
          }
          return;
        }
        if (end == n_) return;
      }
    } catch (...) {
      best_.store(0, std::memory_order_relaxed);  // nobody goes on
      throw;
    }
  }
  std::ptrdiff_t best() const { return best_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::ptrdiff_t tiles_of_long_chunk = 16;
  /// Where a chunk begins. As many chunks as a long one has tiles are a tile each.
  std::ptrdiff_t begin_of(std::ptrdiff_t chunk) const {
    std::ptrdiff_t const length = tiles_of_long_chunk * tile_, longs = chunk - tiles_of_long_chunk + 1;
    if (longs <= 1) return detail::least(n_, begin_ + chunk * tile_);
    return longs > (n_ - begin_) / length ? n_ : begin_ + longs * length;
  }

  std::ptrdiff_t const begin_, n_, tile_;
  std::atomic<std::ptrdiff_t> next_{0}, best_;
};

/// The least i in [begin, n) with pred(i), else n.
template <class B, class P>
std::ptrdiff_t find_first_by_tasks(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t n, P pred,
                                   std::ptrdiff_t tile) {
  constexpr std::ptrdiff_t most_tasks = 256;
  tiled_search<P> search(begin, n, tile);
  exec.for_each_n(
      detail::least((n - begin - 1) / tile + 1, most_tasks), [=, &search](std::ptrdiff_t) { search.work(pred); },
      1);
  return search.best();
}

/// The least i in [0, n) with pred(i), else n. `tile` indices are worth a task, fewer where pred takes long; up to
/// four times as many are searched by the calling thread. Numbers are compared so fast that tasks take more of them, and
/// that the calling thread begins alone: a search that ends soon ends before others come.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile = default_grain) {
  if constexpr (requires { exec.find_first(n, pred); }) {
    static_cast<void>(tile);
    return exec.find_first(n, pred);
  } else {
    constexpr bool numbers = may_look_ahead<P>;
    if constexpr (numbers) tile *= 4;
    std::ptrdiff_t const few = 4 * tile;
    std::ptrdiff_t begin = 0;
    if (numbers || n <= few) {
      begin = detail::find_ahead(0, n < 0 ? 0 : detail::least(n, few), pred);
      if (begin < few || n == few) return begin;
    }
    return detail::find_first_by_tasks(exec, begin, n, std::move(pred), tile);
  }
}

}  // namespace detail
}  // namespace thrum
