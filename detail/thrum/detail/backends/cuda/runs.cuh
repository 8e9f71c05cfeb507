// Sums of the runs of equal keys, and scans of them, in one pass. A thread takes some neighbouring
// elements, which the block reads into its shared memory and compares with their neighbours there.
#pragma once

#include <cub/block/block_scan.cuh>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/places.cuh>
#include <thrum/detail/backends/cuda/tiles.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// The sum since the last start of a stretch of elements, or of all if there is none; and how many
/// starts there are, or for scans whether there are any.
template <class T, class Count>
using sum_of_runs = ::cub::KeyValuePair<Count, cub_value<T>>;

template <class T, class Count, class Op, bool Counts>
struct joined_runs {
  cub_operator<T, Op> op;
  __device__ sum_of_runs<T, Count> operator()(sum_of_runs<T, Count> const& a,
                                              sum_of_runs<T, Count> const& b) const {
    sum_of_runs<T, Count> joined;
    joined.key = Counts ? a.key + b.key : a.key | b.key;
    joined.value = b.key != 0 ? b.value : op(a.value, b.value);
    return joined;
  }
};

/// How long a block waits for the sums of the blocks before it. On an H100 scans of 2^24 numbers of
/// 32 bits take 9 % less time with the first nanoseconds than with CUB's usual ones, and sums 4 %;
/// sums of 8 bytes take 9 % more.
template <class T, class Sum>
using delay_of_runs = std::conditional_t<(sizeof(T) < 8), ::cub::detail::fixed_delay_constructor_t<76, 1150>,
                                         ::cub::detail::default_delay_constructor_t<Sum>>;

/// Whether each element that an iterator reads is computed as one, so that `plus` counts elements.
template <class V>
inline constexpr bool are_ones = false;
template <class T>
inline constexpr bool are_ones<computed_iterator<T, one<T>>> = true;

/// A pass over n > 0 elements that begins sums anew where Starts tells: it has to at 0. To takes
/// the sums.
template <class T, class Count, class Starts, class V, class Op, class To>
struct runs_by_tiles {
  static constexpr int threads = detail::summing_threads(sizeof(T));
  static constexpr int blocks = detail::summing_blocks(sizeof(T), places_of_tile<Starts, 1>::keeps);
  static constexpr bool keeps = sizeof(T) <= few_largest;
  static constexpr std::size_t bytes = sizeof(T) + places_of_tile<Starts, 1>::bytes + sizeof(unsigned short);
  static constexpr int items = keeps ? detail::summed_in_tile(bytes, sizeof(T)) : 1;
  static constexpr int tile = threads * items;
  static constexpr int warp = 32;
  using value = cub_value<T>;
  using sum = sum_of_runs<T, Count>;
  using join = joined_runs<T, Count, Op, To::counts>;
  using state = ::cub::ReduceByKeyScanTileState<value, Count>;
  using before = sum_before_tile<state, sum, join, delay_of_runs<T, sum>>;
  using scan = ::cub::BlockScan<sum, threads, keeps ? ::cub::BLOCK_SCAN_RAKING : ::cub::BLOCK_SCAN_WARP_SCANS>;
  using starts = places_of_tile<Starts, tile>;
  struct shared {
    typename starts::shared starts;
    uninitialized_array<value, keeps ? tile + 1 : 1> values;
    typename scan::TempStorage scan;
    typename before::shared before;
    typename To::template shared<tile> to;
    unsigned words[threads / warp][items + 1];
  };
  std::ptrdiff_t n;
  starts begins;
  V values;
  Op op;
  To to;

  static int threads_for(std::ptrdiff_t) { return threads; }

  __device__ void operator()(int at, state& sums, shared& room) const {
    std::ptrdiff_t const begin = static_cast<std::ptrdiff_t>(at) * tile;
    if (n - begin > tile) run<true>(at, begin, tile, false, sums, room);
    else run<false>(at, begin, static_cast<int>(n - begin), true, sums, room);
  }

 private:
  template <bool Full>
  __device__ void run(int at, std::ptrdiff_t begin, int size, bool last, state& sums, shared& room) const {
    int const t = static_cast<int>(threadIdx.x), first = t * items;
    int const mine = Full ? items : size - first < items ? (size > first ? size - first : 0) : items;
    V from = values;
    auto const& taker = to.of_tile(begin, size);
    begins.template load<items, Full>(begin, size, room.starts);
    if constexpr (keeps && !are_ones<V>) {
      detail::for_places<items, Full>(size, [&](int k) {
        detail::put<value>(room.values.items + k, detail::to_cub_value<T>(static_cast<T>(from[begin + k])));
      });
    }
    begins.prepare(begin, size, room.starts);
    __syncthreads();
    unsigned const heads = mark<Full>(begin, size, room);
    auto const read = [&](int k) {
      if constexpr (keeps && !are_ones<V>) return room.values.items[k];
      else return detail::to_cub_value<T>(static_cast<T>(from[begin + k]));
    };
    value item[items];
    item[0] = read(mine > 0 ? first : 0);
    THRUM_UNROLL
    for (int j = 1; j < items; ++j) {
      if (!Full && j >= mine) break;
      item[j] = read(first + j);
    }
    cub_operator<T, Op> const add{op};
    sum own;
    own.key = 1;  // of a thread without elements, whose sum no other thread needs
    own.value = item[0];
    if (mine > 0) {
      own.key = To::counts ? static_cast<Count>(__popc(heads)) : static_cast<Count>(heads != 0);
      if ((heads & 1U) != 0) own.value = taker.begin(item[0], add);
      THRUM_UNROLL
      for (int j = 1; j < items; ++j) {
        if (Full || j < mine) {
          if ((heads >> j & 1U) != 0) own.value = taker.begin(item[j], add);
          else own.value = add(own.value, item[j]);
        }
      }
    }
    before prefix(room.before, sums, join{add}, at);
    if (at == 0) {
      if (t == 0) {
        sum none = own;
        none.key = 0;
        prefix.nothing(none);
      }
      sum all;
      scan(room.scan).ExclusiveScan(own, own, join{add}, all);
      if (t == 0) {
        own.key = 0;
        if (!last) prefix.begin(all);
      }
    } else {
      scan(room.scan).ExclusiveScan(own, own, join{add}, prefix);
    }
    Count const runs = prefix.before().key;
    taker.template take<items, Full>(*this, begin, size, last, mine, heads, item, own, runs, room);
  }

