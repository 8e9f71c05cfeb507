// Page-locked buffers between the host's ordinary memory and a device's.
//
// The runtime copies ordinary memory through page-locked buffers of its own, chunk by chunk, as fast as one thread can: for
// a contiguous range that is as good as anything done here. These buffers are for elements that are made or taken one by one
// (a std::list, a conversion), so that a chunk is made while the one before travels, and for copies in the order of a stream
// that must not wait for it: for ordinary memory the runtime may.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/allocate.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Two buffers for copies of one device. They are filled from the front, by any number of copies in any streams; one that
/// is full is used again when all its copies are done, which the events of those streams tell.
class cuda_staging {
 public:
  /// A chunk takes the bus some 50 microseconds, and stays in the cache of a core.
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

  struct place {
    void* p;
    int buffer;
  };

  /// For the current device.
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

  /// Room in a buffer, for at most buffer_bytes. May wait for copies from two buffers ago.
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
    marks.reserve(marks.size() + 1);  // so that what is under way is never without one
    return found;
  }

  /// To be called when a copy from or to a buffer has been put into a stream.
  void copies(int buffer, cudaStream_t stream) {
    cudaError_t const code = try_mark(marks_[index(buffer)], stream);
    if (code == cudaSuccess) return;
    drop(runtime::stream_synchronize(stream));
    cuda_check(code, "cudaEventRecord");
  }

  /// Until all copies from and to a buffer are done, or those in one stream.
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
  /// The last copy in a stream.
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
      // A stream may have got the name of one that has ended: what was marked in that one must come first.
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

/// The calling thread's buffers for the current device, for the lifetime of the object; others where they are in use already.
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
    all.reserve(all.size() + 1);  // for when it comes back
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

/// A transfer (see detail/memory/chunks.h) between page-locked buffers and device memory at `far`, in the order of a stream.
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
