// Set operations of two sorted ranges in one pass. A first kernel cuts the walk through both ranges
// into tiles, along the balanced path. In the second kernel each thread block takes a tile: it
// loads the elements, each thread walks a part of the tile and notes which elements it takes, a
// look-back (Merrill and Garland, 2016) tells where the rows of the tile go, and neighbouring
// threads store neighbouring rows. The blocks of few tiles find their tiles themselves, and tell
// each other the numbers of their rows in the cell that the host reads: one launch, and no scratch
// memory.
#pragma once

#include <cub/agent/single_pass_scan_operators.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/atomic>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/row_tiles.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <cstddef>
#include <new>
#include <numeric>
#include <type_traits>

namespace thrum {
namespace detail {

/// One more than the number of rows of each of few tiles; 0 until the number is known.
struct rows_of_tiles {
  int numbers[few_set_tiles];
};

/// A set operation on a device.
template <class Rule, class I, class J, class Rows, class Less>
struct set_work {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Rows rows;
  Less less;

  using tiles = row_tiles<I, J, Rows>;
  static constexpr int threads = tiles::threads, length = tiles::length;
  /// The steps through a tile. The walk may begin one element early.
  static constexpr int steps = tiles::most - 1;
  using states = ::cub::ScanTileState<std::ptrdiff_t>;
  using look_back = ::cub::TilePrefixCallbackOp<std::ptrdiff_t, ::cuda::std::plus<>, states>;
  using scan = ::cub::BlockScan<int, threads>;

  struct shared {
    typename tiles::shared rows;
    basic_path_point<unsigned short> ends[threads];
    typename scan::TempStorage scan_room;
    typename look_back::TempStorage look_back_room;
    path_point cuts[2];
    std::ptrdiff_t before;
  };

  /// Finds where tile t begins.
  __device__ path_point cut(std::ptrdiff_t t) const {
    return detail::balanced_path(a, na, b, nb, detail::least(t * steps, na + nb), less);
  }

  /// Does tile t, which begins at begins[t]; or, if there are few, one of those that leave their
  /// numbers of rows in `few`. Each thread walks over `part` elements.
  __device__ void run(std::ptrdiff_t t, std::ptrdiff_t count_of_tiles, int part, path_point const* begins,
                      states& state, std::ptrdiff_t* result, rows_of_tiles* few, shared& room) const {
    team_of_threads<threads> const team;
    team.each([&](int thread) {
      if (thread < 2) room.cuts[thread] = few != nullptr ? cut(t + thread) : begins[t + thread];
    });
    path_point const begin = room.cuts[0],
                     end = detail::point_after(begin, room.cuts[1], detail::least((t + 1) * steps, na + nb));
    tile_of_two const tile{begin, static_cast<int>(end.i - begin.i), static_cast<int>(end.j - begin.j)};
    int places[length];
    unsigned taken = 0;
    tiles::walk(team, a, b, tile, room.rows, [&](int thread, auto x, int nx, auto y, int ny) {
      taken = walk(thread, x, nx, y, ny, part, places, room.ends);
    });
    int before, count;
    scan(room.scan_room).ExclusiveSum(__popc(taken), before, count);
    note_places(taken, places, room.rows.places + before);
    if (threadIdx.x < 32) {
      std::ptrdiff_t before_tile = 0;
      if (few != nullptr) {
        before_tile = rows_before(static_cast<int>(t), count, few->numbers);
      } else if (t > 0) {
        look_back op(state, room.look_back_room, {}, static_cast<int>(t));
        before_tile = op(count);
      } else if (threadIdx.x == 0) {
        state.SetInclusive(0, count);
      }
      if (threadIdx.x == 0) room.before = before_tile;
    }
    __syncthreads();
    // An order that contradicts itself may make the tiles take more rows than there are.
    std::ptrdiff_t const k = room.before, most = Rule::most(na, nb);
    if (count > most - k) count = most < k ? 0 : static_cast<int>(most - k);
    if (few == nullptr && t == count_of_tiles - 1 && threadIdx.x == 0) *result = detail::least(most, k + count);
    tiles::store(team, rows, tile, k, count, room.rows);
  }

