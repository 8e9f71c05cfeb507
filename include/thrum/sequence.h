// sequence: equally spaced values.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/tabulate.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
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

/// Types of floating-point values whose indices have 32 bits: conversions of those are vector
/// instructions, and those of 64 bits are not. Values that are counted by integers have 31 bits,
/// so that the sum of two does not overflow.
template <class Types>
struct narrow_types {
  using sum = std::conditional_t<std::is_integral_v<typename Types::sum>, std::int32_t, typename Types::sum>;
  using result = typename Types::result;
};
template <class T>
THRUM_HD constexpr bool is_narrow(T x) {
  constexpr std::int32_t limit = std::int32_t{1} << 30;
  if constexpr (sizeof(T) < sizeof(limit)) return true;
  else if constexpr (std::is_unsigned_v<T>) return x <= static_cast<T>(limit);
  else return -limit <= x && x <= limit;
}

template <class Types, class Index = std::ptrdiff_t>
struct sequence_value {
  using T = typename Types::sum;
  using result = typename Types::result;
  static constexpr bool has_narrow = std::is_floating_point_v<result> && std::is_floating_point_v<T>;
  T init;
  T step;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result operator()(std::ptrdiff_t i) const {
    return static_cast<result>(init + static_cast<T>(static_cast<Index>(i)) * step);
  }
  THRUM_HD bool may_be_narrow() const { return true; }
  THRUM_HD sequence_value<narrow_types<Types>, std::int32_t> narrow() const { return {init, step}; }
};

/// The same in steps of one, without a product for each element.
template <class Types, class Index = std::ptrdiff_t>
struct count_from {
  using T = typename Types::sum;
  using result = typename Types::result;
  static constexpr bool has_narrow = std::is_floating_point_v<result>;
  T init;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result operator()(std::ptrdiff_t i) const {
    return static_cast<result>(init + static_cast<T>(static_cast<Index>(i)));
  }
  THRUM_HD bool may_be_narrow() const {
    if constexpr (std::is_integral_v<T>) return detail::is_narrow(init);
    else return true;
  }
  THRUM_HD count_from<narrow_types<Types>, std::int32_t> narrow() const {
    return {static_cast<typename narrow_types<Types>::sum>(init)};
  }
};
/// The same of integers, which wrap around. Counts from the integer before the first one: clang++
/// -O3 would store the first element of a group alone if nothing were added to it, and the others
/// then in vectors across two lines. 2^14 int32: 0.056 -> 0.036 ns an element.
template <class Types>
  requires std::is_integral_v<typename Types::sum> && std::is_integral_v<typename Types::result> &&
           (!std::is_same_v<typename Types::result, bool>)
struct count_from<Types, std::ptrdiff_t> {
  using T = std::make_unsigned_t<std::common_type_t<typename Types::sum, int>>;
  using result = typename Types::result;
  static constexpr bool has_narrow = false;
  T before;
  THRUM_HD explicit count_from(typename Types::sum init)
      : before(detail::opaque_to_clang(static_cast<T>(init) - T{1})) {}
  THRUM_HD result operator()(std::ptrdiff_t i) const {
    return static_cast<result>(before + static_cast<T>(i + 1));
  }
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
      if constexpr (detail::backend_traits<B>::runs_on_host && Value::has_narrow) {
        if (value.may_be_narrow() && detail::is_narrow(static_cast<std::ptrdiff_t>(last - first)))
          return tabulate_fn{}(exec, first, last, value.narrow());
      }
      tabulate_fn{}(exec, first, last, std::move(value));
    }
  }
};
THRUM_OBJECT sequence_fn sequence{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
