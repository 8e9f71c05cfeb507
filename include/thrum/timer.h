// timer, seconds_of: how long work takes, by the clock that fits the policy of the work.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/backend.h>
#include <chrono>
#include <concepts>
#include <stdexcept>

#if defined(__CUDACC__)
#include <thrum/cuda/event.h>
#include <thrum/detail/backends/cuda/policies.cuh>
#endif

namespace thrum {

namespace detail {
/// Records which calls of a timer were made.
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

/// A stopwatch for work under a policy, from start() to stop(), with the same spelling for all
/// policies:
///
///     thrum::timer watch(policy);
///     watch.start();
///     thrum::sort(policy, first, last);
///     watch.stop();
///     double const s = watch.seconds();
///
/// On the host the clock is the steady clock. Under a CUDA policy the timer measures the time
/// between two points in the stream of the policy, by the device's clock: work that the host does
/// not wait for is measured too, and start() and stop() do not wait.
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
  /// Returns the seconds from the last start() to the last stop() after it. Throws std::logic_error
  /// if there is no such pair. Under a CUDA policy the call waits for the work between the two.
  double seconds() const {
    calls_.check();
    return std::chrono::duration<double>(end_ - begin_).count();
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_{}, end_{};
  detail::timer_calls calls_;
};
#if defined(__CUDACC__)
/// The timer of a CUDA policy: two events in its stream, on its device.
template <std::derived_from<cuda::policy> B>
class timer<B> {
 public:
  explicit timer(B const& exec) : exec_(exec), clock_(made_on_its_device(exec)) {}
  explicit timer(checked_policy<B> const& exec) : timer(exec.unchecked()) {}

  void start() {
    auto const guard = exec_.on_its_device();
    clock_.start();
    calls_.start();
  }
  void stop() {
    auto const guard = exec_.on_its_device();
    clock_.stop();
    calls_.stop();
  }
  double seconds() const {
    calls_.check();
    return clock_.seconds();
  }

 private:
  /// Makes the clock on the device of the policy: events belong to the device that is current when
  /// they are made.
  static cuda::timer made_on_its_device(B const& exec) {
    auto const guard = exec.on_its_device();
    return cuda::timer(exec.stream());
  }

  B exec_;
  cuda::timer clock_;
  detail::timer_calls calls_;
};
#endif

template <class B>
timer(checked_policy<B> const&) -> timer<B>;

/// Returns the seconds that work() takes. work() runs under this policy.
template <class P, class Work>
double seconds_of(P const& exec, Work&& work) {
  timer watch(exec);
  watch.start();
  work();
  watch.stop();
  return watch.seconds();
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
