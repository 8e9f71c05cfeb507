// The allocator of a vector for which the user names another. In a program that is built with
// THRUM_CHECKED it selects checked iterators.
#pragma once

#if defined(THRUM_CHECKED)
#include <thrum/detail/checked/iterator.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/containers/vector_storage.h>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#endif

namespace thrum::detail {

#if defined(THRUM_CHECKED)
/// An allocator like A in everything but its type.
template <class A>
struct checked_allocator : A {
  template <class U>
  struct rebind {
    using other = checked_allocator<typename std::allocator_traits<A>::template rebind_alloc<U>>;
  };

  checked_allocator() = default;
  checked_allocator(A const& a) noexcept : A(a) {}
  template <class B>
    requires(std::is_constructible_v<A, B const&> && !std::is_same_v<A, B>)
  checked_allocator(checked_allocator<B> const& other) noexcept : A(static_cast<B const&>(other)) {}
  /// Constructs from what A is made of, for example a resource.
  template <class X>
    requires(std::is_convertible_v<X, A> && !std::is_base_of_v<A, std::remove_cvref_t<X>>)
  checked_allocator(X&& x) : A(std::forward<X>(x)) {}

  template <class B>
  friend bool operator==(checked_allocator const& a, checked_allocator<B> const& b) noexcept {
    return static_cast<A const&>(a) == static_cast<B const&>(b);
  }
};

template <class T, class A>
struct vector_iterator<T, checked_allocator<A>> {
  using pointer = tagged_pointer<T, allocator_space_t<A>>;
  using type = checked_iterator<pointer>;
  static type at(T* first, std::size_t i, std::size_t n) noexcept {
    return type(pointer(first), static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(n));
  }
};
#endif

/// The allocator of a vector for which the user names A. A checked vector has another allocator, so
/// that checked and unchecked vectors differ by type.
#if defined(THRUM_CHECKED)
template <class A>
using vector_allocator = checked_allocator<A>;
#else
template <class A>
using vector_allocator = A;
#endif

}  // namespace thrum::detail
