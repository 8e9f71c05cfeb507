// The shape of scan: as for reduce, the shape depends on n alone. If there is no start value, the
// first element is the start, and the shape covers the others. The elements are cut into tiles of
// 16384, and tiles into groups of eight. 16 elements or fewer are scanned from left to right, and
// so are the elements after the last group. Each half of a group is scanned from its first element,
// and the sum of all elements before the half is added to the results: only two additions of a
// group wait for another one. The sum of a tile is the sum of its groups from left to right. The
// carry of a tile is the carry of the tile before, plus that tile's sum.
//
// Integers need no shape, because an associative operator rounds nothing there: no extra sums of
// groups or tiles are made. Integers are added in vectors, or otherwise from left to right; so are
// maxima and minima of up to 4 bytes found in memory, those of 8 bytes in groups. Integers that are
// computed are computed in blocks first.
// Objects that are large or not trivially copyable are scanned and summed one by one.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/scan_vectors.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

inline constexpr std::ptrdiff_t scan_tile = 16384;
inline constexpr int scan_group = 8;
inline constexpr int scan_few_elements = 16;

template <class T>
inline constexpr bool scans_in_groups = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

/// Makes one step of a scan: adds the element to the sum, and returns what the output is.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class U, class Op>
THRUM_HD T scan_step(T& sum, U&& element, Op& op) {
  if constexpr (std::is_same_v<Kind, inclusive>) {
    detail::fold_into(sum, std::forward<U>(element), op);
    return sum;
  } else {
    T before = sum;
    detail::fold_into(sum, std::forward<U>(element), op);
    return before;
  }
}

/// The index at which the sums of a scan begin: 0 if there is a start value, otherwise 1, after the
/// first element.
template <class Seed>
inline constexpr int scan_begin = std::is_same_v<Seed, no_seed<typename Seed::type>> ? 1 : 0;
THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class Seed>
THRUM_HD typename Seed::type begin_scan(I first, O out, Seed const& init) {
  if constexpr (scan_begin<Seed> == 0) {
    return init.value;
  } else {
    auto sum = static_cast<typename Seed::type>(first[0]);
    detail::store(out[0], sum);
    return sum;
  }
}

/// Scans 1 to scan_few_elements elements from left to right. Each index at which the elements may
/// end has a branch of its own: processors predict more of these branches than of the end of a
/// loop.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class Seed, class Op>
THRUM_HD void scan_few(I first, std::ptrdiff_t n, O out, Seed const& init, Op& op) {
  auto sum = detail::begin_scan(first, out, init);
  THRUM_UNROLL
  for (int i = scan_begin<Seed>; i < scan_few_elements; ++i) {
    if (i >= n) break;
    detail::store(out[i], detail::scan_step<Kind>(sum, first[i], op));
  }
}

/// Makes some steps of a scan from left to right, element by element. If loads and stores came in
/// bursts, compilers would make vectors out of single numbers, which takes longer.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class I, class O, class Op, int... K>
THRUM_HD void scan_in_order(I first, O out, T& carry, Op& op, std::integer_sequence<int, K...>) {
  (detail::store(out[K], detail::scan_step<Kind>(carry, first[K], op)), ...);
}

/// Returns op(a, b).
THRUM_EXEC_CHECK_DISABLE
template <class T, class Op>
THRUM_HD T joined(T a, T b, Op& op) {
  detail::fold_into(a, b, op);
  return a;
}

