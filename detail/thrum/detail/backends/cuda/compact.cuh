// compact, compact_in_place, divide, and their _into forms, in one pass over the range. Each warp
// lists the places of its part of a tile that the predicate keeps, and stores their elements when
// it is known how many are kept before them.
#pragma once

#include <cub/device/device_select.cuh>

#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/places.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/tiles.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

namespace thrum {
namespace detail {

template <class K>
struct keep_flag {
  mutable K keep;
  __device__ bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(keep(i)); }
};

/// In place of an output, where the other elements are stored nowhere.
struct none_rejected {};

/// The predicate that is asked; whether it looks at the elements that are compacted; and whether it
/// tells where runs begin, which in place are runs of those elements.
template <class K>
struct asked_about {
  using type = K;
  static constexpr bool own = false, of_runs = false;
  static K const& of(K const& keep) { return keep; }
};
template <class K>
struct asked_about<own_elements<K>> {
  using type = K;
  static constexpr bool own = true, of_runs = false;
  static K const& of(own_elements<K> const& keep) { return keep.keep; }
};
template <class K, class Equal>
struct asked_about<run_starts<K, Equal>> {
  using type = run_starts<K, Equal>;
  static constexpr bool own = false, of_runs = true;
  static type const& of(type const& keep) { return keep; }
};

struct add_counts {
  template <class C>
  __device__ C operator()(C a, C b) const {
    return a + b;
  }
};

/// A pass over n > 0 elements: those that K keeps are stored in A, in order, their number in C, and
/// the others in R, unless it is none_rejected. If InPlace, A is the range itself: a block stores
/// no element before the blocks before it have read theirs. No store changes the element before the
/// block's own before the block stores, so that the block may read it too.
template <class Count, bool InPlace, class I, class A, class R, class K, class C>
struct compact_by_tiles {
  static constexpr int warp = 32;
  using value = std::iter_value_t<I>;
  using asked = asked_about<K>;
  template <int Tile>
  using places_of = places_of_tile<typename asked::type, Tile>;
  static constexpr bool keeps_own = (asked::own || (InPlace && asked::of_runs)) && places_of<1>::keeps;
  static constexpr bool keeps_aside = InPlace && !keeps_own;
  static constexpr std::size_t bytes = places_of<1>::bytes + (keeps_aside ? sizeof(value) : 0);
  static constexpr int threads = detail::selecting_threads(bytes), items = detail::selected_in_tile(bytes);
  static constexpr int warps = threads / warp, tile = threads * items, part = warp * items;
  static constexpr int blocks = detail::selecting_blocks(bytes);
  static constexpr bool divides = !std::is_same_v<R, none_rejected>;
  using state = ::cub::ScanTileState<Count>;
  using before = sum_before_tile<state, Count, add_counts>;
  using places = places_of<tile>;
  struct shared {
    typename places::shared places;
    uninitialized_array<value, keeps_aside ? tile : 1> aside;
    typename before::shared before;
    unsigned short lists[warps][part];
    int counts[warps];
  };
  I first;
  std::ptrdiff_t n;
  A accepted;
  R rejected;
  places keep;
  C count;

  /// Returns the threads for the only tile: the warps that have a part of it.
  static int threads_for(std::ptrdiff_t size) { return (static_cast<int>(size - 1) / part + 1) * warp; }

  __device__ void operator()(int at, state& sums, shared& room) const {
    std::ptrdiff_t const begin = static_cast<std::ptrdiff_t>(at) * tile;
    if (n - begin > tile) run<true>(at, begin, tile, false, sums, room);
    else run<false>(at, begin, static_cast<int>(n - begin), true, sums, room);
  }

 private:
  template <bool Full>
  __device__ void run(int at, std::ptrdiff_t begin, int size, bool last, state& sums, shared& room) const {
    int const w = static_cast<int>(threadIdx.x) / warp, lane = static_cast<int>(threadIdx.x) % warp;
    keep.template load<items, Full>(begin, size, room.places);
    if constexpr (keeps_aside) {
      kept_elements<value, tile>{first}.template load<items, Full>(begin, size, room.aside);
    }
    keep.prepare(begin, size, room.places);
    __syncthreads();
    int const mine = list<Full>(begin, size, w, lane, room);
    if (lane == 0) room.counts[w] = mine;
    if constexpr (InPlace) __threadfence();  // no other block stores before this one has read
    __syncthreads();
    int up_to = lane < static_cast<int>(blockDim.x) / warp ? room.counts[lane] : 0;  // all up to warp `lane`
    THRUM_UNROLL
    for (int distance = 1; distance < warps; distance *= 2) {
      int const other = __shfl_up_sync(0xffffffffU, up_to, static_cast<unsigned>(distance));
      if (lane >= distance) up_to += other;
    }
    int const before_warp = __shfl_sync(0xffffffffU, up_to, w) - mine;
    auto const all = static_cast<Count>(__shfl_sync(0xffffffffU, up_to, warps - 1));
    before prefix(room.before, sums, add_counts{}, at);
    if (w == 0) {
      if (at > 0) {
        prefix(all);
      } else if (lane == 0) {
        prefix.nothing(0);
        if (!last) prefix.begin(all);
      }
    }
    __syncthreads();
    if constexpr (InPlace) __threadfence();
    std::ptrdiff_t const kept = prefix.before();
    store(begin, size, kept + before_warp, mine, w, lane, room);
    if (last && threadIdx.x == 0) {
      C to = count;
      detail::store(to[0], kept + all);
    }
  }

