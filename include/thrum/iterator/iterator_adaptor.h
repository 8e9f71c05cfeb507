// iterator_adaptor: the base class of an iterator that is made of another iterator.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

template <class I>
struct value_of_iterator {
  using type = std::iter_value_t<I>;
};
template <class I>
struct reference_of_iterator {
  using type = std::iter_reference_t<I>;
};
template <class Base, class Value>
using adaptor_value = typename or_default<Value, value_of_iterator<Base>>::type;
template <class Base, class Value, class Reference>
using adaptor_reference =
    typename or_default<Reference,
                        std::conditional_t<std::is_same_v<Value, use_default>, reference_of_iterator<Base>,
                                           std::add_lvalue_reference<Value>>>::type;
template <class Base, class System>
using adaptor_space = typename or_default<System, memory_space_of<Base>>::type;

}  // namespace detail

/// The base class of a random-access iterator that says in which way it differs from a Base, as in
/// Thrust. A member that Derived does not have is taken from the Base:
///
///   Reference dereference() const                     what *it is
///   void advance(std::ptrdiff_t n)                    moves by n
///   std::ptrdiff_t distance_to(Derived const&) const
///
/// The members may be private if iterator_core_access is a friend. In the members base() is the
/// Base, and base_reference() is the same as a reference that can be changed. Value, System (the
/// memory space) and Reference are those of the Base unless given; Traversal and Difference are
/// there because Thrust has them. If Base is a number, the iterator counts: then Value, System and
/// Reference have to be given.
template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default, class Difference = use_default>
class iterator_adaptor : public iterator_facade<Derived, detail::adaptor_value<Base, Value>,
                                                detail::adaptor_reference<Base, Value, Reference>,
                                                detail::adaptor_space<Base, System>> {
 public:
  using base_type = Base;

  iterator_adaptor() = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit iterator_adaptor(Base base) : base_(std::move(base)) {}

  THRUM_HD constexpr Base const& base() const { return base_; }

  /// Returns it[n] for the base class: *(it + n).
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::adaptor_reference<Base, Value, Reference> element(std::ptrdiff_t n) const {
    Derived it = static_cast<Derived const&>(*this);
    iterator_core_access::advance(it, n);
    return iterator_core_access::dereference(it);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::adaptor_reference<Base, Value, Reference> dereference() const { return *base_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) {
    if constexpr (std::is_arithmetic_v<Base>) base_ = static_cast<Base>(base_ + static_cast<Base>(n));
    else base_ += n;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(iterator_adaptor const& other) const {
    return static_cast<std::ptrdiff_t>(other.base_ - base_);
  }

 protected:
  /// The name by which a Derived reaches this class.
  using super_t = iterator_adaptor;

  THRUM_HD constexpr Base const& base_reference() const { return base_; }
  THRUM_HD constexpr Base& base_reference() { return base_; }

 private:
  Base base_{};
};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
