// min and max of values.
#pragma once

#include <thrum/detail/config.h>
#include <initializer_list>

namespace thrum {

/// The lesser of the two; a where neither is. The result refers to an argument.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T const& min(T const& a, T const& b) {
  return b < a ? b : a;
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr T const& min(T const& a, T const& b, Less less) {
  return less(b, a) ? b : a;
}

/// The greater of the two; a where neither is. The result refers to an argument.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T const& max(T const& a, T const& b) {
  return a < b ? b : a;
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr T const& max(T const& a, T const& b, Less less) {
  return less(a, b) ? b : a;
}

/// A copy of the first of the least, or greatest, of one value or more.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T min(std::initializer_list<T> values) {
  T const* least = values.begin();
  for (T const* p = least + 1; p != values.end(); ++p)
    if (*p < *least) least = p;
  return *least;
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T max(std::initializer_list<T> values) {
  T const* greatest = values.begin();
  for (T const* p = greatest + 1; p != values.end(); ++p)
    if (*greatest < *p) greatest = p;
  return *greatest;
}

}  // namespace thrum
