// Memory resources: sources of memory that are chosen at run time. Allocators and policies
// (`par.with(resource)`) take them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <atomic>
#include <cstddef>
#include <new>

namespace thrum {

/// A source of memory of one space, in the shape of std::pmr::memory_resource. A derived class
/// defines do_allocate, which throws std::bad_alloc if it fails; do_deallocate, which does not
/// throw; and, if needed, do_is_equal.
template <class Space>
class memory_resource {
 public:
  using memory_space = Space;

  virtual ~memory_resource() = default;

  /// Allocates `bytes` bytes aligned to `alignment`, a power of two (at most 256 for memory of the
  /// CUDA runtime).
  void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    return do_allocate(bytes, alignment);
  }
  /// Takes back memory that allocate returned for the same size and alignment.
  void deallocate(void* p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
    do_deallocate(p, bytes, alignment);
  }
  /// Returns whether each of the two resources can take back memory that the other allocated.
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

/// A resource that allocates the memory of a space itself: by new and delete for host memory; under
/// CUDA, for device memory, from the stream-ordered pool of the current device (by cudaMalloc if
/// the device has no pool); for unified memory by cudaMallocManaged, and never more than the device
/// has free. Several threads may use it at the same time.
template <class Space, class Memory = Space>
class space_resource final : public memory_resource<Space> {
  using memory = detail::space_memory<Memory>;

 public:
  /// Allocates in the order of a CUDA stream, without waiting: the memory is for work on `stream`,
  /// or after that work.
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

/// Returns the resource of the memory that the space's own allocator uses. The resource lives as
/// long as the program.
template <class Space>
space_resource<Space>& default_resource() {
  // The resource is never destroyed: vectors with static lifetime may still give memory back to it.
  alignas(space_resource<Space>) static unsigned char room[sizeof(space_resource<Space>)];
  static auto* const resource = ::new (static_cast<void*>(room)) space_resource<Space>;
  return *resource;
}

/// Returns the resource of host memory that is page-locked under CUDA: copies to and from the
/// device are faster, and can be asynchronous.
template <device_system System = default_device_system>
space_resource<host_space, detail::pinned_space<System>>& pinned_resource() {
  using resource_type = space_resource<host_space, detail::pinned_space<System>>;
  alignas(resource_type) static unsigned char room[sizeof(resource_type)];
  static auto* const resource = ::new (static_cast<void*>(room)) resource_type;
  return *resource;
}

/// A resource that counts the allocations that it passes on to another resource. Several threads
/// may use it at the same time if they may use the other resource so.
template <class Space>
class counting_resource final : public memory_resource<Space> {
 public:
  explicit counting_resource(memory_resource<Space>& upstream = default_resource<Space>())
      : upstream_(&upstream) {}

  /// Returns the number of allocations that succeeded so far.
  std::size_t allocations() const noexcept { return allocations_; }
  /// Return how many blocks of memory, and how many bytes, have not been given back.
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

/// A resource that throws std::bad_alloc instead of making the k-th allocation (from 1), and passes
/// all other allocations on. A test that runs with k = 1, 2, ... until nothing fails has seen every
/// allocation fail.
template <class Space>
class fail_on_kth_allocation final : public memory_resource<Space> {
 public:
  explicit fail_on_kth_allocation(std::size_t k, memory_resource<Space>& upstream = default_resource<Space>())
      : k_(k), upstream_(&upstream) {}

  /// Returns whether the k-th allocation has been asked for.
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

#include <thrum/detail/public_header/end.h>
