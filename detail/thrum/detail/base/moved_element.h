// Access to elements of a range in order to move from them.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns first[i] in a form to move from: an rvalue reference to an element in memory;
/// first.moved_element(i) if the iterator has that member, for elements that it refers to in
/// another way; otherwise the value itself. This function does what std::ranges::iter_move does,
/// for the device, too.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD constexpr decltype(auto) moved_element(I const& first, std::ptrdiff_t i) {
  if constexpr (requires { first.moved_element(i); }) return first.moved_element(i);
  else if constexpr (std::is_lvalue_reference_v<decltype(first[i])>) return std::move(first[i]);
  else return first[i];
}

template <class I>
using moved_element_t = decltype(detail::moved_element(std::declval<I const&>(), std::ptrdiff_t{}));

}  // namespace thrum::detail
