// Sums of segments, in one launch. The elements and the ends of all segments, in order, are cut
// into tiles of one size, so that a thread block has the same work however long segments are. In a
// tile, a thread sums a short segment, a warp any other. If a segment lies in several tiles, the
// block that is the last to have a part of its sum adds the parts.
#pragma once

#include <cub/warp/warp_reduce.cuh>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/find_by_warp.cuh>
#include <thrum/detail/backends/cuda/places.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum {
namespace detail {

/// A place in the order of elements and ends of segments: before this element of this segment, or
/// before the end of the segment.
struct segment_place {
  std::ptrdiff_t segment, element;
};

/// The tiles of that order.
template <class S>
struct tiles_of_segments {
  S segments;
  int tile;

  /// Returns the place where tile b begins, to each lane of the warp that calls this.
  __device__ segment_place begin(std::ptrdiff_t b) const {
    std::ptrdiff_t const at = b * tile + segments.begin(0);
    std::ptrdiff_t const s = detail::find_by_warp(
        0, segments.count, [&](std::ptrdiff_t probe) { return segments.end(probe) + probe >= at; });
    return {s, detail::least(at - s, segments.begin(segments.count))};
  }
  /// Returns the tile of an element of segment s.
  THRUM_HD std::ptrdiff_t of(std::ptrdiff_t s, std::ptrdiff_t element) const {
    return (element - segments.begin(0) + s) / tile;
  }
};

/// What a tile has of segments that lie in several tiles: a part of one that begins in it, a part
/// of one that begins earlier, and how many tiles have stored the sums of their parts of the first
/// one.
template <class T>
struct parts_of_tile {
  uninitialized_array<T, 1> first, later;
  unsigned arrived;

