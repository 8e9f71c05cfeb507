// iterate: a step that is repeated, each time from one of two buffers into the other.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/swap.h>
#include <thrum/backend.h>
#include <cstddef>

namespace thrum {

/// iterate(policy, count, current, next, step): calls step(policy, current, next) count times. Each
/// call reads `current` and writes `next`; after each call the two are exchanged. In the end
/// `current` is what was written last, whether the count is even or odd. A count of 0, or below,
/// changes nothing.
///
/// The vectors themselves are exchanged (by thrum::swap, which copies no elements). Anything else
/// that can be swapped works too: a pointer, or a struct of vectors. Both vectors stay where they
/// are during the step: the step does not change their sizes.
///
/// Under a CUDA policy two steps are captured into a graph, and the graph is launched count / 2
/// times: the host pays for a launch, not for the calls of a step. So step is called only a few
/// times, with a policy that captures, and what step does on the host is not repeated. step may
/// only make calls that can be captured (docs/guides/graphs.md); otherwise thrum::cuda_error is
/// thrown. Scratch memory of those calls belongs to the graph, not to a resource that the policy
/// has by with(). Waits at the end as the policy's other calls do. An exception of a step leaves
/// the call, with the earlier steps done.
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
      if constexpr (detail::has_native<B, native::iterate>) {
        exec.iterate(steps, current, next, step);
      } else {
        for (std::ptrdiff_t k = 0; k < steps; ++k) {
          step(exec, current, next);
          thrum::swap(current, next);
        }
      }
    }
  }
  /// Repeats the step under a checked policy, which checks the algorithms that the step calls. On a
  /// device the steps are not captured.
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

#include <thrum/detail/public_header/end.h>
