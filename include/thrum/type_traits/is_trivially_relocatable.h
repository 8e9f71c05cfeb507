// Whether an object can be moved elsewhere and destroyed by a copy of its bytes. The library's own
// algorithms copy the bytes of trivially copyable types only.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/type_traits/is_contiguous_iterator.h>
#include <iterator>
#include <type_traits>

namespace thrum {

/// Specialise this as std::true_type for a type of your own.
template <class T>
struct proclaim_trivially_relocatable : std::false_type {};

template <class T>
inline constexpr bool is_trivially_relocatable_v =
    std::is_trivially_copyable_v<T> || proclaim_trivially_relocatable<std::remove_all_extents_t<T>>::value;
template <class T>
using is_trivially_relocatable = std::bool_constant<is_trivially_relocatable_v<T>>;

template <class From, class To>
inline constexpr bool is_trivially_relocatable_to_v = std::is_same_v<From, To> && is_trivially_relocatable_v<To>;
template <class From, class To>
using is_trivially_relocatable_to = std::bool_constant<is_trivially_relocatable_to_v<From, To>>;

/// The same for the elements of two iterators, which must both be contiguous.
template <class From, class To>
using is_indirectly_trivially_relocatable_to =
    std::bool_constant<is_contiguous_iterator_v<From> && is_contiguous_iterator_v<To> &&
                       is_trivially_relocatable_to_v<std::iter_value_t<From>, std::iter_value_t<To>>>;
/// Thrust's spelling of the same.
template <class From, class To>
inline constexpr bool is_indirectly_trivially_relocate_to_v =
    is_indirectly_trivially_relocatable_to<From, To>::value;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
