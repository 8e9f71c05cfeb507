// How functors are kept and called.
#pragma once

#include <thrum/detail/base/config.h>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A functor in a form that can be assigned. Lambdas with captures cannot be assigned themselves,
/// but an iterator that holds them has to be.
template <class F>
class assignable_functor {
 public:
  assignable_functor() = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr assignable_functor(F f) : f_(std::move(f)) {}
  assignable_functor(assignable_functor const&) = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr assignable_functor& operator=(assignable_functor const& other) {
    if (this != &other) replace(F(other.f_));
    return *this;
  }
  THRUM_HD constexpr operator F const&() const { return f_; }

 private:
  // No exception may come between the two statements.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void replace(F&& copy) noexcept {
    f_.~F();
    ::new (static_cast<void*>(__builtin_addressof(f_))) F(std::move(copy));
  }

  F f_;
};
/// The type of the member in which an iterator keeps a functor F.
template <class F>
using stored_functor = std::conditional_t<std::is_copy_assignable_v<F>, F, assignable_functor<F>>;

/// Calls a functor, or a copy of the functor if the functor is not callable when const.
THRUM_EXEC_CHECK_DISABLE
template <class F, class... Args>
THRUM_HD constexpr decltype(auto) call(F const& f, Args&&... args) {
  if constexpr (std::is_invocable_v<F const&, Args&&...>) {
    return f(std::forward<Args>(args)...);
  } else {
    F copy = f;
    return copy(std::forward<Args>(args)...);
  }
}

/// A predicate that accepts all elements.
struct accept_all {
  template <class X>
  THRUM_HD constexpr bool operator()(X const&) const {
    return true;
  }
};

/// Returns by value what a functor returned about an element that is computed, not stored. A
/// reference to such an element would dangle.
THRUM_EXEC_CHECK_DISABLE
template <class R>
THRUM_HD constexpr std::remove_cvref_t<R> lasting(R&& result) {
  return std::forward<R>(result);
}

}  // namespace thrum::detail
