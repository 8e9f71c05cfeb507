// device_new_allocator: an allocator of device memory that holds objects already.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/device_delete.h>
#include <thrum/device_new.h>
#include <thrum/device_ptr.h>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace thrum {

/// An allocator that uses device_new and device_delete: its memory holds value-initialised objects.
/// A container constructs its elements over these objects, so that their type must be trivially
/// destructible.
template <class T>
class device_new_allocator {
 public:
  using value_type = T;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<T const>;
  using reference = device_reference<T>;
  using const_reference = device_reference<T const>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using memory_space = device_space<>;
  template <class U>
  struct rebind {
    using other = device_new_allocator<U>;
  };

  device_new_allocator() = default;
  template <class U>
  device_new_allocator(device_new_allocator<U> const&) noexcept {}

  pointer allocate(std::size_t n) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "thrum: device_new_allocator is for trivially destructible types; use device_allocator");
    return thrum::device_new<T>(n);
  }
  void deallocate(pointer p, std::size_t n) noexcept { thrum::device_delete(p, n); }
  static constexpr size_type max_size() {
    return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
  }

  template <class U>
  friend bool operator==(device_new_allocator const&, device_new_allocator<U> const&) noexcept {
    return true;
  }
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
