// The operations of vectors on device memory, in the order of a stream: either the default stream,
// for which the host waits, or a stream of the user, for which the host does not wait.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/host_blocks.h>
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/allocation.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/memory/staging.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/memory/chunks.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace thrum::detail {

/// Returns the device whose own memory p points to; -1 for managed memory and for memory of the
/// host.
inline int cuda_device_of(void const* p) {
  cudaPointerAttributes attributes{};
  cuda_check(cudaPointerGetAttributes(&attributes, p), "cudaPointerGetAttributes");
  return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;
}

inline bool cuda_has_several_devices() {
  static bool const several = [] {
    int n = 0;
    cuda_check(cudaGetDeviceCount(&n), "cudaGetDeviceCount");
    return n > 1;
  }();
  return several;
}

/// Copies bytes between two ranges that do not overlap. If both ranges are in memory of devices,
/// the runtime is told which devices: without peer access the runtime finds out the devices for
/// memory of cudaMalloc only, not for memory of a pool.
inline void cuda_copy_async(void* to, void const* from, std::size_t bytes, cudaStream_t stream) {
  if (cuda_has_several_devices()) {
    int const to_device = cuda_device_of(to);
    int const from_device = cuda_device_of(from);
    if (to_device >= 0 && from_device >= 0 && to_device != from_device) {
      return cuda_check(runtime::memcpy_peer_async(to, to_device, from, from_device, bytes, stream),
                        "cudaMemcpyPeerAsync");
    }
  }
  cuda_check(runtime::memcpy_async(to, from, bytes, cudaMemcpyDefault, stream), "cudaMemcpyAsync");
}

/// Copies and fills of device memory in one stream. In a stream of the user, they are done when the
/// stream comes to them, and what the host gave may be changed at once. In the legacy default
/// stream, they are done when finish() returns, because every stream has to see them: cudaMemcpy
/// may return before device memory is written, and non-blocking streams do not wait for the default
/// stream.
class cuda_far_memory {
 public:
  cuda_far_memory() : stream_(cudaStreamLegacy), device_(cuda_device_guard::no_device), waits_(true) {}
  cuda_far_memory(cudaStream_t stream, int device) : stream_(stream), device_(device), waits_(false) {}

  /// Ends a sequence of the calls below. Waits if the stream is the default stream.
  void finish() {
    if (waits_) arrive();
  }
  /// Waits for the calls below if any has begun, in any stream: for data that the host looks at.
  void arrive() {
    if (pending_) wait();
  }
  void wait() {
    auto const guard = on_its_device();
    cuda_check(runtime::stream_synchronize(stream_), "cudaStreamSynchronize");
    pending_ = false;
  }

  /// Copies bytes between ranges that do not overlap. Both are in memory of devices, or also of the
  /// host if finish() waits.
  void copy(void* to, void const* from, std::size_t bytes) {
    if (bytes == 0) return;
    auto const guard = on_its_device();
    pending_ = true;
    detail::cuda_copy_async(to, from, bytes, stream_);
  }
  void set(void* p, unsigned char value, std::size_t bytes) {
    if (bytes == 0) return;
    auto const guard = on_its_device();
    pending_ = true;
    cuda_check(runtime::memset_async(p, value, bytes, stream_), "cudaMemsetAsync");
  }
  /// Copies bytes between ranges that may overlap. The copies of the runtime do not allow that.
  void move(void* to, void const* from, std::size_t bytes) {
    auto const a = reinterpret_cast<std::uintptr_t>(to);
    auto const b = reinterpret_cast<std::uintptr_t>(from);
    if ((a < b ? b - a : a - b) >= bytes) return copy(to, from, bytes);
    auto const guard = on_its_device();
    temporary const room(bytes, stream_);
    copy(room.p, from, bytes);
    copy(to, room.p, bytes);
  }
  /// Exchanges the first `head` bytes at p with the `tail` bytes after them.
  void rotate(void* p, std::size_t head, std::size_t tail) {
    auto const guard = on_its_device();
    temporary const room(head + tail, stream_);
    copy(room.p, p, head + tail);
    copy(p, static_cast<char*>(room.p) + head, tail);
    copy(static_cast<char*>(p) + tail, room.p, head);
  }

  /// Copies from memory of the host. The memory may be used again when the call returns or, if
  /// finish() waits, after finish().
  template <class T>
  void take(T* to, T const* from, std::size_t n) {
    if (waits_) return copy(to, from, n * sizeof(T));
    send(to, n, [&](T* p, std::size_t count) {
      std::memcpy(static_cast<void*>(p), static_cast<void const*>(from), count * sizeof(T));
      from += count;
    });
  }

  /// Makes n elements at `to` from the elements that make(p, count) constructs in memory of the
  /// host, chunk by chunk.
  template <class T, class Make>
  void send(T* to, std::size_t n, Make make) {
    if (n == 0) return;
    refuse_capture();
    auto const guard = on_its_device();
    pending_ = true;
    if (is_staged<T>(n)) {
      cuda_transfer transfer(to, stream_);
      detail::send_in_chunks<T>(transfer, n, make);
    } else {
      pageable<T> const block(n);
      make(block.p, n);
      cuda_check(runtime::memcpy_async(to, block.p, block.bytes, cudaMemcpyHostToDevice, stream_),
                 "cudaMemcpyAsync");
      wait();
    }
  }

  /// Calls take(p, count) for copies of the n elements at `from`, chunk by chunk. Waits for each
  /// chunk.
  template <class T, class Take>
  void receive(T const* from, std::size_t n, Take take) {
    if (n == 0) return;
    refuse_capture();
    auto const guard = on_its_device();
    if (is_staged<T>(n)) {
      cuda_transfer transfer(from, stream_);
      detail::receive_in_chunks<T>(transfer, n, take);
    } else {
      pageable<T> const block(n);
      cuda_check(runtime::memcpy_async(block.p, from, block.bytes, cudaMemcpyDeviceToHost, stream_),
                 "cudaMemcpyAsync");
      wait();
      take(static_cast<T const*>(block.p), n);
    }
  }

  /// Orders work that is put into this stream from now on after the work that is now in the stream
  /// of `other`. The host does not wait.
  void follow(cuda_far_memory const& other) const {
    if (stream_ == other.stream_ && device_ == other.device_) return;
    cudaEvent_t event{};
    cudaError_t code = cudaSuccess;
    {
      auto const guard = other.on_its_device();
      cuda_check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
      code = cudaEventRecord(event, other.stream_);
    }
    if (code == cudaSuccess) {
      cuda_device_guard const guard(device_);
      code = cudaStreamWaitEvent(stream_, event, 0);
    }
    if (cudaEventDestroy(event) != cudaSuccess) static_cast<void>(cudaGetLastError());
    cuda_check(code, "cudaStreamWaitEvent");
  }

 private:
  cuda_device_guard on_its_device() const { return cuda_device_guard(device_, cuda_device_guard::or_throw{}); }

  /// Throws if the stream is captured: a graph would read the memory of the host when it is
  /// replayed.
  void refuse_capture() const {
    if (waits_ || !cuda_captures(stream_)) return;
    detail::throw_cuda_error(cudaErrorStreamCaptureUnsupported, "a copy of elements on the host", __FILE__,
                             __LINE__);
  }

  /// Returns whether page-locked buffers are worth using. A stream that the host does not wait for
  /// always needs the buffers.
  template <class T>
  bool is_staged(std::size_t n) const {
    return sizeof(T) <= cuda_staging::buffer_bytes && (!waits_ || n >= least_staged_bytes / sizeof(T) + 1);
  }

  /// Temporary memory for work in the stream.
  struct temporary {
    temporary(std::size_t bytes, cudaStream_t s) : p(allocate_device_async(bytes, cuda_alignment, s)), stream(s) {}
    ~temporary() { deallocate_device_async(p, stream); }
    temporary(temporary const&) = delete;
    temporary& operator=(temporary const&) = delete;
    void* p;
    cudaStream_t stream;
  };

  /// A buffer for n elements in ordinary memory.
  template <class T>
  struct pageable {
    explicit pageable(std::size_t n)
        : bytes(n * sizeof(T)), p(static_cast<T*>(detail::allocate_host_block(bytes, alignof(T)))) {}
    ~pageable() { detail::deallocate_host_block(p, bytes, alignof(T)); }
    pageable(pageable const&) = delete;
    pageable& operator=(pageable const&) = delete;
    std::size_t bytes;
    T* p;
  };

  cudaStream_t stream_;
  int device_;
  bool waits_;
  bool pending_ = false;
};

}  // namespace thrum::detail

#endif
