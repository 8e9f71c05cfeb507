// Which sorts can go by the digits of the keys, and the unsigned number whose order is the keys'.
#pragma once

#include <thrum/detail/config.h>
#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
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

template <std::size_t Bytes>
using uint_of_size = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

/// The number whose unsigned order is Less's order of the keys. Zeros of both signs are one number, as they are equal;
/// NaNs, which a comparison sort must not meet, go to the two ends by their sign.
template <class Less, class T>
constexpr uint_of_size<sizeof(T)> to_radix(T key) {
  using U = uint_of_size<sizeof(T)>;
  constexpr U sign = static_cast<U>(U{1} << (8 * sizeof(T) - 1));
  U bits;
  if constexpr (std::is_floating_point_v<T>) {
    // A negative number's bits are all flipped, another's sign bit; -0, which is then just below +0, joins it.
    bits = std::bit_cast<U>(key);
    bits = static_cast<U>(bits ^ (static_cast<U>(U{0} - (bits >> (8 * sizeof(T) - 1))) | sign));
    bits = static_cast<U>(bits + (bits == sign - 1));
  } else {
    bits = static_cast<U>(key);
    if constexpr (std::is_signed_v<T>) bits = static_cast<U>(bits ^ sign);
  }
  return descending_order<Less, T> ? static_cast<U>(~bits) : bits;
}

}  // namespace detail
}  // namespace thrum
