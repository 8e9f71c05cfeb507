// min_element, max_element, minmax_element: where the extreme values are.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/find_first.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/predicates.h>
#include <thrum/detail/radix_key.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// i itself.
struct own_index {
  THRUM_HD constexpr std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i; }
};
/// Of two places the one with the lesser element; of equal ones the first. -1 is no place.
template <class I, class Less>
struct lesser_place {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i, std::ptrdiff_t j) {
    if (i < 0) return j;
    if (j < 0) return i;
    std::ptrdiff_t const low = i < j ? i : j, high = i < j ? j : i;
    return less(first[high], first[low]) ? high : low;
  }
};
/// Of two numbers the lesser; a NaN only if both are.
template <class Less>
struct lesser_value {
  Less less;
  template <class T>
  THRUM_HD T operator()(T a, T b) {
    return less(b, a) || a != a ? b : a;
  }
};
/// The order of Less from its other end.
template <class Less>
struct reversed_order {
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD bool operator()(T&& a, U&& b) {
    return less(std::forward<U>(b), std::forward<T>(a));
  }
};

/// The first place with a least element of n > 0. Numbers under < or > are reduced as values, which vectorises, and then
/// looked for; anything else is reduced as places.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD std::ptrdiff_t least_place(B const& exec, I first, std::ptrdiff_t n, Less less) {
  using T = std::iter_value_t<I>;
  if constexpr (sorts_by_radix<T, Less>) {
    using limits = std::numeric_limits<T>;
    constexpr T top = limits::has_infinity ? limits::infinity() : (limits::max)();
    constexpr T bottom = limits::has_infinity ? -limits::infinity() : (limits::lowest)();
    T const least = exec.reduce(first, n, ascending_order<Less, T> ? top : bottom, lesser_value<Less>{less});
    std::ptrdiff_t const at = detail::find_first(exec, n, transformed_element{first, equals_value<T>{least}});
    return at < n ? at : 0;  // all are NaNs
  } else {
    return exec.reduce(detail::computed<std::ptrdiff_t>(own_index{}), n, std::ptrdiff_t{-1},
                       lesser_place<I, Less>{first, std::move(less)});
  }
}

}  // namespace detail

/// min_element(policy, first, last[, less]): the first of the least elements; last of an empty range. Under < and > of
/// floating-point numbers NaNs are passed over, unless there is nothing else. O(n) work, O(n / 16384) scratch memory under
/// tbb::par. Under CUDA it waits for the result.
struct min_element_fn : detail::algorithm<min_element_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<B, Less, detail::element_t<I>, detail::element_t<I>>()) {
      if (first == last) return last;
      return first + detail::least_place(exec, detail::unwrap(first), last - first, std::move(less));
    }
  }
};
THRUM_OBJECT min_element_fn min_element{};

/// max_element(policy, first, last[, less]): the first of the greatest elements; last of an empty range. As min_element.
struct max_element_fn : detail::algorithm<max_element_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Less less = {}) const {
    using T = std::iter_value_t<I>;
    // Numbers are reduced as values; other types may have one operator of the two.
    if constexpr (!detail::sorts_by_radix<T, Less>)
      return min_element_fn{}(exec, first, last, detail::reversed_order<Less>{std::move(less)});
    else if constexpr (detail::ascending_order<Less, T>) return min_element_fn{}(exec, first, last, greater<>{});
    else return min_element_fn{}(exec, first, last, thrum::less<>{});
  }
};
THRUM_OBJECT max_element_fn max_element{};

/// minmax_element(policy, first, last[, less]): the pair of min_element and max_element.
struct minmax_element_fn : detail::algorithm<minmax_element_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD pair<I, I> operator()(B const& exec, I first, I last, Less less = {}) const {
    return {min_element_fn{}(exec, first, last, less), max_element_fn{}(exec, first, last, less)};
  }
};
THRUM_OBJECT minmax_element_fn minmax_element{};

}  // namespace thrum
