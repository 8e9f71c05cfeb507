// Whether the elements of an iterator are contiguous in memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <iterator>
#include <type_traits>

namespace thrum {

/// Specialise this as std::true_type for an iterator of your own whose elements are contiguous
/// although it is no std::contiguous_iterator.
template <class I>
struct proclaim_contiguous_iterator : std::false_type {};

/// Whether &it[n] is &it[0] + n: true for pointers, thrum's pointers and its vectors' iterators,
/// those of the standard, and iterators that are proclaimed contiguous.
template <class I>
inline constexpr bool is_contiguous_iterator_v =
    std::contiguous_iterator<I> || std::is_pointer_v<detail::unwrapped_t<I>> ||
    proclaim_contiguous_iterator<I>::value;
template <class I>
using is_contiguous_iterator = std::bool_constant<is_contiguous_iterator_v<I>>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
