// swap, which exchanges two values.
#pragma once

#include <thrum/detail/base/config.h>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail::swap_lookup {

// Hides thrum::swap, so that the namespaces of the arguments are searched. std::swap for any T does
// not count as a swap of T's own.
template <class T>
void swap(T&, T&) = delete;

template <class A, class B>
concept has_own = requires(A&& a, B&& b) { swap(static_cast<A&&>(a), static_cast<B&&>(b)); };

/// swap(a, b): exchanges what a and b hold, by the swap of their types if they have one (the swaps
/// of pair, tuple and device_reference exchange what references refer to), otherwise by three
/// moves.
struct swap_fn {
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
    requires has_own<A, B>
  THRUM_HD constexpr void operator()(A&& a, B&& b) const {
    swap(std::forward<A>(a), std::forward<B>(b));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
    requires(!has_own<A&, B&> && std::is_move_constructible_v<A> && std::is_assignable_v<A&, B> &&
             std::is_assignable_v<B&, A>)
  THRUM_HD constexpr void operator()(A& a, B& b) const {
    A held = std::move(a);
    a = std::move(b);
    b = std::move(held);
  }
};

}  // namespace detail::swap_lookup

// Kept apart from thrum itself, where friends of classes have the same name.
inline namespace function_objects {
THRUM_OBJECT detail::swap_lookup::swap_fn swap{};
}

}  // namespace thrum
