// Work for pairs of an index and a number below the count at that index, shared evenly by all tasks
// however the counts differ.
//
// f(i, j, p) does the work of pair p of all, (i, j). On a host, f.some(i, from, to, p) does that of
// the pairs from (i, from) on, before (i, to), if f has this member; p is the first one.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/counted_walk.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Pairs of an index from which on the loop over them is unrolled: a processor does not foresee
/// where an unrolled loop over fewer goes on one by one. 2 million floats in counts of 1 to 15,
/// seq, g++: 1.63 -> 1.14 ns at -O2, 1.47 -> 1.41 at -O3 -march=native. clang++ decides itself.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
inline constexpr std::ptrdiff_t least_unrolled_pairs = 16;
#else
inline constexpr std::ptrdiff_t least_unrolled_pairs = 0;
#endif

/// Does the work of pairs of index i. Inlined: a call for each index takes a fifth of the time of
/// short counts (2^20 floats in counts of 1 to 15, seq, -O2, 2.55 -> 2.11 ms).
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_INLINED THRUM_HD void work_on_pairs(F& f, std::ptrdiff_t i, std::ptrdiff_t from, std::ptrdiff_t to,
                                          std::ptrdiff_t p) {
#if !defined(__CUDA_ARCH__)
  if constexpr (requires { f.some(i, from, to, p); }) {
    if (from < to) f.some(i, from, to, p);
    return;
  }
#endif
  if constexpr (least_unrolled_pairs > 0) {
    if (to - from < least_unrolled_pairs) {
      for (std::ptrdiff_t j = from; j < to; ++j) f(i, j, p + (j - from));
      return;
    }
  }
  THRUM_UNROLL_BY_4
  for (std::ptrdiff_t j = from; j < to; ++j) f(i, j, p + (j - from));
}

/// Pairs of an index, on average, from which on the walk of an F that moves numbers is a few long
/// moves, so that few pairs need no look at the clock.
inline constexpr std::ptrdiff_t long_moves = 64;

/// Makes step s of a walk: the work of its pair.
template <class C, class F, body_kind Kind = body_kind::unknown>
struct walk_step {
  static constexpr auto kind = Kind;
  counted_walk<C> walk;
  F f;
  void operator()(std::ptrdiff_t s) { loop(s, s + 1); }
  void loop(std::ptrdiff_t s, std::ptrdiff_t last_step) {
    repetitions<C> const times = walk.times;
    for (auto [i, begin] = walk.at(s); s < last_step; ++i) {
      if (s == begin) {  // indices of which all pairs are this walk's
        for (std::ptrdiff_t count; begin < last_step && begin + (count = times(i)) < last_step; ++i) {
          detail::work_on_pairs(f, i, 0, count, begin - i);
          begin += count + 1;
        }
        if (begin >= last_step) return;
        s = begin;
      }
      std::ptrdiff_t const end = begin + times(i);
      detail::work_on_pairs(f, i, s - begin, detail::least(end, last_step) - begin, s - i);
      s = begin = end + 1;
    }
  }
};

/// Does the work of pairs p, p + walk_strides, ... of n indices. ends[i]: the number of pairs up to
/// index i.
template <class F>
struct strided_pairs {
  std::ptrdiff_t const* ends;
  std::ptrdiff_t n;
  F f;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t p) {
    for (std::ptrdiff_t const pairs = ends[n - 1]; p < pairs; p += walk_strides) {
      std::ptrdiff_t const i = detail::find_without_branch(n - 1, ends_after{ends, p});
      f(i, p - (i == 0 ? 0 : ends[i - 1]), p);
    }
  }
};

/// Does the work of all pairs (i, j), i in [0, n) and j in [0, counts[i]). Returns the number of
/// pairs if it is wanted.
THRUM_EXEC_CHECK_DISABLE
template <bool Wanted, class B, class C, class F>
THRUM_HD auto expand(B const& exec, C counts, std::ptrdiff_t n, F f) {
  using number = std::conditional_t<Wanted, std::ptrdiff_t, void>;
  repetitions<C> const times{counts};
  if constexpr (backend_traits<B>::is_serial) {
    std::ptrdiff_t pairs = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      std::ptrdiff_t const count = times(i);
      detail::work_on_pairs(f, i, 0, count, pairs);
      pairs += count;
    }
    return static_cast<number>(pairs);
  } else {
    if (n <= 0) return number();
    if constexpr (backend_traits<B>::runs_on_host) {
      walk_sums<B> const sums(exec, times, n);
      counted_walk<C> const walk{times, n, sums.ends()};
      std::ptrdiff_t const steps = walk.steps();
      if constexpr (moves_numbers<F>) {
        if (steps / n >= long_moves) {
          exec.for_each_n(steps, walk_step<C, F, body_kind::move_numbers>{walk, f}, default_grain);
          return static_cast<number>(steps - n);
        }
      }
      exec.for_each_n(steps, walk_step<C, F>{walk, std::move(f)}, default_grain);
      return static_cast<number>(steps - n);
    } else {
      B const step = detail::step_of(exec);
      scratch_array<std::ptrdiff_t, B> const ends(step, n);
      detail::scan(step, detail::computed<std::ptrdiff_t>(times), n, ends.data(), no_seed<std::ptrdiff_t>{},
                   plus<>{}, inclusive{});
      (Wanted ? step : exec).for_each_n(walk_strides, strided_pairs<F>{ends.data(), n, f}, default_grain);
      if constexpr (Wanted) return detail::read(exec, ends.data() + (n - 1));
    }
  }
}

/// Calls f(i, j) for a pair.
template <class F>
struct pair_caller {
  F f;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t) { f(i, j); }
};

}  // namespace thrum::detail
