// cuda::workspace: one block of device memory that the scratch memory of a stream's calls is taken from.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(THRUM_WITH_CUDA) && !defined(__CUDACC__)
#error "thrum/cuda/workspace.h needs the CUDA runtime: link thrum::cuda, or compile this file as CUDA (.cu)"
#else

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/space_memory.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/memory/workspace_blocks.h>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>

namespace thrum {
namespace detail {

/// Where a workspace's own memory comes from: the device's pool, in the order of its stream.
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

/// Scratch memory for the calls in one stream, out of one block of device memory: `par.on(stream).with(workspace)`. A call
/// takes and gives back scratch memory by host arithmetic alone: nothing is allocated, nothing waits, and what a call gave
/// back is for the next one, whose work comes later in the stream. So it serves calls that are captured into a graph; the
/// graph then uses the same memory at each replay, and has to be launched in this stream, or when it does nothing else.
///
/// What does not fit throws std::bad_alloc and says how much was needed, unless the workspace may grow: then it takes more
/// from the device's pool, in the order of the stream, and is one block of sufficient size from the next call on. It must
/// not grow during a capture, nor after one whose graph is still used. high_water() of a workspace that may grow, after a
/// typical run, is the size for one that may not.
///
/// Safe to use from several threads that take turns in the stream. The stream, and memory of the caller's, must outlive it.
class workspace {
 public:
  using memory_space = device_space<device_system::cuda>;
  enum class growth : bool { none, allowed };

  /// A block of its own, from the current device's pool.
  explicit workspace(std::size_t bytes, cudaStream_t stream = nullptr, growth g = growth::none)
      : blocks_({stream}, bytes, g == growth::allowed) {}
  /// A block of the caller's, of any alignment; 256 bytes are best.
  workspace(void* p, std::size_t bytes, cudaStream_t stream = nullptr, growth g = growth::none)
      : blocks_({stream}, p, bytes, g == growth::allowed) {}

  /// Throws std::invalid_argument for another stream than its own.
  void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
    if (!is_stream(stream)) throw std::invalid_argument("thrum: a cuda::workspace serves the calls in one stream");
    std::lock_guard const lock(mutex_);
    // Blocks that begin where the runtime's would are read in whole lines.
    return blocks_.allocate(bytes, alignment < detail::cuda_alignment ? detail::cuda_alignment : alignment);
  }
  void deallocate_async(void* p, std::size_t, cudaStream_t) noexcept {
    std::lock_guard const lock(mutex_);
    blocks_.deallocate(p);
  }

  cudaStream_t stream() const noexcept { return blocks_.upstream().stream; }
  /// Bytes of the block.
  std::size_t size() const { return read(&blocks::size); }
  /// Bytes in use, by calls that are under way.
  std::size_t used() const { return read(&blocks::used); }
  /// The least size that would have been enough for all that was asked for since the last reset, what was refused too.
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

#include <thrum/detail/along/end.h>
