// Which orders of elements are those of unsigned numbers, and the number of each element: what sorts go by that work on
// digits. It is here for arithmetic elements; detail/order/key_order.h has tuples, projections and several keys.
#pragma once

#include <thrum/detail/base/config.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace thrum {

template <class T>
struct less;  // thrum/functional.h
template <class T>
struct greater;

namespace detail {

/// Whether Less is `<` on T, or `>` on T: the comparators of the standard and of this library.
template <class Less, class T>
inline constexpr bool ascending_order =
    std::same_as<Less, less<T>> || std::same_as<Less, less<void>> || std::same_as<Less, std::less<T>> ||
    std::same_as<Less, std::less<void>> || std::same_as<Less, std::ranges::less>;
template <class Less, class T>
inline constexpr bool descending_order =
    std::same_as<Less, greater<T>> || std::same_as<Less, greater<void>> || std::same_as<Less, std::greater<T>> ||
    std::same_as<Less, std::greater<void>> || std::same_as<Less, std::ranges::greater>;

/// Types whose order is that of an unsigned number of their size.
template <class T>
inline constexpr bool is_radix_key =
    (std::is_integral_v<T> && sizeof(T) <= 8) || std::same_as<T, float> || std::same_as<T, double>;

template <class T, class Less>
inline constexpr bool sorts_by_radix = is_radix_key<T> && (ascending_order<Less, T> || descending_order<Less, T>);

/// Whether Less is `<` or `>` on numbers of which a least one is found as a value, with NaNs passed over: long double and
/// wider ones too, if the standard library knows them.
template <class T, class Less>
inline constexpr bool orders_numbers =
    (is_radix_key<T> || (std::is_floating_point_v<T> && std::numeric_limits<T>::is_specialized)) &&
    (ascending_order<Less, T> || descending_order<Less, T>);

/// The least unsigned type of this many bits, at most most_bits_of_number.
#if defined(__SIZEOF_INT128__)
inline constexpr int most_bits_of_number = 128;
__extension__ using widest_uint = unsigned __int128;
#else
inline constexpr int most_bits_of_number = 64;
using widest_uint = std::uint64_t;
#endif
template <int Bits>
using uint_of_bits = std::conditional_t<
    Bits <= 8, std::uint8_t,
    std::conditional_t<Bits <= 16, std::uint16_t,
                       std::conditional_t<Bits <= 32, std::uint32_t,
                                          std::conditional_t<Bits <= 64, std::uint64_t, widest_uint>>>>;
template <std::size_t Bytes>
using uint_of_size = uint_of_bits<static_cast<int>(8 * Bytes)>;

/// The number whose unsigned order is Less's order of the keys. Zeros of both signs are one number, as they are equal. NaNs
/// come after all else under either order: in the order of their bits they lie at both ends, and those of the lower end
/// are taken behind those of the upper one.
template <class Less, class T>
THRUM_HD constexpr uint_of_size<sizeof(T)> to_radix(T key) {
  using U = uint_of_size<sizeof(T)>;
  constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(T) - 1));
  if constexpr (std::is_floating_point_v<T>) {
    constexpr U infinity = sizeof(T) == 4 ? static_cast<U>(0x7F800000U) : static_cast<U>(0x7FF0000000000000U);
    // Sign and magnitude as one signed number, in which zeros of both signs are 0. The least of what is ordered, one of the
    // infinities, is number 0; NaNs beyond it come round to the top.
    U const bits = __builtin_bit_cast(U, key);
    U const negative = static_cast<U>(U{0} - (bits >> (8 * sizeof(T) - 1)));
    U const value = static_cast<U>(((bits & (sign - 1)) ^ negative) - negative);
    return descending_order<Less, T> ? static_cast<U>(infinity - value) : static_cast<U>(infinity + value);
  } else {
    U bits = static_cast<U>(key);
    if constexpr (std::is_signed_v<T>) bits = static_cast<U>(bits ^ sign);
    return descending_order<Less, T> ? static_cast<U>(~bits) : bits;
  }
}

/// The order of Less on elements of type T as one of unsigned numbers of `bits` bits; of 0 bits if it is none. It has
///   number(less, x)      the number of an element, where there are at most most_bits_of_number
///   value(less, x)       where the keys are floating-point: what ascends with the number, but for NaNs
///   before(less, x, y)   whether x comes before y
template <class T, class Less>
struct digits {
  static constexpr int bits = 0;
};
template <class T, class Less>
  requires sorts_by_radix<T, Less>
struct digits<T, Less> {
  static constexpr int bits = static_cast<int>(8 * sizeof(T));
  THRUM_HD static constexpr uint_of_bits<bits> number(Less const&, T key) { return detail::to_radix<Less>(key); }
  THRUM_HD static constexpr T value(Less const&, T key)
    requires std::is_floating_point_v<T>
  {
    return descending_order<Less, T> ? -key : key;
  }
  THRUM_HD static constexpr bool before(Less const& less, T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return number(less, a) < number(less, b);
    else return descending_order<Less, T> ? b < a : a < b;
  }
};

/// Whether elements are ordered by numbers of one word, by numbers that there is a type for, or by numbers of any length.
template <class T, class Less>
inline constexpr bool has_word = digits<T, Less>::bits > 0 && digits<T, Less>::bits <= 64;
template <class T, class Less>
inline constexpr bool has_number = digits<T, Less>::bits > 0 && digits<T, Less>::bits <= most_bits_of_number;
template <class T, class Less>
inline constexpr bool has_digits = (digits<T, Less>::bits > 0);

/// The order of Less with the place that it gives to NaNs wherever elements are compared and not sorted by digits.
template <class T, class Less>
struct digits_order {
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
  THRUM_HD bool operator()(A const& a, B const& b) const {
    return digits<T, Less>::before(less, a, b);
  }
};
/// The same for long double and for tuples with digits in some of their members: see detail/order/members_order.h.
template <class T, class Less>
inline constexpr bool orders_by_members = false;
template <class T, class Less>
struct members_order;
template <class T, class Less>
THRUM_HD constexpr auto sorting_order(Less less) {
  if constexpr (has_digits<T, Less>) return digits_order<T, Less>{less};
  else if constexpr (orders_by_members<T, Less>) return members_order<T, Less>{};
  else return less;
}

/// The number of an element by itself.
template <class T, class Less>
struct number_of {
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr auto operator()(X const& x) const {
    return digits<T, Less>::number(less, x);
  }
};

}  // namespace detail
}  // namespace thrum
