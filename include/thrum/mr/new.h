// Ordinary memory as a resource.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/mr/memory_resource.h>
#include <cstddef>
#include <new>

namespace thrum::mr {

/// A resource with memory of operator new. Safe to use from several threads; all objects of this
/// type are equal.
class new_delete_resource final : public memory_resource<void*> {
 public:
  using memory_space = host_space;

  void* do_allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    return ::operator new(bytes, std::align_val_t{alignment});
  }
  void do_deallocate(void* p, std::size_t, std::size_t alignment = alignof(std::max_align_t)) override {
    ::operator delete(p, std::align_val_t{alignment});
  }
  bool do_is_equal(memory_resource const& other) const noexcept override {
    return dynamic_cast<new_delete_resource const*>(&other) != nullptr;
  }
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
