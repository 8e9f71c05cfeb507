// cuda::stream_vector: device vectors whose memory is in the order of a stream, and the allocator
// for them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(THRUM_WITH_CUDA)
#error "thrum/cuda/stream_vector.h needs the CUDA runtime, in a program that links thrum::cuda"
#else

#include <thrum/detail/base/memory_space.h>
#include <cuda_runtime_api.h>
#include <thrum/cuda/memory_pool.h>
#include <thrum/cuda/stream.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/device_allocator.h>
#include <thrum/device_vector.h>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace thrum::cuda {

/// An allocator of device memory in the order of a stream. What a vector with this allocator does
/// to its memory and its elements is done when the stream comes to it. The memory comes from the
/// pool of the device of a cuda::stream, or for a cudaStream_t from the pool of the device that was
/// current, or from a pool that the program made. The stream and the pool must outlive the memory.
template <class T>
class stream_allocator {
 public:
  using value_type = T;
  using memory_space = device_space<device_system::cuda>;
  using pointer = detail::allocator_pointer<T, memory_space>;
  using const_pointer = detail::allocator_pointer<T const, memory_space>;
  // Each block of memory is given back in the stream that it comes from.
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  /// Allocates in the default stream of the current device.
  stream_allocator() : stream_allocator(cudaStream_t{}) {}
  /// Allocates in a stream of the current device.
  stream_allocator(cudaStream_t stream) : stream_(stream), device_(detail::cuda_current_device()) {}
  stream_allocator(cudaStream_t stream, memory_pool& pool)
      : stream_(stream), device_(pool.device()), pool_(&pool) {}
  stream_allocator(cuda::stream const& stream) : stream_(stream), device_(stream.owner()) {}
  stream_allocator(cuda::stream const& stream, memory_pool& pool)
      : stream_(stream), device_(stream.owner()), pool_(&pool) {}
  template <class U>
  stream_allocator(stream_allocator<U> const& other) noexcept
      : stream_(other.stream()), device_(other.device()), pool_(other.pool()) {}

  pointer allocate(std::size_t n) {
    std::size_t const bytes = detail::bytes_of<T>(n);
    detail::cuda_device_guard const guard(device_, detail::cuda_device_guard::or_throw{});
    void* const p = pool_ != nullptr ? pool_->allocate_async(bytes, alignof(T), stream_)
                                     : detail::allocate_device_async(bytes, alignof(T), stream_);
    return pointer(static_cast<T*>(p));
  }
  void deallocate(pointer p, std::size_t) noexcept {
    detail::cuda_device_guard const guard(device_);
    detail::deallocate_device_async(std::to_address(p), stream_);
  }

  cudaStream_t stream() const noexcept { return stream_; }
  int device() const noexcept { return device_; }
  /// Returns the pool that the program gave; null for the pool of the device.
  memory_pool* pool() const noexcept { return pool_; }
  /// Returns the copies and fills that the vectors use.
  detail::cuda_far_memory far_memory() const noexcept { return {stream_, device_}; }

  template <class U>
  friend bool operator==(stream_allocator const& a, stream_allocator<U> const& b) noexcept {
    return a.stream() == b.stream() && a.device() == b.device() && a.pool() == b.pool();
  }

 private:
  cudaStream_t stream_;
  int device_;
  memory_pool* pool_ = nullptr;
};

/// A device_vector whose work is done in the order of a stream.
///
///     thrum::cuda::stream s;
///     thrum::cuda::stream_vector<float> v(n, 1.5F, s);                   // nothing waits
///     thrum::sort(thrum::cuda::par_nosync.on(s), v.begin(), v.end());    // after that
///     std::vector<float> const sorted = v.to_host();                     // waits for the stream
///
/// Construction, assignment, growth and destruction of a vector allocate, fill, copy and free in
/// the stream. The host waits in two cases only: if it is given elements (v[i], at, front, back,
/// to_host, comparison, a host_vector or device_vector made of the vector), or if it gives more
/// than two mebibytes that have not begun to travel. What the host gave may be changed at once.
/// Copies between vectors of two streams, and copies from a device_vector, make the streams wait
/// for each other, not the host. The copy of a vector uses the stream of the original; move
/// assignment and swap pass the stream on. emplace_back returns nothing.
///
/// Iterators know no stream. Algorithms therefore need par.on(s), and a program waits for the
/// stream before it dereferences an iterator on the host, or gives two iterators to thrum::copy or
/// to the constructor of another vector. Within a capture, elements of the host cannot be copied,
/// because a graph would read them when it is replayed. Elements whose bytes are all equal (0, -1)
/// can be filled in.
template <class T>
using stream_vector = device_vector<T, stream_allocator<T>>;

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
