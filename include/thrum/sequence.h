// sequence: equally spaced values.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/tabulate.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
/// The type in which values are computed, and the type in which they are handed on.
template <class Element, class T>
struct sequence_types {
  using sum = T;
  using result = T;
};
template <class Element, class T>
  requires(std::is_arithmetic_v<Element> && std::is_arithmetic_v<T>)
struct sequence_types<Element, T> {
  static constexpr bool counts = std::is_integral_v<T> && std::is_floating_point_v<Element>;
  using sum = std::common_type_t<T, std::conditional_t<counts, std::ptrdiff_t, Element>>;
  using result = Element;
};

template <class Types>
struct sequence_value {
  using T = typename Types::sum;
  using result = typename Types::result;
  T init;
  T step;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result operator()(std::ptrdiff_t i) const {
    return static_cast<result>(init + static_cast<T>(i) * step);
  }
};

/// The same in steps of one, without a product for each element.
template <class Types>
struct count_from {
  using T = typename Types::sum;
  using result = typename Types::result;
  T init;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result operator()(std::ptrdiff_t i) const { return static_cast<result>(init + static_cast<T>(i)); }
};

/// Checks the type in which values are computed.
template <class T>
THRUM_HD constexpr bool valid_sequence() {
  constexpr bool counts = std::constructible_from<T, int> && std::constructible_from<T, std::ptrdiff_t> &&
                          requires(T const& x) { static_cast<T>(x + x * x); };
  static_assert(counts, "thrum: a sequence is of numbers, or of a type made from them that has + and *");
  return counts;
}
}  // namespace detail

/// sequence(policy, first, last[, init[, step]]): assigns init + i * step to first[i], from 0 by 1
/// unless init and step are given. init and step are of one type. Numbers are computed in the
/// common type of init and the elements; if init is an integer and the elements are floating-point,
/// in the common type of init and 64-bit integers. So 0 can begin a sequence of 64-bit elements,
/// and a sequence of floats stays exact. O(n) work; no scratch memory.
struct sequence_fn : detail::algorithm<sequence_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"sequence", {out_from("first"), until("last"), optional("init"), optional("step")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O>
  THRUM_HD void operator()(B const& exec, O first, O last) const {
    using T = std::iter_value_t<O>;
    if constexpr (detail::valid_sequence<T>()) (*this)(exec, first, last, T(0));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T>
  THRUM_HD void operator()(B const& exec, O first, O last, T init) const {
    using value = detail::value_of_t<T>;
    using types = detail::sequence_types<std::iter_value_t<O>, value>;
    if constexpr (!detail::valid_sequence<value>()) {
      return;
    } else if constexpr (std::is_arithmetic_v<typename types::sum>) {
      auto const begin = static_cast<typename types::sum>(static_cast<value>(std::move(init)));
      assign(exec, first, last, detail::count_from<types>{begin});
    } else {
      (*this)(exec, first, last, init, value(1));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T, class U>
  THRUM_HD void operator()(B const& exec, O first, O last, T init, U step) const {
    using value = detail::value_of_t<T>;
    using types = detail::sequence_types<std::iter_value_t<O>, value>;
    using sum = typename types::sum;
    constexpr bool alike = std::same_as<value, detail::value_of_t<U>>;
    static_assert(alike, "thrum: the first value of a sequence and its step are of one type");
    if constexpr (alike && detail::valid_sequence<sum>()) {
      assign(exec, first, last,
             detail::sequence_value<types>{static_cast<sum>(static_cast<value>(std::move(init))),
                                           static_cast<sum>(static_cast<value>(std::move(step)))});
    }
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class O, class Value>
  THRUM_HD static void assign(B const& exec, O first, O last, Value value) {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_output<B, O, typename Value::result>()) {
      tabulate_fn{}(exec, first, last, std::move(value));
    }
  }
};
THRUM_OBJECT sequence_fn sequence{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
