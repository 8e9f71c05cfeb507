// Memory resources: where memory comes from, chosen at run time. Allocators and policies (`par.with(resource)`) take them.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/memory/space_memory.h>
#include <atomic>
#include <cstddef>
#include <new>

namespace thrum {

/// A source of memory of one space, in the shape of std::pmr::memory_resource. Derived classes give do_allocate, which
/// throws std::bad_alloc where it fails, do_deallocate, which does not throw, and perhaps do_is_equal.
template <class Space>
class memory_resource {
 public:
  using memory_space = Space;

  virtual ~memory_resource() = default;

  /// `bytes` bytes aligned to `alignment`, a power of two (at most 256 for memory of the CUDA runtime).
  void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    return do_allocate(bytes, alignment);
  }
  /// Takes back what allocate gave for the same size and alignment.
  void deallocate(void* p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
    do_deallocate(p, bytes, alignment);
  }
  /// Whether either resource can take back what the other gave.
  bool is_equal(memory_resource const& other) const noexcept { return this == &other || do_is_equal(other); }

  friend bool operator==(memory_resource const& a, memory_resource const& b) noexcept { return a.is_equal(b); }

 protected:
  memory_resource() = default;
  memory_resource(memory_resource const&) = default;
  memory_resource& operator=(memory_resource const&) = default;

 private:
  virtual void* do_allocate(std::size_t bytes, std::size_t alignment) = 0;
  virtual void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept = 0;
  virtual bool do_is_equal(memory_resource const&) const noexcept { return false; }
};

/// The memory of a space itself: new and delete for memory of the host, the stream-ordered pool of the current device
/// (cudaMalloc where it has none) for device memory under CUDA, cudaMallocManaged, never for more than the device has
/// free, for unified memory. Safe to use from several threads.
template <class Space, class Memory = Space>
class space_resource final : public memory_resource<Space> {
  using memory = detail::space_memory<Memory>;

 public:
  /// In the order of a CUDA stream, without waiting: the memory is for work on `stream`, or after it.
  template <class Stream>
    requires requires(Stream s) { memory::allocate_async(1, 1, s); }
  void* allocate_async(std::size_t bytes, std::size_t alignment, Stream stream) {
    return memory::allocate_async(bytes, alignment, stream);
  }
  template <class Stream>
    requires requires(Stream s, void* p) { memory::deallocate_async(p, s); }
  void deallocate_async(void* p, std::size_t, Stream stream) noexcept {
    memory::deallocate_async(p, stream);
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    return memory::allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    memory::deallocate(p, bytes, alignment);
  }
  bool do_is_equal(memory_resource<Space> const& other) const noexcept override {
    return dynamic_cast<space_resource const*>(&other) != nullptr;
  }
};

/// The resource behind a space's own allocator; it lives as long as the program.
template <class Space>
space_resource<Space>& default_resource() {
  // Never destroyed: vectors with static lifetime may still give memory back to it.
  alignas(space_resource<Space>) static unsigned char room[sizeof(space_resource<Space>)];
  static auto* const resource = ::new (static_cast<void*>(room)) space_resource<Space>;
  return *resource;
}

/// Host memory that is page-locked under CUDA: copies to and from the device are faster, and can be asynchronous.
template <device_system System = default_device_system>
space_resource<host_space, detail::pinned_space<System>>& pinned_resource() {
  using resource_type = space_resource<host_space, detail::pinned_space<System>>;
  alignas(resource_type) static unsigned char room[sizeof(resource_type)];
  static auto* const resource = ::new (static_cast<void*>(room)) resource_type;
  return *resource;
}

/// Counts what passes through to another resource. Safe to use from several threads where that one is.
template <class Space>
class counting_resource final : public memory_resource<Space> {
 public:
  explicit counting_resource(memory_resource<Space>& upstream = default_resource<Space>())
      : upstream_(&upstream) {}

  /// Allocations that succeeded so far.
  std::size_t allocations() const noexcept { return allocations_; }
  /// Blocks, and bytes, that have not been given back.
  std::size_t blocks_in_use() const noexcept { return blocks_; }
  std::size_t bytes_in_use() const noexcept { return bytes_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const p = upstream_->allocate(bytes, alignment);
    ++allocations_;
    ++blocks_;
    bytes_ += bytes;
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    upstream_->deallocate(p, bytes, alignment);
    --blocks_;
    bytes_ -= bytes;
  }

  memory_resource<Space>* upstream_;
  std::atomic<std::size_t> allocations_ = 0;
  std::atomic<std::size_t> blocks_ = 0;
  std::atomic<std::size_t> bytes_ = 0;
};

/// Throws std::bad_alloc instead of the k-th allocation (from 1) and passes all others through: a test that runs with
/// k = 1, 2, ... until nothing fails has seen every allocation fail.
template <class Space>
class fail_on_kth_allocation final : public memory_resource<Space> {
 public:
  explicit fail_on_kth_allocation(std::size_t k, memory_resource<Space>& upstream = default_resource<Space>())
      : k_(k), upstream_(&upstream) {}

  /// Whether the k-th allocation has been asked for.
  bool failed() const noexcept { return asked_ >= k_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (++asked_ == k_) throw std::bad_alloc();
    return upstream_->allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    upstream_->deallocate(p, bytes, alignment);
  }

  std::size_t k_;
  std::atomic<std::size_t> asked_ = 0;
  memory_resource<Space>* upstream_;
};

}  // namespace thrum

#include <thrum/detail/along/end.h>
