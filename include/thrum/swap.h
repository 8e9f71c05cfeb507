// swap: exchanges two values, on host and device.
#pragma once

#include <thrum/detail/config.h>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail::swap_lookup {

// Hides thrum::swap, so that the arguments' own namespaces are searched; and std::swap of any T is no T's own.
template <class T>
void swap(T&, T&) = delete;

template <class A, class B>
concept has_own = requires(A&& a, B&& b) { swap(static_cast<A&&>(a), static_cast<B&&>(b)); };

/// swap(a, b): exchanges what a and b hold, by the swap of their types where they have one (those of pair, tuple and
/// device_reference go through references), else by three moves.
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

// Apart from thrum itself, where friends of classes have the same name.
inline namespace function_objects {
THRUM_OBJECT detail::swap_lookup::swap_fn swap{};
}

}  // namespace thrum
