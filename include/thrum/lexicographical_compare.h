// lexicographical_compare: whether one sequence comes before another in the order of a dictionary.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/mismatch.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// A predicate: whether element i of either range is less than that of the other.
template <class I, class J, class Less>
struct differs_at {
  I first1;
  J first2;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    if constexpr (std::is_floating_point_v<looked_at_t<I>> && std::is_same_v<Less, thrum::less<>>) {
      return static_cast<bool>(static_cast<int>(less(first1[i], first2[i])) |
                               static_cast<int>(less(first2[i], first1[i])));  // without a branch
    } else {
      return detail::call(less, first1[i], first2[i]) || detail::call(less, first2[i], first1[i]);
    }
  }
};

template <class I, class J, class Less>
struct looked_at_numbers<differs_at<I, J, Less>> : looked_at_numbers<transformed_elements<I, J, Less>> {};
template <class T, class U>
inline constexpr bool may_look_ahead<differs_at<T*, U*, less<>>> =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<U>;

/// Returns a predicate of the places, the indices at which one of two ranges is less than the
/// other. For integers those are the places where the ranges differ.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Less>
THRUM_HD auto less_or_greater_at(I first1, J first2, Less less) {
  if constexpr (compares_bytes<I, J, equal_to<>> && std::is_integral_v<looked_at_t<I>> &&
                std::is_same_v<Less, thrum::less<>>) {
    return detail::differ_at(first1, first2, equal_to<>{});
  } else {
    return differs_at<I, J, Less>{first1, first2, std::move(less)};
  }
}

/// A functor that returns whether the first range is less than the second, if the ranges first
/// differ at place *at of n. The answer is the sum of a single term, so that it is found where the
/// ranges are.
template <class I, class J, class Less>
struct is_less_at {
  I first1;
  J first2;
  Less less;
  std::ptrdiff_t const* at;
  std::ptrdiff_t n;
  bool is_shorter;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD int operator()(std::ptrdiff_t) const {
    if (*at == n) return is_shorter ? 1 : 0;
    return detail::call(less, first1[*at], first2[*at]) ? 1 : 0;
  }
};

}  // namespace detail

/// lexicographical_compare(policy, first1, last1, first2, last2[, less]): returns whether the first
/// range is less than the second. It is less if its element is less at the first index at which the
/// ranges differ, or if there is no such index and the first range is shorter. Stops soon after
/// that index. O(min(n1, n2)) work; no scratch memory. Under CUDA the call waits for the result.
struct lexicographical_compare_fn : detail::algorithm<lexicographical_compare_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"lexicographical_compare", {in("first1"), until("last1"), in("first2"), until("last2"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, J last2, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<J>>() &&
                  detail::valid_predicate<B, Less, detail::element_t<J>, detail::element_t<I>>()) {
      using A = detail::unwrapped_t<I>;
      using C = detail::unwrapped_t<J>;
      auto const base1 = detail::unwrap(first1);
      auto const base2 = detail::unwrap(first2);
      std::ptrdiff_t const n = detail::least(last1 - first1, last2 - first2);
      bool const is_shorter = last1 - first1 < last2 - first2;
      auto const differ = detail::less_or_greater_at(base1, base2, less);
      if constexpr (detail::backend_traits<B>::runs_on_host) {
        std::ptrdiff_t const at = detail::find_first(exec, n, differ);
        return detail::is_less_at<A, C, Less>{base1, base2, std::move(less), &at, n, is_shorter}(0) != 0;
      } else {
        detail::scratch_array<std::ptrdiff_t, B> const at(exec, 1);
        detail::find_first_into(detail::step_of(exec), n, differ, at.data());
        detail::is_less_at<A, C, Less> const lesser{base1, base2, std::move(less), at.data(), n, is_shorter};
        return detail::read_computed<int>(exec, lesser) != 0;
      }
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT lexicographical_compare_fn lexicographical_compare{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
