// Sorts of segments, in one launch. The range is cut into tiles, and a thread block sorts all
// segments of a tile together (sort_segments_of_tile.cuh). A segment up to the length of a tile
// belongs to the tile in which it begins. The pieces of a longer segment in its tiles are sorted,
// and then merged in levels. The thread blocks take the tiles of all levels in order; a block that
// has a tile of one level waits until the level before is done.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/find_by_warp.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/sort.cuh>
#include <thrum/detail/backends/cuda/sort_segments_of_tile.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// A segment [begin, end) that is longer than a tile; none if it is empty.
struct long_segment {
  std::ptrdiff_t begin, end;
  THRUM_HD bool exists() const { return begin < end; }
  /// Returns how many times the sorted pieces in its tiles are merged two by two.
  THRUM_HD int levels(std::ptrdiff_t tile) const {
    int all = 0;
    if (exists()) {
      for (std::ptrdiff_t more = (end - 1) / tile - begin / tile; more > 0; more /= 2) ++all;
    }
    return all;
  }
};

/// What the thread blocks of a sort tell each other. It begins with zeros.
struct sort_progress {
  static constexpr int most_levels = 48;
  unsigned long long taken;        // tiles of all levels
  int levels;                      // the most of any long segment, when level 0 is done
  unsigned done[most_levels + 1];  // tiles of each level
};

/// The elements, and where a level of merges leaves those of long segments: in the range after an
/// even number of levels before the last one, otherwise in scratch memory.
template <class Elements>
struct sorted_pieces {
  using T = typename Elements::value_type;
  Elements elements;
  T* scratch;
  bool in_scratch;
  __device__ T operator[](std::ptrdiff_t i) {
    if (in_scratch) return scratch[i];
    return elements.get(i);
  }
  __device__ void set(std::ptrdiff_t i, T const& x) {
    if (in_scratch) scratch[i] = x;
    else elements.set(i, x);
  }
};
template <class Elements>
struct pieces_from {
  sorted_pieces<Elements> pieces;
  std::ptrdiff_t at;
  __device__ typename Elements::value_type operator[](std::ptrdiff_t i) { return pieces[at + i]; }
};

template <class Elements, class S, class Less>
struct segment_sorter {
  using T = typename Elements::value_type;
  using in_tile = tile_sorter<T, Less>;
  static constexpr int threads = in_tile::threads, items = in_tile::items, capacity = in_tile::capacity;

  Elements elements;
  S segments;
  in_tile sort_in_tile;
  std::ptrdiff_t tile;  // elements, at most capacity / 2 unless there is only one tile
  std::ptrdiff_t tiles;
  T* scratch;             // null if no segment can be longer than a tile
  long_segment* long_at;  // what lies across the beginning of each tile
  sort_progress* progress;

  struct shared : in_tile::shared {
    std::ptrdiff_t first_segment[2], first[2];
    long_segment across[2];
    unsigned long long taken;
    std::ptrdiff_t split[2];
  };

  /// Finds the segment at the beginning of tile b, and where the elements begin that belong to the
  /// tile, in warp `side`.
  __device__ void find_begin(std::ptrdiff_t b, int side, shared& room) const {
    std::ptrdiff_t const origin = segments.begin(0), last = segments.begin(segments.count);
    std::ptrdiff_t at = detail::least(b * tile, last);
    if (at < origin) at = origin;
    std::ptrdiff_t const s =
        detail::find_by_warp(0, segments.count, [&](std::ptrdiff_t probe) { return segments.end(probe) > at; });
    long_segment across{0, 0};
    if (s < segments.count) {
      std::ptrdiff_t const begin = segments.begin(s), end = segments.end(s);
      if (begin < at) {
        if (end - begin > tile) across = {begin, end};
        else at = end;
      }
    }
    if (threadIdx.x % 32 != 0) return;
    room.first_segment[side] = s;
    room.across[side] = across;
    room.first[side] = at;
  }

  /// Where the sorted elements of a tile are stored: those of a long segment where the first level
  /// of merges reads them.
  struct tile_output {
    Elements elements;
    T* scratch;
    std::ptrdiff_t first;
    int end_before, begin_after;  // of the long segments that lie across the beginning and the end
    bool before_in_scratch, after_in_scratch;
    __device__ void set(int k, T const& x) const {
      bool const in_scratch = k < end_before ? before_in_scratch : k >= begin_after && after_in_scratch;
      sorted_pieces<Elements>{elements, scratch, in_scratch}.set(first + k, x);
    }
  };
  /// Returns the output of tile b, and notes the long segment across its beginning.
  __device__ tile_output output_of(std::ptrdiff_t b, std::ptrdiff_t first, int n, shared const& room) const {
    long_segment const before = room.across[0], after = room.across[1];
    int const levels_before = before.levels(tile), levels_after = after.levels(tile);
    if (threadIdx.x == 0 && scratch != nullptr) {
      long_at[b] = before;
      if (levels_before > 0) atomicMax(&progress->levels, levels_before);
    }
    int const end_before = before.exists() ? static_cast<int>(detail::least(before.end - first, n)) : 0;
    int const begin_after = !after.exists() ? n : after.begin > first ? static_cast<int>(after.begin - first) : 0;
    return {elements, scratch, first, end_before, begin_after, levels_before % 2 != 0, levels_after % 2 != 0};
  }

