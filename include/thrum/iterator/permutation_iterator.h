// permutation_iterator: the elements of one range in the order that another range of indices gives.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// An iterator whose it[n] is elements[indices[n]]: reading is a gather, writing is a scatter.
template <class Elements, class Indices>
class permutation_iterator
    : public iterator_facade<permutation_iterator<Elements, Indices>, std::iter_value_t<Elements>,
                             std::iter_reference_t<Elements>,
                             detail::common_space_t<memory_space_t<Elements>, memory_space_t<Indices>>> {
 public:
  permutation_iterator()
    requires(std::is_default_constructible_v<Elements> && std::is_default_constructible_v<Indices>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr permutation_iterator(Elements elements, Indices indices)
      : elements_(std::move(elements)), indices_(std::move(indices)) {}

  /// Converts from an iterator over iterators that convert to these, to const elements for example.
  THRUM_EXEC_CHECK_DISABLE
  template <class E, class J>
    requires(!(std::is_same_v<E, Elements> && std::is_same_v<J, Indices>) && std::is_convertible_v<E, Elements> &&
             std::is_convertible_v<J, Indices>)
  THRUM_HD constexpr permutation_iterator(permutation_iterator<E, J> const& other)
      : elements_(other.elements()), indices_(other.base()) {}

  THRUM_HD constexpr Elements const& elements() const { return elements_; }
  THRUM_HD constexpr Indices const& base() const { return indices_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr permutation_iterator<detail::unwrapped_checked_t<Elements>, detail::unwrapped_t<Indices>>
  unwrapped() const {
    return {detail::unwrap_checked(elements_), detail::unwrap(indices_)};
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, Elements>() && detail::runs_on<B, Indices>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<Elements> element(std::ptrdiff_t n) const {
    return elements_[place(n)];
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<Elements> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(elements_, place(n));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { indices_ += n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(permutation_iterator const& other) const {
    return other.indices_ - indices_;
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t place(std::ptrdiff_t n) const {
    return static_cast<std::ptrdiff_t>(static_cast<std::iter_value_t<Indices>>(indices_[n]));
  }

  Elements elements_{};
  Indices indices_{};
};

THRUM_EXEC_CHECK_DISABLE
template <class Elements, class Indices>
THRUM_HD constexpr permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements,
                                                                                     Indices indices) {
  return permutation_iterator<Elements, Indices>(std::move(elements), std::move(indices));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
