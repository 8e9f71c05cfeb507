// Set operations of two sorted ranges in one pass. A first kernel cuts the walk through both ranges
// into tiles, along the balanced path. In the second kernel each thread block takes a tile: it loads
// the elements, each thread walks a part of the tile and notes which elements it takes, a look-back
// (Merrill and Garland, 2016) tells where the rows of the tile go, and neighbouring threads store
// neighbouring rows. One thread block alone does a single tile.
#pragma once

#include <cub/agent/single_pass_scan_operators.cuh>
#include <cub/block/block_scan.cuh>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The bytes of the elements of two ranges if they go through shared memory: small ones of one
/// type. Otherwise 0.
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

/// A set operation on a device.
template <class Rule, class I, class J, class Rows, class Less>
struct set_work {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Rows rows;
  Less less;

  static constexpr int threads = one_block;
  static constexpr std::size_t key_bytes = detail::bytes_in_tile<I, J>();
  static constexpr std::size_t value_bytes = detail::bytes_of_values(static_cast<Rows const*>(nullptr));
  static constexpr std::size_t row_bytes = key_bytes > value_bytes ? key_bytes : value_bytes;
  /// The elements that a thread walks over, of which it may take each.
  static constexpr int length = set_length_of_thread(row_bytes);
  /// The walk through a tile may begin one element early.
  static constexpr int tile = threads * length - 1;
  using states = ::cub::ScanTileState<std::ptrdiff_t>;
  using look_back = ::cub::TilePrefixCallbackOp<std::ptrdiff_t, ::cuda::std::plus<>, states>;
  using scan = ::cub::BlockScan<int, threads>;

  struct shared {
    alignas(16) unsigned char items[threads * length * (row_bytes == 0 ? 1 : row_bytes)];
    unsigned short places[threads * length];  // of the elements that are taken, in the tile
    basic_path_point<unsigned short> ends[threads];
    typename scan::TempStorage scan_room;
    typename look_back::TempStorage look_back_room;
    std::ptrdiff_t before;
  };

  /// Cuts the walk into tiles.
  __device__ path_point cut(std::ptrdiff_t t) const {
    return detail::balanced_path(a, na, b, nb, detail::least(t * tile, na + nb), less);
  }

  /// Does tile t, which begins at begins[t]. There is only one if `begins` is null. Each thread walks
  /// over `part` elements.
  __device__ void run(std::ptrdiff_t t, std::ptrdiff_t tiles, int part, path_point const* begins, states& state,
                      std::ptrdiff_t* result, shared& room) const {
    path_point begin{0, 0}, end{na, nb};
    if (begins != nullptr) {
      begin = begins[t];
      end = detail::point_after(begin, begins[t + 1], detail::least((t + 1) * tile, na + nb));
    }
    int const in_a = static_cast<int>(end.i - begin.i), in_b = static_cast<int>(end.j - begin.j);
    int places[length];
    unsigned taken;
    if constexpr (key_bytes > 0) {
      using T = std::iter_value_t<I>;
      auto* const x = reinterpret_cast<T*>(room.items);
      load(a, begin.i, in_a, x);
      load(b, begin.j, in_b, x + in_a);
      __syncthreads();
      taken = walk(x, in_a, x + in_a, in_b, part, places, room);
    } else {
      taken = walk(a + begin.i, in_a, b + begin.j, in_b, part, places, room);
    }
    int before, count;
    scan(room.scan_room).ExclusiveSum(__popc(taken), before, count);
    note_places(taken, places, room.places + before);
    if (begins == nullptr) {
      if (threadIdx.x == 0) room.before = 0;
    } else if (t == 0) {
      if (threadIdx.x == 0) {
        state.SetInclusive(0, count);
        room.before = 0;
      }
    } else if (threadIdx.x < 32) {
      look_back op(state, room.look_back_room, {}, static_cast<int>(t));
      std::ptrdiff_t const before_tile = op(count);
      if (threadIdx.x == 0) room.before = before_tile;
    }
    __syncthreads();
    // An order that contradicts itself may make the tiles take more rows than there are.
    std::ptrdiff_t const k = room.before, most = Rule::most(na, nb);
    std::ptrdiff_t const room_for_rows = most - k;
    if (count > room_for_rows) count = room_for_rows < 0 ? 0 : static_cast<int>(room_for_rows);
    if (t == tiles - 1 && threadIdx.x == 0) *result = detail::least(most, k + count);
    store_rows(rows, begin, in_a, in_b, k, count, room);
  }

