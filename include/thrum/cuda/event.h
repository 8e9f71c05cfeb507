// cuda::event: a point in the work of a stream. Other streams and the host can wait for it, and
// measure the time between two of them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/event.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/cuda/device.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <utility>

namespace thrum::cuda {

/// A tag for an event that records no time: event(untimed). Waiting for an untimed event is
/// fastest.
struct untimed_t {};
inline constexpr untimed_t untimed{};

/// An event of a device. Recording the event in a stream makes it a point in the work of the
/// stream; the event is done when that work is done. Owns a cudaEvent_t and converts to it. An
/// event that was moved from can only be assigned or destroyed.
class event {
 public:
  event() : event(cudaEventDefault) {}
  explicit event(untimed_t) : event(cudaEventDisableTiming) {}
  /// Makes an event of this device instead of the current device.
  explicit event(device of) : event(cudaEventDefault, of) {}
  event(untimed_t, device of) : event(cudaEventDisableTiming, of) {}
  /// Destroys the event without waiting. Whoever already waits for the event goes on waiting.
  ~event() {
    if (handle_ != nullptr) static_cast<void>(cudaEventDestroy(handle_));
  }
  event(event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  event& operator=(event&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  operator cudaEvent_t() const& noexcept { return handle_; }
  operator cudaEvent_t() const&& = delete;  // the event would be gone when the handle is used

  /// Makes the event stand for the work that is in this stream now. The stream must belong to the
  /// device of the event. Before this call the event stood for nothing or for earlier work.
  void record(cudaStream_t stream) { detail::cuda_check(cudaEventRecord(handle_, stream), "cudaEventRecord"); }

  /// Returns whether the recorded work is done. Does not wait. An event that was never recorded is
  /// ready.
  bool ready() const {
    cudaError_t const code = cudaEventQuery(handle_);
    if (code == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    detail::cuda_check(code, "cudaEventQuery");
    return true;
  }

  /// Blocks the host until the event is ready. Throws if work on the device has failed.
  void synchronize() const {
    detail::cuda_check(detail::runtime::event_synchronize(handle_), "cudaEventSynchronize");
  }

  /// Returns the seconds from the earlier event to this one, to about half a microsecond. Waits for
  /// both events. Both events must record time, belong to one device and have been recorded;
  /// otherwise throws thrum::cuda_error.
  double seconds_since(event const& earlier) const {
    earlier.synchronize();
    synchronize();
    float milliseconds = 0;
    detail::cuda_check(cudaEventElapsedTime(&milliseconds, earlier.handle_, handle_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  explicit event(unsigned int flags) {
    detail::cuda_check(cudaEventCreateWithFlags(&handle_, flags), "cudaEventCreateWithFlags");
  }
  event(unsigned int flags, device of) {
    device_guard const guard(of);
    detail::cuda_check(cudaEventCreateWithFlags(&handle_, flags), "cudaEventCreateWithFlags");
  }

  cudaEvent_t handle_ = nullptr;
};

/// A timer that measures work in a stream by the clock of the device: the work that is put into the
/// stream between start() and stop().
///
///     thrum::cuda::timer timer(stream);
///     timer.start();
///     thrum::sort(thrum::cuda::par_nosync.on(stream), first, last);
///     timer.stop();
///     double const s = timer.seconds();
class timer {
 public:
  /// Makes a timer for a stream of the current device; without an argument, for its default stream.
  explicit timer(cudaStream_t stream = nullptr) : stream_(stream) {}

  void start() { begin_.record(stream_); }
  void stop() { end_.record(stream_); }
  /// Returns the seconds of device time from the last start() to the last stop(). Waits for the
  /// work between them.
  double seconds() const { return end_.seconds_since(begin_); }

 private:
  cudaStream_t stream_;
  event begin_;
  event end_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
