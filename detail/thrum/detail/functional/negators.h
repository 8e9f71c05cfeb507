// The negations of predicates, for thrum/functional.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <type_traits>
#include <utility>

namespace thrum {

/// The negation of a predicate of one or two arguments.
template <class Predicate>
struct not_fn_t {
  Predicate predicate;
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
  THRUM_HD constexpr bool operator()(Args&&... args) {
    return !predicate(std::forward<Args>(args)...);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class... Args>
    requires(std::is_invocable_v<Predicate const&, Args...>)
  THRUM_HD constexpr bool operator()(Args&&... args) const {
    return !predicate(std::forward<Args>(args)...);
  }
};
template <class Predicate>
THRUM_HD constexpr not_fn_t<Predicate> not_fn(Predicate predicate) {
  return {std::move(predicate)};
}

/// The negation of a predicate of one argument, by Thrust's older name.
template <class Predicate>
struct unary_negate : not_fn_t<Predicate> {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit unary_negate(Predicate p) : not_fn_t<Predicate>{std::move(p)} {}
};
template <class Predicate>
THRUM_HD constexpr unary_negate<Predicate> not1(Predicate predicate) {
  return unary_negate<Predicate>(std::move(predicate));
}

/// The negation of a predicate of two arguments, by Thrust's older name.
template <class Predicate>
struct binary_negate : not_fn_t<Predicate> {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit binary_negate(Predicate p) : not_fn_t<Predicate>{std::move(p)} {}
};
template <class Predicate>
THRUM_HD constexpr binary_negate<Predicate> not2(Predicate predicate) {
  return binary_negate<Predicate>(std::move(predicate));
}

/// Bases of older function objects, which give names to the types of arguments and results.
template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};
template <class Argument1, class Argument2, class Result>
struct binary_function {
  using first_argument_type = Argument1;
  using second_argument_type = Argument2;
  using result_type = Result;
};

}  // namespace thrum