  /// Stores the sum of a part of a segment in the tiles [head, last]. Returns whether the sums of
  /// all its parts are there.
  __device__ bool put(bool is_first, T const& sum, parts_of_tile& head, std::ptrdiff_t others) {
    detail::put<T>(is_first ? first.items : later.items, sum);
    __threadfence();
    bool const all = atomicAdd(&head.arrived, 1U) == static_cast<unsigned>(others);
    __threadfence();
    return all;
  }
};

/// The elements that I reads, as a block keeps them: element(x, i) is what read(i) gave as x.
template <class T, class I>
struct summed_elements {
  using kept = T;
  I first;
  __device__ T read(std::ptrdiff_t i) { return static_cast<T>(first[i]); }
  __device__ static T const& element(T const& x, std::ptrdiff_t) { return x; }
};
/// A functor that makes an element of a part, which it reads, and of the index: it has the members
/// of summed_elements.
template <class F>
concept makes_of_part = requires { typename F::kept; };
template <class F>
struct made_elements {
  using kept = typename F::kept;
  F make;
  std::ptrdiff_t index;  // of the first one
  __device__ kept read(std::ptrdiff_t i) { return make.read(index + i); }
  __device__ auto element(kept const& x, std::ptrdiff_t i) const { return make.element(x, index + i); }
};
/// Returns the elements at `first` as a block keeps them. T is not yet a cub_value.
template <class T, class I>
auto elements_to_sum(I first) {
  using input = decltype(detail::as_input<T>(first));
  return summed_elements<cub_value<T>, input>{detail::as_input<T>(first)};
}
template <class T, class F>
  requires(makes_of_part<F> && std::is_same_v<cub_value<T>, T>)
made_elements<F> elements_to_sum(computed_iterator<T, F> first) {
  return {first.functor(), first.index()};
}

/// Returns the sum of n items to the first lane of the warp that calls this. read(j) is item 32 * j
/// of those from the lane's first one on; for a lane without items, read(0) may be any item.
template <class T, class Read, class Op>
__device__ T sum_by_warp(int n, Read read, Op const& op, typename ::cub::WarpReduce<T>::TempStorage& room) {
  constexpr int warp = 32;
  T sum = read(0);
  int j = 1, k = static_cast<int>(threadIdx.x) % warp + warp;
  for (; k + 3 * warp < n; k += 4 * warp, j += 4)  // four loads are under way
    sum = op(sum, op(op(read(j), read(j + 1)), op(read(j + 2), read(j + 3))));
  for (; k < n; k += warp, ++j) sum = op(sum, read(j));
  sum = ::cub::WarpReduce<T>(room).Reduce(sum, op, n < warp ? n : warp);
  __syncwarp();
  return sum;
}

/// Stores op(init, sum) of each segment. T is a cub_value.
template <class T, class Elements, class S, class O, class Op>
static __global__ void __launch_bounds__(segment_sum_threads)
    segment_sums(Elements in, S segments, O out, T init, Op op, parts_of_tile<T>* parts) {
  using kept = typename Elements::kept;
  constexpr int tile = segment_sum_tile<kept>, warp = 32, warps = segment_sum_threads / warp;
  // A gap after as many elements as a warp has lanes, because neighbouring threads read elements
  // that lie apart.
  constexpr int row = warp + 1;
  auto const place = [](int k) { return k + k / warp; };
  // A warp reads elements from a multiple of this number on, which are whole sectors.
  constexpr int aligned = sizeof(kept) <= few_largest ? warp : 1;
  __shared__ uninitialized_array<kept, tile + aligned + (tile + aligned) / warp> room_of_elements;
  __shared__ typename ::cub::WarpReduce<T>::TempStorage rooms[warps];
  __shared__ segment_place ends[2];
  kept* const elements = room_of_elements.items;
  int const t = static_cast<int>(threadIdx.x), lane = t % warp;
  auto const block = static_cast<std::ptrdiff_t>(blockIdx.x);
  tiles_of_segments<S> const tiles{segments, tile};
  if (int const side = t / warp; side < 2) {
    segment_place const end = tiles.begin(block + side);
    if (lane == 0) ends[side] = end;
  }
  __syncthreads();
  segment_place const begin = ends[0], end = ends[1];

  std::ptrdiff_t const origin = begin.element / aligned * aligned;
  int const from = static_cast<int>(begin.element - origin), n = static_cast<int>(end.element - origin);
  kept* at = elements + place(t);
  for (int k = t; k < n; k += segment_sum_threads, at += warps * row) {
    if (k >= from) detail::put<kept>(at, in.read(origin + k));
  }
  __syncthreads();

  auto& room = rooms[t / warp];
  int const count = static_cast<int>(end.segment - begin.segment) + (end.segment < segments.count);
  // Few segments are dealt out to the warps one by one.
  int const stride = count * warp < tile ? warps : 1;
  for (int c = stride == 1 ? t - lane : t / warp; c < count; c += segment_sum_threads) {
    std::ptrdiff_t const s = begin.segment + c + lane * stride;
    bool const has = c + lane * stride < count;
    std::ptrdiff_t const first_of = has ? segments.begin(s) : 0, end_of = has ? segments.end(s) : 0;
    bool const is_whole = begin.element <= first_of && end_of <= end.element;
    int const low = first_of < begin.element ? from : static_cast<int>(first_of - origin);
    int const high = end_of > end.element ? n : static_cast<int>(end_of - origin);
    bool const is_short = is_whole && high - low <= longest_segment_summed_by_thread;
    if (has && is_short) {
      if (low < high) {
        T sum = in.element(elements[place(low)], origin + low);
        for (int k = low + 1; k < high; ++k) sum = op(sum, in.element(elements[place(k)], origin + k));
        out[s] = op(init, sum);
      } else if (s < end.segment) {
        out[s] = init;
      }
    }
    for (unsigned left = __ballot_sync(~0U, has && !is_short && low < high); left != 0; left &= left - 1) {
      int const lane_of = __ffs(static_cast<int>(left)) - 1;
      int const low_of = __shfl_sync(~0U, low, lane_of), size = __shfl_sync(~0U, high, lane_of) - low_of;
      bool const whole = __shfl_sync(~0U, is_whole, lane_of);
      std::ptrdiff_t const segment = begin.segment + c + lane_of * stride;
      int const own = low_of + (lane < size ? lane : 0);
      kept const* const first = elements + place(own);
      T sum = detail::sum_by_warp<T>(
          size, [&](int j) -> decltype(auto) { return in.element(first[j * row], origin + own + j * warp); }, op,
          room);
      if (!whole) {
        std::ptrdiff_t const head = tiles.of(segment, segments.begin(segment));
        int const others = static_cast<int>(tiles.of(segment, segments.end(segment) - 1) - head);
        bool const all = lane == 0 && parts[block].put(block == head, sum, parts[head], others);
        if (!__shfl_sync(~0U, all, 0)) continue;
        __syncwarp();  // the parts are read after the fence of the first lane
        parts_of_tile<T> const* const later = parts + head + 1 + (lane < others ? lane : 0);
        sum = detail::sum_by_warp<T>(
            others, [&](int j) -> T const& { return later[j * warp].later.items[0]; }, op, room);
        if (lane == 0) sum = op(parts[head].first.items[0], sum);
      }
      if (lane == 0) out[segment] = op(init, sum);
    }
  }
}

/// Where segments begin in a tile, as bits that the block makes of the offsets.
template <class S, int Tile>
struct places_of_tile<starts_of_segments<S>, Tile> {
  static constexpr bool keeps = false;
  static constexpr std::size_t bytes = 0;  // of a kept element
  struct shared {
    std::ptrdiff_t ends[2];
    unsigned words[(Tile - 1) / 32 + 1];
  };
  starts_of_segments<S> starts;

