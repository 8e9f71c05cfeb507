// The operators that placeholders have in addition to those of thrum/functional.h: assignment,
// shifts, increment and decrement.
#pragma once

#include <thrum/detail/base/config.h>
#include <utility>

namespace thrum::detail {

// The writer of `_1 += x` chooses its conversions. That the operator is written here is no reason
// to warn of them.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#endif
struct plus_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) += std::forward<U>(y)) {
    return std::forward<T>(x) += std::forward<U>(y);
  }
};
struct minus_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) -= std::forward<U>(y)) {
    return std::forward<T>(x) -= std::forward<U>(y);
  }
};
struct multiplies_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) *= std::forward<U>(y)) {
    return std::forward<T>(x) *= std::forward<U>(y);
  }
};
struct divides_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) /= std::forward<U>(y)) {
    return std::forward<T>(x) /= std::forward<U>(y);
  }
};
struct modulus_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) %= std::forward<U>(y)) {
    return std::forward<T>(x) %= std::forward<U>(y);
  }
};
struct bit_and_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) &= std::forward<U>(y)) {
    return std::forward<T>(x) &= std::forward<U>(y);
  }
};
struct bit_or_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) |= std::forward<U>(y)) {
    return std::forward<T>(x) |= std::forward<U>(y);
  }
};
struct bit_xor_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) ^= std::forward<U>(y)) {
    return std::forward<T>(x) ^= std::forward<U>(y);
  }
};
struct left_shift_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) <<= std::forward<U>(y)) {
    return std::forward<T>(x) <<= std::forward<U>(y);
  }
};
struct right_shift_assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) >>= std::forward<U>(y)) {
    return std::forward<T>(x) >>= std::forward<U>(y);
  }
};
struct assign {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) = std::forward<U>(y)) {
    return std::forward<T>(x) = std::forward<U>(y);
  }
};
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

struct left_shift {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) << std::forward<U>(y)) {
    return std::forward<T>(x) << std::forward<U>(y);
  }
};
struct right_shift {
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD constexpr auto operator()(T&& x, U&& y) const -> decltype(std::forward<T>(x) >> std::forward<U>(y)) {
    return std::forward<T>(x) >> std::forward<U>(y);
  }
};

struct unary_plus {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(+std::forward<T>(x)) {
    return +std::forward<T>(x);
  }
};
struct pre_increment {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(++std::forward<T>(x)) {
    return ++std::forward<T>(x);
  }
};
struct pre_decrement {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(--std::forward<T>(x)) {
    return --std::forward<T>(x);
  }
};
struct post_increment {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(std::forward<T>(x)++) {
    return std::forward<T>(x)++;
  }
};
struct post_decrement {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto operator()(T&& x) const -> decltype(std::forward<T>(x)--) {
    return std::forward<T>(x)--;
  }
};

}  // namespace thrum::detail
