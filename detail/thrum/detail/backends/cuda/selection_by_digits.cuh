// The nth of many elements, digit by digit, from the highest one on (radix selection: Alabi,
// Blanchard, Gordon and Steinbach, 2012), if their order is that of numbers of a word: one pass for
// every eleven bits. Then one pass tells, tile by tile, which elements come before the nth.
#pragma once

#include <cub/agent/single_pass_scan_operators.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/std/functional>

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/memory/device_facts.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// What is known of the number of the nth element: its bits from `shift` on. The element has `rank`
/// others before it among the `count` ones with these bits.
struct found_bits {
  std::uint64_t higher;
  int shift;
  unsigned long long rank, count;
};
/// How many elements come before the nth element for sure, and how many have the bits that are
/// known.
struct around_nth {
  unsigned long long less, equal;
  __device__ around_nth operator+(around_nth const& other) const {
    return {less + other.less, equal + other.equal};
  }
};

/// The numbers of a range of elements, in digits that are counted from the highest one.
template <class I, class Less>
struct numbers_of {
  using element = digits<std::iter_value_t<I>, Less>;
  static constexpr int bits = element::bits, count = (bits - 1) / selected_digit_bits + 1;
  I first;
  Less less;
  std::ptrdiff_t n;
  __device__ std::uint64_t operator[](std::ptrdiff_t i) const {
    return static_cast<std::uint64_t>(element::number(less, first[i]));
  }
  __device__ found_bits nothing_found(std::ptrdiff_t nth) const {
    return {0, bits, static_cast<unsigned long long>(nth), static_cast<unsigned long long>(n)};
  }
  __device__ static int shift_of(int digit) {
    int const shift = bits - (digit + 1) * selected_digit_bits;
    return shift < 0 ? 0 : shift;
  }
};

/// Returns what is known once each value of the next digit has been counted. All threads of a block
/// call the function.
template <int Threads, class Count>
__device__ found_bits with_digit(found_bits before, Count const* counts, int shift) {
  using scan = ::cub::BlockScan<unsigned long long, Threads>;
  constexpr int length = selected_digits / Threads;
  __shared__ typename scan::TempStorage room;
  __shared__ found_bits found;
  unsigned long long sum = 0, less;
  int const begin = static_cast<int>(threadIdx.x) * length;
  for (int k = begin; k < begin + length; ++k) sum += counts[k];
  scan(room).ExclusiveSum(sum, less);
  for (int k = begin; k < begin + length; ++k) {
    unsigned long long const count = counts[k];
    if (less <= before.rank && before.rank - less < count) {
      found = {before.higher << (before.shift - shift) | static_cast<std::uint64_t>(k), shift, before.rank - less,
               count};
    }
    less += count;
  }
  __syncthreads();
  return found;
}

/// Counts in shared memory how many candidates have each value of the digit at `shift`. The block
/// takes each tile of `Threads` * selected_rows elements whose number is `tile` or a step of
/// `tiles` from it.
template <int Threads, class Numbers>
__device__ void count_digits(Numbers const& numbers, found_bits const& known, int shift, std::ptrdiff_t tile,
                             std::ptrdiff_t tiles, unsigned* counts) {
  constexpr std::ptrdiff_t length = Threads * selected_rows;
  int const width = known.shift - shift;
  for (std::ptrdiff_t begin = tile * length; begin < numbers.n; begin += tiles * length) {
    // Equal digits one after the other are counted at once: then threads seldom add to one count at
    // the same time.
    unsigned last = 0, times = 0;
    THRUM_UNROLL_BY_4
    for (int row = 0; row < selected_rows; ++row) {
      std::ptrdiff_t const i = begin + row * Threads + static_cast<std::ptrdiff_t>(threadIdx.x);
      if (i >= numbers.n) break;
      std::uint64_t const x = numbers[i] >> shift;
      if (x >> width != known.higher) continue;
      unsigned const digit = static_cast<unsigned>(x) & ((1U << width) - 1);
      if (digit != last && times > 0) {
        atomicAdd(counts + last, times);
        times = 0;
      }
      last = digit;
      ++times;
    }
    if (times > 0) atomicAdd(counts + last, times);
  }
}

