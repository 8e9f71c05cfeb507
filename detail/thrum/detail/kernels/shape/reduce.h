// The shape of reduce: a tree whose shape depends on n and the type alone, so that seq, the host's
// backends and cuda::par.deterministic() compute the same bits.
//
// The input is cut into tiles of 16384 elements. In a tile, lane j of L combines the elements j,
// j + L, j + 2 L, ... The lanes are then combined in halves (lane j with lane j + L / 2, and so
// on), and the tiles from left to right onto the start value. Because lanes are independent, a
// compiler can vectorise any inlined operator, float addition included.
//
// The number of lanes depends on the type. Numbers have lanes of 128 bytes together. They are
// summed over four rows of L elements at a time, so that a lane is seldom loaded and stored.
// Integers of 64 bits, which not every processor compares by vectors, and small objects have eight
// lanes that are combined from left to right. If there are fewer numbers than lanes, four such
// lanes are used. Up to 16 numbers are summed from left to right. Types that are large or not
// trivially copyable have one lane.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

inline constexpr std::ptrdiff_t reduce_tile = 16384;

template <class T>
inline constexpr int reduce_lanes = !std::is_trivially_copyable_v<T> || sizeof(T) > 16          ? 1
                                    : !std::is_arithmetic_v<T>                                  ? 8
                                    : std::is_integral_v<T> && sizeof(T) > sizeof(std::int32_t) ? 8
                                                                                                : 128 / sizeof(T);

/// Adds the rows of a tile from element i on to the lanes, `Rows` rows at a time. Returns the
/// index after the added elements. No element is a lane, which __restrict tells compilers.
THRUM_EXEC_CHECK_DISABLE
template <int Rows, int Lanes, class T, class I, class Op>
THRUM_HD std::ptrdiff_t add_rows(T* __restrict lane, I const& first, std::ptrdiff_t i, std::ptrdiff_t n, Op& op) {
  for (; n - i >= Rows * Lanes; i += Rows * Lanes) {
    detail::read_ahead<Rows * Lanes>(first, i);
    for (int j = 0; j < Lanes; ++j) {
      T sum = lane[j];
      THRUM_UNROLL
      for (int row = 0; row < Rows; ++row) detail::fold_into(sum, first[i + row * Lanes + j], op);
      lane[j] = sum;
    }
  }
  return i;
}
/// Does the same for AVX2. GCC forgets __restrict of a body that both share.
template <int Rows, int Lanes, class T, class I, class Op>
THRUM_TARGET_AVX2 std::ptrdiff_t add_wide_rows(T* __restrict lane, I const& first, std::ptrdiff_t i,
                                               std::ptrdiff_t n, Op& op) {
  for (; n - i >= Rows * Lanes; i += Rows * Lanes) {
    detail::read_ahead<Rows * Lanes>(first, i);
    for (int j = 0; j < Lanes; ++j) {
      T sum = lane[j];
      THRUM_UNROLL
      for (int row = 0; row < Rows; ++row) detail::fold_into(sum, first[i + row * Lanes + j], op);
      lane[j] = sum;
    }
  }
  return i;
}

/// Adds some rows at a time, in vectors that fit the processor.
THRUM_EXEC_CHECK_DISABLE
template <int Rows, int Lanes, class T, class I, class Op>
THRUM_HD std::ptrdiff_t add_rows_in_vectors(T* lane, I const& first, std::ptrdiff_t i, std::ptrdiff_t n, Op& op) {
  if constexpr (has_avx2_version) {
    if (detail::takes_wide_vectors(n)) return detail::add_wide_rows<Rows, Lanes>(lane, first, i, n, op);
  }
  return detail::add_rows<Rows, Lanes>(lane, first, i, n, op);
}

/// Starts the lanes with the first row of a tile.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I>
THRUM_HD void begin_lanes(T* lane, I const& first) {
  for (int j = 0; j < reduce_lanes<T>; ++j) ::new (static_cast<void*>(lane + j)) T(static_cast<T>(first[j]));
}

/// Combines the lanes: eight from left to right, more in halves.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Op>
THRUM_HD T combine_lanes(T* lane, Op& op) {
  constexpr int lanes = reduce_lanes<T>;
  if constexpr (lanes == 8) {
    for (int j = 1; j < lanes; ++j) detail::fold_into(lane[0], lane[j], op);
  } else {
    for (int half_size = lanes / 2; half_size > 0; half_size /= 2) {
      for (int j = 0; j < half_size; ++j) detail::fold_into(lane[j], lane[j + half_size], op);
    }
  }
  return lane[0];
}
/// Adds the rest of a tile, of less than four rows, and combines the lanes.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T end_lanes(T* lane, I const& first, std::ptrdiff_t i, std::ptrdiff_t n, Op& op) {
  i = detail::add_rows<1, reduce_lanes<T>>(lane, first, i, n, op);
  for (std::ptrdiff_t j = 0; i + j < n; ++j) detail::fold_into(lane[j], first[i + j], op);
  return detail::combine_lanes(lane, op);
}

