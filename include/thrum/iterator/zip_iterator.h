// zip_iterator: several ranges side by side, as one range of tuples.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

template <class Iterators>
class zip_iterator;

/// An iterator whose it[n] is the tuple of references to the n-th elements; an assignment to it
/// assigns to the elements. The ranges are of the same length, and one policy reaches all of them.
template <class... I>
class zip_iterator<tuple<I...>> : public iterator_facade<zip_iterator<tuple<I...>>, tuple<std::iter_value_t<I>...>,
                                                         tuple<std::iter_reference_t<I>...>,
                                                         detail::common_space_t<any_space, memory_space_t<I>...>> {
 public:
  using iterator_tuple = tuple<I...>;

  zip_iterator()
    requires(std::is_default_constructible_v<I> && ...)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit zip_iterator(tuple<I...> iterators) : iterators_(std::move(iterators)) {}
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit zip_iterator(I... iterators)
    requires(sizeof...(I) > 0)
      : iterators_(std::move(iterators)...) {}

  /// Converts from an iterator over iterators that convert to these, to const elements for example.
  THRUM_EXEC_CHECK_DISABLE
  template <class... J>
    requires(sizeof...(J) == sizeof...(I) && !std::is_same_v<tuple<I...>, tuple<J...>> &&
             (std::is_convertible_v<J, I> && ...))
  THRUM_HD constexpr zip_iterator(zip_iterator<tuple<J...>> const& other)
      : iterators_(other.get_iterator_tuple()) {}

  THRUM_HD constexpr tuple<I...> const& get_iterator_tuple() const { return iterators_; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr zip_iterator<tuple<detail::unwrapped_t<I>...>> unwrapped() const {
    return unwrap_each(std::index_sequence_for<I...>{});
  }

  template <class B>
  static constexpr bool runs_on = (detail::runs_on<B, I>() && ...);

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr tuple<std::iter_reference_t<I>...> element(std::ptrdiff_t n) const {
    return element_of_each(n, std::index_sequence_for<I...>{});
  }
  /// Returns the n-th elements to be moved from: a tuple of values can be made of the result.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr tuple<detail::moved_element_t<I>...> moved_element(std::ptrdiff_t n) const {
    return moved_element_of_each(n, std::index_sequence_for<I...>{});
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { advance_each(n, std::index_sequence_for<I...>{}); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::ptrdiff_t distance_to(zip_iterator const& other) const {
    return get<0>(other.iterators_) - get<0>(iterators_);
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... K>
  THRUM_HD constexpr auto unwrap_each(std::index_sequence<K...>) const {
    return zip_iterator<tuple<detail::unwrapped_t<I>...>>(
        tuple<detail::unwrapped_t<I>...>(detail::unwrap(get<K>(iterators_))...));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... K>
  THRUM_HD constexpr tuple<std::iter_reference_t<I>...> element_of_each(std::ptrdiff_t n,
                                                                        std::index_sequence<K...>) const {
    return {get<K>(iterators_)[n]...};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... K>
  THRUM_HD constexpr tuple<detail::moved_element_t<I>...> moved_element_of_each(std::ptrdiff_t n,
                                                                                std::index_sequence<K...>) const {
    return {detail::moved_element(get<K>(iterators_), n)...};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... K>
  THRUM_HD constexpr void advance_each(std::ptrdiff_t n, std::index_sequence<K...>) {
    (static_cast<void>(get<K>(iterators_) += n), ...);
  }

  tuple<I...> iterators_{};
};

template <class... I>
zip_iterator(tuple<I...>) -> zip_iterator<tuple<I...>>;
template <class... I>
  requires(sizeof...(I) > 1)
zip_iterator(I...) -> zip_iterator<tuple<I...>>;

THRUM_EXEC_CHECK_DISABLE
template <class... I>
THRUM_HD constexpr zip_iterator<tuple<I...>> make_zip_iterator(tuple<I...> iterators) {
  return zip_iterator<tuple<I...>>(std::move(iterators));
}
THRUM_EXEC_CHECK_DISABLE
template <class... I>
  requires(sizeof...(I) > 0 && !(detail::is_tuple<I> || ...))
THRUM_HD constexpr zip_iterator<tuple<I...>> make_zip_iterator(I... iterators) {
  return zip_iterator<tuple<I...>>(tuple<I...>(std::move(iterators)...));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