 private:
  /// Copies n elements. A thread reads several before it stores the first, so that it waits for
  /// memory once for all of them.
  template <class T, class K>
  __device__ static void load(K from, std::ptrdiff_t begin, int n, T* to) {
    for (int k = static_cast<int>(threadIdx.x) - lead<T>(begin); k < n; k += loads_at_once * threads) {
      uninitialized_array<T, loads_at_once> held;
      auto const has = [&](int r) { return (r > 0 || k >= 0) && k + r * threads < n; };
      THRUM_UNROLL
      for (int r = 0; r < loads_at_once; ++r) {
        if (has(r)) detail::put<T>(held.items + r, from[begin + (k + r * threads)]);
      }
      THRUM_UNROLL
      for (int r = 0; r < loads_at_once; ++r) {
        if (has(r)) detail::put<T>(to + (k + r * threads), held.items[r]);
      }
    }
  }
  /// Returns how many elements before an index a sector of 32 bytes begins.
  template <class T>
  __device__ static int lead(std::ptrdiff_t k) {
    return static_cast<int>(k) & static_cast<int>(sizeof(T) < 32 ? 32 / sizeof(T) - 1 : 0);
  }
  /// Walks the part of the tile that is this thread's. Returns which steps take an element.
  template <class K, class L>
  __device__ unsigned walk(K x, int nx, L y, int ny, int part, int (&places)[length], shared& room) const {
    Less order = less;
    int const t = static_cast<int>(threadIdx.x), all = nx + ny;
    int const diagonal = t * part < all ? t * part : all;
    auto const at = detail::balanced_path<int>(x, nx, y, ny, diagonal, order);
    if (t > 0) room.ends[t - 1] = {static_cast<unsigned short>(at.i), static_cast<unsigned short>(at.j)};
    else room.ends[threads - 1] = {static_cast<unsigned short>(nx), static_cast<unsigned short>(ny)};
    __syncthreads();
    int i = at.i, j = at.j;
    int const i_end = room.ends[t].i, j_end = room.ends[t].j;
    unsigned taken = 0;
    THRUM_UNROLL
    for (int s = 0; s < length; ++s) {
      bool first = i < i_end, second = j < j_end;
      if (!(Rule::takes_first && first) && !(Rule::takes_second && second) && !(first && second)) break;
      if (first && second) {
        first = static_cast<bool>(order(x[i], y[j]));
        second = !first && static_cast<bool>(order(y[j], x[i]));
      }
      places[s] = Rule::takes_second && second ? nx + j : i;
      taken |= Rule::takes(first, second) << s;
      i += !second;
      j += !first;
    }
    return taken;
  }
  __device__ static void note_places(unsigned taken, int const (&places)[length], unsigned short* to) {
    THRUM_UNROLL
    for (int s = 0; s < length; ++s) {
      if ((taken >> s & 1U) != 0) *to++ = static_cast<unsigned short>(places[s]);
    }
  }