  /// Returns a bit for each element of the thread that tells whether a run begins there.
  template <bool Full>
  __device__ unsigned mark(std::ptrdiff_t begin, int size, shared& room) const {
    int const lane = static_cast<int>(threadIdx.x) % warp, w = static_cast<int>(threadIdx.x) / warp;
    starts test = begins;
    unsigned* const words = room.words[w];
    if constexpr (items == 1) {
      int const k = static_cast<int>(threadIdx.x);
      return (Full || k < size) && (k == 0 ? test.first(begin, room.starts) : test(begin, k, room.starts)) ? 1U
                                                                                                           : 0U;
    } else {
      int const first = w * items * warp, bit = lane * items, row = bit / warp;
      THRUM_UNROLL
      for (int j = 0; j < items; ++j) {
        if (!Full && first + j * warp >= size) break;
        int const k = first + j * warp + lane;
        bool const begins_here = (Full || k < size) &&
                                 (j == 0 && k == 0 ? test.first(begin, room.starts) : test(begin, k, room.starts));
        unsigned const word = __ballot_sync(0xffffffffU, begins_here);
        if (lane == 0) words[j] = word;
      }
      __syncwarp();
      if (!Full && first + bit >= size) return 0;
      bool const reads_next = row + 1 < items && (Full || first + (row + 1) * warp < size);
      return __funnelshift_r(words[row], reads_next ? words[row + 1] : 0U, bit % warp) & ((1U << items) - 1U);
    }
  }
};

/// Launches a pass, in which sums are of type T and runs are counted as Count: see runs_by_tiles.
template <class T, class Count, class Starts, class V, class Op, class To>
void pass_over_runs(cuda::policy const& exec, std::ptrdiff_t n, Starts starts, V values, Op op, To to) {
  using body = runs_by_tiles<T, Count, Starts, V, Op, To>;
  detail::launch_tiles<T>(exec, n, body{n, typename body::starts{starts}, values, op, to});
}

/// Takes the sums of runs, which it converts to Stored, and the first keys of the runs. The block
/// stores those of a tile together.
template <class T, class KO, class VO, class C, class Stored = T const&>
struct runs_summed {
  static constexpr bool counts = true;
  template <int Tile>
  struct shared {
    unsigned short heads[Tile];
    int runs;
  };
  KO keys_out;
  VO values_out;
  C count;

  __device__ runs_summed const& of_tile(std::ptrdiff_t, int) const { return *this; }
  template <class Add>
  __device__ cub_value<T> const& begin(cub_value<T> const& item, Add const&) const {
    return item;
  }
  template <int Items, bool Full, class Pass, class Sum, class Count>
  __device__ void take(Pass const& pass, std::ptrdiff_t begin, int size, bool last, int mine, unsigned heads,
                       cub_value<T> const (&item)[Items], Sum const& before, Count runs_before,
                       typename Pass::shared& room) const {
    int const t = static_cast<int>(threadIdx.x);
    auto const runs = static_cast<std::ptrdiff_t>(runs_before);
    cub_operator<T, decltype(pass.op)> const add{pass.op};
    KO to_keys = keys_out;
    VO to_values = values_out;
    C to_count = count;
    auto const end_run = [&](int r, cub_value<T> const& sum) {  // of the run before the tile's run r
      if constexpr (Pass::keeps) detail::put<cub_value<T>>(room.values.items + r, sum);
      else if (runs + r > 0) to_values[runs + r - 1] = static_cast<Stored>(detail::from_cub_value<T>(sum));
    };
    if (mine > 0) {
      int r = static_cast<int>(before.key - runs_before);
      cub_value<T> sum = before.value;
      THRUM_UNROLL
      for (int j = 0; j < Items; ++j) {
        if (Full || j < mine) {
          if ((heads >> j & 1U) != 0) {
            room.to.heads[r] = static_cast<unsigned short>(t * Items + j);
            end_run(r, sum);
            ++r;
            sum = item[j];
          } else {
            sum = add(sum, item[j]);
          }
        }
      }
      if (t * Items + mine == size) {
        room.to.runs = r;
        if (last) {
          end_run(r, sum);
          detail::store(to_count[0], runs + r);
        }
      }
    }
    __syncthreads();
    int const begun = room.to.runs, ended = begun + (last ? 1 : 0);
    for (int r = t; r < ended; r += Pass::threads) {
      if (r < begun) {
        int const k = room.to.heads[r];
        if constexpr (Pass::starts::keeps) to_keys[runs + r] = room.starts.items[k];
        else to_keys[runs + r] = pass.begins.pred.keys[begin + k];
      }
      if constexpr (Pass::keeps) {
        if (runs + r > 0)
          to_values[runs + r - 1] = static_cast<Stored>(detail::from_cub_value<T>(room.values.items[r]));
      }
    }
  }
};

}  // namespace thrum::detail
