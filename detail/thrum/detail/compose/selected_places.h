// How elements of a range compare to one or two of them, which a selection has picked.
#pragma once

#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/functional_arithmetic.h>
#include <thrum/detail/radix_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The places in a range in the order of their elements, as they compare to the place `at`: of equal elements the first
/// comes first.
template <class I, class Order>
struct compared_places {
  I first;
  Order order;
  std::ptrdiff_t at;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, bool wins_ties) const {
    return wins_ties ? !detail::call(order, first[at], first[i])
                     : static_cast<bool>(detail::call(order, first[i], first[at]));
  }
  THRUM_HD bool before(std::ptrdiff_t i) const { return before(i, i < at); }
  THRUM_HD bool after(std::ptrdiff_t i) const { return i != at && !before(i); }
};
/// The same of elements with numbers: that of the element there is held.
template <class I, class Less>
struct numbered_places {
  using element = digits<std::iter_value_t<I>, Less>;
  I first;
  Less less;
  std::ptrdiff_t at;
  uint_of_bits<element::bits> number;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, bool wins_ties) const {
    auto const x = element::number(less, first[i]);
    return (x < number) | ((x == number) & wins_ties);
  }
  THRUM_HD bool before(std::ptrdiff_t i) const { return before(i, i < at); }
  THRUM_HD bool after(std::ptrdiff_t i) const { return i != at && !before(i); }
};

/// Two places whose elements divide all others into five classes: what is less than the lower one, equal to it, between,
/// equal to the upper one, greater.
template <class I, class Order>
struct compared_bounds {
  I first;
  Order order;
  std::ptrdiff_t lower, upper;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD int class_of(std::ptrdiff_t i) const {
    if constexpr (std::is_trivially_copyable_v<std::iter_value_t<I>>) {
      // The same four answers at once: there is no guessing what some of them are.
      int const reaches = !detail::call(order, first[i], first[lower]);
      int const passes = static_cast<bool>(detail::call(order, first[lower], first[i]));
      int const reaches_upper = !detail::call(order, first[i], first[upper]);
      int const passes_upper = static_cast<bool>(detail::call(order, first[upper], first[i]));
      return reaches + passes + (passes & reaches_upper) + passes_upper;
    }
    if (detail::call(order, first[i], first[lower])) return 0;
    if (detail::call(order, first[upper], first[i])) return 4;
    if (!detail::call(order, first[lower], first[i])) return 1;
    return detail::call(order, first[i], first[upper]) ? 2 : 3;
  }
};
template <class I, class Less>
struct numbered_bounds {
  using element = digits<std::iter_value_t<I>, Less>;
  I first;
  Less less;
  uint_of_bits<element::bits> lower, upper;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD int class_of(std::ptrdiff_t i) const {
    auto const x = element::number(less, first[i]);
    return (x >= lower) + (x > lower) + ((x > lower) & (x >= upper)) + (x > upper);
  }
};

/// A number of a policy's memory.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD auto read_number(B const& exec, I number) {
  using T = std::iter_value_t<I>;
  return exec.reduce(number, 1, T{}, plus<T>{});
}

/// The number of the element at a place.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD auto read_number_of(B const& exec, I first, Less const& less, std::ptrdiff_t at) {
  using T = std::iter_value_t<I>;
  using number = transformed_element<I, number_of<T, Less>>;
  return detail::read_number(exec,
                             detail::computed<uint_of_bits<digits<T, Less>::bits>>(number{first, {less}}) + at);
}
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD auto places_around(B const& exec, I first, Less const& less, std::ptrdiff_t at) {
  using T = std::iter_value_t<I>;
  if constexpr (has_word<T, Less>) {
    return numbered_places<I, Less>{first, less, at, detail::read_number_of(exec, first, less, at)};
  } else {
    auto const order = detail::sorting_order<T>(less);
    return compared_places<I, std::remove_const_t<decltype(order)>>{first, order, at};
  }
}
template <class B, class I, class Less>
auto bounds_at(B const& exec, I first, Less const& less, std::ptrdiff_t lower, std::ptrdiff_t upper) {
  using T = std::iter_value_t<I>;
  if constexpr (has_word<T, Less>) {
    return numbered_bounds<I, Less>{first, less, detail::read_number_of(exec, first, less, lower),
                                    detail::read_number_of(exec, first, less, upper)};
  } else {
    auto const order = detail::sorting_order<T>(less);
    return compared_bounds<I, std::remove_const_t<decltype(order)>>{first, order, lower, upper};
  }
}

}  // namespace thrum::detail
