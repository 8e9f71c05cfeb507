// Tiles of two sorted ranges whose rows go to an output: how the threads of a block load the
// elements of a tile, and store the rows that are taken from it. For merges and set operations.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The bytes of an element if elements of the two ranges go through shared memory: small ones of
/// one type. Otherwise 0.
template <class I, class J>
constexpr std::size_t bytes_in_tile() {
  using T = std::iter_value_t<I>;
  if constexpr (!std::is_same_v<J, no_source>) {
    if (!std::is_same_v<T, std::iter_value_t<J>>) return 0;
  }
  return sizeof(T) <= few_largest ? sizeof(T) : 0;
}
template <class I, class J, class O>
constexpr std::size_t bytes_of_values(column<I, J, O> const*) {
  return 0;
}
template <class K, class I, class J, class O>
constexpr std::size_t bytes_of_values(two_columns<K, column<I, J, O>> const*) {
  return detail::bytes_in_tile<I, J>();
}

/// The part of two ranges, from a point on, that a tile has.
struct tile_of_two {
  path_point begin;
  int in_a, in_b;
};

/// Tiles of the ranges I and J, from which rows of the type Rows are taken.
template <class I, class J, class Rows>
struct row_tiles {
  static constexpr int threads = one_block;
  static constexpr std::size_t key_bytes = detail::bytes_in_tile<I, J>();
  static constexpr std::size_t value_bytes = detail::bytes_of_values(static_cast<Rows const*>(nullptr));
  static constexpr std::size_t row_bytes = key_bytes > value_bytes ? key_bytes : value_bytes;
  /// Elements for each thread, and all of a tile at most.
  static constexpr int length = length_in_tile(row_bytes);
  static constexpr int most = threads * length;

  struct shared {
    alignas(few_largest) unsigned char items[most * (row_bytes == 0 ? 1 : row_bytes)];
    unsigned short places[most];  // in the tile, of the elements that are taken
    template <class T>
    THRUM_HD T* as() {
      return reinterpret_cast<T*>(items);
    }
  };

  /// Calls walk(t, x, in_a, y, in_b) for each thread t: x and y are the elements of the tile, in
  /// shared memory if they are small.
  template <class Team, class Walk>
  THRUM_HD static void walk(Team team, I a, J b, tile_of_two const& tile, shared& room, Walk walk) {
    if constexpr (key_bytes > 0) {
      auto* const x = room.template as<std::iter_value_t<I>>();
      team.each([&](int t) { load_both(t, a, b, tile, x); });
      team.each([&](int t) { walk(t, x, tile.in_a, x + tile.in_a, tile.in_b); });
    } else {
      team.each([&](int t) { walk(t, a + tile.begin.i, tile.in_a, b + tile.begin.j, tile.in_b); });
    }
  }

  /// Stores the rows that room.places has, `count` of them, from row k on.
  template <class Team, class A, class B, class O>
  THRUM_HD static void store(Team team, column<A, B, O> const& rows, tile_of_two const& tile, std::ptrdiff_t k,
                             int count, shared& room) {
    if constexpr (key_bytes > 0) team.each([&](int t) { store_items<A>(t, rows.out, k, count, room); });
    else team.each([&](int t) { copy_rows(t, rows, tile, k, count, room); });
  }
  template <class Team, class Keys, class A, class B, class O>
  THRUM_HD static void store(Team team, two_columns<Keys, column<A, B, O>> const& rows, tile_of_two const& tile,
                             std::ptrdiff_t k, int count, shared& room) {
    store(team, rows.keys, tile, k, count, room);
    if constexpr (value_bytes > 0) {
      auto* const x = room.template as<std::iter_value_t<A>>();
      team.each([&](int t) { load_both(t, rows.values.a, rows.values.b, tile, x); });
      team.each([&](int t) { store_items<A>(t, rows.values.out, k, count, room); });
    } else {
      team.each([&](int t) { copy_rows(t, rows.values, tile, k, count, room); });
    }
  }

