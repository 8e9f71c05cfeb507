// Elements among which there are NaNs, and where sorts put the NaNs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>
#include "choices.h"

/// Returns elements, some of them NaNs if they are floating-point numbers.
template <class T>
std::vector<T> elements_with_nans(choices& c) {
  auto v = c.elements<T>(c.size());
  if constexpr (std::is_floating_point_v<T>) {
    std::ptrdiff_t const one_in = c.between(1, 20);
    c.note("a NaN at most in", one_in);
    for (std::ptrdiff_t const i : c.places(std::ssize(v) / one_in, std::ssize(v) + 1)) {
      if (i < std::ssize(v)) v[static_cast<std::size_t>(i)] = std::numeric_limits<T>::quiet_NaN();
    }
  }
  return v;
}
/// The documented order: NaNs last, in ascending and in descending sorts.
template <class T>
struct documented_order {
  bool falling;
  bool operator()(T const& a, T const& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    }
    return falling ? b < a : a < b;
  }
};
template <class T>
std::vector<T> sorted_copy(std::vector<T> v, bool falling) {
  if constexpr (std::is_floating_point_v<T>) {
    auto const last = std::stable_partition(v.begin(), v.end(), [](T x) { return !std::isnan(x); });
    std::stable_sort(v.begin(), last, documented_order<T>{falling});
  } else {
    std::stable_sort(v.begin(), v.end(), documented_order<T>{falling});
  }
  return v;
}
