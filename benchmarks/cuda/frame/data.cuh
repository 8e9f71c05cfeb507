// The types and values of the contenders' inputs. The device generates the values.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../../frame/types.h"

// The values of an array, as functors of the index within a turn's part and of the index within the
// whole array.

/// Two numbers that are added together: the record of 16 bytes in rows that add.
struct two_sums {
  double first, second;
  THRUM_HD friend two_sums operator+(two_sums const& a, two_sums const& b) {
    return {a.first + b.first, a.second + b.second};
  }
  THRUM_HD friend bool operator==(two_sums const& a, two_sums const& b) {
    return a.first == b.first && a.second == b.second;
  }
};
template <>
inline constexpr char const* type_name<two_sums> = "record";

/// Returns signed integers of this many bits, floating-point values of [-1, 1), or records with
/// such keys. For fewer than 64 bits floating-point values are odd integers around 0, whose sums
/// are not rounded.
template <class T>
struct uniform {
  std::uint64_t stream = 1;
  int bits = 64;
  THRUM_HD T operator()(std::ptrdiff_t, std::ptrdiff_t i) const {
    auto const word = static_cast<std::int64_t>(random_word(stream, i));
    if constexpr (std::is_same_v<T, record>) {
      return {word >> (64 - bits), i};
    } else if constexpr (std::is_same_v<T, two_sums>) {
      return {uniform<double>{stream, bits}(i, i), uniform<double>{stream + 1, bits}(i, i)};
    } else if constexpr (std::is_floating_point_v<T>) {
      if (bits < 64) return static_cast<T>(2 * (word >> (64 - bits)) + 1);
      return static_cast<T>(word >> (sizeof(T) == 4 ? 40 : 11)) / static_cast<T>(sizeof(T) == 4 ? 0x1p23 : 0x1p52);
    } else {
      constexpr int width = 8 * sizeof(T);
      return static_cast<T>(word >> (64 - (bits < width ? bits : width)));
    }
  }
};

/// Runs of equal elements, of length two on average.
template <class T>
struct doubled {
  THRUM_HD T operator()(std::ptrdiff_t, std::ptrdiff_t i) const {
    T x = uniform<T>{1, 1}(i, i);
    if constexpr (std::is_same_v<T, record>) x.payload = 0;
    return x;
  }
};

/// The same value everywhere except at one index of each part.
template <class T>
struct one_hit {
  std::ptrdiff_t hit;
  T wanted;
  THRUM_HD T operator()(std::ptrdiff_t j, std::ptrdiff_t i) const {
    return j == hit ? wanted : uniform<T>{1, 6}(j, i);
  }
};

/// Ascending values, some equal: neighbours differ by 0 to 16.
template <class T>
struct ascending {
  std::uint64_t stream = 1;
  THRUM_HD T operator()(std::ptrdiff_t j, std::ptrdiff_t i) const {
    std::ptrdiff_t const number = 8 * j / 2 + static_cast<std::ptrdiff_t>(random_word(stream, i) % 5);
    if constexpr (std::is_same_v<T, record>) return {number, i};
    else return static_cast<T>(number);
  }
};

/// Keys in runs of 1 to 31 elements.
struct run_keys {
  THRUM_HD std::int32_t operator()(std::ptrdiff_t j, std::ptrdiff_t) const {
    constexpr std::ptrdiff_t two = 32;
    auto const first = 1 + static_cast<std::ptrdiff_t>(random_word(7, j / two) % (two - 1));
    return static_cast<std::int32_t>(2 * (j / two) + (j % two < first ? 0 : 1));
  }
};

/// The beginnings of segments of `length` elements on average, in a range of n.
struct segment_offsets {
  std::ptrdiff_t n, length;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t s, std::ptrdiff_t) const {
    if (s == 0) return 0;
    if (s >= n / length) return n;
    auto const range = static_cast<std::uint64_t>(length);
    return s * length + static_cast<std::ptrdiff_t>(random_word(11, s) % range);
  }
};

/// The segment number of each element.
struct segment_numbers {
  segment_offsets offsets;
  THRUM_HD std::int32_t operator()(std::ptrdiff_t j, std::ptrdiff_t) const {
    std::ptrdiff_t s = j / offsets.length;
    if (s >= offsets.n / offsets.length || j < offsets(s, s)) --s;
    return static_cast<std::int32_t>(s);
  }
};

/// A permutation of [0, n) without locality that a cache could use; n is a power of two.
struct permuted {
  std::ptrdiff_t n;
  THRUM_HD std::int32_t operator()(std::ptrdiff_t j, std::ptrdiff_t) const {
    auto const mask = static_cast<std::uint64_t>(n - 1);
    std::uint64_t x = static_cast<std::uint64_t>(j) * 0x9e3779b97f4a7c15u & mask;
    x ^= x >> 5;
    x = x * 0xbf58476d1ce4e5b9u & mask;
    x ^= x >> 7;
    return static_cast<std::int32_t>(x * 0x94d049bb133111ebu & mask);
  }
};

// The functors of the calls.

/// Accepts half of the uniform values.
struct positive {
  template <class T>
  THRUM_HD bool operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return x.key > 0;
    else return x > T(0);
  }
};

struct not_positive {
  template <class T>
  THRUM_HD bool operator()(T const& x) const {
    return !positive{}(x);
  }
};

/// A cheap function that never overflows.
struct flipped {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return {~x.key, x.payload};
    else if constexpr (std::is_integral_v<T>) return ~x;
    else return -x;
  }
};

/// Computes 3 x + y, for integers as unsigned numbers, which may overflow.
template <class T>
struct scaled_sum {
  THRUM_HD T operator()(T const& x, T const& y) const {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(3) * static_cast<U>(x) + static_cast<U>(y));
    } else {
      return T(3) * x + y;
    }
  }
};

/// Returns the greater of two.
struct greater_one {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};

struct key_of {
  THRUM_HD std::int64_t operator()(record const& x) const { return x.key; }
};
struct less_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return a.key < b.key; }
};
