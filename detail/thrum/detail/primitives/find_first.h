// find_first: the least index that a predicate accepts.
#pragma once

#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/flags/answers.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/find_first.cuh>
#endif

namespace thrum {
namespace detail {

/// Whether a predicate of places may be asked about places behind the first that it accepts even where a walk
/// would not come there: one that only compares numbers. Specialised beside such predicates.
template <class P>
inline constexpr bool may_look_ahead = false;

template <class T, class U, class F>
inline constexpr bool may_look_ahead<transformed_elements<T*, U*, F>> =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && only_compares<F>;

/// How many bytes a predicate compares of a place, where it does nothing else; 0 where it may do more.
template <class P>
inline constexpr std::size_t compared_bytes =
    may_look_ahead<P> ? sizeof(count_type<typename numbers_of<P>::type>) : 0;

/// The least i in [begin, end) with accept(i), else end. Asks about no place behind, and about every place alike.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_one_by_one(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  std::ptrdiff_t i = begin;
  for (; end - i >= 8; i += 8) {
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < 8; ++j) {
      if (__builtin_expect(static_cast<bool>(accept(i + j)), 0)) return i + j;
    }
  }
  for (; i < end; ++i) {
    if (accept(i)) return i;
  }
  return end;
}

/// The same, after quick tests where there are such: four a turn, in a loop of their own.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P accept) {
  std::ptrdiff_t i = begin;
  if constexpr (requires { accept.may_accept(i); }) {
    while (end - i >= 4) {
      while (end - i >= 4 && !accept.may_accept(i) && !accept.may_accept(i + 1) && !accept.may_accept(i + 2) &&
             !accept.may_accept(i + 3))
        i += 4;
      for (std::ptrdiff_t const stop = detail::least(end, i + 4); i < stop; ++i) {
        if (accept(i)) return i;
      }
    }
  }
  return detail::find_one_by_one(i, end, accept);
}

/// The same for a block. Quick tests of all its places tell, without a branch, which are worth another look.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_among_flagged(std::ptrdiff_t begin, P& accept) {
  static_assert(places_of_block == flag_block);
  unsigned char flags[flag_block];
  for (std::ptrdiff_t j = 0; j < flag_block; ++j) flags[j] = accept.may_accept(begin + j) ? 1 : 0;
  for (std::uint64_t bits = detail::flag_bits(flags); bits != 0; bits &= bits - 1) {
    std::ptrdiff_t const at = begin + detail::lowest_bit(bits);
    if (accept(at)) return at;
  }
  return begin + flag_block;
}

/// The least i in [begin, end) with accept(i), else end. Where that is faster it asks about many places before it looks at
/// the answers: about a block of them near what has passed a quick test, and near the beginning if a hit there is to be
/// cheap, elsewhere about more.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_ahead(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept, bool cheap_begin = true) {
  std::ptrdiff_t i = begin;
