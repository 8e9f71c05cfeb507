// thrum::pointer: a pointer that knows its memory space. It is both the fancy pointer of allocators
// and the iterator of vectors. So one type, and one instantiation of an algorithm, serves all of
// them.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <compare>
#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <iterator>
#include <memory>
#include <type_traits>

namespace thrum {

template <class T, class Space>
class device_reference;

namespace detail {

/// Says whether elements of a space are reached through a proxy: those in memory of the device
/// system. Builds without CUDA use the proxy, too, so that a program means the same in every
/// configuration.
template <class Space>
inline constexpr bool proxied = false;
template <device_system System>
inline constexpr bool proxied<device_space<System>> = true;

/// Says whether pointers into a space convert to raw pointers implicitly: those into memory that
/// host and device both reach.
template <class Space>
inline constexpr bool becomes_raw = false;
template <device_system System>
inline constexpr bool becomes_raw<unified_space<System>> = true;

template <class T, class Space, class Reference = use_default, class Derived = use_default>
class tagged_pointer;

template <class T, class Space>
class tagged_pointer<T, Space, use_default, use_default> {
  static constexpr bool direct = !proxied<Space>;

 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using reference =
      std::conditional_t<direct || std::is_void_v<T>, std::add_lvalue_reference_t<T>, device_reference<T, Space>>;
  using pointer = std::conditional_t<direct, T*, tagged_pointer>;
  using iterator_category = std::random_access_iterator_tag;
  using iterator_concept =
      std::conditional_t<direct, std::contiguous_iterator_tag, std::random_access_iterator_tag>;
  using memory_space = Space;

  constexpr tagged_pointer() = default;
  THRUM_HD constexpr tagged_pointer(std::nullptr_t) {}
  THRUM_HD constexpr explicit tagged_pointer(T* p) : p_(p) {}

  /// Converts pointer<T> to pointer<T const> and to pointer<void>.
  template <class U>
    requires(std::convertible_to<U*, T*> && !std::is_same_v<U, T>)
  THRUM_HD constexpr tagged_pointer(tagged_pointer<U, Space> other) : p_(other.get()) {}

  /// Converts pointer<void> back to pointer<T>.
  template <class U>
    requires(!std::convertible_to<U*, T*> && requires(U* p) { static_cast<T*>(p); })
  THRUM_HD constexpr explicit tagged_pointer(tagged_pointer<U, Space> other) : p_(static_cast<T*>(other.get())) {}

  THRUM_HD constexpr T* get() const { return p_; }
  THRUM_HD constexpr T* unwrapped() const { return p_; }
  THRUM_HD constexpr explicit operator bool() const { return p_ != nullptr; }
  THRUM_HD constexpr operator T*() const
    requires becomes_raw<Space>
  {
    return p_;
  }

  THRUM_HD constexpr reference operator*() const {
    if constexpr (direct) return *p_;
    else return reference(*this);
  }
  THRUM_HD constexpr T* operator->() const
    requires direct
  {
    return p_;
  }
  THRUM_HD constexpr reference operator[](difference_type n) const { return *(*this + n); }

  THRUM_HD constexpr tagged_pointer& operator++() { return *this += 1; }
  THRUM_HD constexpr tagged_pointer& operator--() { return *this -= 1; }
  THRUM_HD constexpr tagged_pointer operator++(int) {
    tagged_pointer old = *this;
    *this += 1;
    return old;
  }
  THRUM_HD constexpr tagged_pointer operator--(int) {
    tagged_pointer old = *this;
    *this -= 1;
    return old;
  }
  THRUM_HD constexpr tagged_pointer& operator+=(difference_type n) {
    p_ += n;
    return *this;
  }
  THRUM_HD constexpr tagged_pointer& operator-=(difference_type n) {
    p_ -= n;
    return *this;
  }
  THRUM_HD friend constexpr tagged_pointer operator+(tagged_pointer p, difference_type n) { return p += n; }
  THRUM_HD friend constexpr tagged_pointer operator+(difference_type n, tagged_pointer p) { return p += n; }
  THRUM_HD friend constexpr tagged_pointer operator-(tagged_pointer p, difference_type n) { return p -= n; }

