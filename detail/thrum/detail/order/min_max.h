// min, max and minmax of values.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/pair.h>
#include <initializer_list>

namespace thrum {
namespace detail {
struct is_less {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr bool operator()(T const& a, T const& b) const {
    return a < b;
  }
};
}  // namespace detail

/// Returns the lesser of the two; a if neither is less. The result refers to an argument.
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

/// Returns the greater of the two; a if neither is greater. The result refers to an argument.
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

/// Returns the lesser and the greater of the two; a and b if neither is less. The results refer to
/// the arguments.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr pair<T const&, T const&> minmax(T const& a, T const& b) {
  return b < a ? pair<T const&, T const&>(b, a) : pair<T const&, T const&>(a, b);
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr pair<T const&, T const&> minmax(T const& a, T const& b, Less less) {
  return less(b, a) ? pair<T const&, T const&>(b, a) : pair<T const&, T const&>(a, b);
}

/// Returns a copy of the first of the least values, or of the first of the greatest. There is at
/// least one value.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr T min(std::initializer_list<T> values, Less less) {
  T const* least = values.begin();
  for (T const* p = least + 1; p != values.end(); ++p)
    if (less(*p, *least)) least = p;
  return *least;
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T min(std::initializer_list<T> values) {
  return thrum::min(values, detail::is_less{});
}
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr T max(std::initializer_list<T> values, Less less) {
  T const* greatest = values.begin();
  for (T const* p = greatest + 1; p != values.end(); ++p)
    if (less(*greatest, *p)) greatest = p;
  return *greatest;
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr T max(std::initializer_list<T> values) {
  return thrum::max(values, detail::is_less{});
}

/// Returns copies of the first of the least values and of the last of the greatest. There is at
/// least one value.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less>
THRUM_HD constexpr pair<T, T> minmax(std::initializer_list<T> values, Less less) {
  T const *least = values.begin(), *greatest = least;
  for (T const* p = least + 1; p != values.end(); ++p) {
    if (less(*p, *least)) least = p;
    if (!less(*p, *greatest)) greatest = p;
  }
  return {*least, *greatest};
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr pair<T, T> minmax(std::initializer_list<T> values) {
  return thrum::minmax(values, detail::is_less{});
}

}  // namespace thrum