/// Reduces n > 0 elements in few lanes. Eight lanes of numbers, or more, are an array, to which
/// many rows are added at a time; others are variables of their own.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op, int... K>
THRUM_HD T reduce_in_few_lanes(I first, std::ptrdiff_t n, Op& op, std::integer_sequence<int, K...>) {
  constexpr std::ptrdiff_t lanes = sizeof...(K);
  std::ptrdiff_t i = lanes;
  if (n < lanes) {
    T sum = static_cast<T>(first[0]);
    for (i = 1; i < n; ++i) detail::fold_into(sum, first[i], op);
    return sum;
  }
  T lane[lanes] = {static_cast<T>(first[K])...};
#if !defined(__CUDA_ARCH__)
  if constexpr (std::is_arithmetic_v<T> && lanes >= 8) {
    i = detail::add_rows_in_vectors<16, lanes>(lane, first, i, n, op);
    i = detail::add_rows_in_vectors<4, lanes>(lane, first, i, n, op);
  }
#endif
  for (; n - i >= lanes; i += lanes) (detail::fold_into(lane[K], first[i + K], op), ...);
  for (; i < n; ++i) detail::fold_into(lane[0], first[i], op);
  ((K > 0 ? detail::fold_into(lane[0], lane[K], op) : void()), ...);
  return lane[0];
}

inline constexpr int reduce_few_elements = 16;

/// Reduces 1 to reduce_few_elements numbers. Each index at which the numbers may end has a branch
/// of its own: processors predict more of these branches than of the end of a loop. (Inlined by
/// force: a call takes as long as the sum.)
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
[[gnu::always_inline]] THRUM_HD inline T reduce_few(I first, std::ptrdiff_t n, Op& op) {
  T sum = static_cast<T>(first[0]);
  THRUM_UNROLL
  for (int i = 1; i < reduce_few_elements; ++i) {
    if (i >= n) break;
    detail::fold_into(sum, first[i], op);
  }
  return sum;
}

/// Reduces one tile of 1 <= n <= reduce_tile elements.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T reduce_one_tile(I first, std::ptrdiff_t n, Op op) {
  constexpr int lanes = reduce_lanes<T>;
  if constexpr (std::is_arithmetic_v<T> && !requires { first.count_tile(n); }) {
    if (n <= reduce_few_elements) return detail::reduce_few<T>(first, n, op);
  }
  if constexpr (requires { first.count_tile(n); }) {
    return first.count_tile(n);
  } else if constexpr (lanes == 1) {
    T sum(first[0]);
    for (std::ptrdiff_t i = 1; i < n; ++i) detail::fold_into(sum, first[i], op);
    return sum;
  } else if constexpr (lanes == 8) {
    return detail::reduce_in_few_lanes<T>(first, n, op, std::make_integer_sequence<int, lanes>{});
  } else {
    if (n < lanes) return detail::reduce_in_few_lanes<T>(first, n, op, std::make_integer_sequence<int, 4>{});
    uninitialized_array<T, lanes> store;
    T* const lane = store.items;
    detail::begin_lanes(lane, first);
    return detail::end_lanes(lane, first, detail::add_rows_in_vectors<4, lanes>(lane, first, lanes, n, op), n, op);
  }
}

/// The sum of a whole tile of elements of type E that come in parts, one after the other, on the
/// host. It has the bits of reduce_one_tile of all parts together.
template <class T, class E>
class tile_in_parts {
 public:
  /// Adds the next n elements.
  template <class Op>
  void add(E const* first, std::ptrdiff_t n, Op& op) {
    while (n > 0) {
      std::ptrdiff_t some = n - n % lanes;
      if (waiting_ == 0 && some > 0) {
        add_whole_rows(first, some, op);
      } else {
        some = n < lanes - waiting_ ? n : lanes - waiting_;
        for (std::ptrdiff_t i = 0; i < some; ++i)
          ::new (static_cast<void*>(row_.items + waiting_ + i)) E(first[i]);
        waiting_ += some;
        if (waiting_ == lanes) {
          add_whole_rows(static_cast<E const*>(row_.items), lanes, op);
          waiting_ = 0;
        }
      }
      first += some;
      n -= some;
    }
  }
  /// Returns the sum when all elements are added.
  template <class Op>
  T sum(Op& op) {
    return detail::combine_lanes(&lane_.items[0], op);
  }

