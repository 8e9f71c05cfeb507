// What the pools of thrum::mr have in common: the one block pool, behind a lock or none, with typed pointers.
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

/// What a pointer points to; for a null pointer the program's one resource of its type.
template <class R>
R* given_or_global(R* resource) {
  if (resource != nullptr) return resource;
  if constexpr (std::default_initializable<R>) return mr::get_global_resource<R>();
  else throw std::invalid_argument("thrum: the first call for a thread's pool has to name its resource");
}

/// A pool over a resource of type Upstream. The members are Thrust's, and the statistics and free_all_blocks.
template <class Upstream, class Mutex>
class pool_of : public mr::memory_resource<resource_pointer_t<Upstream>>, private mr::validator<Upstream> {
 public:
  using void_ptr = resource_pointer_t<Upstream>;
  using memory_space = declared_space_t<Upstream>;

  static mr::pool_options get_default_options() { return {}; }

  pool_of(pool_of const&) = delete;
  pool_of& operator=(pool_of const&) = delete;

  /// Bytes of the blocks in use, each rounded up to its block's size.
  std::size_t used_bytes() const { return read(&block_pool::used_bytes); }
  /// Bytes taken from upstream and not given back.
  std::size_t total_bytes() const { return read(&block_pool::total_bytes); }
  /// Blocks that lie ready for the next request.
  std::size_t free_blocks() const { return read(&block_pool::free_blocks); }

  /// Gives upstream the memory of which no block is in use; returns the number of bytes.
  std::size_t free_all_blocks() {
    std::lock_guard const lock(mutex_);
    return pool_.free_all_blocks();
  }
  /// Gives upstream all memory, that of blocks in use too: what was allocated is gone.
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
  pool_of(Upstream& upstream, scratch_source records, mr::pool_options const& options)
      : pool_(detail::scratch_from(upstream), records, options) {}

 private:
  std::size_t read(std::size_t (block_pool::*value)() const noexcept) const {
    std::lock_guard const lock(mutex_);
    return (pool_.*value)();
  }

  mutable Mutex mutex_;
  block_pool pool_;
};

/// The same with its records in memory of a resource of the user's.
template <class Upstream, class Bookkeeper, class Mutex>
class disjoint_pool_of : public pool_of<Upstream, Mutex> {
  static_assert(host_reaches<resource_space_t<Bookkeeper>>,
                "thrum: a pool's bookkeeper has to give memory that the host reaches");

 protected:
  disjoint_pool_of(Upstream& upstream, Bookkeeper& bookkeeper, mr::pool_options const& options)
      : pool_of<Upstream, Mutex>(upstream, detail::scratch_from(bookkeeper), options) {}
};

}  // namespace thrum::detail
