// cuda::workspace: one block of device memory for the scratch memory of the calls in a stream.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/workspace.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <thrum/detail/base/memory_space.h>
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/memory/workspace_blocks.h>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>

namespace thrum {
namespace detail {

/// The source of a workspace's own memory: the pool of the device, in the order of the workspace's
/// stream.
struct workspace_upstream {
  cudaStream_t stream;

  void* allocate(std::size_t bytes) const {
    if (cuda_captures(stream)) {
      throw cuda_bad_alloc("thrum: a cuda::workspace cannot grow by " + std::to_string(bytes) +
                           " bytes while its stream is captured into a graph");
    }
    return cuda_device_memory::allocate_async(bytes, cuda_alignment, stream);
  }
  void deallocate(void* p, std::size_t) const noexcept { cuda_device_memory::deallocate_async(p, stream); }
  [[noreturn]] void refuse(std::size_t needed, std::size_t size) const {
    throw cuda_bad_alloc("thrum: a cuda::workspace of " + std::to_string(size) +
                         " bytes is too small: " + std::to_string(needed) + " bytes are needed so far");
  }
};

}  // namespace detail

namespace cuda {

/// A source of scratch memory for the calls in one stream, out of one block of device memory:
/// `par.on(stream).with(workspace)`. A call takes scratch memory and gives it back by host
/// arithmetic alone: nothing is allocated, and nothing waits. Memory that a call gave back is for
/// the next call, whose work comes later in the stream. A workspace therefore also serves calls
/// that are captured into a graph. The graph then uses the same memory at each replay, and has to
/// be launched in this stream, or when the stream does nothing else.
///
/// A request that does not fit throws std::bad_alloc, and the error says how much was needed. A
/// workspace that may grow takes more memory from the pool of the device instead, in the order of
/// the stream, and is one block of sufficient size from the next call on. A workspace must not grow
/// during a capture, nor after a capture whose graph is still used. high_water() of a workspace
/// that may grow, after a typical run, is the size for a workspace that may not grow.
///
/// Several threads may use a workspace if they take turns in the stream. The stream, and memory of
/// the caller, must outlive the workspace.
class workspace {
 public:
  using memory_space = device_space<device_system::cuda>;
  enum class growth : bool { none, allowed };

  /// Takes a block of memory from the pool of the current device.
  explicit workspace(std::size_t bytes, cudaStream_t stream = nullptr, growth g = growth::none)
      : blocks_({stream}, bytes, g == growth::allowed) {}
  /// Uses a block of memory of the caller, of any alignment; 256 bytes are best.
  workspace(void* p, std::size_t bytes, cudaStream_t stream = nullptr, growth g = growth::none)
      : blocks_({stream}, p, bytes, g == growth::allowed) {}

  /// Returns scratch memory for work in the stream of the workspace. Throws std::invalid_argument
  /// for any other stream.
  void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    if (!is_stream(stream)) throw std::invalid_argument("thrum: a cuda::workspace serves the calls in one stream");
    std::lock_guard const lock(mutex_);
    // Reads of a block of memory that has the alignment of the runtime's own memory cover whole
    // cache lines.
    return blocks_.allocate(bytes, alignment < detail::cuda_alignment ? detail::cuda_alignment : alignment);
  }
  void deallocate_async(void* p, std::size_t, cudaStream_t) noexcept {
    std::lock_guard const lock(mutex_);
    blocks_.deallocate(p);
  }

  cudaStream_t stream() const noexcept { return blocks_.upstream().stream; }
  /// Returns the bytes of the block of memory.
  std::size_t size() const { return read(&blocks::size); }
  /// Returns the bytes that calls under way are using.
  std::size_t used() const { return read(&blocks::used); }
  /// Returns the least size that would have been enough for all requests since the last reset,
  /// refused requests included.
  std::size_t high_water() const { return read(&blocks::high_water); }
  void reset_high_water() {
    std::lock_guard const lock(mutex_);
    blocks_.reset_high_water();
  }

 private:
  using blocks = detail::workspace_blocks<detail::workspace_upstream>;

  bool is_stream(cudaStream_t other) const noexcept {
    auto const by_default = [](cudaStream_t s) { return s == nullptr || s == cudaStreamLegacy; };
    return other == stream() || (by_default(other) && by_default(stream()));
  }
  std::size_t read(std::size_t (blocks::*value)() const noexcept) const {
    std::lock_guard const lock(mutex_);
    return (blocks_.*value)();
  }

  mutable std::mutex mutex_;
  blocks blocks_;
};

}  // namespace cuda
}  // namespace thrum
#endif

#include <thrum/detail/public_header/end.h>
