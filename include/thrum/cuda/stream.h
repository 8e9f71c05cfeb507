// cuda::stream: a queue of work of its own on a device.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/stream.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <utility>

namespace thrum::cuda {

/// How urgent a stream's kernels are among those that could begin. A hint: what runs is not interrupted.
enum class stream_priority { low, high };

/// A stream of a device, that waits for no other: not for the default stream, nor that for it (cudaStreamNonBlocking).
///
///     thrum::cuda::stream s;
///     thrum::sort(thrum::cuda::par_nosync.on(s), first, last);
///     s.synchronize();
///
/// Owns a cudaStream_t, to which it converts; one that was moved from can only be assigned or destroyed. A stream of
/// another device than the current one is given to a policy with its device: par.on_device(s.owner()).on(s).
class stream {
 public:
  /// Of the current device.
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
  /// Does not wait: the work in it goes on to its end.
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

  /// What is put into this stream from now on begins when the event is ready, which may be of another device. The host does
  /// not wait.
  void wait(event const& e) { detail::cuda_check(cudaStreamWaitEvent(handle_, e, 0), "cudaStreamWaitEvent"); }
  /// The same for the work that is in another stream now, of any device.
  void wait(stream const& other) {
    event now(untimed, other.owner());
    now.record(other);
    wait(now);
  }

  /// Whether all its work is done. Does not wait. Throws where some of it failed.
  bool idle() const {
    cudaError_t const code = cudaStreamQuery(handle_);
    if (code == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());
      return false;
    }
    detail::cuda_check(code, "cudaStreamQuery");
    return true;
  }

  /// The host waits for all its work; throws where some of it failed.
  void synchronize() const {
    detail::cuda_check(detail::runtime::stream_synchronize(handle_), "cudaStreamSynchronize");
  }

 private:
  cudaStream_t handle_ = nullptr;
  device device_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/along/end.h>
