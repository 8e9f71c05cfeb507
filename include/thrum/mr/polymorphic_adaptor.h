// A resource chosen at run time, for code that wants a resource type.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/mr/memory_resource.h>
#include <cstddef>

namespace thrum::mr {

/// A resource that passes every call to the resource that it points to. It does not own that
/// resource.
template <class Pointer = void*>
class polymorphic_adaptor_resource final : public memory_resource<Pointer> {
  using base = memory_resource<Pointer>;

 public:
  polymorphic_adaptor_resource(base* upstream) noexcept : upstream_(upstream) {}

  Pointer do_allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    return upstream_->allocate(bytes, alignment);
  }
  void do_deallocate(Pointer p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) override {
    upstream_->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(base const& other) const noexcept override {
    auto const* const same = dynamic_cast<polymorphic_adaptor_resource const*>(&other);
    return upstream_->is_equal(same != nullptr ? *same->upstream_ : other);
  }

 private:
  base* upstream_;
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_elements.h>
