// Raw pointers from iterators over contiguous memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/type_traits/is_contiguous_iterator.h>
#include <type_traits>
#include <utility>

namespace thrum {

/// Returns the pointer to the element of a contiguous iterator. If the memory is a CUDA device's,
/// only device code may dereference the pointer.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr auto unwrap_contiguous_iterator(I it) {
  static_assert(is_contiguous_iterator_v<I>, "thrum: this iterator is not over contiguous memory");
  if constexpr (std::is_pointer_v<detail::unwrapped_t<I>>) return detail::unwrap(it);
  else return __builtin_addressof(*it);
}
template <class I>
using unwrap_contiguous_iterator_t = decltype(thrum::unwrap_contiguous_iterator(std::declval<I>()));

/// Returns the same for a contiguous iterator, and any other iterator unchanged.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr auto try_unwrap_contiguous_iterator(I it) {
  if constexpr (is_contiguous_iterator_v<I>) return thrum::unwrap_contiguous_iterator(it);
  else return it;
}
template <class I>
using try_unwrap_contiguous_iterator_t = decltype(thrum::try_unwrap_contiguous_iterator(std::declval<I>()));

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
