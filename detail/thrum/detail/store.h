// How results are assigned to elements.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/value_of.h>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// element = value. Whoever stores numbers of one type in elements of another means the conversion: no compiler is to warn
/// of it here, as none does in the standard's algorithms.
THRUM_EXEC_CHECK_DISABLE
template <class E, class V>
THRUM_HD constexpr void store(E&& element, V&& value) {
  using to = value_of_t<E>;
  using from = value_of_t<V>;
  if constexpr (std::is_arithmetic_v<to> && std::is_arithmetic_v<from>) {
    std::forward<E>(element) = static_cast<to>(static_cast<from>(value));
  } else {
    std::forward<E>(element) = std::forward<V>(value);
  }
}

}  // namespace thrum::detail
