// Allocators over memory resources, in Thrust's shape: an allocator goes with the container's
// elements wherever those go.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/polymorphic_adaptor.h>
#include <thrum/mr/validator.h>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>

namespace thrum::mr {

/// An allocator over a resource of type MR. The resource must outlive the memory. Copy assignment,
/// move assignment and swap of a container pass the allocator on, and a copy of a container has the
/// same allocator (thrum::resource_allocator stays with its container, as std::pmr's does). The
/// pointers and the memory space of the allocator are those of the resource.
template <class T, class MR>
class allocator : private validator<MR> {
 public:
  using void_pointer = detail::resource_pointer_t<MR>;
  using value_type = T;
  using pointer = typename std::pointer_traits<void_pointer>::template rebind<T>;
  using const_pointer = typename std::pointer_traits<void_pointer>::template rebind<T const>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  using memory_space = detail::resource_space_t<MR>;
  template <class U>
  struct rebind {
    using other = allocator<U, MR>;
  };

  allocator(MR* resource) noexcept : resource_(resource) {}
  template <class U>
  allocator(allocator<U, MR> const& other) noexcept : resource_(other.resource()) {}

  [[nodiscard]] pointer allocate(size_type n) {
    if (n > max_size()) throw std::bad_array_new_length();
    return pointer(static_cast<T*>(detail::allocate_raw(*resource_, n * sizeof(T), alignof(T))));
  }
  void deallocate(pointer p, size_type n) noexcept {
    detail::deallocate_raw(*resource_, std::to_address(p), n * sizeof(T), alignof(T));
  }
  size_type max_size() const noexcept {
    return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
  }
  MR* resource() const noexcept { return resource_; }

  template <class U>
  friend bool operator==(allocator const& a, allocator<U, MR> const& b) noexcept {
    return detail::same_resource(*a.resource(), *b.resource());
  }

 private:
  MR* resource_;
};

/// An allocator whose resource is chosen at run time.
template <class T, class Pointer>
using polymorphic_allocator = allocator<T, polymorphic_adaptor_resource<Pointer>>;

/// An allocator over the program's one resource of type MR, so that it can be made without an
/// argument.
template <class T, class MR>
class stateless_resource_allocator : public allocator<T, MR> {
 public:
  template <class U>
  struct rebind {
    using other = stateless_resource_allocator<U, MR>;
  };
  using is_always_equal = std::true_type;

  stateless_resource_allocator() : allocator<T, MR>(mr::get_global_resource<MR>()) {}
  template <class U>
  stateless_resource_allocator(stateless_resource_allocator<U, MR> const& other) noexcept
      : allocator<T, MR>(other) {}
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
