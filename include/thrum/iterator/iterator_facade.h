// The base of every iterator adaptor, and an easy way to write one.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/memory_space.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// Makes a random-access iterator of a class with three members:
///
///   Reference element(std::ptrdiff_t n) const      what it[n] is
///   void advance(std::ptrdiff_t n)                 moves by n
///   std::ptrdiff_t distance_to(Derived const&) const
///
/// Space is the memory that the elements live in: any_space if they are computed. An adaptor over other iterators may
/// have a member unwrapped() that returns itself over unwrapped bases (see detail::unwrap).
template <class Derived, class Value, class Reference, class Space>
class iterator_facade {
 public:
  using value_type = Value;
  using reference = Reference;
  using pointer =
      std::conditional_t<std::is_lvalue_reference_v<Reference>, std::remove_reference_t<Reference>*, void>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using memory_space = Space;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Reference operator*() const { return self().element(0); }
  /// Where the elements are objects in memory.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr pointer operator->() const
    requires std::is_lvalue_reference_v<Reference>
  {
    return __builtin_addressof(**this);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Reference operator[](std::ptrdiff_t n) const { return self().element(n); }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Derived& operator+=(std::ptrdiff_t n) {
    self().advance(n);
    return self();
  }
  THRUM_HD constexpr Derived& operator-=(std::ptrdiff_t n) { return *this += -n; }
  THRUM_HD constexpr Derived& operator++() { return *this += 1; }
  THRUM_HD constexpr Derived& operator--() { return *this += -1; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Derived operator++(int) {
    Derived before = self();
    *this += 1;
    return before;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Derived operator--(int) {
    Derived before = self();
    *this += -1;
    return before;
  }

  // Templates, for a Derived may be no literal type: constexpr is then void in a template, and an error elsewhere.
  THRUM_EXEC_CHECK_DISABLE
  template <std::convertible_to<std::ptrdiff_t> N>
  THRUM_HD friend constexpr Derived operator+(Derived it, N n) {
    it += static_cast<std::ptrdiff_t>(n);
    return it;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::convertible_to<std::ptrdiff_t> N>
  THRUM_HD friend constexpr Derived operator+(N n, Derived it) {
    it += static_cast<std::ptrdiff_t>(n);
    return it;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::convertible_to<std::ptrdiff_t> N>
  THRUM_HD friend constexpr Derived operator-(Derived it, N n) {
    it -= static_cast<std::ptrdiff_t>(n);
    return it;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr std::ptrdiff_t operator-(Derived const& a, Derived const& b) {
    return b.distance_to(a);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(Derived const& a, Derived const& b) { return a.distance_to(b) == 0; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator<(Derived const& a, Derived const& b) { return a.distance_to(b) > 0; }
  THRUM_HD friend constexpr bool operator>(Derived const& a, Derived const& b) { return b < a; }
  THRUM_HD friend constexpr bool operator<=(Derived const& a, Derived const& b) { return !(b < a); }
  THRUM_HD friend constexpr bool operator>=(Derived const& a, Derived const& b) { return !(a < b); }

 private:
  THRUM_HD constexpr Derived& self() { return static_cast<Derived&>(*this); }
  THRUM_HD constexpr Derived const& self() const { return static_cast<Derived const&>(*this); }
};

}  // namespace thrum
