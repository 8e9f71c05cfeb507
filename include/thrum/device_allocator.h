// Allocators of each memory space, for the vectors and for scratch memory of policies.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/memory_resource.h>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace thrum {
namespace detail {

/// The pointer type of an allocator: T* if the host may dereference it.
template <class T, class Space>
using allocator_pointer = std::conditional_t<proxied<Space>, tagged_pointer<T, Space>, T*>;

template <class T, class Space>
using allocator_reference =
    std::conditional_t<proxied<Space>, device_reference<T, Space>, std::add_lvalue_reference_t<T>>;

/// An allocator of the memory of a space itself; it has no state. `Memory` is the space that the
/// memory comes from, if not Space.
template <class T, class Space, class Memory = Space>
class space_allocator {
 public:
  using value_type = T;
  using pointer = allocator_pointer<T, Space>;
  using const_pointer = allocator_pointer<T const, Space>;
  using reference = allocator_reference<T, Space>;
  using const_reference = allocator_reference<T const, Space>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using memory_space = Space;
  template <class U>
  struct rebind {
    using other = space_allocator<U, Space, Memory>;
  };

  space_allocator() = default;
  template <class U>
  space_allocator(space_allocator<U, Space, Memory> const&) noexcept {}

  pointer allocate(std::size_t n) {
    return pointer(static_cast<T*>(space_memory<Memory>::allocate(bytes_of<T>(n), alignof(T))));
  }
  void deallocate(pointer p, std::size_t n) noexcept {
    space_memory<Memory>::deallocate(std::to_address(p), n * sizeof(T), alignof(T));
  }
  static constexpr size_type max_size() {
    return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
  }

  template <class U>
  friend bool operator==(space_allocator const&, space_allocator<U, Space, Memory> const&) noexcept {
    return true;
  }
};

}  // namespace detail

/// An allocator of memory of the device system. Under CUDA the memory comes from the current
/// device's stream-ordered pool.
template <class T>
using device_allocator = detail::space_allocator<T, device_space<>>;

/// An allocator of memory that host and device reach.
template <class T>
using unified_allocator = detail::space_allocator<T, unified_space<>>;
template <class T>
using universal_allocator = unified_allocator<T>;

/// An allocator of host memory, page-locked under CUDA.
template <class T>
using pinned_allocator = detail::space_allocator<T, host_space, detail::pinned_space<>>;

/// An allocator that takes memory from a memory resource. The resource must outlive the memory.
/// Like std::pmr::polymorphic_allocator it stays with its container: assignment and swap do not
/// pass it on, and a copy of a container uses the default resource.
template <class T, class Space>
class resource_allocator {
 public:
  using value_type = T;
  using pointer = detail::allocator_pointer<T, Space>;
  using const_pointer = detail::allocator_pointer<T const, Space>;
  using memory_space = Space;

  resource_allocator() : resource_(&default_resource<Space>()) {}
  resource_allocator(memory_resource<Space>& resource) noexcept : resource_(&resource) {}
  resource_allocator(memory_resource<Space>* resource) noexcept : resource_(resource) {}
  template <class U>
  resource_allocator(resource_allocator<U, Space> const& other) noexcept : resource_(other.resource()) {}
  resource_allocator(resource_allocator const&) = default;
  resource_allocator& operator=(resource_allocator const&) = delete;

  pointer allocate(std::size_t n) {
    return pointer(static_cast<T*>(resource_->allocate(detail::bytes_of<T>(n), alignof(T))));
  }
  void deallocate(pointer p, std::size_t n) noexcept {
    resource_->deallocate(std::to_address(p), n * sizeof(T), alignof(T));
  }
  resource_allocator select_on_container_copy_construction() const { return {}; }
  memory_resource<Space>* resource() const noexcept { return resource_; }

  template <class U>
  friend bool operator==(resource_allocator const& a, resource_allocator<U, Space> const& b) noexcept {
    return a.resource()->is_equal(*b.resource());
  }

 private:
  memory_resource<Space>* resource_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
