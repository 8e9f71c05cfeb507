// Says which orders of elements are orders of unsigned numbers, and gives the number of each
// element. Sorts that work on digits use these numbers. This file is for arithmetic elements;
// detail/order/key_order.h is for tuples, projections and several keys.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/half_numbers.h>
#include <thrum/detail/base/wide_integers.h>
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

/// Says whether Less is `<` on T (or `>` on T, below): the comparators of the standard and of this
/// library.
template <class Less, class T>
inline constexpr bool ascending_order =
    std::same_as<Less, less<T>> || std::same_as<Less, less<void>> || std::same_as<Less, std::less<T>> ||
    std::same_as<Less, std::less<void>> || std::same_as<Less, std::ranges::less>;
template <class Less, class T>
inline constexpr bool descending_order =
    std::same_as<Less, greater<T>> || std::same_as<Less, greater<void>> || std::same_as<Less, std::greater<T>> ||
    std::same_as<Less, std::greater<void>> || std::same_as<Less, std::ranges::greater>;

/// Says whether the order of a type is that of unsigned numbers of its size.
template <class T>
inline constexpr bool is_radix_key =
    (std::is_integral_v<T> && sizeof(T) <= 8) || std::same_as<T, float> || std::same_as<T, double>;

template <class T, class Less>
inline constexpr bool sorts_by_radix = is_radix_key<T> && (ascending_order<Less, T> || descending_order<Less, T>);

/// Says whether Less is `<` or `>` on numbers whose least one can be found as a value, ignoring
/// NaNs: long double and wider types, too, if the standard library knows them.
template <class T, class Less>
inline constexpr bool orders_numbers =
    (is_radix_key<T> || (std::is_floating_point_v<T> && std::numeric_limits<T>::is_specialized)) &&
    (ascending_order<Less, T> || descending_order<Less, T>);

/// The bits of the widest unsigned type.
inline constexpr int most_bits_of_number = 128;
/// The smallest unsigned type of at least this many bits, up to most_bits_of_number.
template <int Bits>
using uint_of_bits = std::conditional_t<
    Bits <= 8, std::uint8_t,
    std::conditional_t<
        Bits <= 16, std::uint16_t,
        std::conditional_t<Bits <= 32, std::uint32_t, std::conditional_t<Bits <= 64, std::uint64_t, uint128>>>>;
template <std::size_t Bytes>
using uint_of_size = uint_of_bits<static_cast<int>(8 * Bytes)>;

/// The bits of the exponent of a floating-point key.
template <class T>
inline constexpr int exponent_bits = half_number<T>   ? half_exponent_bits<T>
                                     : sizeof(T) == 4 ? 8
                                                      : 11;

/// Returns the number whose unsigned order is Less's order of the keys. Zeros of both signs have
/// one number, because they are equal. NaNs come after all other keys, whether the order ascends or
/// descends. In the order of their bits, NaNs lie at both ends; those of the lower end are placed
/// after those of the upper end.
template <class Less, class T>
THRUM_HD constexpr uint_of_size<sizeof(T)> to_radix(T key) {
  using U = uint_of_size<sizeof(T)>;
  constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(T) - 1));
  if constexpr (std::is_floating_point_v<T> || half_number<T>) {
    constexpr U infinity = static_cast<U>(sign - (sign >> exponent_bits<T>));
    // Reads sign and magnitude as one signed number, in which zeros of both signs are 0. The least
    // key that is not a NaN, one of the infinities, gets number 0. The NaNs below that infinity
    // wrap around to the top.
    U const bits = __builtin_bit_cast(U, key);
    U const negative = static_cast<U>(U{0} - (bits >> (8 * sizeof(T) - 1)));
    U const value = static_cast<U>(((bits & (sign - 1)) ^ negative) - negative);
    return descending_order<Less, T> ? static_cast<U>(infinity - value) : static_cast<U>(infinity + value);
  } else {
    U bits = static_cast<U>(key);
    if constexpr (std::is_signed_v<T> || std::same_as<T, int128>) bits = static_cast<U>(bits ^ sign);
    return descending_order<Less, T> ? static_cast<U>(~bits) : bits;
  }
}

/// The order of Less on elements of type T as an order of unsigned numbers of `bits` bits. `bits`
/// is 0 if the order is none of these. The members are
///   number(less, x)      returns the number of an element, if bits <= most_bits_of_number
///   value(less, x)       for floating-point keys: returns a value that ascends with the number,
///                        except for NaNs
///   before(less, x, y)   says whether x comes before y
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
    if constexpr (std::is_floating_point_v<T>) {
#if defined(__CUDA_ARCH__)
      // A device compares numbers by one instruction, and makes a number of a key by many.
      if (a == a && b == b) return descending_order<Less, T> ? b < a : a < b;
#endif
      return number(less, a) < number(less, b);
    } else {
      return descending_order<Less, T> ? b < a : a < b;
    }
  }
};

/// Numbers that are not arithmetic types to the standard library: those of 16 bits, and integers of
/// 128 bits. They have no value(): a selection compares their numbers.
template <class T>
inline constexpr bool is_extended_key = half_number<T> || std::same_as<T, int128> || std::same_as<T, uint128>;
template <class T, class Less>
  requires(is_extended_key<T> && (ascending_order<Less, T> || descending_order<Less, T>))
struct digits<T, Less> {
  static constexpr int bits = static_cast<int>(8 * sizeof(T));
  THRUM_HD static constexpr uint_of_bits<bits> number(Less const&, T key) { return detail::to_radix<Less>(key); }
  THRUM_HD static constexpr bool before(Less const& less, T a, T b) { return number(less, a) < number(less, b); }
};

/// Say whether elements are ordered by numbers of one word, by numbers of some unsigned type, or by
/// numbers of any length.
template <class T, class Less>
inline constexpr bool has_word = digits<T, Less>::bits > 0 && digits<T, Less>::bits <= 64;
template <class T, class Less>
inline constexpr bool has_number = digits<T, Less>::bits > 0 && digits<T, Less>::bits <= most_bits_of_number;
template <class T, class Less>
inline constexpr bool has_digits = (digits<T, Less>::bits > 0);

/// The order of Less for algorithms that compare elements and do not sort by digits. NaNs have the
/// same place as in a sort by digits.
template <class T, class Less>
struct digits_order {
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B>
  THRUM_HD bool operator()(A const& a, B const& b) const {
    return digits<T, Less>::before(less, a, b);
  }
};
/// Says whether detail/order/members_order.h orders the elements: long double, and tuples with
/// digits in only some of their members. NaNs have their fixed place there, too.
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

/// A function object that returns the number of an element.
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
