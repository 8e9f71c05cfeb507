// select and copy_least: selections without a wait. One thread block selects among few elements. If
// the order is that of numbers of a word, the nth of many elements is found digit by digit.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/select_few.h>
#include <thrum/detail/backends/cuda/selection_by_digits.cuh>
#include <thrum/detail/backends/cuda/sort.cuh>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// Takes the nth < n elements to the front: lists the elements that are on the wrong side of the
/// nth place, and exchanges the k-th late element with the k-th early one. Then the nth element is
/// put into its place, unless the first nth ones are to be sorted.
template <class I>
struct front_taker {
  sorted_range<I> range;
  std::ptrdiff_t nth;
  bool sorts;
  std::ptrdiff_t *pairs, *place, *late_before;
  std::ptrdiff_t *late, *early;  // early from the last one on

  /// Returns how many numbers the lists have room for.
  static std::ptrdiff_t room(std::ptrdiff_t n, std::ptrdiff_t nth) { return 3 + 2 * detail::least(nth, n - nth); }
  front_taker(I first, std::ptrdiff_t n, std::ptrdiff_t at, bool sorts_front, std::ptrdiff_t* lists)
      : range{first},
        nth(at),
        sorts(sorts_front),
        pairs(lists),
        place(lists + 1),
        late_before(lists + 2),
        late(lists + 3),
        early(lists + 3 + detail::least(at, n - at)) {}

  __device__ void operator()(std::ptrdiff_t i, bool is_before, std::ptrdiff_t before, bool is_nth) const {
    if (i < nth && !is_before) late[i - before] = i;
    if (i >= nth && is_before) early[nth - 1 - before] = i;
    if (i == nth) *pairs = nth - before;
    if (is_nth) {
      *place = i;
      *late_before = i - before;
    }
  }
  __device__ void exchange(std::ptrdiff_t k) const { range.exchange(late[k], early[*pairs - 1 - k]); }
  __device__ void put_nth() const {
    std::ptrdiff_t const now = *place < nth ? early[*pairs - 1 - *late_before] : *place;
    if (now != nth) range.exchange(now, nth);
  }
  __device__ void finish(int t, int threads) const {
    for (std::ptrdiff_t k = t; k < *pairs; k += threads) exchange(k);
    __syncthreads();
    if (t == 0 && !sorts) put_nth();
  }
};
template <class I>
struct front_exchanger {
  front_taker<I> front;
  __device__ void operator()(std::ptrdiff_t k) const {
    if (k < *front.pairs) front.exchange(k);
  }
};
template <class I>
struct nth_putter {
  front_taker<I> front;
  __device__ void operator()(std::ptrdiff_t) const { front.put_nth(); }
};
/// Copies the elements before the nth in their order.
template <class I, class O>
struct least_copier {
  I first;
  O out;
  __device__ void operator()(std::ptrdiff_t i, bool is_before, std::ptrdiff_t before, bool) {
    if (is_before) detail::store(out[before], first[i]);
  }
  __device__ void finish(int, int) const {}
};

template <class T, class Less>
auto cub_order_of(Less const& less) {
  auto const order = detail::sorting_order<T>(less);
  return cub_order<T, std::remove_const_t<decltype(order)>>{order};
}

}  // namespace detail

template <bool Sorts, class I, class Less>
bool cuda::policy::select(I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less) const {
  using T = std::iter_value_t<I>;
  if (n < 2) return true;
  auto const guard = on_its_device();
  if constexpr (detail::few_to_select<detail::cub_value<T>> > 0) {
    auto const order = detail::cub_order_of<T>(less);
    using body = detail::select_in_block<Sorts, detail::elements_to_sort<I>, std::remove_const_t<decltype(order)>>;
    if (n <= body::most) {
      detail::launch_blocks(stream_, 1, body{{first}, static_cast<int>(n), static_cast<int>(nth), order});
      finish();
      return true;
    }
  }
  if constexpr (detail::has_word<T, Less>) {
    policy const exec = step();
    detail::numbers_of<I, Less> const numbers{first, less, n};
    std::ptrdiff_t const room = detail::front_taker<I>::room(n, nth);
    if (detail::selects_by_block<T>(n)) {
      detail::scratch_array<std::ptrdiff_t, policy> const lists(exec, room);
      detail::select_by_block(exec, numbers, nth, detail::front_taker<I>(first, n, nth, Sorts, lists.data()));
    } else {
      detail::selection_by_digits const selection(exec, numbers, nth, room);
      detail::front_taker<I> const front(first, n, nth, Sorts, selection.places());
      selection(front);
      exec.for_each_n(detail::least(nth, n - nth), detail::front_exchanger<I>{front});
      if constexpr (!Sorts) exec.for_each_n(1, detail::nth_putter<I>{front});
    }
    if constexpr (Sorts) exec.sort(first, nth, less);
    finish();
    return true;
  }
  return false;
}

template <class K, class I, class O, class Less>
bool cuda::policy::copy_least(K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less,
                              bool sorts) const {
  using T = std::iter_value_t<K>;
  auto const guard = on_its_device();
  if constexpr (detail::few_to_select<detail::cub_value<T>> > 0) {
    auto const order = detail::cub_order_of<T>(less);
    using body =
        detail::copy_least_in_block<detail::elements_to_sort<K>, I, O, std::remove_const_t<decltype(order)>>;
    if (n <= body::most) {
      detail::launch_blocks(stream_, 1,
                            body{{keys}, first, out, static_cast<int>(n), static_cast<int>(k), sorts, order});
      finish();
      return true;
    }
  }
  if constexpr (detail::has_word<T, Less>) {
    if (!sorts && k < n) {
      policy const exec = step();
      detail::numbers_of<K, Less> const numbers{keys, less, n};
      detail::least_copier<I, O> const copier{first, out};
      if (detail::selects_by_block<T>(n)) detail::select_by_block(exec, numbers, k, copier);
      else detail::selection_by_digits(exec, numbers, k, 0)(copier);
      finish();
      return true;
    }
  }
  return false;
}

}  // namespace thrum