/// What the warps of a block know of a tile: which elements come before the nth element, and which
/// have the bits that are known of it. Each warp takes neighbouring elements, a word of them at a
/// time.
template <int Threads>
class words_of_tile {
  static constexpr int warp = 32;

 public:
  static constexpr std::ptrdiff_t length = Threads * selected_rows;
  struct shared {
    around_nth of_warp[Threads / warp];
  };
  template <class Numbers>
  __device__ words_of_tile(Numbers const& numbers, std::ptrdiff_t tile, found_bits const& known)
      : n_(numbers.n),
        rank_(known.rank),
        begin_(tile * length + static_cast<std::ptrdiff_t>(threadIdx.x) / warp * warp * selected_rows) {
    THRUM_UNROLL
    for (int row = 0; row < selected_rows; ++row) {
      bool const exists = place(row) < n_;
      std::uint64_t const x = exists ? numbers[place(row)] >> known.shift : 0;
      less_[row] = __ballot_sync(0xFFFFFFFF, exists && x < known.higher);
      equal_[row] = __ballot_sync(0xFFFFFFFF, exists && x == known.higher);
    }
  }
  /// Calls take(i, is_before, before, is_nth) for each element i of the tile: whether it is one of
  /// the first nth of the order, how many of those come before it in the range, and whether it is
  /// the nth. before_tile(all) returns the sum of the tiles before this one, whose sum is `all`.
  template <class Before, class Take>
  __device__ void each(shared& room, Before before_tile, Take take) const {
    unsigned const lane = threadIdx.x % warp, own = threadIdx.x / warp, below = (1U << lane) - 1;
    around_nth sum{0, 0}, before{0, 0}, all{0, 0};
    THRUM_UNROLL
    for (int row = 0; row < selected_rows; ++row) sum = sum + in_row(row, ~0U);
    if (lane == 0) room.of_warp[own] = sum;
    __syncthreads();
    for (unsigned w = 0; w < Threads / warp; ++w) {
      if (w < own) before = before + room.of_warp[w];
      all = all + room.of_warp[w];
    }
    before = before_tile(all) + before;
    THRUM_UNROLL
    for (int row = 0; row < selected_rows; ++row) {
      around_nth const around = before + in_row(row, below);
      bool const is_equal = (equal_[row] >> lane & 1) != 0, is_early = around.equal < rank_;
      if (place(row) < n_) {
        take(place(row), (less_[row] >> lane & 1) != 0 || (is_equal && is_early),
             static_cast<std::ptrdiff_t>(around.less + (is_early ? around.equal : rank_)),
             is_equal && around.equal == rank_);
      }
      before = before + in_row(row, ~0U);
    }
    __syncthreads();
  }

 private:
  __device__ std::ptrdiff_t place(int row) const {
    return begin_ + row * warp + static_cast<std::ptrdiff_t>(threadIdx.x % warp);
  }
  __device__ around_nth in_row(int row, unsigned lanes) const {
    return {static_cast<unsigned long long>(__popc(static_cast<int>(less_[row] & lanes))),
            static_cast<unsigned long long>(__popc(static_cast<int>(equal_[row] & lanes)))};
  }
  std::ptrdiff_t n_;
  unsigned long long rank_;
  std::ptrdiff_t begin_;
  unsigned less_[selected_rows], equal_[selected_rows];
};

