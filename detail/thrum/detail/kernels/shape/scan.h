// The shape of scan: as for reduce, the shape depends on n alone. If there is no start value, the
// first element is the start, and the shape covers the others. The elements are cut into tiles of
// 16384, and tiles into groups of eight. 16 elements or fewer are scanned from left to right, and
// so are the elements after the last group. Each part of a group is scanned from its first element,
// and the sum of all elements before the part is added to the results: only these additions wait
// for the part before. Floating-point numbers that are added have one part, whose sums are made by
// pairs: see kernels/scan_groups.h. Otherwise each half is a part, scanned from left to right. The
// sum of a tile is the sum of its groups from left to right. The carry of a tile is the carry of
// the tile before, plus that tile's sum.
//
// Integers need no shape, because an associative operator rounds nothing there: no extra sums of
// groups or tiles are made. Integers are added in vectors, or otherwise from left to right; so are
// maxima and minima of up to 4 bytes found in memory, those of 8 bytes in groups.
//
// Integers, and floating-point numbers that are added, are computed in blocks first if they are not
// in memory: then scans make vectors of them. And no computed product is fused with a sum, which it
// would be in one place of the code and not in another: policies would have different bits.
// Objects that are large or not trivially copyable are scanned and summed one by one.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/float_vector.h>
#include <thrum/detail/kernels/scan_groups.h>
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
    auto sum = detail::unfused(static_cast<typename Seed::type>(first[0]));
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
    detail::store(out[i], detail::scan_step<Kind>(sum, detail::unfused(first[i]), op));
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

/// Parts of a group that are scanned before it is known what is before them.
template <class Op, class T>
inline constexpr int parts_of_group = adds_floats<Op, T> ? 1 : 2;

/// Makes the floating-point numbers of a group their prefix sums, by pairs.
template <class T>
THRUM_HD void add_by_pairs(T* x) {
  THRUM_UNROLL
  for (int by = 1; by < scan_group; by *= 2) {
    THRUM_UNROLL
    for (int k = 0; k < scan_group; ++k)
      if ((k & by) != 0) x[k] += x[k / (2 * by) * (2 * by) + by - 1];
  }
}

/// Scans a group from `carry`, which becomes the carry at the end of the group. Returns the sum of
/// the group. (Inlined by force, so that the carry stays in a register.)
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class I, class O, class Op>
  requires(parts_of_group<Op, T> == 1)
[[gnu::always_inline]] THRUM_HD inline T scan_one_group(I first, O out, T& carry, Op&) {
  T const x0 = static_cast<T>(first[0]), x1 = x0 + static_cast<T>(first[1]);
  T const a2 = static_cast<T>(first[2]), a3 = a2 + static_cast<T>(first[3]), x2 = x1 + a2, x3 = x1 + a3;
  T const b4 = static_cast<T>(first[4]), b5 = b4 + static_cast<T>(first[5]);
  T const c6 = static_cast<T>(first[6]), c7 = c6 + static_cast<T>(first[7]), b6 = b5 + c6, b7 = b5 + c7;
  T const x4 = x3 + b4, x5 = x3 + b5, x6 = x3 + b6, sum = x3 + b7, begin = carry;
  carry = begin + sum;
  constexpr int at = std::is_same_v<Kind, inclusive> ? 0 : 1;
  if constexpr (at == 1) detail::store(out[0], begin);
  detail::store(out[at], begin + x0);
  detail::store(out[at + 1], begin + x1);
  detail::store(out[at + 2], begin + x2);
  detail::store(out[at + 3], begin + x3);
  detail::store(out[at + 4], begin + x4);
  detail::store(out[at + 5], begin + x5);
  detail::store(out[at + 6], begin + x6);
  if constexpr (at == 0) detail::store(out[7], carry);
  return sum;
}
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

/// Computes or stores elements of a block, which nothing else refers to, in groups of which
/// compilers make vectors.
template <class T, class I>
void compute_block(I first, std::ptrdiff_t n, T* __restrict to) {
  std::ptrdiff_t j = 0;
  THRUM_ITERATIONS_APART
  for (; n - j >= computed_group; j += computed_group) {
    detail::read_ahead<computed_group>(first, j);
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
/// Elements of a block that is computed before it is scanned, because a scan keeps the functions of
/// its elements from vectors.
inline constexpr std::ptrdiff_t computed_block = 512;

/// Computes n elements in blocks, and calls take(i, block, size) for each block; first[i] is the
/// first element of the block. Each block but the last has whole groups.
template <class T, class I, class F>
void for_computed_blocks(I first, std::ptrdiff_t n, F take) {
  T block[computed_block];
  for (std::ptrdiff_t i = 0; i < n; i += computed_block) {
    std::ptrdiff_t const size = detail::least(computed_block, n - i);
    detail::compute_block<T>(first + i, size, block);
    take(i, detail::opaque(+block), size);
  }
}

/// Whether elements are floating-point numbers that Op adds and that the host computes in blocks.
template <class I, class T, class Op>
inline constexpr bool adds_computed_floats =
    adds_floats<Op, T> && !(std::is_same_v<I, T*> || std::is_same_v<I, T const*>);

/// Returns the sum of a group.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T sum_one_group(I first, Op& op) {
  if constexpr (parts_of_group<Op, T> == 1) {
    T const a = static_cast<T>(first[0]) + static_cast<T>(first[1]);
    T const b = static_cast<T>(first[2]) + static_cast<T>(first[3]);
    T const c = static_cast<T>(first[4]) + static_cast<T>(first[5]);
    T const d = static_cast<T>(first[6]) + static_cast<T>(first[7]);
    T const lower = a + b, upper = c + d;
    return lower + upper;
  } else {
    T a = static_cast<T>(first[0]), b = static_cast<T>(first[4]);
    THRUM_UNROLL
    for (int k = 1; k < 4; ++k) {
      T of_a = static_cast<T>(first[k]), of_b = static_cast<T>(first[4 + k]);
      detail::fold_into(a, of_a, op);
      detail::fold_into(b, of_b, op);
    }
    detail::fold_into(a, b, op);
    return a;
  }
}

/// Adds the sums of the groups of n elements, and the elements after the last group, to `sum`. If
/// `empty`, there is no sum yet: `sum` is replaced.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD void add_groups(I first, std::ptrdiff_t n, T& sum, bool empty, Op& op) {
  std::ptrdiff_t i = 0;
#if !defined(__CUDACC__)
  if constexpr (adds_floats<Op, T> && scans_floats<I, T*, T>) i = detail::sum_groups(first, n, sum);
#endif
  for (; n - i >= scan_group; i += scan_group) {
    detail::read_ahead<scan_group>(first, i);
    T const group = detail::sum_one_group<T>(first + i, op);
    sum = empty && i == 0 ? group : detail::joined<T>(sum, group, op);
  }
  for (; i < n; ++i) {
    T element = static_cast<T>(first[i]);
    sum = empty && i == 0 ? element : detail::joined<T>(sum, element, op);
  }
}

