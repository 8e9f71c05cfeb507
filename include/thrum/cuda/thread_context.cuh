// cuda::thread_context: what a kernel of cuda::launch knows about the thread that runs it.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/thread_context.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <cooperative_groups.h>

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>

namespace thrum::cuda {

/// The position of a thread in its thread block and in the grid, and access to what the threads of
/// a block share.
class thread_context {
 public:
  uint3 thread;  ///< its index in its block
  uint3 block;   ///< the index of its block in the grid
  dim3 threads;  ///< the extents of a block
  dim3 blocks;   ///< the extents of the grid

  THRUM_HD thread_context(uint3 t, uint3 b, dim3 block_extents, dim3 grid_extents)
      : thread(t), block(b), threads(block_extents), blocks(grid_extents) {}

  /// Return the coordinates of the thread among all threads.
  THRUM_HD std::ptrdiff_t x() const { return static_cast<std::ptrdiff_t>(block.x) * threads.x + thread.x; }
  THRUM_HD std::ptrdiff_t y() const { return static_cast<std::ptrdiff_t>(block.y) * threads.y + thread.y; }
  THRUM_HD std::ptrdiff_t z() const { return static_cast<std::ptrdiff_t>(block.z) * threads.z + thread.z; }

  /// Returns the number of the thread in its block, counted along x first.
  THRUM_HD int rank() const { return static_cast<int>((thread.z * threads.y + thread.y) * threads.x + thread.x); }
  /// Returns how many threads the block has.
  THRUM_HD int size() const { return static_cast<int>(threads.x * threads.y * threads.z); }
  /// Returns the number of the thread in the grid, counted block by block.
  THRUM_HD std::ptrdiff_t grid_rank() const {
    auto const before = (static_cast<std::ptrdiff_t>(block.z) * blocks.y + block.y) * blocks.x + block.x;
    return before * size() + rank();
  }
  /// Returns how many threads the grid has.
  THRUM_HD std::ptrdiff_t grid_size() const {
    return static_cast<std::ptrdiff_t>(blocks.x) * blocks.y * blocks.z * size();
  }

  /// Waits for all threads of the block, and makes what they wrote visible to each other. All
  /// threads of the block must call sync().
  THRUM_HD void sync() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }

  /// Returns an object in shared memory, the same for all threads of the block. There is one object
  /// of each type T. The object has no initial value.
  ///     auto& tile = context.shared<float[16][16]>();
  template <class T>
  THRUM_HD T& shared() const {
    using element = std::remove_all_extents_t<T>;
    static_assert(std::is_trivially_copyable_v<element> && std::is_trivially_destructible_v<element>,
                  "thrum: what blocks share is trivially copyable: nobody constructs or destroys it");
#if defined(__CUDA_ARCH__)
    __shared__ alignas(T) unsigned char bytes[sizeof(T)];
    return reinterpret_cast<T&>(bytes);
#else
    __builtin_unreachable();
#endif
  }

  /// Returns the next `count` objects of the shared memory that the launch asked for
  /// (grid::shared_bytes), the same for all threads of the block. All threads of the block must
  /// make the same calls. The objects have no initial value. A call for more memory than the launch
  /// asked for ends the kernel with an error.
  template <class T>
  THRUM_HD T* shared([[maybe_unused]] std::ptrdiff_t count) const {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                  "thrum: what blocks share is trivially copyable: nobody constructs or destroys it");
    static_assert(alignof(T) <= 128, "thrum: shared memory is aligned to 128 bytes");
#if defined(__CUDA_ARCH__)
    extern __shared__ __align__(128) unsigned char thrum_shared_bytes[];
    unsigned available;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(available));
    std::size_t const begin = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    used_ = begin + static_cast<std::size_t>(count) * sizeof(T);
    if (used_ > available) __trap();
    return reinterpret_cast<T*>(thrum_shared_bytes + begin);
#else
    __builtin_unreachable();
#endif
  }

 private:
  mutable std::size_t used_ = 0;
};

/// A thread_context of a cooperative launch, in which the whole grid can wait for itself.
class cooperative_context : public thread_context {
 public:
  using thread_context::thread_context;

  /// Waits for all threads of the grid, and makes what they wrote visible to each other. All
  /// threads of the grid must call sync_grid().
  THRUM_HD void sync_grid() const {
#if defined(__CUDA_ARCH__)
    cooperative_groups::this_grid().sync();
#endif
  }
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
