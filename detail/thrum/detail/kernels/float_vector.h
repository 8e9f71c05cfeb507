// Vectors of floating-point numbers in memory.
#pragma once

#if !defined(__CUDACC__)

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Tells whether a scan's elements, sums and results are floating-point numbers of one type in
/// memory, which has as many bits as an unsigned number.
template <class I, class O, class T>
inline constexpr bool scans_floats =
    std::is_floating_point_v<T> && (sizeof(T) == 4 || sizeof(T) == 8) && std::is_same_v<O, T*> &&
    (std::is_same_v<I, T*> || std::is_same_v<I, T const*>);

/// A vector of floating-point numbers, and one of words of their size. (Vectors are passed by
/// reference: a program that is compiled for narrower vectors cannot pass them by value.)
template <class T, int bytes>
struct float_vector {
  using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  static constexpr int lanes = bytes / static_cast<int>(sizeof(T));
  using places = std::make_integer_sequence<int, lanes>;
  typedef T type __attribute__((vector_size(bytes)));
  typedef word words __attribute__((vector_size(bytes)));
  typedef std::make_signed_t<word> numbers __attribute__((vector_size(bytes)));

  THRUM_INLINED static void load(type& v, void const* from) { std::memcpy(&v, from, sizeof v); }
  THRUM_INLINED static void store(void* to, type const& v) { std::memcpy(to, &v, sizeof v); }
  /// Sets `to` to x at every place.
  THRUM_INLINED static void fill(type& to, T x) { to = x - type{}; }  // keeps -0

  /// Sets `to` to the elements of a and b at these places. The places of b follow those of a.
  template <int... From>
  THRUM_INLINED static void pick(type& to, type const& a, type const& b) {
#if __has_builtin(__builtin_shufflevector)
    to = __builtin_shufflevector(a, b, From...);
#else  // g++ 11
    to = __builtin_shuffle(a, b, words{static_cast<word>(From)...});
#endif
  }
  /// Sets `to` to the last element of v at every place.
  template <int... K>
  THRUM_INLINED static void repeat_last(type& to, type const& v, std::integer_sequence<int, K...>) {
    pick<(K * 0 + lanes - 1)...>(to, v, v);
  }
  /// Sets `to` to v with its elements moved up by one place, after the last of `before`.
  template <int... K>
  THRUM_INLINED static void move_on(type& to, type const& before, type const& v,
                                    std::integer_sequence<int, K...>) {
    pick<(lanes - 1 + K)...>(to, before, v);
  }
  /// Adds to the upper half of each block of 2 * by elements the last one of the lower half.
  template <int by, int... K>
  THRUM_INLINED static void add_to_upper(type& v, std::integer_sequence<int, K...>) {
    type lower, none;
    fill(none, -T(0));
    pick<((K & by) == 0 ? K : lanes + K / (2 * by) * (2 * by) + by - 1)...>(lower, none, v);
    v += lower;
  }
  /// Adds the halves of each block of 2 * by elements to each other.
  template <int by, int... K>
  THRUM_INLINED static void add_other_half(type& v, std::integer_sequence<int, K...>) {
    type other;
    pick<(K ^ by)...>(other, v, v);
    v += other;
  }
  /// Exchanges the blocks of `by` by `by` elements of two rows that lie off the diagonal.
  template <int by, int... K>
  THRUM_INLINED static void exchange(type& a, type& b, std::integer_sequence<int, K...>) {
    type const x = a, y = b;
    pick<((K & by) == 0 ? K : lanes + K - by)...>(a, x, y);
    pick<((K & by) == 0 ? K + by : lanes + K)...>(b, x, y);
  }
  /// Transposes `lanes` rows.
  template <int by = lanes / 2>
  THRUM_INLINED static void transpose(type (&rows)[lanes]) {
    THRUM_UNROLL
    for (int r = 0; r < lanes; ++r)
      if ((r & by) == 0) exchange<by>(rows[r], rows[r + by], places{});
    if constexpr (by > 1) transpose<by / 2>(rows);
  }
};

}  // namespace thrum::detail

#endif