  template <class A, class B, class O>
  __device__ void store_rows(column<A, B, O> const& to, path_point begin, int in_a, int, std::ptrdiff_t k,
                             int count, shared const& room) const {
    if constexpr (key_bytes > 0) store_items<A>(to, k, count, room);
    else copy_rows(to, begin, in_a, k, count, room);
  }
  template <class K, class A, class B, class O>
  __device__ void store_rows(two_columns<K, column<A, B, O>> const& to, path_point begin, int in_a, int in_b,
                             std::ptrdiff_t k, int count, shared& room) const {
    store_rows(to.keys, begin, in_a, in_b, k, count, room);
    if constexpr (value_bytes > 0) {
      __syncthreads();
      using T = std::iter_value_t<A>;
      auto* const x = reinterpret_cast<T*>(room.items);
      load(to.values.a, begin.i, in_a, x);
      if constexpr (!std::is_same_v<B, no_source>) load(to.values.b, begin.j, in_b, x + in_a);
      __syncthreads();
      store_items<A>(to.values, k, count, room);
    } else {
      copy_rows(to.values, begin, in_a, k, count, room);
    }
  }
  template <class A, class C>
  __device__ static void store_items(C const& to, std::ptrdiff_t k, int count, shared const& room) {
    using T = std::iter_value_t<A>;
    auto const* const x = reinterpret_cast<T const*>(room.items);
    auto out = to.out;
    for (int r = static_cast<int>(threadIdx.x) - lead<T>(k); r < count; r += threads) {
      if (r >= 0) detail::store(out[k + r], x[room.places[r]]);
    }
  }
  template <class C>
  __device__ static void copy_rows(C to, path_point begin, int in_a, std::ptrdiff_t k, int count,
                                   shared const& room) {
    for (int r = static_cast<int>(threadIdx.x); r < count; r += threads) {
      int const place = room.places[r];
      if constexpr (Rule::takes_second) {
        if (place >= in_a) {
          to.take_second(begin.j + place - in_a, k + r);
          continue;
        }
      }
      to.take_first(begin.i + place, k + r);
    }
  }
};

template <class Work>
static __global__ void __launch_bounds__(Work::threads)
    set_cuts_kernel(Work work, std::ptrdiff_t tiles, path_point* begins, typename Work::states state) {
  std::ptrdiff_t const t = static_cast<std::ptrdiff_t>(blockIdx.x) * Work::threads + threadIdx.x;
  state.InitializeStatus(static_cast<int>(tiles));
  if (t <= tiles) begins[t] = work.cut(t);
}
template <class Work>
static __global__ void __launch_bounds__(Work::threads)
    set_tiles_kernel(Work work, int part, path_point const* begins, typename Work::states state,
                     std::ptrdiff_t* result) {
  __shared__ ::cub::Uninitialized<typename Work::shared> room;
  work.run(blockIdx.x, gridDim.x, part, begins, state, result, room.Alias());
}

/// Takes the rows that the rule selects from the walk through the sorted a and b. Returns their
/// number, for which the host waits.
template <class Rule, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_by_blocks(cuda::policy const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb,
                                       Rows rows, Less less) {
  using work = set_work<Rule, I, J, Rows, Less>;
  using unit = std::max_align_t;
  std::ptrdiff_t const n = na + nb;
  if (n <= 0) return 0;
  auto const guard = exec.on_its_device();
  result_for_host<std::ptrdiff_t> result(exec);
  work const of_all{a, na, b, nb, rows, less};
  typename work::states state;
  if (n <= work::tile) {
    int const part = (static_cast<int>(n) - 1) / work::threads + 1 | 1;
    detail::set_tiles_kernel<<<1, work::threads, 0, exec.stream()>>>(of_all, part, nullptr, state, result.data());
    detail::cuda_check(cudaGetLastError(), "the launch of a block of threads");
    return result.get();
  }
  std::ptrdiff_t const tiles = (n - 1) / work::tile + 1;
  std::size_t bytes = 0;
  detail::cuda_check(work::states::AllocationSize(static_cast<int>(tiles), bytes), "cub::ScanTileState");
  auto const units = [](std::size_t size) { return static_cast<std::ptrdiff_t>(detail::units_for<unit>(size)); };
  std::ptrdiff_t const for_begins = units(static_cast<std::size_t>(tiles + 1) * sizeof(path_point));
  scratch_array<unit, cuda::policy> const memory(exec, for_begins + units(bytes));
  auto* const begins = reinterpret_cast<path_point*>(memory.data());
  detail::cuda_check(state.Init(static_cast<int>(tiles), memory.data() + for_begins, bytes), "cub::ScanTileState");
  auto const blocks = static_cast<unsigned>(tiles / work::threads + 1);
  detail::set_cuts_kernel<<<blocks, work::threads, 0, exec.stream()>>>(of_all, tiles, begins, state);
  detail::cuda_check(cudaGetLastError(), "the launch of a block of threads");
  detail::set_tiles_kernel<<<static_cast<unsigned>(tiles), work::threads, 0, exec.stream()>>>(
      of_all, work::length, begins, state, result.data());
  detail::cuda_check(cudaGetLastError(), "the launch of a block of threads");
  return result.get();
}

}  // namespace thrum::detail
