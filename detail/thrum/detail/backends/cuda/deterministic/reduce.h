// reduce by blocks of threads, in the shape of detail/kernels/shape/reduce.h. Each lane of a tile
// is the work of one thread. The threads of a tile read consecutive elements, and they read many
// rows of elements before they add the first row. In the end the sums of the tiles are folded into
// the start value.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/starts.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The most elements of a tile that one thread sums.
template <class T>
inline constexpr std::ptrdiff_t longest_sum_of_thread =
    std::is_arithmetic_v<T> && reduce_lanes<T> <= reduce_few_elements ? reduce_few_elements : reduce_lanes<T> - 1;

THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op>
THRUM_HD T reduce_on_thread(I first, std::ptrdiff_t n, Op& op) {
  if constexpr (std::is_arithmetic_v<T>) {
    if (n <= reduce_few_elements) return detail::reduce_few<T>(first, n, op);
  }
  if constexpr (reduce_lanes<T> > 8) {
    return detail::reduce_in_few_lanes<T>(first, n, op, std::make_integer_sequence<int, 4>{});
  } else {
    T sum = static_cast<T>(first[0]);
    for (std::ptrdiff_t i = 1; i < n; ++i) detail::fold_into(sum, first[i], op);
    return sum;
  }
}

/// Returns the sum of one lane of a range that has an element for each lane. RestInFirst: the first
/// lane takes the elements after the last whole row.
THRUM_EXEC_CHECK_DISABLE
template <class T, std::ptrdiff_t Lanes = reduce_lanes<T>, bool RestInFirst = Lanes == 8, class I, class Op>
THRUM_HD T sum_lane(I first, std::ptrdiff_t n, int lane, Op& op) {
  // Rows that are read together: see reduce_bytes_at_once.
  constexpr int rows = reduce_bytes_at_once / (sizeof(T) < 4 ? 4 : sizeof(T));
  std::ptrdiff_t const end = RestInFirst ? n / Lanes * Lanes : n;
  T sum = static_cast<T>(first[lane]);
  std::ptrdiff_t i = lane + Lanes;
  if (end - i > (rows - 2) * Lanes) {
    THRUM_UNROLL
    for (int row = 0; row < rows - 1; ++row) detail::fold_into(sum, first[i + row * Lanes], op);
    i += (rows - 1) * Lanes;
    for (; end - i > (rows - 1) * Lanes; i += rows * Lanes) {
      THRUM_UNROLL
      for (int row = 0; row < rows; ++row) detail::fold_into(sum, first[i + row * Lanes], op);
    }
  }
  for (; i < end; i += Lanes) detail::fold_into(sum, first[i], op);
  if constexpr (RestInFirst) {
    if (lane == 0) {
      for (i = end; i < n; ++i) detail::fold_into(sum, first[i], op);
    }
  }
  return sum;
}

/// Sets sums[k] to the sum of tile k of some tiles of reduce. A block takes tiles that are `stride`
/// blocks apart, and asks once whether there are more: tiles of segments are mostly fewer than they
/// may be.
template <class Tiles, class I, class T, class Op>
struct tile_reduction {
  static constexpr int lanes = reduce_lanes<T>;
  static constexpr int threads = lanes == 1 ? 32 : lanes > 64 ? lanes : 64;
  static constexpr int tiles_of_block = threads / lanes;
  using shared = uninitialized_array<T, lanes == 1 ? 1 : threads>;
  Tiles tiles;
  I first;
  T* sums;
  Op op;
  std::ptrdiff_t stride = blocks();