/// Returns the sum of a tile of n > 0 elements.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T sum_one_tile(I first, std::ptrdiff_t n, Op& op) {
  if constexpr (adds_floats<Op, T>) {
    T sum = -T(0);
#if !defined(__CUDA_ARCH__)
    if constexpr (adds_computed_floats<I, T, Op>) {
      detail::for_computed_blocks<T>(first, n, [&](std::ptrdiff_t, T const* block, std::ptrdiff_t size) {
        detail::add_groups(block, size, sum, false, op);
      });
      return sum;
    }
#endif
    detail::add_groups(first, n, sum, false, op);
    return sum;
  } else if constexpr (scans_in_groups<T>) {
    T sum = static_cast<T>(first[0]);
    detail::add_groups(first, n, sum, true, op);
    return sum;
  } else {
    T sum = static_cast<T>(first[0]);
    for (std::ptrdiff_t i = 1; i < n; ++i) detail::fold_into(sum, first[i], op);
    return sum;
  }
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

/// Scans elements that are computed, block by block: scan(block, size, to).
template <class T, class I, class O, class F>
void scan_computed(I first, std::ptrdiff_t n, O out, F scan) {
  detail::for_computed_blocks<T>(first, n, [&](std::ptrdiff_t i, T* block, std::ptrdiff_t size) {
    if constexpr (std::is_same_v<O, T*>) {
      scan(block, size, out + i);
    } else {
      scan(block, size, block);
      detail::store_block(block, size, out + i);
    }
  });
}

/// Scans the groups of n elements, and those after the last group, from `carry`, which becomes the
/// carry after them. Adds them to `sum` as add_groups does.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD void scan_and_add_groups(I first, std::ptrdiff_t n, O out, T& carry, T& sum, bool empty, Op& op) {
  std::ptrdiff_t i = 0;
#if !defined(__CUDACC__)
  if constexpr (adds_floats<Op, T> && scans_floats<I, O, T>)
    i = detail::scan_groups<Kind>(first, n, out, carry, sum);
#endif
  T next = carry;
  for (; n - i >= scan_group; i += scan_group) {
    detail::read_ahead_besides<scan_group>(out, first, i);
    detail::write_ahead<scan_group>(out, i);
    T const group = detail::scan_one_group<Kind>(first + i, out + i, next, op);
    if constexpr (!rounds_nothing<I, T>) sum = empty && i == 0 ? group : detail::joined<T>(sum, group, op);
  }
  for (; i < n; ++i) {
    T element = static_cast<T>(first[i]);
    detail::store(out[i], detail::scan_step<Kind>(next, element, op));
    if constexpr (!rounds_nothing<I, T>) sum = empty && i == 0 ? element : detail::joined<T>(sum, element, op);
  }
  carry = next;
}

/// Scans a tile of n > 0 elements from `carry`. Returns the carry of the next tile: `carry` and the
/// tile's sum.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD T scan_one_tile(I first, std::ptrdiff_t n, O out, T carry, Op& op) {
#if !defined(__CUDA_ARCH__)
  if constexpr (scans_in_any_shape<I, T, Op> && !std::is_pointer_v<I>) {
    detail::scan_computed<T>(first, n, out, [&](T* block, std::ptrdiff_t size, T* to) {
      carry = detail::scan_one_tile<Kind>(block, size, to, carry, op);
    });
    return carry;
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
    if constexpr (adds_floats<Op, T>) sum = -T(0);
#if !defined(__CUDA_ARCH__)
    if constexpr (adds_computed_floats<I, T, Op>) {
      detail::scan_computed<T>(first, n, out, [&](T* block, std::ptrdiff_t size, T* to) {
        detail::scan_and_add_groups<Kind>(block, size, to, next, sum, false, op);
      });
      return detail::joined<T>(carry, sum, op);
    }
#endif
    detail::scan_and_add_groups<Kind>(first, n, out, next, sum, !adds_floats<Op, T>, op);
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
