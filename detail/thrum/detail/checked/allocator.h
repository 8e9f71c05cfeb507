// The allocator of vectors whose iterators are checked.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace thrum::detail {

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

}  // namespace thrum::detail
