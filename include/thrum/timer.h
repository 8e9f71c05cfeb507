// timer, seconds_of: how long work takes, by the clock that fits the policy it runs under.
#pragma once

#include <thrum/detail/backend.h>
#include <chrono>
#include <stdexcept>

namespace thrum {

/// Measures what is done under a policy between start() and stop(), with one spelling for all:
///
///     thrum::timer watch(policy);
///     watch.start();
///     thrum::sort(policy, first, last);
///     watch.stop();
///     double const s = watch.seconds();
///
/// On the host it is the steady clock. Under a CUDA policy it is the time between two points in the stream of the
/// policy, by the device's clock: work that the host does not wait for is measured, too, and start() and stop() do not
/// wait.
template <class B>
class timer {
 public:
  explicit timer(B const&) {}
  explicit timer(checked_policy<B> const&) {}

  void start() {
    begin_ = clock::now();
    stopped_ = false;
  }
  void stop() {
    end_ = clock::now();
    stopped_ = true;
  }
  /// Seconds from the last start() to the stop() behind it. std::logic_error where none is; under a CUDA policy waits
  /// for the work between the two, and throws thrum::cuda_error where one of them is missing.
  double seconds() const {
    if (!stopped_) throw std::logic_error("thrum: timer.seconds() needs start() and stop() before");
    return std::chrono::duration<double>(end_ - begin_).count();
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_{}, end_{};
  bool stopped_ = false;
};
template <class B>
timer(checked_policy<B> const&) -> timer<B>;

/// The seconds that work() takes, which runs under this policy.
template <class P, class Work>
double seconds_of(P const& exec, Work&& work) {
  timer watch(exec);
  watch.start();
  work();
  watch.stop();
  return watch.seconds();
}

}  // namespace thrum

#if defined(__CUDACC__)
#include <thrum/detail/cuda/timer.cuh>
#endif
