// pool_resource: a pool as a resource of a memory space.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/scratch.h>
#include <thrum/detail/memory/block_pool.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/pool_options.h>
#include <cstddef>
#include <mutex>

namespace thrum {

/// A pool that keeps memory of another resource of the same space for the next request, so that a
/// vector or an algorithm that asks for the same size again costs no allocation. It is
/// thrum::mr::synchronized_pool_resource for code that thinks in spaces. Upstream must outlive the
/// pool, and gets all memory back when the pool is destroyed. If upstream fails, the pool gives
/// back what it can spare and tries again; a std::bad_alloc leaves the pool as it was. Safe to use
/// from several threads.
template <class Space>
class pool_resource final : public memory_resource<Space> {
 public:
  explicit pool_resource(memory_resource<Space>& upstream = default_resource<Space>(),
                         mr::pool_options const& options = {})
      : pool_(detail::scratch_from(upstream), {}, options) {}

  /// Returns the bytes of the blocks of memory in use, each rounded up to the size of its block.
  std::size_t used_bytes() const {
    std::lock_guard const lock(mutex_);
    return pool_.used_bytes();
  }
  /// Returns the bytes that were taken from upstream and not given back.
  std::size_t total_bytes() const {
    std::lock_guard const lock(mutex_);
    return pool_.total_bytes();
  }
  /// Gives upstream the memory in which no block is in use. Returns the number of bytes.
  std::size_t free_all_blocks() {
    std::lock_guard const lock(mutex_);
    return pool_.free_all_blocks();
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    std::lock_guard const lock(mutex_);
    return pool_.allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    std::lock_guard const lock(mutex_);
    pool_.deallocate(p, bytes, alignment);
  }

  mutable std::mutex mutex_;
  detail::block_pool pool_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
