// What a predicate says about the places of a tile. Elements that it looks at are read once, into
// the shared memory of the block.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Calls f(k) for each place k of a tile with n elements that is the thread's, if neighbouring
/// threads take neighbouring places. Each warp takes a part of the tile.
template <int Items, bool Full, class F>
__device__ void for_places(int n, F f) {
  constexpr int warp = 32;
  int const lane = static_cast<int>(threadIdx.x) % warp;
  int const begin = (static_cast<int>(threadIdx.x) - lane) * Items + lane;
  THRUM_UNROLL
  for (int j = 0; j < Items; ++j) {
    int const k = begin + j * warp;
    if (!Full && k >= n) break;
    f(k);
  }
}

/// Tells whether a block keeps copies of these elements in its shared memory.
template <class T>
inline constexpr bool kept_in_tile = is_plain_element<T> && sizeof(T) <= few_largest;

/// The elements of a tile in the shared memory of its block, if P asks about elements in memory
/// that a block keeps there; and what P says about places.
template <class P, int Tile>
struct places_of_tile {
  static constexpr bool keeps = false;
  static constexpr std::size_t bytes = 0;  // of a kept element
  struct shared {};
  P pred;
  /// Fetches what is in memory. All threads of the block call this, and then prepare.
  template <int Items, bool Full>
  __device__ void load(std::ptrdiff_t, int, shared&) const {}
  /// Prepares what load fetched for the questions below, which may be asked after a barrier.
  __device__ void prepare(std::ptrdiff_t, int, shared&) const {}
  /// Returns what P says about place k of a tile. Place 0 is asked about by `first`.
  __device__ bool operator()(std::ptrdiff_t begin, int k, shared&) { return static_cast<bool>(pred(begin + k)); }
  __device__ bool first(std::ptrdiff_t begin, shared& room) { return (*this)(begin, 0, room); }
};

/// The elements at `first` as places_of_tile keeps them.
template <class T, int Tile>
struct kept_elements {
  using value = std::remove_const_t<T>;
  static constexpr bool keeps = true;
  static constexpr std::size_t bytes = sizeof(T);
  using shared = uninitialized_array<value, Tile>;
  T* elements;
  template <int Items, bool Full>
  __device__ void load(std::ptrdiff_t begin, int n, shared& room) const {
    T* const from = elements + begin;
    detail::for_places<Items, Full>(n, [&](int k) { detail::put<value>(room.items + k, from[k]); });
  }
  __device__ void prepare(std::ptrdiff_t, int, shared&) const {}
};
template <class T, class Equal, int Tile>
  requires kept_in_tile<std::remove_const_t<T>>
struct places_of_tile<run_starts<T*, Equal>, Tile> : kept_elements<T, Tile> {
  using typename kept_elements<T, Tile>::shared;
  run_starts<T*, Equal> starts;
  THRUM_HD explicit places_of_tile(run_starts<T*, Equal> const& s) : kept_elements<T, Tile>{s.keys}, starts(s) {}
  __device__ bool operator()(std::ptrdiff_t, int k, shared& room) {
    return run_starts<T*, Equal>{room.items, starts.equal}.after_first(k);
  }
  __device__ bool first(std::ptrdiff_t begin, shared&) { return starts(begin); }
};
template <class T, class F, int Tile>
  requires kept_in_tile<std::remove_const_t<T>>
struct places_of_tile<transformed_element<T*, F>, Tile> : kept_elements<T, Tile> {
  using typename kept_elements<T, Tile>::shared;
  F f;
  THRUM_HD explicit places_of_tile(transformed_element<T*, F> const& p)
      : kept_elements<T, Tile>{p.first}, f(p.f) {}
  __device__ bool operator()(std::ptrdiff_t, int k, shared& room) {
    return static_cast<bool>(detail::call(f, static_cast<T&>(room.items[k])));
  }
  __device__ bool first(std::ptrdiff_t begin, shared& room) { return (*this)(begin, 0, room); }
};
template <class T, class P, int Tile>
  requires kept_in_tile<std::remove_const_t<T>>
struct places_of_tile<rejected_at<T*, P>, Tile> : kept_elements<T, Tile> {
  using typename kept_elements<T, Tile>::shared;
  P pred;
  THRUM_HD explicit places_of_tile(rejected_at<T*, P> const& p) : kept_elements<T, Tile>{p.first}, pred(p.pred) {}
  __device__ bool operator()(std::ptrdiff_t, int k, shared& room) {
    return !detail::call(pred, static_cast<T&>(room.items[k]));
  }
  __device__ bool first(std::ptrdiff_t begin, shared& room) { return (*this)(begin, 0, room); }
};

}  // namespace thrum::detail
