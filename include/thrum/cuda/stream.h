// cuda::stream: a queue of work on a device.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/stream.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <utility>

namespace thrum::cuda {

/// The urgency of the kernels of a stream among the kernels that could begin. The priority is a
/// hint: it does not interrupt what runs.
enum class stream_priority { low, high };

/// A stream of a device. The stream waits for no other stream, not even for the default stream, and
/// the default stream does not wait for it (cudaStreamNonBlocking).
///
///     thrum::cuda::stream s;
///     thrum::sort(thrum::cuda::par_nosync.on(s), first, last);
///     s.synchronize();
///
/// Owns a cudaStream_t and converts to it. A stream that was moved from can only be assigned or
/// destroyed. To use a stream of a device that is not current, give the policy the device too:
/// par.on_device(s.owner()).on(s).
class stream {
 public:
  /// Makes a stream of the current device.
  explicit stream(stream_priority priority = stream_priority::low) : stream(device::current(), priority) {}
  explicit stream(device of, stream_priority priority = stream_priority::low) : device_(of) {
    device_guard const guard(of);
    int least = 0;
    int greatest = 0;
    detail::cuda_check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
    int const number = priority == stream_priority::high ? greatest : least;
    detail::cuda_check(cudaStreamCreateWithPriority(&handle_, cudaStreamNonBlocking, number),
                       "cudaStreamCreateWithPriority");
  }
  /// Destroys the stream without waiting. The work in the stream goes on to its end.
  ~stream() {
    if (handle_ != nullptr) static_cast<void>(cudaStreamDestroy(handle_));
  }
  stream(stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)), device_(other.device_) {}
  stream& operator=(stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(device_, other.device_);
    return *this;
  }

  operator cudaStream_t() const& noexcept { return handle_; }
  operator cudaStream_t() const&& = delete;  // the stream would be gone when the handle is used

  device owner() const noexcept { return device_; }

  /// Makes work that is put into this stream from now on begin only when the event is ready. The
  /// event may belong to another device. The host does not wait.
  void wait(event const& e) { detail::cuda_check(cudaStreamWaitEvent(handle_, e, 0), "cudaStreamWaitEvent"); }
  /// Makes later work in this stream wait for the work that is in another stream now. The other
  /// stream may belong to any device. The host does not wait.
  void wait(stream const& other) {
    event now(untimed, other.owner());
    now.record(other);
    wait(now);
  }

  /// Returns whether all work of the stream is done. Does not wait. Throws if some of the work
  /// failed.
  bool idle() const {
    cudaError_t const code = cudaStreamQuery(handle_);
    if (code == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    detail::cuda_check(code, "cudaStreamQuery");
    return true;
  }

  /// Blocks the host until all work of the stream is done. Throws if some of the work failed.
  void synchronize() const {
    detail::cuda_check(detail::runtime::stream_synchronize(handle_), "cudaStreamSynchronize");
  }

 private:
  cudaStream_t handle_ = nullptr;
  device device_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
