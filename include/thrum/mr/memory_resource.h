// Memory resources in Thrust's shape: typed by the pointer that they give, for code that derives its own from them.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <cstddef>
#include <new>

namespace thrum::mr {

/// A source of memory whose pointers are of type Pointer: void*, or a thrum::pointer<void, Space>, which says where the
/// memory is. Derived classes give do_allocate, which throws std::bad_alloc where it fails, do_deallocate, which should not
/// throw, and perhaps do_is_equal. thrum::memory_resource<Space> is the same for code that thinks in spaces; whatever in
/// thrum::mr takes a resource takes those too.
template <class Pointer = void*>
class memory_resource {
 public:
  using pointer = Pointer;
  using memory_space = memory_space_t<Pointer>;

  virtual ~memory_resource() = default;

  /// `bytes` bytes aligned to `alignment`, a power of two.
  [[nodiscard]] Pointer allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    return do_allocate(bytes, alignment);
  }
  /// Takes back what allocate gave for the same size and alignment.
  void deallocate(Pointer p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) noexcept {
    do_deallocate(p, bytes, alignment);
  }
  /// Whether either resource can take back what the other gave.
  bool is_equal(memory_resource const& other) const noexcept { return this == &other || do_is_equal(other); }

  virtual Pointer do_allocate(std::size_t bytes, std::size_t alignment) = 0;
  virtual void do_deallocate(Pointer p, std::size_t bytes, std::size_t alignment) = 0;
  virtual bool do_is_equal(memory_resource const& other) const noexcept { return this == &other; }

  friend bool operator==(memory_resource const& a, memory_resource const& b) noexcept { return a.is_equal(b); }
};

/// The one resource of type MR that the whole program shares, made at the first call. It is never destroyed, because
/// containers with static lifetime may still give memory back to it.
template <class MR>
MR* get_global_resource() {
  alignas(MR) static unsigned char room[sizeof(MR)];
  static auto* const resource = ::new (static_cast<void*>(room)) MR;
  return resource;
}

}  // namespace thrum::mr

#include <thrum/detail/along/elements.h>
