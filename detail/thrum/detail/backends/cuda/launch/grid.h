// The shapes of launches, and the check of a shape. Nothing here needs CUDA.
#pragma once

#include <cstddef>
#include <string>

namespace thrum {
namespace cuda {

/// Extents in up to three dimensions: {256} is 256 x 1 x 1.
struct extents {
  std::ptrdiff_t x = 1;
  std::ptrdiff_t y = 1;
  std::ptrdiff_t z = 1;

  constexpr bool empty() const { return x <= 0 || y <= 0 || z <= 0; }
  friend constexpr bool operator==(extents const&, extents const&) = default;
};

/// The shape of a launch: its thread blocks, the threads of each block, and the bytes of shared
/// memory that each block has for context.shared<T>(count).
struct grid {
  extents blocks;
  extents threads;
  std::size_t shared_bytes = 0;

  /// Returns a grid with as many blocks of `threads` threads as it takes to give each index triple
  /// (i, j, k) of `range` a thread: the thread with the coordinates i, j and k. Threads at the ends
  /// lie outside of the range if its extents are not multiples of the extents of a block.
  static constexpr grid covering(extents range, extents threads, std::size_t shared_bytes = 0) {
    return {
        {parts(range.x, threads.x), parts(range.y, threads.y), parts(range.z, threads.z)}, threads, shared_bytes};
  }

 private:
  static constexpr std::ptrdiff_t parts(std::ptrdiff_t n, std::ptrdiff_t of) {
    return n <= 0 || of <= 0 ? n : (n - 1) / of + 1;
  }
};

}  // namespace cuda

namespace detail {

/// The limits of a launch of a kernel.
struct grid_limits {
  std::ptrdiff_t threads;    // of a block; the registers of the kernel limit them
  std::size_t shared_bytes;  // that a launch may ask for
  std::ptrdiff_t blocks;     // of a cooperative launch, otherwise no_limit

  static constexpr std::ptrdiff_t no_limit = -1;
};

inline std::string extents_text(cuda::extents const& e) {
  return std::to_string(e.x) + " x " + std::to_string(e.y) + " x " + std::to_string(e.z);
}

/// Returns why a grid that is not empty cannot be launched, or an empty text if the grid can be
/// launched.
inline std::string problem_of_grid(cuda::grid const& g, grid_limits const& most) {
  // These limits are the same on all devices.
  constexpr cuda::extents block{1024, 1024, 64};
  constexpr cuda::extents blocks{2147483647, 65535, 65535};
  auto const beyond = [](cuda::extents const& e, cuda::extents const& limit) {
    return e.x > limit.x || e.y > limit.y || e.z > limit.z;
  };
  if (g.threads.empty() || beyond(g.threads, block)) {
    return "a block of " + extents_text(g.threads) + " threads: its extents are from 1 to " + extents_text(block);
  }
  std::ptrdiff_t const threads = g.threads.x * g.threads.y * g.threads.z;
  if (threads > most.threads) {
    return "a block of " + std::to_string(threads) + " threads: this kernel can have " +
           std::to_string(most.threads);
  }
  if (beyond(g.blocks, blocks)) {
    return "a grid of " + extents_text(g.blocks) + " blocks: at most " + extents_text(blocks) + " are possible";
  }
  if (g.shared_bytes > most.shared_bytes) {
    return std::to_string(g.shared_bytes) + " bytes of shared memory for a block: this kernel can have " +
           std::to_string(most.shared_bytes);
  }
  // The product of three extents of at most 31, 16 and 16 bits fits into the type.
  std::ptrdiff_t const count = g.blocks.x * g.blocks.y * g.blocks.z;
  if (most.blocks != grid_limits::no_limit && count > most.blocks) {
    return std::to_string(count) + " blocks of " + std::to_string(threads) +
           " threads in a cooperative launch: all have to run at once, and " + std::to_string(most.blocks) + " do";
  }
  return {};
}

}  // namespace detail
}  // namespace thrum
