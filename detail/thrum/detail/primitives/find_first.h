// find_first: the least index that a predicate accepts.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/seq/seq.h>
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

/// Whether a predicate of indices may be asked about indices after the first one that it accepts,
/// even if a walk in order would not reach them. Holds for a predicate that only compares numbers.
/// Specialised next to such predicates.
template <class P>
inline constexpr bool may_look_ahead = false;

template <class T, class U, class F>
inline constexpr bool may_look_ahead<transformed_elements<T*, U*, F>> =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && only_compares<F>;

/// How many bytes a predicate compares for an index, if it does nothing else; 0 if it may do more.
template <class P>
inline constexpr std::size_t compared_bytes =
    may_look_ahead<P> ? sizeof(count_type<typename numbers_of<P>::type>) : 0;

/// Returns the least i in [begin, end) with accept(i), or end if there is none. Asks about no index
/// after the result, and about every index in the same way.
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

/// Returns the same as find_one_by_one, but makes quick tests first if the predicate has them: four
/// a turn, in a loop of their own.
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

/// Returns the same as find_one_by_one for a block of flag_block indices. Quick tests of all
/// indices of the block tell, without a branch, which indices need the full test.
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

/// Returns the least i in [begin, end) with accept(i), or end if there is none. If it is faster,
/// asks about many indices before it looks at the answers. It asks about one block of indices at a
/// time near an index that has passed a quick test, and near the beginning if a hit there is to be
/// cheap. Elsewhere it asks about more blocks at a time.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_ahead(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept, bool cheap_begin = true) {
  std::ptrdiff_t i = begin;
#if !defined(__CUDA_ARCH__)  // device threads have no vectors
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
          // An index that passes the quick test often has others near it that pass, too.
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

/// The search of a range in chunks. Tasks take chunks from left to right until a chunk begins after
/// the best hit. The first chunks are one tile long, so that an early hit is cheap. The other
/// chunks are long enough for memory to come in a stream, but there are enough of them for all
/// tasks to end together.
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

  /// Does the work of one task.
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
      best_.store(0, std::memory_order_relaxed);  // no task goes on
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
  /// Returns the index at which a chunk begins.
  std::ptrdiff_t begin_of(std::ptrdiff_t chunk) const {
    std::ptrdiff_t const shorts = detail::least(chunk, short_chunks);
    std::ptrdiff_t const at = shorts + (chunk - shorts) * long_chunk_;
    return at > tiles_ ? n_ : begin_ + at * tile_;
  }

  std::ptrdiff_t const begin_, n_, tile_, tiles_, long_chunk_;
  std::atomic<std::ptrdiff_t> next_{0}, best_;
};

/// Returns the least i in [begin, n) with pred(i), or n if there is none.
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

/// Returns the least i in [0, n) with pred(i), or n if there is none. `tile` indices are worth a
/// task; callers give fewer if pred takes long. The calling thread alone searches up to four times
/// as many. If pred only compares numbers, 2^16 bytes are worth a task, and the calling thread
/// begins alone: a search that ends soon ends before other threads come.
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

/// Stores the result of find_first at `out`. A backend that has find_first_into(n, pred, out) does
/// not wait for the result.
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