 private:
  static constexpr std::ptrdiff_t lanes = reduce_lanes<T>;

  template <class Op>
  void add_whole_rows(E const* first, std::ptrdiff_t n, Op& op) {
    std::ptrdiff_t i = 0;
    T* const lane = &lane_.items[0];
    if (!is_begun_) {
      detail::begin_lanes(lane, first);
      i = lanes;
      is_begun_ = true;
    }
    if constexpr (std::is_arithmetic_v<T>) {
      i = detail::add_rows_in_vectors<4, lanes>(lane, first, i, n, op);
      detail::add_rows<1, lanes>(lane, first, i, n, op);
    } else {
      for (; i < n; i += lanes) {
        for (int j = 0; j < lanes; ++j) detail::fold_into(lane[j], first[i + j], op);
      }
    }
  }

  uninitialized_array<T, lanes> lane_;
  uninitialized_array<E, lanes> row_;  // the beginning of a row that is not complete
  std::ptrdiff_t waiting_ = 0;         // elements of that row
  bool is_begun_ = false;
};
template <class T, class E>
  requires(reduce_lanes<T> == 1)
class tile_in_parts<T, E> {
 public:
  template <class Op>
  void add(E const* first, std::ptrdiff_t n, Op& op) {
    std::ptrdiff_t i = 0;
    if (n > 0 && !sum_) sum_.emplace(first[i++]);
    for (; i < n; ++i) detail::fold_into(*sum_, first[i], op);
  }
  template <class Op>
  T sum(Op&) {
    return std::move(*sum_);
  }

 private:
  slot<T> sum_;
};

/// Tiles that are reduced side by side, if there are more than least_tiles_abreast: memory then
/// comes in as many streams, each of which a processor fetches ahead. A sum of 10^8 doubles in
/// pages of 4 KiB takes 31 ms instead of 38 on one thread, and 25 instead of 27.7 on two.
inline constexpr std::ptrdiff_t tiles_abreast = 4, least_tiles_abreast = 64;

/// Whether the host reduces tiles of elements of I side by side: tiles of numbers with lanes.
template <class T, class I>
inline constexpr bool reduces_abreast =
    std::is_arithmetic_v<T> && reduce_lanes<T> != 8 && !requires(I first) { first.count_tile(std::ptrdiff_t{}); };

/// The lanes of tiles that are reduced side by side.
template <class T>
using lanes_abreast = uninitialized_array<T, reduce_lanes<T>>[tiles_abreast];

/// Adds the rows of the tiles to their lanes, four rows of each tile in turn, from element i on.
/// Returns the index after the added elements.
template <class T, class I, class Op>
std::ptrdiff_t add_rows_abreast(lanes_abreast<T>& store, I const& first, std::ptrdiff_t i, Op& op) {
  constexpr std::ptrdiff_t rows = 4 * reduce_lanes<T>;
  for (; reduce_tile - i >= rows; i += rows) {
    for (std::ptrdiff_t k = 0; k < tiles_abreast; ++k)
      detail::add_rows<4, reduce_lanes<T>>(store[k].items, first + k * reduce_tile, i, i + rows, op);
  }
  return i;
}
template <class T, class I, class Op>
THRUM_TARGET_AVX2 std::ptrdiff_t add_wide_rows_abreast(lanes_abreast<T>& store, I const first, std::ptrdiff_t i,
                                                       Op& op) {
  constexpr std::ptrdiff_t rows = 4 * reduce_lanes<T>;
  for (; reduce_tile - i >= rows; i += rows) {
    for (std::ptrdiff_t k = 0; k < tiles_abreast; ++k)
      detail::add_wide_rows<4, reduce_lanes<T>>(store[k].items, first + k * reduce_tile, i, i + rows, op);
  }
  return i;
}

/// Calls take(k, sum) with what reduce_one_tile returns for each of the whole tiles k <
/// tiles_abreast.
template <class T, class I, class Op, class Take>
void reduce_tiles_abreast(I first, Op op, Take take) {
  lanes_abreast<T> store;
  for (std::ptrdiff_t k = 0; k < tiles_abreast; ++k) detail::begin_lanes(store[k].items, first + k * reduce_tile);
  constexpr std::ptrdiff_t begin = reduce_lanes<T>;
  std::ptrdiff_t const end = has_avx2_version && detail::takes_wide_vectors(reduce_tile)
                                 ? detail::add_wide_rows_abreast<T>(store, first, begin, op)
                                 : detail::add_rows_abreast<T>(store, first, begin, op);
  for (std::ptrdiff_t k = 0; k < tiles_abreast; ++k) {
    take(k, detail::end_lanes(store[k].items, first + k * reduce_tile, end, reduce_tile, op));
  }
}

}  // namespace thrum::detail