  __device__ void sort_tile(std::ptrdiff_t b, shared& room) {
    int const t = static_cast<int>(threadIdx.x);
    if (int const side = t / 32; side < 2) find_begin(b + side, side, room);
    for (int w = t; w < in_tile::words; w += threads) room.starts[w] = 0;
    __syncthreads();
    std::ptrdiff_t const first = room.first[0], last = room.first[1];
    int const n = static_cast<int>(last - first);
    T* const x = room.elements.items;
    for (int k = t; k < n; k += threads) detail::put<T>(x + k, elements.get(first + k));
    auto const mark = [&](int k) { atomicOr(room.starts + k / 32, 1U << (k % 32)); };
    if (room.first_segment[1] - room.first_segment[0] <= 2 * tile) {
      for (std::ptrdiff_t s = room.first_segment[0] + t; s <= room.first_segment[1] && s < segments.count;
           s += threads) {
        std::ptrdiff_t const begin = segments.begin(s);
        if (first <= begin && begin < last) mark(static_cast<int>(begin - first));
      }
    } else {  // most segments are empty
      starts_of_segments<S> const begins{segments};
      for (int k = t; k < n; k += threads) {
        if (begins(first + k)) mark(k);
      }
    }
    __syncthreads();
    sort_in_tile(n, room, output_of(b, first, n, room));
  }

  /// Merges two sorted pieces of a long segment at a level, as far as they go to tile b.
  __device__ void merge_tile(std::ptrdiff_t b, int level, long_segment s, shared& room) {
    int const t = static_cast<int>(threadIdx.x), levels = s.levels(tile);
    Less& less = sort_in_tile.less;
    if (level > levels) return;
    std::ptrdiff_t const width = std::ptrdiff_t{1} << (level - 1), first_tile = s.begin / tile;
    std::ptrdiff_t const group = first_tile + (b - first_tile) / (2 * width) * (2 * width);
    auto const bounded = [&](std::ptrdiff_t at) { return at < s.begin ? s.begin : detail::least(at, s.end); };
    std::ptrdiff_t const low = bounded(group * tile), middle = bounded((group + width) * tile),
                         high = bounded((group + 2 * width) * tile);
    std::ptrdiff_t const begin = bounded(b * tile), end = bounded((b + 1) * tile);
    bool const to_scratch = (levels - level) % 2 != 0;
    sorted_pieces<Elements> from{elements, scratch, !to_scratch}, to{elements, scratch, to_scratch};
    __syncthreads();
    if (t < 2) {
      room.split[t] =
          detail::merge_path(pieces_from<Elements>{from, low}, middle - low, pieces_from<Elements>{from, middle},
                             high - middle, (t == 0 ? begin : end) - low, less);
    }
    __syncthreads();
    std::ptrdiff_t const i_begin = low + room.split[0], j_begin = middle + (begin - low) - room.split[0];
    int const n = static_cast<int>(end - begin);
    int na = static_cast<int>(room.split[1] - room.split[0]);
    na = na < 0 ? 0 : na > n ? n : na;
    T* const x = room.elements.items;
    for (int k = t; k < n; k += threads) detail::put<T>(x + k, from[k < na ? i_begin + k : j_begin + k - na]);
    __syncthreads();
    uninitialized_array<T, items> registers;
    T* const item = registers.items;
    int const own = t * items;
    if (own < n) {
      int i = detail::merge_path<int>(x, na, x + na, n - na, own, less), j = na + own - i;
      THRUM_UNROLL
      for (int k = 0; k < items; ++k) {
        if (own + k < n) {
          bool const second = i == na || (j < n && less(x[j], x[i]));
          detail::put<T>(item + k, x[second ? j : i]);
          j += second;
          i += !second;
        }
      }
    }
    __syncthreads();
    if (own < n) {
      THRUM_UNROLL
      for (int k = 0; k < items; ++k) {
        if (own + k < n) x[own + k] = item[k];
      }
    }
    __syncthreads();
    for (int k = t; k < n; k += threads) to.set(begin + k, x[k]);
  }

  /// Waits until all tiles of a level are done.
  __device__ void wait_for(int level) const {
    while (*const_cast<unsigned const volatile*>(progress->done + level) != static_cast<unsigned>(tiles)) {
#if __CUDA_ARCH__ >= 700
      __nanosleep(pause_of_waiting_block);
#endif
    }
    __threadfence();
  }

