// A resource that gives another resource's memory with another pointer type.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/validator.h>
#include <cstddef>

namespace thrum::mr {

/// A resource with the memory of Upstream, a resource of any shape, and with pointers of type
/// Pointer: a declaration of the space that the memory lies in. Without an argument upstream is the
/// program's one resource of that type.
template <class Upstream, class Pointer>
class fancy_pointer_resource final : public memory_resource<Pointer>, private validator<Upstream> {
 public:
  fancy_pointer_resource() : upstream_(mr::get_global_resource<Upstream>()) {}
  fancy_pointer_resource(Upstream* upstream) noexcept : upstream_(upstream) {}

  Pointer do_allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    return static_cast<Pointer>(detail::allocate_raw(*upstream_, bytes, alignment));
  }
  void do_deallocate(Pointer p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    detail::deallocate_raw(*upstream_, detail::unwrap(p), bytes, alignment);
  }
  bool do_is_equal(memory_resource<Pointer> const& other) const noexcept override {
    auto const* const same = dynamic_cast<fancy_pointer_resource const*>(&other);
    return same != nullptr && detail::same_resource(*upstream_, *same->upstream_);
  }

 private:
  Upstream* upstream_;
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