  /// Finds the segments that begin in the tile.
  template <int Items, bool Full>
  __device__ void load(std::ptrdiff_t begin, int n, shared& room) const {
    S const& segments = starts.segments;
    int const t = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    if (int const side = t / 32; side < 2) {
      std::ptrdiff_t const at = begin + side * n;
      std::ptrdiff_t const end =
          detail::find_by_warp(0, segments.count + 1, [&](std::ptrdiff_t s) { return segments.begin(s) >= at; });
      if (t % 32 == 0) room.ends[side] = end;
    }
    for (int w = t; w <= (Tile - 1) / 32; w += threads) room.words[w] = 0;
  }
  __device__ void prepare(std::ptrdiff_t begin, int n, shared& room) const {
    S const& segments = starts.segments;
    int const t = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    __syncthreads();
    auto const mark = [&](std::ptrdiff_t i) {
      int const k = static_cast<int>(i - begin);
      atomicOr(room.words + k / 32, 1U << (k % 32));
    };
    if (begin == 0 && t == 0) mark(0);
    if (room.ends[1] - room.ends[0] <= 2 * n) {
      for (std::ptrdiff_t s = room.ends[0] + t; s < room.ends[1]; s += threads) mark(segments.begin(s));
    } else {  // most segments are empty
      for (int k = t; k < n; k += threads) {
        if (starts(begin + k)) mark(begin + k);
      }
    }
  }
  __device__ bool operator()(std::ptrdiff_t, int k, shared& room) const {
    return (room.words[k / 32] >> (k % 32) & 1U) != 0;
  }
  __device__ bool first(std::ptrdiff_t begin, shared& room) const { return (*this)(begin, 0, room); }
};

}  // namespace detail

template <class I, class S, class O, class T, class Op>
void cuda::policy::reduce_segments(I first, S segments, O out, T init, Op op) const {
  using value = detail::cub_value<T>;
  if (segments.count <= 0) return;
  auto const guard = on_its_device();
  policy const exec = step();
  auto const elements = detail::elements_to_sum<T>(first);
  using kept = typename std::remove_const_t<decltype(elements)>::kept;
  std::ptrdiff_t const tiles =
      ((segments.n > 0 ? segments.n : 0) + segments.count - 1) / detail::segment_sum_tile<kept> + 1;
  using parts_type = detail::parts_of_tile<value>;
  detail::scratch_array<parts_type, policy> const parts(exec, tiles > 1 ? tiles : 0);
  if (tiles > 1) {
    detail::cuda_check(detail::runtime::memset_async(
                           parts.data(), 0, static_cast<std::size_t>(tiles) * sizeof(parts_type), stream_),
                       "cudaMemsetAsync");
  }
  detail::segment_sums<value><<<static_cast<unsigned>(tiles), detail::segment_sum_threads, 0, stream_>>>(
      elements, segments, detail::as_output<T>(out), detail::to_cub_value<T>(init),
      detail::as_operator<T, T const*>(op), parts.data());
  detail::cuda_check(cudaGetLastError(), "the launch of sums of segments");
  finish();
}

}  // namespace thrum
