// for_each_block: work in blocks of lanes. The lanes of a block share memory and wait for each
// other, in the same way on the host and on a device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/block.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

template <class L>
inline constexpr int lanes_of = any_lanes;
template <int Lanes>
inline constexpr int lanes_of<lanes_t<Lanes>> = Lanes;

template <class L>
int number_of_lanes(L n) {
  if constexpr (std::integral<L>) {
    if (!std::in_range<int>(n) || static_cast<int>(n) < 1 || static_cast<int>(n) > most_lanes) {
      throw std::invalid_argument("thrum: for_each_block with " + std::to_string(n) +
                                  " lanes: a block has from 1 to " + std::to_string(most_lanes));
    }
    return static_cast<int>(n);
  } else {
    return lanes_of<L>;
  }
}

/// A task that does a number of consecutive blocks, one after another on one thread. The blocks use
/// the same memory.
template <int Lanes, class F>
struct run_of_blocks {
  static constexpr auto kind = body_kind::side_effects;
  std::ptrdiff_t blocks, length;
  int lanes;
  F f;
  // Not inlined: if the compiler unrolled the loop of the caller four times, the code of the whole
  // work would be there four times.
  [[gnu::noinline]] void operator()(std::ptrdiff_t run) const {
    F work = f;
    block_memory memory;
    std::ptrdiff_t const end = least(blocks, (run + 1) * length);
    for (std::ptrdiff_t b = run * length; b < end; ++b) work(block<Lanes>(b, lanes, &memory));
  }
};

/// Returns how many blocks are one task. If there are few blocks, a task is one block, because
/// nobody knows what a block costs. If there are many, a task is so many blocks that several tasks
/// are left for each thread.
template <class B>
std::ptrdiff_t blocks_in_a_row(B const& exec, std::ptrdiff_t blocks) {
  std::ptrdiff_t const tasks = std::max<std::ptrdiff_t>(256, 8 * detail::backend_traits<B>::concurrency(exec));
  return std::max<std::ptrdiff_t>(1, blocks / tasks);
}

template <class B, class F, class L>
constexpr bool valid_work_of_blocks() {
  constexpr bool lanes_known = std::integral<L> || lanes_of<L> != any_lanes;
  static_assert(lanes_known,
                "thrum: the lanes of for_each_block are a number, or thrum::lanes<N> for a constant one");
  constexpr bool callable = callable_with<F, block<lanes_of<L>> const&>;
  static_assert(
      callable,
      "thrum: for_each_block calls its functor with a thrum::block<N> const& under thrum::lanes<N>, with a "
      "thrum::block<> const& where the lanes are a number: this functor cannot be called so");
  constexpr bool copyable = std::copy_constructible<F>;
  static_assert(copyable, "thrum: functors are copied: this one cannot be");
  if constexpr (lanes_known && callable && copyable) return detail::calls<B, F, block<lanes_of<L>> const&>();
  else return false;
}

}  // namespace detail

/// for_each_block(policy, blocks, lanes, f): calls f(block) for each of `blocks` blocks of `lanes`
/// lanes, in any order and concurrently.
///
/// f works in steps, block.each and block.each_of, which call a functor for each lane. A step ends
/// when all lanes of the block have done it, so that the next step may read what other lanes have
/// stored in block.shared<T>(). Code between the steps is for the block as a whole, for example the
/// loop over its steps: that code stores nothing, and does not read what the next step stores.
/// Within a step no lane reads what another lane stores.
///
/// `lanes` is thrum::lanes<256> for a constant, otherwise an int from 1 to 1024 (throws
/// std::invalid_argument if it is not). On a device a block is a thread block of that many threads.
/// On the host a task does one block after another, and a step is a loop over the lanes. Takes no
/// scratch memory of the policy; on the host, shared memory is allocated once for each task. An
/// exception of f leaves the call under seq and tbb::par.
struct for_each_block_fn {
  template <backend B, class Size, class L, class F>
  void operator()(B const& exec, Size blocks, L lanes_of_block, F f) const {
    if constexpr (detail::valid_count<Size>() && detail::valid_work_of_blocks<B, F, L>()) {
      constexpr int fixed = detail::lanes_of<L>;
      std::ptrdiff_t const n = detail::range_length(blocks);
      int const size = detail::number_of_lanes(lanes_of_block);
      if constexpr (detail::has_native<B, native::for_each_block>) {
        exec.template for_each_block<fixed>(n, size, std::move(f));
      } else {
        std::ptrdiff_t const length = detail::blocks_in_a_row(exec, n);
        exec.for_each_n(thrum::blocks_for(n, length),
                        detail::run_of_blocks<fixed, F>{n, length, size, std::move(f)}, 1);
      }
    }
  }
  /// Calls for_each_block without checks: a checked policy checks the ranges of algorithms, and
  /// for_each_block has no ranges.
  template <class B, class Size, class L, class F>
  void operator()(checked_policy<B> const& exec, Size blocks, L lanes_of_block, F f) const {
    (*this)(exec.unchecked(), blocks, lanes_of_block, std::move(f));
  }
};
THRUM_OBJECT for_each_block_fn for_each_block{};

}  // namespace thrum

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/for_each_block.cuh>
#endif

#include <thrum/detail/public_header/end.h>