/// Selects by one thread block. take.finish(t, threads) ends the work, by all threads.
template <class Numbers, class Take>
static __global__ void __launch_bounds__(one_large_block)
    select_by_block_kernel(Numbers numbers, std::ptrdiff_t nth, Take take) {
  constexpr int threads = one_large_block;
  using words = words_of_tile<threads>;
  __shared__ unsigned counts[selected_digits];
  __shared__ typename words::shared room;
  found_bits known = numbers.nothing_found(nth);
  for (int d = 0; d < Numbers::count && known.count > 1; ++d) {
    for (int k = static_cast<int>(threadIdx.x); k < selected_digits; k += threads) counts[k] = 0;
    __syncthreads();
    detail::count_digits<threads>(numbers, known, Numbers::shift_of(d), 0, 1, counts);
    __syncthreads();
    known = detail::with_digit<threads>(known, counts, Numbers::shift_of(d));
  }
  around_nth before{0, 0};
  for (std::ptrdiff_t tile = 0; tile * words::length < numbers.n; ++tile) {
    words(numbers, tile, known)
        .each(
            room,
            [&](around_nth all) {
              around_nth const before_tile = before;
              before = before + all;
              return before_tile;
            },
            take);
  }
  take.finish(static_cast<int>(threadIdx.x), threads);
}

using tile_sums = ::cub::ScanTileState<around_nth>;
/// The memory of a search by many blocks: the counts of each digit, how many blocks have counted
/// it, what is known before each digit is, and the sums of tiles.
struct selection_memory {
  unsigned long long *counts, *blocks;
  found_bits* found;
  tile_sums sums;
};

/// Makes counts zero, and the sums of tiles unknown.
template <class Numbers>
static __global__ void __launch_bounds__(cuda_block)
    begin_selection_kernel(Numbers numbers, std::ptrdiff_t nth, std::ptrdiff_t counts, int tiles,
                           selection_memory memory) {
  memory.sums.InitializeStatus(tiles);
  std::ptrdiff_t const i = static_cast<std::ptrdiff_t>(blockIdx.x) * cuda_block + threadIdx.x;
  if (i < counts) memory.counts[i] = 0;
  if (i == 0) memory.found[0] = numbers.nothing_found(nth);
}
/// Counts how many candidates have each value of digit d. The block that ends last finds the digit
/// of the nth element.
template <class Numbers>
static __global__ void __launch_bounds__(cuda_block)
    count_digits_kernel(Numbers numbers, int d, selection_memory memory) {
  __shared__ unsigned counts[selected_digits];
  __shared__ unsigned long long sums[selected_digits];
  __shared__ bool is_last;
  auto const thread = static_cast<int>(threadIdx.x);
  found_bits const known = memory.found[d];
  if (known.count == 1) {
    if (blockIdx.x == 0 && thread == 0) memory.found[d + 1] = known;
    return;
  }
  for (int k = thread; k < selected_digits; k += cuda_block) counts[k] = 0;
  __syncthreads();
  detail::count_digits<cuda_block>(numbers, known, Numbers::shift_of(d), blockIdx.x, gridDim.x, counts);
  __syncthreads();
  unsigned long long* const all = memory.counts + d * selected_digits;
  for (int k = thread; k < selected_digits; k += cuda_block) {
    if (counts[k] > 0) atomicAdd(all + k, static_cast<unsigned long long>(counts[k]));
  }
  __threadfence();
  __syncthreads();
  if (thread == 0) is_last = atomicAdd(memory.blocks + d, 1ULL) == gridDim.x - 1;
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  for (int k = thread; k < selected_digits; k += cuda_block) sums[k] = __ldcg(all + k);
  __syncthreads();
  found_bits const found = detail::with_digit<cuda_block>(known, sums, Numbers::shift_of(d));
  if (thread == 0) memory.found[d + 1] = found;
}
template <class Numbers, class Take>
static __global__ void __launch_bounds__(cuda_block)
    take_kernel(Numbers numbers, selection_memory memory, Take take) {
  using prefix = ::cub::TilePrefixCallbackOp<around_nth, ::cuda::std::plus<>, tile_sums>;
  using words = words_of_tile<cuda_block>;
  __shared__ typename words::shared room;
  __shared__ typename prefix::TempStorage room_of_prefix;
  found_bits const known = memory.found[Numbers::count];
  auto const tile = static_cast<int>(blockIdx.x);
  words(numbers, tile, known)
      .each(
          room,
          [&](around_nth all) {
            if (tile == 0) {
              if (threadIdx.x == 0) memory.sums.SetInclusive(0, all);
              return around_nth{0, 0};
            }
            prefix before(memory.sums, room_of_prefix, {}, tile);
            if (threadIdx.x < 32) before(all);
            __syncthreads();
            return before.GetExclusivePrefix();
          },
          take);
}