/// Scans a group from `carry`, which becomes the carry at the end of the group. Returns the sum of
/// the group. (Inlined by force, so that the carry stays in a register.)
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class I, class O, class Op>
[[gnu::always_inline]] THRUM_HD inline T scan_one_group(I first, O out, T& carry, Op& op) {
  T const a0 = static_cast<T>(first[0]), b0 = static_cast<T>(first[4]);
  T const x1 = static_cast<T>(first[1]), x2 = static_cast<T>(first[2]), x3 = static_cast<T>(first[3]);
  T const x5 = static_cast<T>(first[5]), x6 = static_cast<T>(first[6]), x7 = static_cast<T>(first[7]);
  T const a1 = detail::joined<T>(a0, x1, op), a2 = detail::joined<T>(a1, x2, op),
          a3 = detail::joined<T>(a2, x3, op);
  T const b1 = detail::joined<T>(b0, x5, op), b2 = detail::joined<T>(b1, x6, op),
          b3 = detail::joined<T>(b2, x7, op);
  T const begin = carry, middle = detail::joined<T>(begin, a3, op);
  carry = detail::joined<T>(middle, b3, op);
  constexpr int at = std::is_same_v<Kind, inclusive> ? 0 : 1;
  if constexpr (at == 1) detail::store(out[0], begin);
  detail::store(out[at], detail::joined<T>(begin, a0, op));
  detail::store(out[at + 1], detail::joined<T>(begin, a1, op));
  detail::store(out[at + 2], detail::joined<T>(begin, a2, op));
  detail::store(out[at + 3], middle);
  detail::store(out[at + 4], detail::joined<T>(middle, b0, op));
  detail::store(out[at + 5], detail::joined<T>(middle, b1, op));
  detail::store(out[at + 6], detail::joined<T>(middle, b2, op));
  if constexpr (at == 0) detail::store(out[7], carry);
  return detail::joined<T>(a3, b3, op);
}

/// Returns the sum of a tile of n > 0 elements.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T sum_one_tile(I first, std::ptrdiff_t n, Op& op) {
  T sum = static_cast<T>(first[0]);
  std::ptrdiff_t i = 1;
  if constexpr (scans_in_groups<T>) {
    for (i = 0; n - i >= scan_group; i += scan_group) {
      detail::read_ahead<scan_group>(first, i);
      T a = static_cast<T>(first[i]), b = static_cast<T>(first[i + 4]);
      THRUM_UNROLL
      for (int k = 1; k < 4; ++k) {
        T of_a = static_cast<T>(first[i + k]), of_b = static_cast<T>(first[i + 4 + k]);
        detail::fold_into(a, of_a, op);
        detail::fold_into(b, of_b, op);
      }
      detail::fold_into(a, b, op);
      sum = i == 0 ? a : detail::joined<T>(sum, a, op);
    }
    if (i == 0) i = 1;
    for (; i < n; ++i) sum = detail::joined<T>(sum, static_cast<T>(first[i]), op);
  } else {
    for (; i < n; ++i) detail::fold_into(sum, first[i], op);
  }
  return sum;
}

/// Returns n elements, from first[0] on, as unsigned integers of T's size: where the elements are,
/// if they are integers of type T in memory, otherwise copied to `room`. (Vectors would wait for
/// copies that have just been stored.)
template <class T, class I>
std::make_unsigned_t<T> const* as_unsigned(I first, std::ptrdiff_t n, std::make_unsigned_t<T>* room) {
  using number = std::make_unsigned_t<T>;
  if constexpr (std::is_same_v<I, T*> || std::is_same_v<I, T const*>) {
    return reinterpret_cast<number const*>(first);
  } else {
    for (std::ptrdiff_t j = 0; j < n; ++j) room[j] = static_cast<number>(static_cast<T>(first[j]));
    return room;
  }
}

/// Says whether a tile is scanned in vectors or from left to right: for sums of integers, and in
/// memory for maxima and minima of integers of up to 4 bytes. (For 8 bytes groups take less time.)
template <class I, class O, class T, class Op>
#if defined(__CUDACC__)  // nvcc does not know the operations on vectors
inline constexpr bool scans_from_left = scans_in_any_shape<I, T, Op> && adds_integers<Op, T>;
#else
inline constexpr bool scans_from_left =
    scans_in_any_shape<I, T, Op> && (adds_integers<Op, T> || (scans_in_vectors<I, O, T, Op> && sizeof(T) <= 4));
#endif

template <class Kind, class I, class O, class T, class Op>
THRUM_HD T scan_one_tile(I first, std::ptrdiff_t n, O out, T carry, Op& op);

