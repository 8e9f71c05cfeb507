// Elements of a range as what to move from.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// first[i] to be moved from: an rvalue reference to an element in memory; what an iterator with a member moved_element(i)
/// makes of one that it refers to in another way; else the value itself. It is std::ranges::iter_move for the device too.
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