 private:
  T* p_ = nullptr;
};

template <class T, class U>
concept comparable_pointers = requires(T* a, U* b) { a == b; };

template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr std::ptrdiff_t operator-(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() - b.get();
}
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr bool operator==(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() == b.get();
}
template <class T, class Space>
THRUM_HD constexpr bool operator==(tagged_pointer<T, Space> a, std::nullptr_t) {
  return a.get() == nullptr;
}
// The four relations are defined in addition to <=> because the members of std::strong_ordering are
// for the host alone.
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr bool operator<(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() < b.get();
}
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr bool operator>(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() > b.get();
}
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr bool operator<=(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() <= b.get();
}
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
THRUM_HD constexpr bool operator>=(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() >= b.get();
}
template <class T, class U, class Space>
  requires comparable_pointers<T, U>
constexpr std::strong_ordering operator<=>(tagged_pointer<T, Space> a, tagged_pointer<U, Space> b) {
  return a.get() <=> b.get();
}

template <class T, class Space, class Reference>
using pointer_reference = std::conditional_t<!std::is_same_v<Reference, use_default> || std::is_void_v<T>,
                                             Reference, typename tagged_pointer<T, Space>::reference>;
template <class Derived, class Default>
using derived_or = std::conditional_t<std::is_same_v<Derived, use_default>, Default, Derived>;

/// The base of a user's pointer class, in the form that Thrust gives it. Derived is the user's
/// class, or use_default if only a Reference is given. *p is a Reference. The Reference is made
/// from a Derived, or from the plain pointer of this space.
template <class T, class Space, class Reference, class Derived>
class tagged_pointer : public iterator_facade<derived_or<Derived, tagged_pointer<T, Space, Reference, Derived>>, T,
                                              pointer_reference<T, Space, Reference>, Space> {
  using self_type = derived_or<Derived, tagged_pointer>;

 public:
  using element_type = T;
  using raw_pointer = T*;
  using reference = pointer_reference<T, Space, Reference>;

  constexpr tagged_pointer() = default;
  THRUM_HD constexpr tagged_pointer(std::nullptr_t) {}
  template <class U>
    requires std::is_convertible_v<U*, T*>
  THRUM_HD constexpr explicit tagged_pointer(U* p) : p_(p) {}
  /// Converts another pointer into this space: a pointer to T to one to T const, any pointer to one
  /// to void.
  template <class P>
    requires(std::is_same_v<typename P::memory_space, Space> && !std::is_base_of_v<tagged_pointer, P> &&
             requires(P const& p, T*& raw) { raw = p.get(); })
  THRUM_HD constexpr tagged_pointer(P const& other) : p_(other.get()) {}
  /// Converts a pointer to void in this space to a pointer to T.
  template <class P>
    requires(std::is_same_v<typename P::memory_space, Space> && std::is_void_v<typename P::element_type> &&
             !std::is_void_v<T>)
  THRUM_HD constexpr explicit tagged_pointer(P const& other) : p_(static_cast<T*>(other.get())) {}

  THRUM_HD constexpr T* get() const { return p_; }
  THRUM_HD constexpr T* unwrapped() const { return p_; }
  THRUM_HD constexpr T* operator->() const { return p_; }
  THRUM_HD constexpr explicit operator bool() const { return p_ != nullptr; }

  THRUM_HD constexpr reference element(std::ptrdiff_t n) const {
    if constexpr (std::is_void_v<T>) return;
    else if constexpr (std::is_lvalue_reference_v<reference>) return p_[n];
    else if constexpr (std::is_constructible_v<reference, self_type>) return reference(self_type(p_ + n));
    else return reference(tagged_pointer<T, Space>(p_ + n));
  }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { p_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(tagged_pointer const& other) const {
    if constexpr (std::is_void_v<T>) return static_cast<char const*>(other.p_) - static_cast<char const*>(p_);
    else return other.p_ - p_;
  }
  template <class U>
    requires std::is_same_v<U, T>
  THRUM_HD static constexpr self_type pointer_to(U& object) {
    return self_type(__builtin_addressof(object));
  }
  template <std::same_as<std::nullptr_t> Null>
  THRUM_HD friend constexpr bool operator==(self_type const& p, Null) {
    return p.get() == nullptr;
  }

 private:
  T* p_ = nullptr;
};

/// Writes the address, whatever the type of the element.
template <class Char, class Traits, class T, class Space>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out, tagged_pointer<T, Space> p) {
  return out << static_cast<void const*>(p.get());
}

}  // namespace detail

/// A pointer to T in memory of the given space, and a random-access iterator over it (contiguous if
/// the host may dereference it). `get()` returns the raw pointer. A raw pointer converts only
/// explicitly, because nothing checks its space.
///
/// With a Derived, pointer is the base of that class, as Thrust's pointer is: `class mine : public
/// pointer<T, Space, T&, mine>`. Reference is the type of *p: T& if the host reaches the memory.
template <class T, class Space, class Reference = use_default, class Derived = use_default>
using pointer = detail::tagged_pointer<T, Space, Reference, Derived>;

}  // namespace thrum

// Gives the raw address of memory that has no T& (std::to_address), and the way back.
template <class T, class Space>
struct std::pointer_traits<thrum::detail::tagged_pointer<T, Space>> {
  using pointer = thrum::detail::tagged_pointer<T, Space>;
  using element_type = T;
  using difference_type = std::ptrdiff_t;
  template <class U>
  using rebind = thrum::detail::tagged_pointer<U, Space>;

  template <class U = T>
    requires(!std::is_void_v<U>)
  static constexpr pointer pointer_to(U& object) noexcept {
    return pointer(__builtin_addressof(object));
  }
  THRUM_HD static constexpr T* to_address(pointer p) noexcept { return p.get(); }
};
