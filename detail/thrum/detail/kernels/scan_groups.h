// Prefix sums of floating-point numbers in groups of eight, in the shape of shape/scan.h. A group
// takes three additions of vectors: to the second of each pair of elements the first one is added,
// to the second pair of each half the sum of the first pair, and to the second half the sum of the
// first half (Sklansky, 1960). So only one addition of a group waits for the groups before.
#pragma once

#if !defined(__CUDACC__)

#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/backend.h>
#include <thrum/detail/kernels/float_vector.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Eight floating-point numbers, in one vector or two.
template <class T, int bytes>
struct float_group {
  using vector = float_vector<T, bytes>;
  using places = typename vector::places;
  static constexpr int size = 8, vectors = size / vector::lanes;
  static_assert(vectors == 1 || vectors == 2);
  typename vector::type parts[vectors];

  THRUM_INLINED explicit float_group(T const* from) {
    for (int p = 0; p < vectors; ++p) vector::load(parts[p], from + p * vector::lanes);
  }
  /// Makes the group its prefix sums.
  THRUM_INLINED void sum() {
    THRUM_UNROLL
    for (int p = 0; p < vectors; ++p) {
      vector::template add_to_upper<1>(parts[p], places{});
      vector::template add_to_upper<2>(parts[p], places{});
    }
    if constexpr (vectors == 1) {
      vector::template add_to_upper<4>(parts[0], places{});
    } else {
      typename vector::type lower;
      vector::repeat_last(lower, parts[0], places{});
      parts[1] += lower;
    }
  }
  /// Sets `to` to the sum of the group at every place. The sum is the last of its prefix sums.
  THRUM_INLINED void total(typename vector::type& to) {
    to = parts[0];
    vector::template add_other_half<1>(to, places{});
    vector::template add_other_half<2>(to, places{});
    if constexpr (vectors == 1) {
      vector::template add_other_half<4>(to, places{});
    } else {
      typename vector::type upper = parts[1];
      vector::template add_other_half<1>(upper, places{});
      vector::template add_other_half<2>(upper, places{});
      to += upper;
    }
  }
  /// Stores the results of a scan: the prefix sums, each added to what is before the group.
  template <class Kind>
  THRUM_INLINED void store(T* out, typename vector::type const& begin) const {
    typename vector::type before = begin;
    THRUM_UNROLL
    for (int p = 0; p < vectors; ++p) {
      typename vector::type const sums = begin + parts[p];
      if constexpr (std::is_same_v<Kind, inclusive>) {
        vector::store(out + p * vector::lanes, sums);
      } else {
        typename vector::type moved;
        vector::move_on(moved, before, sums, places{});
        vector::store(out + p * vector::lanes, moved);
        before = sums;
      }
    }
  }
};

/// Scans as many of n elements as make pairs of groups, and returns how many. `carry` becomes the
/// carry after them, and their groups are added to `sum`. `out` is `first` or elsewhere.
template <class Kind, int bytes, class T>
THRUM_INLINED std::ptrdiff_t scan_pairs_of_groups(T const* first, std::ptrdiff_t n, T* out, T& carry, T& sum) {
  using group = float_group<T, bytes>;
  using vector = typename group::vector;
  using places = typename vector::places;
  typename vector::type before, all, total;
  vector::fill(before, carry);
  vector::fill(all, sum);
  std::ptrdiff_t i = 0;
  for (; n - i >= 2 * group::size; i += 2 * group::size) {
    detail::read_ahead_besides<2 * group::size>(out, first, i);
    detail::write_ahead<2 * group::size>(out, i);
    group x(first + i), y(first + i + group::size);
    x.sum();
    y.sum();
    x.template store<Kind>(out + i, before);
    vector::repeat_last(total, x.parts[group::vectors - 1], places{});
    before += total;
    all += total;
    y.template store<Kind>(out + i + group::size, before);
    vector::repeat_last(total, y.parts[group::vectors - 1], places{});
    before += total;
    all += total;
  }
  carry = before[0];
  sum = all[0];
  return i;
}
/// Adds the groups of as many of n elements as make pairs of groups to `sum`, and returns how many.
template <int bytes, class T>
THRUM_INLINED std::ptrdiff_t sum_pairs_of_groups(T const* first, std::ptrdiff_t n, T& sum) {
  using group = float_group<T, bytes>;
  typename group::vector::type all, of_x, of_y;
  group::vector::fill(all, sum);
  std::ptrdiff_t i = 0;
  for (; n - i >= 2 * group::size; i += 2 * group::size) {
    detail::read_ahead<2 * group::size>(first, i);
    group(first + i).total(of_x);
    group(first + i + group::size).total(of_y);
    all += of_x;
    all += of_y;
  }
  sum = all[0];
  return i;
}

#if THRUM_HAS_VECTOR_TARGETS
template <class Kind, class T>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_pairs_of_wide_groups(T const* first, std::ptrdiff_t n, T* out, T& carry,
                                                           T& sum) {
  return detail::scan_pairs_of_groups<Kind, 32>(first, n, out, carry, sum);
}
template <class T>
THRUM_TARGET_AVX2 std::ptrdiff_t sum_pairs_of_wide_groups(T const* first, std::ptrdiff_t n, T& sum) {
  return detail::sum_pairs_of_groups<32>(first, n, sum);
}
#endif

/// Does what scan_pairs_of_groups does, in vectors that fit the processor. Does nothing if it has
/// no vectors of four T.
template <class Kind, class T>
std::ptrdiff_t scan_groups(T const* first, std::ptrdiff_t n, T* out, T& carry, T& sum) {
#if THRUM_HAS_VECTOR_TARGETS
  if (detail::vectors_of_processor() >= vector_level::avx2)
    return detail::scan_pairs_of_wide_groups<Kind>(first, n, out, carry, sum);
#endif
  if constexpr (sizeof(T) == 4) return detail::scan_pairs_of_groups<Kind, 16>(first, n, out, carry, sum);
  else return 0;
}
/// Does what sum_pairs_of_groups does, in the same vectors.
template <class T>
std::ptrdiff_t sum_groups(T const* first, std::ptrdiff_t n, T& sum) {
#if THRUM_HAS_VECTOR_TARGETS
  if (detail::vectors_of_processor() >= vector_level::avx2) return detail::sum_pairs_of_wide_groups(first, n, sum);
#endif
  if constexpr (sizeof(T) == 4) return detail::sum_pairs_of_groups<16>(first, n, sum);
  else return 0;
}

}  // namespace thrum::detail

#endif
