// Page-locked buffers between the ordinary memory of the host and the memory of a device.
//
// The runtime copies ordinary memory through its own page-locked buffers, chunk by chunk, as fast
// as one thread can. For a contiguous range, that is as good as anything that could be done here.
// The buffers of this file are for two cases. First, elements that are made or taken one by one (a
// std::list, a conversion): a chunk is made while the chunk before it travels. Second, copies in
// the order of a stream that must not wait for the stream: with ordinary memory, the runtime may
// wait.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/allocation.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Two buffers for the copies of one device. They are filled from the front, by any number of
/// copies in any streams. A buffer that is full is used again when all its copies are done; events
/// in the streams of the copies tell when that is.
class cuda_staging {
 public:
  /// The size of a chunk.
  static constexpr std::size_t buffer_bytes = staging_bytes;

  struct place {
    void* p;
    int buffer;
  };

  /// Makes buffers for the current device.
  cuda_staging() {
    memory_ = cuda_allocate("cudaHostAlloc", 2 * buffer_bytes, cudaStreamLegacy,
                            [](void** p) { return runtime::malloc_host(p, 2 * buffer_bytes); });
  }
  ~cuda_staging() {
    for (int k = 0; k < 2; ++k) {
      for (mark const& m : marks_[index(k)]) {
        drop(runtime::event_synchronize(m.event));
        drop(cudaEventDestroy(m.event));
      }
    }
    drop(runtime::free_host(memory_));
  }
  cuda_staging(cuda_staging const&) = delete;
  cuda_staging& operator=(cuda_staging const&) = delete;

  /// Returns room for at most buffer_bytes bytes in a buffer. May wait for copies that use the
  /// other buffer.
  place room(std::size_t bytes) {
    bytes = (bytes + cuda_alignment - 1) / cuda_alignment * cuda_alignment;
    if (used_ + bytes > buffer_bytes) {
      wait(1 - current_);
      current_ = 1 - current_;
      used_ = 0;
    }
    place const found{static_cast<char*>(memory_) + index(current_) * buffer_bytes + used_, current_};
    used_ += bytes;
    auto& marks = marks_[index(current_)];
    marks.reserve(marks.size() + 1);  // so that no copy under way is ever without a mark
    return found;
  }

  /// Marks a copy from or to a buffer. To be called when the copy has been put into a stream.
  void copies(int buffer, cudaStream_t stream) {
    cudaError_t const code = try_mark(marks_[index(buffer)], stream);
    if (code == cudaSuccess) return;
    drop(runtime::stream_synchronize(stream));
    cuda_check(code, "cudaEventRecord");
  }

  /// Waits until all copies from and to a buffer are done, or only the copies in one stream.
  void wait(int buffer, cudaStream_t const* only = nullptr) {
    for (mark& m : marks_[index(buffer)]) {
      if (!m.pending || (only != nullptr && m.stream != *only)) continue;
      cudaError_t code = cudaEventQuery(m.event);
      if (code == cudaErrorNotReady) {
        static_cast<void>(cudaGetLastError());
        code = runtime::event_synchronize(m.event);
      }
      cuda_check(code, "cudaEventSynchronize");
      m.pending = false;
    }
  }

 private:
  /// A mark of the last copy in a stream.
  struct mark {
    cudaStream_t stream;
    cudaEvent_t event;
    bool pending;
  };

  static std::size_t index(int k) { return static_cast<std::size_t>(k); }
  static void drop(cudaError_t code) noexcept {
    if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
  }

  static cudaError_t try_mark(std::vector<mark>& marks, cudaStream_t stream) noexcept {
    mark* free = nullptr;
    for (mark& m : marks) {
      if (!m.pending) free = &m;
      if (!m.pending || m.stream != stream) continue;
      // A stream may have got the handle of a stream that has ended. The work that was marked in
      // the ended stream must come first.
      cudaError_t const code = cudaStreamWaitEvent(stream, m.event, 0);
      return code == cudaSuccess ? cudaEventRecord(m.event, stream) : code;
    }
    if (free == nullptr) {
      cudaEvent_t event{};
      if (cudaError_t const code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming); code != cudaSuccess) {
        return code;
      }
      marks.push_back({stream, event, false});
      free = &marks.back();
    }
    free->stream = stream;
    cudaError_t const code = cudaEventRecord(free->event, stream);
    free->pending = code == cudaSuccess;
    return code;
  }

  void* memory_;
  int current_ = 0;
  std::size_t used_ = 0;
  std::array<std::vector<mark>, 2> marks_;
};

/// A lease of the calling thread's buffers for the current device, for the lifetime of the object.
/// If the buffers are already in use, the lease has new buffers.
class cuda_staging_lease {
 public:
  cuda_staging_lease() {
    cuda_check(cudaGetDevice(&device_), "cudaGetDevice");
    auto& all = kept();
    for (auto& one : all) {
      if (one.device != device_) continue;
      staging_ = std::move(one.staging);
      std::swap(one, all.back());
      all.pop_back();
      return;
    }
    all.reserve(all.size() + 1);  // room for the buffers when they come back
    staging_ = std::make_unique<cuda_staging>();
  }
  ~cuda_staging_lease() {
    auto& all = kept();
    for (auto const& one : all) {
      if (one.device == device_) return;
    }
    if (all.size() < all.capacity()) all.push_back({device_, std::move(staging_)});
  }
  cuda_staging_lease(cuda_staging_lease const&) = delete;
  cuda_staging_lease& operator=(cuda_staging_lease const&) = delete;

  cuda_staging& operator*() const { return *staging_; }

 private:
  struct buffers_of_device {
    int device;
    std::unique_ptr<cuda_staging> staging;
  };
  static std::vector<buffers_of_device>& kept() {
    static thread_local std::vector<buffers_of_device> all;
    return all;
  }

  int device_ = 0;
  std::unique_ptr<cuda_staging> staging_;
};

/// A transfer (see detail/memory/chunks.h) between page-locked buffers and device memory at `far`,
/// in the order of a stream.
class cuda_transfer {
 public:
  cuda_transfer(void const* far, cudaStream_t stream)
      : far_(static_cast<char*>(const_cast<void*>(far))), stream_(stream) {}

  static constexpr std::size_t buffer_bytes() { return cuda_staging::buffer_bytes; }
  void* fill(int k, std::size_t bytes) { return take(k, bytes); }
  void send(int k, std::size_t offset, std::size_t bytes) {
    copy(k, far_ + offset, at(k).p, bytes, cudaMemcpyHostToDevice);
  }
  void receive(int k, std::size_t offset, std::size_t bytes) {
    take(k, bytes);
    copy(k, at(k).p, far_ + offset, bytes, cudaMemcpyDeviceToHost);
  }
  void const* arrived(int k) {
    (*lease_).wait(at(k).buffer, &stream_);
    return at(k).p;
  }

 private:
  cuda_staging::place& at(int k) { return places_[static_cast<std::size_t>(k)]; }
  void* take(int k, std::size_t bytes) {
    at(k) = (*lease_).room(bytes);
    return at(k).p;
  }
  void copy(int k, void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind) {
    cuda_check(runtime::memcpy_async(to, from, bytes, kind, stream_), "cudaMemcpyAsync");
    (*lease_).copies(at(k).buffer, stream_);
  }

  cuda_staging_lease lease_;
  char* far_;
  cudaStream_t stream_;
  std::array<cuda_staging::place, 2> places_{};
};

}  // namespace thrum::detail

#endif
