// iterator_facade: the base class of every iterator adaptor, and an easy way to write an iterator.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// Thrust's name for a template argument that is left to the library.
struct use_default {};

// Thrust's names for what an iterator can do, arguments of its iterator_facade. All iterators of
// thrum have random access.
struct incrementable_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};

namespace detail {

template <class T, class Default>
struct or_default {
  using type = T;
};
template <class Default>
struct or_default<use_default, Default> : Default {};

/// Whether two kinds of one iterator convert to each other, as two counting_iterators of different
/// systems do: which of their operators is meant would be ambiguous.
template <class Other, class Derived>
concept interchangeable = !std::is_same_v<Other, Derived> && requires {
  typename Other::memory_space;
} && std::is_convertible_v<Other const&, Derived> && std::is_convertible_v<Derived const&, Other>;

/// The space of an iterator whose elements are computed: any space, unless one is given.
template <class Space>
using computed_space = std::conditional_t<std::is_same_v<Space, use_default>, any_space, Space>;

/// Whether an iterator whose elements are computed converts to one of another space: if it has no
/// space of its own, or the same.
template <class From, class To>
inline constexpr bool space_becomes =
    std::is_same_v<computed_space<From>, any_space> || std::is_same_v<computed_space<From>, computed_space<To>>;

}  // namespace detail

/// Made a friend by an iterator whose members for its iterator_facade are private.
class iterator_core_access {
  template <class, class, class, class, class, class>
  friend class iterator_facade;
  template <class, class, class, class, class, class, class>
  friend class iterator_adaptor;

  THRUM_EXEC_CHECK_DISABLE
  template <class D>
  THRUM_HD static constexpr decltype(auto) element(D const& it, std::ptrdiff_t n) {
    return it.element(n);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class D>
  THRUM_HD static constexpr decltype(auto) dereference(D const& it) {
    return it.dereference();
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class D>
  THRUM_HD static constexpr void advance(D& it, std::ptrdiff_t n) {
    it.advance(n);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class D>
  THRUM_HD static constexpr std::ptrdiff_t distance(D const& from, D const& to) {
    return static_cast<std::ptrdiff_t>(from.distance_to(to));
  }
};

/// iterator_facade<Derived, Value, Reference, Space> makes a random-access iterator of a class with
/// three members:
///
///   Reference element(std::ptrdiff_t n) const      what it[n] is
///   void advance(std::ptrdiff_t n)                 moves by n
///   std::ptrdiff_t distance_to(Derived const&) const
///
/// Space is the memory that the elements live in: any_space if they are computed. An adaptor over
/// other iterators may have a member unwrapped() that returns the adaptor over unwrapped bases (see
/// detail::unwrap).
///
/// iterator_facade<Derived, Value, System, Traversal, Reference[, Difference]> is Thrust's form:
/// instead of element there is a member dereference(), which returns what *it is. Traversal has to
/// be random_access_traversal_tag. Members equal, increment and decrement are not needed. The
/// members may be private if iterator_core_access is a friend.
template <class Derived, class Value, class System, class Traversal, class Reference = void,
          class Difference = std::ptrdiff_t>
class iterator_facade : public iterator_facade<Derived, Value, Reference, System, void, std::ptrdiff_t> {
  static_assert(std::is_convertible_v<Traversal, random_access_traversal_tag>,
                "thrum: iterators have random access: give random_access_traversal_tag, and members advance and "
                "distance_to");

 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Reference element(std::ptrdiff_t n) const {
    Derived it = static_cast<Derived const&>(*this);
    iterator_core_access::advance(it, n);
    return iterator_core_access::dereference(it);
  }
};

template <class Derived, class Value, class Reference, class Space>
class iterator_facade<Derived, Value, Reference, Space, void, std::ptrdiff_t> {
 public:
  using value_type = std::remove_cv_t<Value>;
  using reference = Reference;
  using pointer =
      std::conditional_t<std::is_lvalue_reference_v<Reference>, std::remove_reference_t<Reference>*, void>;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using memory_space = Space;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Reference operator*() const { return iterator_core_access::element(self(), 0); }
  /// Returns a pointer to the element, if the elements are objects in memory.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr pointer operator->() const
    requires std::is_lvalue_reference_v<Reference>
  {
    return __builtin_addressof(**this);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Reference operator[](std::ptrdiff_t n) const {
    return iterator_core_access::element(self(), n);
  }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Derived& operator+=(std::ptrdiff_t n) {
    iterator_core_access::advance(self(), n);
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

  // Templates, because a Derived may be no literal type: constexpr is then void in a template, and
  // an error elsewhere.
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
  THRUM_HD friend constexpr std::ptrdiff_t operator-(Derived const& a, Derived const& b) { return from_to(b, a); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(Derived const& a, Derived const& b) { return from_to(a, b) == 0; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator<(Derived const& a, Derived const& b) { return from_to(a, b) > 0; }
  THRUM_HD friend constexpr bool operator>(Derived const& a, Derived const& b) { return b < a; }
  THRUM_HD friend constexpr bool operator<=(Derived const& a, Derived const& b) { return !(b < a); }
  THRUM_HD friend constexpr bool operator>=(Derived const& a, Derived const& b) { return !(a < b); }

  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr std::ptrdiff_t operator-(Derived const& a, Other const& b) {
    return a - Derived(b);
  }
  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr bool operator==(Derived const& a, Other const& b) {
    return a == Derived(b);
  }
  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr bool operator<(Derived const& a, Other const& b) {
    return a < Derived(b);
  }
  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr bool operator>(Derived const& a, Other const& b) {
    return a > Derived(b);
  }
  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr bool operator<=(Derived const& a, Other const& b) {
    return a <= Derived(b);
  }
  template <detail::interchangeable<Derived> Other>
  THRUM_HD friend constexpr bool operator>=(Derived const& a, Other const& b) {
    return a >= Derived(b);
  }

 private:
  THRUM_HD constexpr Derived& self() { return static_cast<Derived&>(*this); }
  THRUM_HD constexpr Derived const& self() const { return static_cast<Derived const&>(*this); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr std::ptrdiff_t from_to(Derived const& a, Derived const& b) {
    return iterator_core_access::distance(a, b);
  }
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