 private:
  /// Leaves the number of rows of tile t. Returns how many are before them. For one warp.
  __device__ static int rows_before(int t, int count, int* numbers) {
    using number = ::cuda::atomic_ref<int, ::cuda::thread_scope_device>;
    int const lane = static_cast<int>(threadIdx.x);
    if (lane == 0) number(numbers[t]).store(count + 1, ::cuda::memory_order_relaxed);
    int before = 1;
    if (lane < t) {
      do before = number(numbers[lane]).load(::cuda::memory_order_relaxed);
      while (before == 0);
    }
    --before;
    for (int distance = 16; distance > 0; distance /= 2) before += __shfl_xor_sync(0xffffffffU, before, distance);
    return before;
  }
  /// Walks the part of the tile that is a thread's. Returns which steps take an element.
  template <class X, class Y>
  __device__ unsigned walk(int t, X x, int nx, Y y, int ny, int part, int (&places)[length],
                           basic_path_point<unsigned short>* ends) const {
    Less order = less;
    int const diagonal = t * part < nx + ny ? t * part : nx + ny;
    auto const at = detail::balanced_path<int>(x, nx, y, ny, diagonal, order);
    if (t > 0) ends[t - 1] = {static_cast<unsigned short>(at.i), static_cast<unsigned short>(at.j)};
    else ends[threads - 1] = {static_cast<unsigned short>(nx), static_cast<unsigned short>(ny)};
    __syncthreads();
    int i = at.i, j = at.j;
    int const i_end = ends[t].i, j_end = ends[t].j;
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
                     std::ptrdiff_t* result, rows_of_tiles* few) {
  using shared = typename Work::shared;
  alignas(shared) __shared__ unsigned char room[sizeof(shared)];
  work.run(blockIdx.x, gridDim.x, part, begins, state, result, few, *reinterpret_cast<shared*>(room));
}

}  // namespace detail

template <class Rule, class I, class J, class Rows, class Less>
std::ptrdiff_t cuda::policy::set_operation(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                           Less less) const {
  using work = detail::set_work<Rule, I, J, Rows, Less>;
  using unit = std::max_align_t;
  std::ptrdiff_t const n = na + nb;
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  work const of_all{a, na, b, nb, rows, less};
  typename work::states state;
  std::ptrdiff_t const tiles = (n - 1) / work::steps + 1;
  if (tiles <= detail::few_set_tiles) {
    int const part = tiles > 1 ? work::length : detail::elements_of_thread(static_cast<int>(n));
    detail::host_result<detail::rows_of_tiles> few(*this);
    ::new (static_cast<void*>(few.data())) detail::rows_of_tiles{};
    detail::set_tiles_kernel<<<static_cast<unsigned>(tiles), work::threads, 0, stream_>>>(
        of_all, part, nullptr, state, nullptr, few.data());
    detail::cuda_check(cudaGetLastError(), "the launch of blocks of threads");
    int const* const numbers = few.get().numbers;
    return detail::least(Rule::most(na, nb), std::accumulate(numbers, numbers + tiles, -tiles));
  }
  detail::result_for_host<std::ptrdiff_t> result(*this);
  std::size_t bytes = 0;
  detail::cuda_check(work::states::AllocationSize(static_cast<int>(tiles), bytes), "cub::ScanTileState");
  auto const units = [](std::size_t size) { return static_cast<std::ptrdiff_t>(detail::units_for<unit>(size)); };
  std::ptrdiff_t const for_begins = units(static_cast<std::size_t>(tiles + 1) * sizeof(detail::path_point));
  detail::scratch_array<unit, policy> const memory(*this, for_begins + units(bytes));
  auto* const begins = reinterpret_cast<detail::path_point*>(memory.data());
  detail::cuda_check(state.Init(static_cast<int>(tiles), memory.data() + for_begins, bytes), "cub::ScanTileState");
  auto const blocks = static_cast<unsigned>(tiles / work::threads + 1);
  detail::set_cuts_kernel<<<blocks, work::threads, 0, stream_>>>(of_all, tiles, begins, state);
  detail::cuda_check(cudaGetLastError(), "the launch of blocks of threads");
  detail::set_tiles_kernel<<<static_cast<unsigned>(tiles), work::threads, 0, stream_>>>(
      of_all, work::length, begins, state, result.data(), nullptr);
  detail::cuda_check(cudaGetLastError(), "the launch of blocks of threads");
  return result.get();
}

}  // namespace thrum