  THRUM_HD std::ptrdiff_t blocks() const {
    return detail::least((tiles.most() + tiles_of_block - 1) / tiles_of_block, most_blocks_of_sums);
  }

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t block, shared& room) const {
    T* const lane = room.items;
    for (std::ptrdiff_t k = block * tiles_of_block; tiles.has(k); k += stride * tiles_of_block) {
      team.each([&](int t) { sum(k + t / lanes, t, lane); });
      if constexpr (lanes > 1) {
        team.each([&](int t) {
          if (t % lanes == 0) join(k + t / lanes, lane + t);
        });
      }
    }
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void sum(std::ptrdiff_t k, int t, T* lane) const {
    if (!tiles.has(k)) return;
    Op add = op;
    sum_tile const tile = tiles.at(k);
    I const begin = first + tile.begin;
    if (lanes == 1 || tile.size <= longest_sum_of_thread<T>) {
      if (t % lanes == 0) detail::put<T>(sums + k, detail::reduce_on_thread<T>(begin, tile.size, add));
    } else if constexpr (lanes > 1) {
      detail::put<T>(lane + t, detail::sum_lane<T>(begin, tile.size, t % lanes, add));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void join(std::ptrdiff_t k, T* lane) const {
    if (!tiles.has(k) || tiles.at(k).size <= longest_sum_of_thread<T>) return;
    Op add = op;
    detail::put<T>(sums + k, detail::combine_lanes<T>(lane, add));
  }
};

/// Calls finish(sum) in one thread, for a range of one tile.
template <class I, class T, class Op, class Finish>
struct one_tile_reduction {
  using reduction = tile_reduction<whole_range, I, T, Op>;
  static constexpr int threads = reduction::threads;
  struct shared {
    typename reduction::shared room;
    uninitialized_array<T, 1> sum;
  };
  I first;
  std::ptrdiff_t n;
  T init;
  Op op;
  Finish finish;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& here) const {
    reduction const reduce{whole_range{n, reduce_tile, 0}, first, here.sum.items, op};
    reduce(team, 0, here.room);
    team.each([&](int t) {
      if (t == 0) add(here.sum.items[0]);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void add(T& sum) const {
    Op add = op;
    T total = init;
    detail::fold_into(total, sum, add);
    finish(total);
  }
};

/// Calls finish(sum) in one thread, for a range that is not more than the work of one thread.
template <class I, class T, class Op, class Finish>
struct short_range_reduction {
  I first;
  std::ptrdiff_t n;
  T init;
  Op op;
  Finish finish;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const {
    Op add = op;
    T total = init;
    if (n > 0) {
      T sum = detail::reduce_on_thread<T>(first, n, add);
      detail::fold_into(total, sum, add);
    }
    finish(total);
  }
};

/// Stores a result in out[0].
template <class O>
struct result_storer {
  O out;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(T const& x) const {
    detail::store(out[0], x);
  }
};
/// Constructs a result in scratch memory.
template <class T>
struct result_maker {
  T* out;
  THRUM_HD void operator()(T const& x) const { detail::put<T>(out, x); }
};

/// Calls finish(sum of n elements and init).
template <class B, class I, class T, class Op, class Finish>
void reduce_by_blocks(B const& exec, I from, std::ptrdiff_t n, T init, Op op, Finish finish) {
  auto const first = detail::elements_to_sum(from);
  using E = std::remove_const_t<decltype(first)>;
  if (n <= longest_sum_of_thread<T>) {
    return exec.for_each_n(1, short_range_reduction<E, T, Op, Finish>{first, n, init, op, finish}, 1);
  }
  if (n <= reduce_tile) {
    return exec.run_blocks(1, one_tile_reduction<E, T, Op, Finish>{first, n, init, op, finish});
  }
  whole_range const tiles{n, reduce_tile, 0};
  scratch_array<T, B> const sums(exec, tiles.most());
  tile_reduction<whole_range, E, T, Op> const reduce{tiles, first, sums.data(), op};
  exec.run_blocks(reduce.blocks(), reduce);
  exec.run_blocks(
      1, tile_fold<T, known_start<T>, Op, Finish>{known_start<T>{init}, tiles.most(), sums.data(), op, finish});
}

}  // namespace thrum::detail