  __device__ void operator()(shared& room) {
    if (scratch == nullptr) return sort_tile(static_cast<std::ptrdiff_t>(blockIdx.x), room);
    while (true) {
      __syncthreads();
      if (threadIdx.x == 0) {
        unsigned long long const taken = atomicAdd(&progress->taken, 1ULL);
        int const level = static_cast<int>(taken / static_cast<unsigned long long>(tiles));
        room.taken = taken;
        if (level > 0) {
          wait_for(0);
          if (level > atomicAdd(&progress->levels, 0)) room.taken = ~0ULL;
          else wait_for(level - 1);
        }
      }
      __syncthreads();
      unsigned long long const taken = room.taken;
      if (taken == ~0ULL) return;
      int const level = static_cast<int>(taken / static_cast<unsigned long long>(tiles));
      auto const b = static_cast<std::ptrdiff_t>(taken % static_cast<unsigned long long>(tiles));
      if (level == 0) {
        sort_tile(b, room);
      } else {
        long_segment const before = long_at[b], after = b + 1 < tiles ? long_at[b + 1] : long_segment{0, 0};
        if (before.exists()) merge_tile(b, level, before, room);
        if (after.exists() && !(before.exists() && before.begin == after.begin)) merge_tile(b, level, after, room);
      }
      __threadfence();
      __syncthreads();
      if (threadIdx.x == 0) atomicAdd(progress->done + level, 1U);
    }
  }
};

template <class Sorter>
static __global__ void __launch_bounds__(Sorter::threads, segment_sort_blocks) segment_sort_kernel(Sorter sorter) {
  using shared = typename Sorter::shared;
  alignas(shared) __shared__ unsigned char room[sizeof(shared)];
  sorter(*reinterpret_cast<shared*>(room));
}

/// Sorts elements, which elements.get(k) reads and elements.set(k, x) writes, segment by segment.
template <class Elements, class S, class Less>
void sort_segments_in_tiles(cuda::policy const& exec, Elements elements, S segments, Less less) {
  using sorter = segment_sorter<Elements, S, Less>;
  using T = typename Elements::value_type;
  constexpr std::ptrdiff_t tile = sorter::capacity / 2;
  bool const is_one = segments.n <= sorter::capacity;
  std::ptrdiff_t const tiles = is_one ? 1 : (segments.n - 1) / tile + 1;
  bool const may_be_long = !is_one && [&] {
    if constexpr (std::is_same_v<S, segments_by_size>) return segments.length > tile;
    else return true;
  }();
  using line = room_for<T, long_segment>;
  auto const lines = [](std::ptrdiff_t count, std::size_t size) {
    return (count * static_cast<std::ptrdiff_t>(size) - 1) / static_cast<std::ptrdiff_t>(sizeof(line)) + 1;
  };
  std::ptrdiff_t const head = lines(1, sizeof(sort_progress)), cuts = lines(tiles, sizeof(long_segment));
  scratch_array<line, cuda::policy> const memory(exec,
                                                 may_be_long ? head + cuts + lines(segments.n, sizeof(T)) : 0);
  sorter sort{elements, segments, {less}, is_one ? sorter::capacity : tile, tiles, nullptr, nullptr, nullptr};
  if (may_be_long) {
    sort.progress = reinterpret_cast<sort_progress*>(memory.data());
    sort.long_at = reinterpret_cast<long_segment*>(memory.data() + head);
    sort.scratch = reinterpret_cast<T*>(memory.data() + head + cuts);
    detail::cuda_check(detail::runtime::memset_async(sort.progress, 0, sizeof(sort_progress), exec.stream()),
                       "cudaMemsetAsync");
  }
  detail::segment_sort_kernel<<<static_cast<unsigned>(tiles), sorter::threads, 0, exec.stream()>>>(sort);
  detail::cuda_check(cudaGetLastError(), "the launch of a sort of segments");
}

}  // namespace detail

template <class K, class S, class Less>
  requires(sizeof(std::iter_value_t<K>) <= detail::few_largest)
void cuda::policy::sort_segments(S segments, Less less, K keys) const {
  using T = std::iter_value_t<K>;
  auto const guard = on_its_device();
  detail::sort_segments_in_tiles(step(), detail::elements_to_sort<K>{keys}, segments,
                                 detail::order_in_tile<T, Less>{less});
  finish();
}

template <class K, class V, class S, class Less>
  requires(sizeof(std::iter_value_t<K>) + sizeof(std::iter_value_t<V>) <= detail::few_largest)
void cuda::policy::sort_segments(S segments, Less less, K keys, V values) const {
  using T = std::iter_value_t<K>;
  auto const guard = on_its_device();
  using order = detail::order_in_tile<T, Less>;
  detail::sort_segments_in_tiles(step(), detail::pairs_to_sort<K, V>{{keys}, {values}}, segments,
                                 detail::order_of_pairs<order>{order{less}});
  finish();
}

}  // namespace thrum
