// The iterators of vectors, and the allocators that select them.
#pragma once

#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/vector_storage.h>
#include <cstddef>

#if defined(THRUM_CHECKED)
#include <thrum/detail/checked/allocator.h>
#include <thrum/detail/checked/iterator.h>
#endif

namespace thrum::detail {

/// Gives the iterator over Ts of a vector with this allocator.
template <class T, class A>
struct vector_iterator {
  using type = tagged_pointer<T, allocator_space_t<A>>;
  /// Returns an iterator to element i of the n elements from first on.
  static type at(T* first, std::size_t i, std::size_t) noexcept { return type(first + i); }
};

/// The allocator of a vector for which the user names A. A checked vector has another allocator, so
/// that checked and unchecked vectors differ by type.
#if defined(THRUM_CHECKED)
template <class T, class A>
struct vector_iterator<T, checked_allocator<A>> {
  using pointer = tagged_pointer<T, allocator_space_t<A>>;
  using type = checked_iterator<pointer>;
  static type at(T* first, std::size_t i, std::size_t n) noexcept {
    return type(pointer(first), static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(n));
  }
};
template <class A>
using vector_allocator = checked_allocator<A>;
#else
template <class A>
using vector_allocator = A;
#endif

}  // namespace thrum::detail
