// How results are stored in elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/value_of.h>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Assigns element = value. A caller who stores numbers of one type in elements of another means
/// the conversion. So no compiler is to warn of it here, as none does in the standard's algorithms.
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

/// Prefetches the cache line after an element that has been stored, where the next element of the
/// same destination goes. For stores to many destinations at once that are in no cache: a processor
/// would wait for the line of each store and hold back the stores that follow.
template <class T>
void expect_stores_behind([[maybe_unused]] T* element) {
#if defined(__GNUC__)
  constexpr int line = 64;
  __builtin_prefetch(reinterpret_cast<char const*>(element) + line, 1);
#endif
}

}  // namespace thrum::detail