/// Computes or stores elements of a block, which nothing else refers to, in groups of which
/// compilers make vectors.
template <class T, class I>
void compute_block(I first, std::ptrdiff_t n, T* __restrict to) {
  std::ptrdiff_t j = 0;
  THRUM_ITERATIONS_APART
  for (; n - j >= computed_group; j += computed_group) {
    THRUM_UNROLL_BY_4
    for (std::ptrdiff_t k = 0; k < computed_group; ++k) to[j + k] = static_cast<T>(first[j + k]);
  }
  for (; j < n; ++j) to[j] = static_cast<T>(first[j]);
}
template <class T, class O>
void store_block(T const* __restrict from, std::ptrdiff_t n, O out) {
  std::ptrdiff_t j = 0;
  THRUM_ITERATIONS_APART
  for (; n - j >= computed_group; j += computed_group) {
    THRUM_UNROLL_BY_4
    for (std::ptrdiff_t k = 0; k < computed_group; ++k) detail::store(out[j + k], from[j + k]);
  }
  for (; j < n; ++j) detail::store(out[j], from[j]);
}
/// Scans integers that are computed, in any shape. Computes a block of them first, because a scan
/// keeps the functions of its elements from vectors.
template <class Kind, class I, class O, class T, class Op>
T scan_computed(I first, std::ptrdiff_t n, O out, T carry, Op& op) {
  constexpr std::ptrdiff_t block = 512;
  T elements[block];
  for (std::ptrdiff_t i = 0; i < n; i += block) {
    std::ptrdiff_t const size = detail::least(block, n - i);
    detail::compute_block<T>(first + i, size, elements);
    if constexpr (std::is_same_v<O, T*>) {
      carry = detail::scan_one_tile<Kind>(+elements, size, out + i, carry, op);
    } else {
      carry = detail::scan_one_tile<Kind>(+elements, size, +elements, carry, op);
      detail::store_block(+elements, size, out + i);
    }
  }
  return carry;
}

/// Scans a tile of n > 0 elements from `carry`. Returns the carry of the next tile: `carry` and the
/// tile's sum.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD T scan_one_tile(I first, std::ptrdiff_t n, O out, T carry, Op& op) {
#if !defined(__CUDA_ARCH__)
  if constexpr (scans_in_any_shape<I, T, Op> && !std::is_pointer_v<I>) {
    return detail::scan_computed<Kind>(first, n, out, carry, op);
  } else
#endif
      if constexpr (scans_from_left<I, O, T, Op>) {
    std::ptrdiff_t i = 0;
#if !defined(__CUDACC__)
    if constexpr (scans_in_vectors<I, O, T, Op>) i = detail::scan_in_vectors<Kind, Op, T>(first, n, out, carry);
#endif
    for (; n - i >= scan_group; i += scan_group) {
      detail::scan_in_order<Kind>(first + i, out + i, carry, op, std::make_integer_sequence<int, scan_group>{});
    }
    for (; i < n; ++i) detail::store(out[i], detail::scan_step<Kind>(carry, first[i], op));
    return carry;
  } else if constexpr (scans_in_groups<T>) {
    T next = carry, sum = carry;
    std::ptrdiff_t i = 0;
    for (; n - i >= scan_group; i += scan_group) {
      detail::read_ahead_besides<scan_group>(out, first, i);
      detail::write_ahead<scan_group>(out, i);
      T const group = detail::scan_one_group<Kind>(first + i, out + i, next, op);
      if constexpr (!rounds_nothing<I, T>) sum = i == 0 ? group : detail::joined<T>(sum, group, op);
    }
    for (; i < n; ++i) {
      T element = static_cast<T>(first[i]);
      detail::store(out[i], detail::scan_step<Kind>(next, element, op));
      if constexpr (!rounds_nothing<I, T>) sum = i == 0 ? element : detail::joined<T>(sum, element, op);
    }
    if constexpr (rounds_nothing<I, T>) return next;
    else return detail::joined<T>(carry, sum, op);
  } else {
    T next = carry, sum = static_cast<T>(first[0]);
    detail::store(out[0], detail::scan_step<Kind>(next, sum, op));
    for (std::ptrdiff_t i = 1; i < n; ++i) {
      auto&& element = first[i];
      detail::fold_into(sum, element, op);
      detail::store(out[i], detail::scan_step<Kind>(next, element, op));
    }
    detail::fold_into(carry, sum, op);
    return carry;
  }
}

}  // namespace thrum::detail
