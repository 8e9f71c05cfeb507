// The sort of the segments of a tile, which a thread block keeps in its shared memory. If all are
// short, each element's place is the number of elements of its segment that come before it;
// otherwise sorted stretches are merged, but only those of one segment.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/order/radix_key.h>
#include <type_traits>

namespace thrum::detail {

/// The order of keys. Floating-point keys are compared as they are, which costs a device less than
/// to make their numbers.
template <class T, class Less>
struct order_in_tile {
  mutable Less less;
  __device__ bool operator()(cub_value<T> const& a, cub_value<T> const& b) const {
    if constexpr (std::is_floating_point_v<T> && sorts_by_radix<T, Less>) {
      T const x = digits<T, Less>::value(less, a), y = digits<T, Less>::value(less, b);
      return !(x >= y) && x == x;  // a NaN comes after all others
    } else {
      auto order = detail::sorting_order<T>(less);
      return static_cast<bool>(order(detail::from_cub_value<T>(a), detail::from_cub_value<T>(b)));
    }
  }
};

/// Sorts the segments of a tile. All threads of the block call it.
template <class T, class Less>
struct tile_sorter {
  static constexpr int threads = segment_sort_threads;
  static constexpr int items = segment_sort_items<T>;  // of a thread
  static constexpr int capacity = threads * items;
  static constexpr int words = capacity / 32 + 2;

  struct shared {
    uninitialized_array<T, capacity> elements;
    unsigned starts[words];              // a bit for each element that begins a segment
    int begins[threads], ends[threads];  // of what lies across the first element of each thread
  };

  Less less;

  /// Sorts the first n elements in the room, segment by segment, and stores element k of them by
  /// out.set(k, x). Changes the room.
  template <class Out>
  __device__ void operator()(int n, shared& room, Out const& out) {
    if (are_short(n, room.starts)) {
      store_by_ranks(n, room, out);
    } else {
      sort_by_merges(n, room);
      for (int k = static_cast<int>(threadIdx.x); k < n; k += threads) out.set(k, room.elements.items[k]);
    }
  }

 private:
  /// Tells the block whether the segments of n elements are short. Two neighbouring words of
  /// `starts` are zero for each segment of more than 95 elements, and for none of up to 64.
  __device__ static bool are_short(int n, unsigned const* starts) {
    int const w = static_cast<int>(threadIdx.x);
    static_assert(words <= threads);
    return __syncthreads_or((w + 2) * 32 <= n && (starts[w] | starts[w + 1]) == 0) == 0;
  }

  struct stretch {
    int begin, end;
  };
  /// Returns the stretch of one segment in which element k lies, of the n elements of a tile.
  __device__ static stretch around(int k, int n, unsigned const* starts) {
    int w = k / 32;
    unsigned left = starts[w] & (~0U >> (31 - k % 32));
    while (left == 0 && w > 0) left = starts[--w];
    int const begin = left == 0 ? 0 : w * 32 + 31 - __clz(static_cast<int>(left));
    w = (k + 1) / 32;
    left = starts[w] & (~0U << ((k + 1) % 32));
    while (left == 0 && w < (n - 1) / 32) left = starts[++w];
    return {begin, left == 0 ? n : w * 32 + __ffs(static_cast<int>(left)) - 1};
  }

  /// Stores each element at the place that the number of those before it in its segment tells.
  /// Calls `less` as often for an element as its segment has elements.
  template <class Out>
  __device__ void store_by_ranks(int n, shared& room, Out const& out) {
    T const* const x = room.elements.items;
#pragma unroll 1
    for (int k = static_cast<int>(threadIdx.x); k < n; k += threads) {
      stretch const own = around(k, n, room.starts);
      T const mine = x[k];
      int rank = own.begin;
      THRUM_UNROLL_BY_4
      for (int j = own.begin; j < own.end; ++j) {
        T const other = x[j];
        bool const is_ahead = j < k;  // and stays so if it is equal
        rank += less(is_ahead ? mine : other, is_ahead ? other : mine) != is_ahead;
      }
      // A functor that says less(x, x) is no order, but nothing is stored outside the segment.
      out.set(rank < own.end ? rank : own.end - 1, mine);
    }
  }

  /// Exchanges neighbours of one segment that are in the wrong order: every second pair.
  template <int From>
  __device__ void exchange(T* item, unsigned joined) {
    THRUM_UNROLL
    for (int k = From; k + 1 < items; k += 2) {
      if ((joined & (2U << k)) != 0 && less(item[k + 1], item[k])) {
        T const y = item[k];
        item[k] = item[k + 1];
        item[k + 1] = y;
      }
    }
  }

  /// Merges sorted stretches, but only those of one segment, in levels.
  __device__ void sort_by_merges(int n, shared& room) {
    int const t = static_cast<int>(threadIdx.x), own = t * items;
    T* const x = room.elements.items;
    unsigned const* const starts = room.starts;
    // The bits of the thread's elements.
    unsigned const mine = __funnelshift_r(starts[own / 32], starts[own / 32 + 1], static_cast<unsigned>(own % 32));
    uninitialized_array<T, items> registers;
    T* const item = registers.items;
    int const count = n - own < items ? n - own : items;
    if (count > 0) {
      THRUM_UNROLL
      for (int k = 0; k < items; ++k) {
        if (k < count) detail::put<T>(item + k, x[own + k]);
      }
      // Bit k: whether element k is of the same segment as the element before it.
      unsigned const joined = ~mine & ((1U << count) - 1U) & ~1U;
      int rounds = joined != 0;  // the most of the thread's elements that one segment has
      for (unsigned left = joined; left != 0; left &= left >> 1) ++rounds;
#pragma unroll 1
      for (; rounds > 0; rounds -= 2) {
        exchange<0>(item, joined);
        exchange<1>(item, joined);
      }
    }
    {
      // The segment across the beginning of the thread's elements.
      stretch across{own, own};
      if (0 < own && own < n && !(mine & 1U)) across = around(own - 1, n, starts);
      room.begins[t] = across.begin;
      room.ends[t] = across.end;
    }
    auto const put_back = [&] {
      __syncthreads();
      THRUM_UNROLL
      for (int k = 0; k < items; ++k) {
        if (k < count) x[own + k] = item[k];
      }
      __syncthreads();
    };
    for (int run = 1; run * items < n; run *= 2) {
      // The merge of the group of 2 * run threads: what lies across its middle.
      int const middle_thread = t / (2 * run) * (2 * run) + run;
      int const low_of_group = (middle_thread - run) * items, middle = middle_thread * items,
                high_of_group = middle + run * items;
      put_back();
      if (middle_thread >= threads || middle >= n) continue;
      int const low = room.begins[middle_thread] < low_of_group ? low_of_group : room.begins[middle_thread];
      int const high = room.ends[middle_thread] > high_of_group ? high_of_group : room.ends[middle_thread];
      if (low >= middle || high <= middle || own >= high || own + items <= low) continue;
      int const skipped = own < low ? low - own : 0, diagonal = own + skipped - low;
      int const na = middle - low, nb = high - middle;
      int i = low + detail::merge_path<int>(x + low, na, x + middle, nb, diagonal, less);
      int j = middle + diagonal - (i - low);
      THRUM_UNROLL
      for (int k = 0; k < items; ++k) {
        if (k >= skipped && own + k < high) {
          bool const second = i == middle || (j < high && less(x[j], x[i]));
          item[k] = x[second ? j : i];
          j += second;
          i += !second;
        }
      }
    }
    put_back();
  }
};

}  // namespace thrum::detail
