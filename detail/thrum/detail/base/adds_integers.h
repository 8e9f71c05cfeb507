// Additions of integers. Their sums are the same in any shape, and a sum may begin from zero.
#pragma once

#include <thrum/functional.h>
#include <functional>
#include <type_traits>

namespace thrum::detail {

/// Says whether Op adds integers of type T.
template <class Op, class T>
inline constexpr bool adds_integers = std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                      (std::is_same_v<Op, plus<T>> || std::is_same_v<Op, plus<void>> ||
                                       std::is_same_v<Op, std::plus<T>> || std::is_same_v<Op, std::plus<void>>);

}  // namespace thrum::detail
