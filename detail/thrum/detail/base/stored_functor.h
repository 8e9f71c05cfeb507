// How an iterator keeps a functor, and how template arguments are left to the library.
#pragma once

#include <thrum/detail/base/config.h>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum {

/// Thrust's name for a template argument that is left to the library.
struct use_default {};

namespace detail {

template <class T, class Default>
struct or_default {
  using type = T;
};
template <class Default>
struct or_default<use_default, Default> : Default {};

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
template <class F>
using stored_functor = std::conditional_t<std::is_copy_assignable_v<F>, F, assignable_functor<F>>;

}  // namespace detail
}  // namespace thrum
