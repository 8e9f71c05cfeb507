// find_first: the least index that a predicate accepts.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <atomic>
#include <cstddef>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/find_first.cuh>
#endif

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t seq_policy::find_first(std::ptrdiff_t n, P pred) const {
  std::ptrdiff_t i = 0;
  if constexpr (requires { pred.may_accept(i); }) {
    while (n - i >= 4) {
      // Four quick tests a turn, in a loop of their own.
      while (n - i >= 4 && !pred.may_accept(i) && !pred.may_accept(i + 1) && !pred.may_accept(i + 2) &&
             !pred.may_accept(i + 3))
        i += 4;
      for (std::ptrdiff_t const stop = detail::least(n, i + 4); i < stop; ++i) {
        if (pred(i)) return i;
      }
    }
  }
  for (; i < n; ++i) {
    if (pred(i)) return i;
  }
  return n;
}

namespace detail {

/// Whether pred may accept i: what it says itself, or, where it has one, its quick test that rejects most.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD bool may_accept(P& pred, std::ptrdiff_t i) {
  if constexpr (requires { pred.may_accept(i); }) return pred.may_accept(i);
  else return static_cast<bool>(pred(i));
}

/// The least i in [0, n) with pred(i), else n. The range is searched in stretches, each as long as all before it, so
/// that an early hit is cheap. Tasks search tiles of a stretch on their own; one that starts behind the best hit so far
/// returns at once. In a tile, 64 answers are combined before they are looked at, which vectorises. `tile` indices are
/// worth a task: fewer where pred takes long.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile = default_grain) {
  if constexpr (requires { exec.find_first(n, pred); }) {
    static_cast<void>(tile);
    return exec.find_first(n, pred);
  } else {
    constexpr std::ptrdiff_t block = 64;
    std::ptrdiff_t const first_stretch = 16 * tile;
    if (n <= tile) return seq_policy{}.find_first(n, pred);
    std::atomic<std::ptrdiff_t> best{n};
    for (std::ptrdiff_t begin = 0; begin < best.load(std::memory_order_relaxed);) {
      std::ptrdiff_t const length = detail::least(begin == 0 ? first_stretch : begin, n - begin);
      exec.for_each_n((length + tile - 1) / tile,
                      [=, &best](std::ptrdiff_t t) {
                        P accept = pred;
                        std::ptrdiff_t i = begin + t * tile;
                        std::ptrdiff_t const end = detail::least(n, i + tile);
                        for (; i < end; i += block) {
                          if (best.load(std::memory_order_relaxed) < i) return;
                          std::ptrdiff_t const stop = detail::least(end, i + block);
                          int any = 0;  // vectorised where a bool would not be
                          if (stop - i == block) {
                            for (std::ptrdiff_t j = 0; j < block; ++j)
                              any |= detail::may_accept(accept, i + j) ? 1 : 0;
                            if (any == 0) continue;
                          }
                          std::ptrdiff_t hit = i;
                          while (hit < stop && !accept(hit)) ++hit;
                          if (hit == stop) continue;
                          std::ptrdiff_t seen = best.load(std::memory_order_relaxed);
                          while (hit < seen && !best.compare_exchange_weak(seen, hit, std::memory_order_relaxed)) {
                          }
                          return;
                        }
                      },
                      1);
      begin += length;
    }
    return best.load(std::memory_order_relaxed);
  }
}

}  // namespace detail
}  // namespace thrum