 private:
  template <class T, class A, class B>
  THRUM_HD static void load_both(int t, A a, B b, tile_of_two const& tile, T* to) {
    load(t, a, tile.begin.i, tile.in_a, to);
    if constexpr (!std::is_same_v<B, no_source>) load(t, b, tile.begin.j, tile.in_b, to + tile.in_a);
  }
  /// Copies n elements. A thread reads several before it stores the first, so that it waits for
  /// memory once for all of them.
  template <class T, class A>
  THRUM_HD static void load(int t, A from, std::ptrdiff_t begin, int n, T* to) {
    int const rest = to_sector<T>(begin, n);
    if (t < rest) load_several<1>(from + (begin + t), to + t, 1);
    int k = rest + t;
    for (; k + (loads_at_once - 1) * threads < n; k += loads_at_once * threads)
      load_several<loads_at_once>(from + (begin + k), to + k, loads_at_once);
    if (k < n) load_several<loads_at_once>(from + (begin + k), to + k, (n - 1 - k) / threads + 1);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <int Most, class T, class A>
  THRUM_HD static void load_several(A from, T* to, int count) {
    uninitialized_array<T, Most> held;
    THRUM_UNROLL
    for (int r = 0; r < Most; ++r) {
      if (r < count) detail::put<T>(held.items + r, from[r * threads]);
    }
    THRUM_UNROLL
    for (int r = 0; r < Most; ++r) {
      if (r < count) detail::put<T>(to + r * threads, held.items[r]);
    }
  }
  /// Returns how many of n elements from index k on are before the first sector of 32 bytes.
  template <class T>
  THRUM_HD static int to_sector(std::ptrdiff_t k, int n) {
    constexpr int in_sector = sizeof(T) < 32 ? 32 / sizeof(T) : 1;
    int const rest = static_cast<int>(-k) & (in_sector - 1);
    return rest < n ? rest : n;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class O>
  THRUM_HD static void store_items(int t, O out, std::ptrdiff_t k, int count, shared& room) {
    using T = std::iter_value_t<A>;
    T const* const x = room.template as<T>();
    int const rest = to_sector<T>(k, count);
    if (t < rest) detail::store(out[k + t], x[room.places[t]]);
    for (int r = rest + t; r < count; r += threads) detail::store(out[k + r], x[room.places[r]]);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class A, class B, class O>
  THRUM_HD static void copy_rows(int t, column<A, B, O> const& rows, tile_of_two const& tile, std::ptrdiff_t k,
                                 int count, shared const& room) {
    column<A, B, O> const to = rows;
    for (int r = t; r < count; r += threads) {
      int const place = room.places[r];
      if constexpr (!std::is_same_v<B, no_source>) {
        if (place >= tile.in_a) {
          to.take_second(tile.begin.j + (place - tile.in_a), k + r);
          continue;
        }
      }
      to.take_first(tile.begin.i + place, k + r);
    }
  }
};

/// The merge of two ranges by blocks of threads that each find their own tile. Each thread merges
/// `part` elements: tiles::length, or fewer of a single tile.
template <class I, class J, class Rows, class Less>
struct merge_in_tiles {
  using tiles = row_tiles<I, J, Rows>;
  static constexpr int threads = tiles::threads;
  struct shared {
    typename tiles::shared rows;
    std::ptrdiff_t from_a[2];  // how many elements of a are before the begin and the end of the tile
  };
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Rows rows;
  Less less;
  int part;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t block, shared& room) const {
    std::ptrdiff_t const begin = block * tiles::most, end = detail::least(begin + tiles::most, na + nb);
    int const n = static_cast<int>(end - begin);
    team.each([&](int t) {
      if (t < 2) room.from_a[t] = detail::merge_path(a, na, b, nb, t == 0 ? begin : end, less);
    });
    std::ptrdiff_t const i = room.from_a[0];
    int const in_a = static_cast<int>(detail::consistent_split(i, room.from_a[1], n) - i);
    tile_of_two const tile{{i, begin - i}, in_a, n - in_a};
    tiles::walk(team, a, b, tile, room.rows,
                [&](int t, auto x, int nx, auto y, int ny) { merge(t, x, nx, y, ny, room.rows.places); });
    tiles::store(team, rows, tile, begin, n, room.rows);
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class X, class Y>
  THRUM_HD void merge(int t, X x, int nx, Y y, int ny, unsigned short* places) const {
    Less order = less;
    int const begin = t * part, rest = nx + ny - begin, count = rest < part ? rest : part;
    if (count <= 0) return;
    int i = detail::merge_path<int>(x, nx, y, ny, begin, order), j = begin - i;
    THRUM_UNROLL
    for (int s = 0; s < tiles::length; ++s) {
      if (s >= count) break;
      bool const second = i == nx || (j < ny && static_cast<bool>(order(y[j], x[i])));
      places[begin + s] = static_cast<unsigned short>(second ? nx + j : i);
      j += second;
      i += !second;
    }
  }
};

}  // namespace thrum::detail