#if !defined(__CUDA_ARCH__)  // a thread of a device has no vectors
  using block = block_of_answers<P>;
  if constexpr (block::most > 0) {
    constexpr bool quick_tests = requires { accept.may_accept(i); }, flags = quick_tests && block::makes_flags;
    constexpr std::ptrdiff_t few = places_of_block / 4, near_by = 4 * places_of_block;
    std::ptrdiff_t blocks_until = begin;
    if (cheap_begin) {
      i = detail::least(end, begin + few);
      std::ptrdiff_t const hit = detail::find_in_order(begin, i, accept);
      if (hit < i) return hit;
      blocks_until = i + near_by;
    }
    while (end - i >= places_of_block) {
      std::ptrdiff_t const whole = (end - i) / places_of_block * places_of_block;
      std::ptrdiff_t stop = i + (i < blocks_until ? places_of_block : detail::least(block::most, whole));
      if (!block::any(i, stop, accept)) {
        i = stop;
      } else if (stop - i > places_of_block) {
        blocks_until = stop;
      } else {
        std::ptrdiff_t at = i;
        if constexpr (flags) {
          at = detail::find_among_flagged(i, accept);
        } else {
          // What passes the quick test is not often alone.
          if (quick_tests) stop = detail::least(end, i + 16 * places_of_block);
          at = detail::find_one_by_one(i, stop, accept);
        }
        if (at < stop) return at;
        i = stop;
        if (blocks_until < i + near_by) blocks_until = i + near_by;
      }
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
/// stream, but many enough for all tasks to end together.
template <class P>
class tiled_search {
 public:
  tiled_search(std::ptrdiff_t begin, std::ptrdiff_t n, std::ptrdiff_t tile)
      : begin_(begin),
        n_(n),
        tile_(tile),
        tiles_((n - begin) / tile),
        long_chunk_(length_of_long_chunk(tiles_)),
        best_(n) {}

  /// What a task does.
  void work(P accept) {
    try {
      while (begin_of(next_.load(std::memory_order_relaxed)) < best()) {
        std::ptrdiff_t const chunk = next_.fetch_add(1, std::memory_order_relaxed);
        std::ptrdiff_t const end = begin_of(chunk + 1);
        for (std::ptrdiff_t i = begin_of(chunk); i < end; i += tile_) {
          if (i >= best()) return;
          std::ptrdiff_t const stop = detail::least(end, i + tile_);
          std::ptrdiff_t const hit = detail::find_ahead(i, stop, accept, false);
          if (hit == stop) continue;
          std::ptrdiff_t seen = best();
          while (hit < seen && !best_.compare_exchange_weak(seen, hit, std::memory_order_relaxed)) {
          }
          return;
        }
      }
    } catch (...) {
      best_.store(0, std::memory_order_relaxed);  // nobody goes on
      throw;
    }
  }
  std::ptrdiff_t best() const { return best_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::ptrdiff_t short_chunks = 16, longest_chunk = 16;
  static std::ptrdiff_t length_of_long_chunk(std::ptrdiff_t tiles) {
    constexpr std::ptrdiff_t long_chunks = 64;
    return tiles < long_chunks ? 1 : detail::least(longest_chunk, tiles / long_chunks);
  }
  /// Where a chunk begins.
  std::ptrdiff_t begin_of(std::ptrdiff_t chunk) const {
    std::ptrdiff_t const shorts = detail::least(chunk, short_chunks);
    std::ptrdiff_t const at = shorts + (chunk - shorts) * long_chunk_;
    return at > tiles_ ? n_ : begin_ + at * tile_;
  }

  std::ptrdiff_t const begin_, n_, tile_, tiles_, long_chunk_;
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
/// four times as many are searched by the calling thread. What is only compared, so fast that 2^16 bytes are worth a task,
/// the calling thread begins alone: a search that ends soon ends before others come.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile = default_grain) {
  if constexpr (requires { exec.find_first(n, pred); }) {
    static_cast<void>(tile);
    return exec.find_first(n, pred);
  } else {
    constexpr auto bytes = static_cast<std::ptrdiff_t>(compared_bytes<P>);
    if constexpr (bytes != 0) tile = tile * 16 / bytes;
    std::ptrdiff_t const few = 4 * tile;
    std::ptrdiff_t begin = 0;
    if (bytes != 0 || n <= few) {
      begin = detail::find_ahead(0, n < 0 ? 0 : detail::least(n, few), pred);
      if (begin < few || n == few) return begin;
    }
    return detail::find_first_by_tasks(exec, begin, n, std::move(pred), tile);
  }
}

/// Puts the result of find_first where `out` is. A backend that has find_first_into(n, pred, out) does not wait for it.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P, class O>
THRUM_HD void find_first_into(B const& exec, std::ptrdiff_t n, P pred, O out) {
  if constexpr (requires { exec.find_first_into(n, pred, out); }) {
    exec.find_first_into(n, std::move(pred), out);
  } else {
    detail::leave(exec, out, detail::find_first(exec, n, std::move(pred)));
  }
}

}  // namespace detail
}  // namespace thrum
