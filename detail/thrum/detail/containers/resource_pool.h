// The common part of the pools of thrum::mr: a block pool, with a lock or without, and typed
// pointers.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/memory/block_pool.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/pool_options.h>
#include <thrum/mr/validator.h>
#include <concepts>
#include <cstddef>
#include <mutex>
#include <stdexcept>

namespace thrum::detail {

struct no_mutex {
  void lock() {}
  void unlock() {}
};

/// Returns the resource that a pointer points to; for a null pointer the program's global resource
/// of that type.
template <class R>
R* given_or_global(R* resource) {
  if (resource != nullptr) return resource;
  if constexpr (std::default_initializable<R>) return mr::get_global_resource<R>();
  else throw std::invalid_argument("thrum: the first call for a thread's pool has to name its resource");
}

/// A pool over a resource of type Upstream. Its members are Thrust's and, in addition, the
/// statistics and free_all_blocks.
template <class Upstream, class Mutex>
class resource_pool : public mr::memory_resource<resource_pointer_t<Upstream>>, private mr::validator<Upstream> {
 public:
  using void_ptr = resource_pointer_t<Upstream>;
  using memory_space = declared_space_t<Upstream>;

  static mr::pool_options get_default_options() { return {}; }

  resource_pool(resource_pool const&) = delete;
  resource_pool& operator=(resource_pool const&) = delete;

  /// Returns the bytes of the blocks in use. Each request counts with the size of its block.
  std::size_t used_bytes() const { return read(&block_pool::used_bytes); }
  /// Returns the bytes taken from upstream and not given back.
  std::size_t total_bytes() const { return read(&block_pool::total_bytes); }
  /// Returns the number of blocks that are ready for the next request.
  std::size_t free_blocks() const { return read(&block_pool::free_blocks); }

  /// Gives the memory that holds no block in use back to upstream. Returns the number of bytes.
  std::size_t free_all_blocks() {
    std::lock_guard const lock(mutex_);
    return pool_.free_all_blocks();
  }
  /// Gives all memory back to upstream, including blocks in use: everything that was allocated is
  /// gone.
  void release() {
    std::lock_guard const lock(mutex_);
    pool_.release();
  }

  void_ptr do_allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    std::lock_guard const lock(mutex_);
    return static_cast<void_ptr>(pool_.allocate(bytes, alignment));
  }
  void do_deallocate(void_ptr p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    std::lock_guard const lock(mutex_);
    pool_.deallocate(detail::unwrap(p), bytes, alignment);
  }

 protected:
  resource_pool(Upstream& upstream, scratch_source records, mr::pool_options const& options)
      : pool_(detail::scratch_from(upstream), records, options) {}

 private:
  std::size_t read(std::size_t (block_pool::*value)() const noexcept) const {
    std::lock_guard const lock(mutex_);
    return (pool_.*value)();
  }

  mutable Mutex mutex_;
  block_pool pool_;
};

/// A pool whose records are in memory of a resource of the user's.
template <class Upstream, class Bookkeeper, class Mutex>
class disjoint_resource_pool : public resource_pool<Upstream, Mutex> {
  static_assert(host_reaches<resource_space_t<Bookkeeper>>,
                "thrum: a pool's bookkeeper has to give memory that the host reaches");

 protected:
  disjoint_resource_pool(Upstream& upstream, Bookkeeper& bookkeeper, mr::pool_options const& options)
      : resource_pool<Upstream, Mutex>(upstream, detail::scratch_from(bookkeeper), options) {}
};

}  // namespace thrum::detail
