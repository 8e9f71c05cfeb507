// timer, seconds_of: how long work takes, by the clock that fits the policy it runs under.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/backend.h>
#include <chrono>
#include <stdexcept>

namespace thrum {

namespace detail {
/// Which of its calls a timer has seen.
class timer_calls {
 public:
  void start() {
    started_ = true;
    stopped_ = false;
  }
  void stop() { stopped_ = started_; }
  void check() const {
    if (!stopped_) throw std::logic_error("thrum: timer.seconds() needs start() and then stop() before");
  }

 private:
  bool started_ = false, stopped_ = false;
};
}  // namespace detail

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
    calls_.start();
  }
  void stop() {
    end_ = clock::now();
    calls_.stop();
  }
  /// Seconds from the last start() to the last stop() behind it; std::logic_error where there are no such two. Under a CUDA
  /// policy waits for the work between them.
  double seconds() const {
    calls_.check();
    return std::chrono::duration<double>(end_ - begin_).count();
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_{}, end_{};
  detail::timer_calls calls_;
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
#include <thrum/detail/backends/cuda/timer.cuh>
#endif

#include <thrum/detail/along/end.h>
