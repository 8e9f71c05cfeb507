// cuda::event: a point in a stream's work, for other streams and the host to wait for and to measure between.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/event.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/cuda/device.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <utility>

namespace thrum::cuda {

/// Makes an event that knows no time, which is what the fastest waits are for: event(untimed).
struct untimed_t {};
inline constexpr untimed_t untimed{};

/// An event of a device: a point in the work of one of its streams once it is recorded there, and done when that work is.
/// Owns a cudaEvent_t, to which it converts; one that was moved from can only be assigned or destroyed.
class event {
 public:
  event() : event(cudaEventDefault) {}
  explicit event(untimed_t) : event(cudaEventDisableTiming) {}
  /// Of this device, rather than the current one.
  explicit event(device of) : event(cudaEventDefault, of) {}
  event(untimed_t, device of) : event(cudaEventDisableTiming, of) {}
  /// Destroying does not wait: who waits for it already goes on waiting.
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

  /// Stands for the work that is in this stream now; the stream is one of the event's device. It stood for nothing before,
  /// or for earlier work.
  void record(cudaStream_t stream) { detail::cuda_check(cudaEventRecord(handle_, stream), "cudaEventRecord"); }

  /// Whether that work is done. Does not wait. An event that was never recorded is ready.
  bool ready() const {
    cudaError_t const code = cudaEventQuery(handle_);
    if (code == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    detail::cuda_check(code, "cudaEventQuery");
    return true;
  }

  /// The host waits until it is ready. Throws where work on the device has failed.
  void synchronize() const {
    detail::cuda_check(detail::runtime::event_synchronize(handle_), "cudaEventSynchronize");
  }

  /// Seconds from the earlier event to this one, to about half a microsecond. Waits for both. Both know time, are of one
  /// device and have been recorded; other throws thrum::cuda_error.
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

/// Measures work in a stream by the device's clock: what is put into the stream between start() and stop().
///
///     thrum::cuda::timer timer(stream);
///     timer.start();
///     thrum::sort(thrum::cuda::par_nosync.on(stream), first, last);
///     timer.stop();
///     double const s = timer.seconds();
class timer {
 public:
  /// For a stream of the current device: its default stream unless given.
  explicit timer(cudaStream_t stream = nullptr) : stream_(stream) {}

  void start() { begin_.record(stream_); }
  void stop() { end_.record(stream_); }
  /// Seconds of device time from the last start() to the last stop(). Waits for the work between them.
  double seconds() const { return end_.seconds_since(begin_); }

 private:
  cudaStream_t stream_;
  event begin_;
  event end_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/along/end.h>