  /// Lists the places of the warp that are kept, from the front, and the others from the back.
  /// Returns how many are kept.
  template <bool Full>
  __device__ int list(std::ptrdiff_t begin, int size, int w, int lane, shared& room) const {
    places asked = keep;
    unsigned const lanes_before = (1U << lane) - 1U;
    unsigned short* const listed = room.lists[w];
    int kept = 0;
    THRUM_UNROLL
    for (int j = 0; j < items; ++j) {
      int const row = w * part + j * warp, k = row + lane;
      if (!Full && row >= size) break;
      bool const here = (Full || k < size) &&
                        (j == 0 && k == 0 ? asked.first(begin, room.places) : asked(begin, k, room.places));
      unsigned const word = __ballot_sync(0xffffffffU, here);
      int const rank = kept + __popc(word & lanes_before);
      if (here) listed[rank] = static_cast<unsigned short>(k);
      else if (divides && (Full || k < size))
        listed[part - 1 - (j * warp + lane - rank)] = static_cast<unsigned short>(k);
      kept += __popc(word);
    }
    return kept;
  }

  /// Stores the listed elements of the warp, before which `kept` are kept.
  __device__ void store(std::ptrdiff_t begin, int size, std::ptrdiff_t kept, int mine, int w, int lane,
                        shared& room) const {
    I from = first;
    A to = accepted;
    unsigned short const* const listed = room.lists[w];
    auto const put = [&](auto& out, std::ptrdiff_t i, int k) {
      if constexpr (InPlace) {  // another block may read an element that stays
        if (i == begin + k) return;
      }
      if constexpr (keeps_own) detail::store(out[i], static_cast<std::iter_reference_t<I>>(room.places.items[k]));
      else if constexpr (keeps_aside) detail::store(out[i], room.aside.items[k]);
      else detail::store(out[i], from[begin + k]);
    };
    for (int i = lane; i < mine; i += warp) put(to, kept + i, listed[i]);
    if constexpr (divides) {
      R others = rejected;
      int const left = size - w * part, length = left < part ? left : part;
      std::ptrdiff_t const before = begin + w * part - kept;
      for (int i = lane; i < length - mine; i += warp) put(others, before + i, listed[part - 1 - i]);
    }
  }
};

template <bool InPlace, class I, class A, class R, class K, class C>
void compact_in_tiles(cuda::policy const& exec, I first, std::ptrdiff_t n, A accepted, R rejected, K keep,
                      C count) {
  auto const launch = [&](auto counted) {
    using body = compact_by_tiles<decltype(counted), InPlace, I, A, R, K, C>;
    typename body::places const places{asked_about<K>::of(keep)};
    detail::launch_tiles<std::iter_value_t<I>>(exec, n, body{first, n, accepted, rejected, places, count});
  };
  if (n <= std::numeric_limits<int>::max()) launch(int{});
  else launch(std::ptrdiff_t{});
}

}  // namespace detail

template <class I, class O, class K, class C>
void cuda::policy::compact_into(I first, std::ptrdiff_t n, O out, K keep, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  detail::compact_in_tiles<false>(*this, first, n, out, detail::none_rejected{}, keep, result);
  finish();
}

template <class T, class K, class C>
void cuda::policy::compact_in_place_into(T* first, std::ptrdiff_t n, K keep, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  if constexpr (detail::kept_in_tile<T>) {
    detail::compact_in_tiles<true>(*this, first, n, first, detail::none_rejected{}, keep, result);
  } else {
    auto const kept = detail::as_output<std::ptrdiff_t>(result);
    auto* const elements = reinterpret_cast<detail::cub_value<T>*>(first);
    detail::read_iterator<detail::keep_flag<K>, bool> const flags(detail::keep_flag<K>{keep});
    detail::call_cub(*this, "cub::DeviceSelect::Flagged", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceSelect::Flagged(temporary, bytes, elements, flags, kept, n, stream_);
    });
  }
  finish();
}

template <class I, class A, class R, class K, class C>
void cuda::policy::divide_into(I first, std::ptrdiff_t n, A accepted, R rejected, K accept, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  detail::compact_in_tiles<false>(*this, first, n, accepted, rejected, accept, result);
  finish();
}

template <class I, class O, class K>
std::ptrdiff_t cuda::policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> kept(*this);
  step().compact_into(first, n, out, keep, kept.data());
  return kept.get();
}

template <class T, class K>
std::ptrdiff_t cuda::policy::compact_in_place(T* first, std::ptrdiff_t n, K keep) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> kept(*this);
  step().compact_in_place_into(first, n, keep, kept.data());
  return kept.get();
}

template <class I, class A, class R, class K>
std::ptrdiff_t cuda::policy::divide(I first, std::ptrdiff_t n, A accepted, R rejected, K accept) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> number(*this);
  step().divide_into(first, n, accepted, rejected, accept, number.data());
  return number.get();
}

}  // namespace thrum