template <class Numbers, class Take>
void select_by_block(cuda::policy const& exec, Numbers numbers, std::ptrdiff_t nth, Take take) {
  detail::select_by_block_kernel<<<1, one_large_block, 0, exec.stream()>>>(numbers, nth, take);
  detail::cuda_check(cudaGetLastError(), "the launch of a selection");
}
/// Says whether one thread block selects among n numbers.
template <class T>
bool selects_by_block(std::ptrdiff_t n) {
  return n <= static_cast<std::ptrdiff_t>(block_selection_bytes / sizeof(T));
}

/// A search for the nth of many elements, nth < n, by many blocks. One block of memory holds what
/// they know, and `places` numbers.
template <class Numbers>
class selection_by_digits {
 public:
  selection_by_digits(cuda::policy const& exec, Numbers numbers, std::ptrdiff_t nth, std::ptrdiff_t places)
      : exec_(exec), numbers_(numbers), nth_(nth), memory_(exec, known + size_of_sums(numbers.n) + places) {}
  std::ptrdiff_t* places() const { return memory_.data() + known + size_of_sums(numbers_.n); }

  /// Calls take for each element: see words_of_tile.
  template <class Take>
  void operator()(Take take) const {
    auto* const counts = reinterpret_cast<unsigned long long*>(memory_.data());
    selection_memory memory{
        counts, counts + Numbers::count * selected_digits, reinterpret_cast<found_bits*>(counts + counted), {}};
    std::ptrdiff_t const tiles = tiles_of(numbers_.n);
    detail::cuda_check(memory.sums.Init(static_cast<int>(tiles), counts + known,
                                        static_cast<std::size_t>(size_of_sums(numbers_.n)) * sizeof(*counts)),
                       "the memory of a selection");
    cudaStream_t const stream = exec_.stream();
    auto const counting = static_cast<unsigned>(detail::least(
        tiles, selection_blocks_of_processor * detail::processors_of_device(detail::cuda_current_device())));
    auto const begun = static_cast<unsigned>((std::max(counted, tiles) - 1) / cuda_block + 1);
    detail::begin_selection_kernel<<<begun, cuda_block, 0, stream>>>(numbers_, nth_, counted,
                                                                     static_cast<int>(tiles), memory);
    for (int d = 0; d < Numbers::count; ++d) {
      detail::count_digits_kernel<<<counting, cuda_block, 0, stream>>>(numbers_, d, memory);
    }
    detail::take_kernel<<<static_cast<unsigned>(tiles), cuda_block, 0, stream>>>(numbers_, memory, take);
    detail::cuda_check(cudaGetLastError(), "the launch of a selection");
  }

 private:
  static constexpr std::ptrdiff_t counted = Numbers::count * (selected_digits + 1),
                                  known = counted + (Numbers::count + 1) *
                                                        static_cast<std::ptrdiff_t>(sizeof(found_bits) / 8);
  static std::ptrdiff_t tiles_of(std::ptrdiff_t n) { return (n - 1) / words_of_tile<cuda_block>::length + 1; }
  static std::ptrdiff_t size_of_sums(std::ptrdiff_t n) {
    std::size_t bytes = 0;
    detail::cuda_check(tile_sums::AllocationSize(static_cast<int>(tiles_of(n)), bytes),
                       "the memory of a selection");
    return static_cast<std::ptrdiff_t>((bytes + 7) / 8);
  }
  cuda::policy const& exec_;
  Numbers numbers_;
  std::ptrdiff_t nth_;
  scratch_array<std::ptrdiff_t, cuda::policy> memory_;
};

}  // namespace detail
}  // namespace thrum
