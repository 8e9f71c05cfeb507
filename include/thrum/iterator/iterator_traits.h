// Thrust's names for the types that belong to an iterator. std::iter_value_t and the like work as
// well.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/iterator_facade.h>
#include <iterator>
#include <type_traits>

namespace thrum {

template <class I>
using iterator_traits = std::iterator_traits<I>;

template <class I>
using iterator_value = std::type_identity<typename std::iterator_traits<I>::value_type>;
template <class I>
using iterator_value_t = typename iterator_value<I>::type;

template <class I>
using iterator_pointer = std::type_identity<typename std::iterator_traits<I>::pointer>;
template <class I>
using iterator_pointer_t = typename iterator_pointer<I>::type;

template <class I>
using iterator_reference = std::type_identity<typename std::iterator_traits<I>::reference>;
template <class I>
using iterator_reference_t = typename iterator_reference<I>::type;

template <class I>
using iterator_difference = std::type_identity<typename std::iterator_traits<I>::difference_type>;
template <class I>
using iterator_difference_t = typename iterator_difference<I>::type;

/// The memory space of an iterator, which Thrust calls its system.
template <class I>
using iterator_system = memory_space_of<I>;
template <class I>
using iterator_system_t = memory_space_t<I>;

namespace detail {
template <class Category>
struct traversal_of {
  using type = std::conditional_t<
      std::is_convertible_v<Category, std::random_access_iterator_tag>, random_access_traversal_tag,
      std::conditional_t<std::is_convertible_v<Category, std::bidirectional_iterator_tag>,
                         bidirectional_traversal_tag,
                         std::conditional_t<std::is_convertible_v<Category, std::forward_iterator_tag>,
                                            forward_traversal_tag, single_pass_traversal_tag>>>;
};
}  // namespace detail
template <class I>
using iterator_traversal = detail::traversal_of<typename std::iterator_traits<I>::iterator_category>;
template <class I>
using iterator_traversal_t = typename iterator_traversal<I>::type;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
