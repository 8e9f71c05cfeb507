// The timer of a CUDA policy: two events in its stream, on its device. thrum/timer.h includes this
// file.
#pragma once

#include <thrum/cuda/event.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/timer.h>
#include <concepts>

namespace thrum {

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

}  // namespace thrum
