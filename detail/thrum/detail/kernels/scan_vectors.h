// Prefix sums of integers in vectors of 16 bytes. Each element takes on the sums of 1, 2, 4, ...
// elements before it (Hillis and Steele, 1986), so that each vector waits only for one addition of
// the previous vector.
#pragma once

#if !defined(__CUDACC__)

#include <thrum/backend.h>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Tells whether a scan's elements, sums and results are integers of one type in memory.
template <class I, class O, class T>
inline constexpr bool scans_in_vectors = std::is_integral_v<T> && sizeof(T) <= 8 && std::is_same_v<O, T*> &&
                                         (std::is_same_v<I, T*> || std::is_same_v<I, T const*>);

/// A vector of integers. The integers are unsigned: they wrap around as the sums of C++'s narrow
/// and unsigned integers do.
template <class T>
struct integer_vector {
  using number = std::make_unsigned_t<T>;
  static constexpr int lanes = 16 / sizeof(T);
  using places = std::make_integer_sequence<int, lanes>;
  typedef number type __attribute__((vector_size(16)));

  static type load(T const* from) {
    type v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  static void store(T* to, type const& v) { std::memcpy(to, &v, sizeof v); }

  /// Returns the elements of a and b at these places. The places of b follow those of a.
  template <int... From>
  static type picked(type const& a, type const& b) {
#if __has_builtin(__builtin_shufflevector)
    return __builtin_shufflevector(a, b, From...);
#else  // g++ 11
    return __builtin_shuffle(a, b, type{static_cast<number>(From)...});
#endif
  }
  /// Returns v with its elements moved up by `by` places, after zeros.
  template <int by, int... K>
  static type shifted(type const& v, std::integer_sequence<int, K...>) {
    return picked<(lanes - by + K)...>(type{}, v);
  }
  /// Returns the last element of v at every place.
  template <int... K>
  static type last(type const& v, std::integer_sequence<int, K...>) {
    return picked<(K * 0 + lanes - 1)...>(v, v);
  }
  /// Returns the inclusive prefix sums of v.
  template <int by = 1>
  static type sums(type const& v) {
    if constexpr (by < lanes) return sums<2 * by>(v + shifted<by>(v, places{}));
    else return v;
  }
};

/// Scans from `carry`, which becomes the sum so far. Scans as many of n integers as make pairs of
/// vectors, and returns how many. `out` is `first` or elsewhere.
template <class Kind, class T>
std::ptrdiff_t scan_in_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  using vector = integer_vector<T>;
  using places = typename vector::places;
  constexpr std::ptrdiff_t lanes = vector::lanes;
  typename vector::type before = typename vector::type{} + static_cast<typename vector::number>(carry);
  std::ptrdiff_t i = 0;
  for (; n - i >= 2 * lanes; i += 2 * lanes) {
    auto const x = vector::load(first + i), y = vector::load(first + i + lanes);
    auto const sums_of_x = vector::sums(x), sums_of_y = vector::sums(y) + vector::last(sums_of_x, places{});
    if constexpr (std::is_same_v<Kind, inclusive>) {
      vector::store(out + i, before + sums_of_x);
      vector::store(out + i + lanes, before + sums_of_y);
    } else {
      vector::store(out + i, before + (sums_of_x - x));
      vector::store(out + i + lanes, before + (sums_of_y - y));
    }
    before += vector::last(sums_of_y, places{});
  }
  carry = static_cast<T>(before[0]);
  return i;
}

}  // namespace thrum::detail

#endif
