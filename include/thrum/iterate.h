// iterate: a step that is repeated, from one of two buffers into the other.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/swap.h>
#include <concepts>
#include <cstddef>

namespace thrum {

/// iterate(policy, count, current, next, step): calls step(policy, current, next) count times, each of which reads
/// `current` and writes `next`, and exchanges the two after each. In the end `current` is what was written last,
/// whether the count is even or odd; a count of 0, or below, changes nothing.
///
/// What is exchanged are the vectors themselves (by thrum::swap, which copies no elements); anything else that can be
/// swapped will do, a pointer or a struct of vectors. Both stay where they are for the step: it does not change their
/// sizes.
///
/// Under a CUDA policy two steps are captured into a graph, which is launched count / 2 times: the host pays for a
/// launch, not for the calls of a step. So step is called a few times only, with a policy that captures, and what it
/// does on the host is not repeated; its calls are of those that can be captured (docs/guides/graphs.md), or
/// thrum::cuda_error is thrown. Scratch memory of those calls is the graph's, not of a resource that the policy has by
/// with(). Waits at the end as the policy's other calls do. An exception of a step leaves the
/// call, with the steps before it done.
struct iterate_fn {
  template <backend B, class Size, class V, class Step>
  void operator()(B const& exec, Size repetitions, V& current, V& next, Step step) const {
    constexpr bool callable = requires { step(exec, current, next); };
    static_assert(
        callable,
        "thrum: iterate calls step(policy, current, next): this one cannot be called with this policy and these "
        "buffers");
    if constexpr (detail::valid_count<Size>() && callable) {
      std::ptrdiff_t const steps = detail::length_of(repetitions);
      if constexpr (requires { exec.iterate(steps, current, next, step); }) {
        exec.iterate(steps, current, next, step);
      } else {
        for (std::ptrdiff_t k = 0; k < steps; ++k) {
          step(exec, current, next);
          thrum::swap(current, next);
        }
      }
    }
  }
  /// The algorithms that the step calls are checked under such a policy. On a device the steps are not captured.
  template <class B, class Size, class V, class Step>
  void operator()(checked_policy<B> const& exec, Size repetitions, V& current, V& next, Step step) const {
    for (std::ptrdiff_t k = 0; k < detail::length_of(repetitions); ++k) {
      step(exec, current, next);
      thrum::swap(current, next);
    }
  }
};
THRUM_OBJECT iterate_fn iterate{};

}  // namespace thrum

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/iterate.cuh>
#endif

#include <thrum/detail/along/end.h>
