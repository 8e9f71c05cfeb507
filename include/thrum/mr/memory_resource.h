// Memory resources in Thrust's shape, with the pointer type that they give as a parameter, for code
// that derives its own resources from them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <cstddef>
#include <new>

namespace thrum::mr {

/// A source of memory whose pointers are of type Pointer: void*, or a thrum::pointer<void, Space>,
/// which says where the memory is. Derived classes define do_allocate, which throws std::bad_alloc
/// if it fails, do_deallocate, which should not throw, and perhaps do_is_equal.
/// thrum::memory_resource<Space> is the same for code that thinks in spaces; everything in
/// thrum::mr that takes a resource takes that kind too.
template <class Pointer = void*>
class memory_resource {
 public:
  using pointer = Pointer;
  using memory_space = memory_space_t<Pointer>;

  virtual ~memory_resource() = default;

  /// Returns `bytes` bytes aligned to `alignment`, a power of two.
  [[nodiscard]] Pointer allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    return do_allocate(bytes, alignment);
  }
  /// Takes back memory that allocate gave for the same size and alignment.
  void deallocate(Pointer p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
    do_deallocate(p, bytes, alignment);
  }
  /// Returns whether either resource can take back memory that the other gave.
  bool is_equal(memory_resource const& other) const noexcept { return this == &other || do_is_equal(other); }

  virtual Pointer do_allocate(std::size_t bytes, std::size_t alignment) = 0;
  virtual void do_deallocate(Pointer p, std::size_t bytes, std::size_t alignment) = 0;
  virtual bool do_is_equal(memory_resource const& other) const noexcept { return this == &other; }

  friend bool operator==(memory_resource const& a, memory_resource const& b) noexcept { return a.is_equal(b); }
};

/// Returns the one resource of type MR that the whole program shares, made at the first call. The
/// resource is never destroyed, because containers with static lifetime may still give memory back
/// to it.
template <class MR>
MR* get_global_resource() {
  alignas(MR) static unsigned char room[sizeof(MR)];
  static auto* const resource = ::new (static_cast<void*>(room)) MR;
  return resource;
}

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
