// Selection on a device, by a sort of indices, without a wait: each step leaves its result in
// memory of the device for the next step.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/selected_element.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Keeps the index of the nth element after a sort of indices. A sort by an order that contradicts
/// itself may leave a number that is no index.
struct nth_keeper {
  std::ptrdiff_t const* indices;
  std::ptrdiff_t n, nth;
  std::ptrdiff_t* found;
  THRUM_HD void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t const index = indices[nth];
    *found = index >= 0 && index < n ? index : nth;
  }
};
/// Copies an element, and stores its index.
template <class I, class T>
struct indexed_copier {
  I first;
  T* copies;
  std::ptrdiff_t* indices;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    ::new (static_cast<void*>(copies + i)) T(first[i]);
    indices[i] = i;
  }
};
/// Leaves the index of the nth of n elements in the stable order of less, nth < n, in *found.
/// Copies of small elements are sorted with their indices, so that no comparison reads an element
/// from somewhere else.
template <class B, class I, class Less>
void find_nth(B const& step, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less, std::ptrdiff_t* found) {
  using T = std::iter_value_t<I>;
  scratch_array<std::ptrdiff_t, B> const indices(step, n);
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= 32 && has_native<B, native::sort_by_key>) {
    scratch_array<T, B> const copies(step, n);
    step.for_each_n(n, indexed_copier<I, T>{first, copies.data(), indices.data()}, default_grain);
    detail::sort_by_key(step, copies.data(), indices.data(), n, std::move(less));
  } else {
    step.for_each_n(n, index_filler{indices.data()}, default_grain);
    detail::sort(step, indices.data(), n, key_order{less, element_at<I>{first}});
  }
  step.for_each_n(1, nth_keeper{indices.data(), n, nth, found}, 1);
}

/// Compares the elements of a range with the one that was found.
template <class I, class Less>
struct comparison_with_found {
  I first;
  Less less;
  std::ptrdiff_t const* found;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i) const {
    auto const order = detail::sorting_order<std::iter_value_t<I>>(less);
    using comparison = element_comparison<I, std::remove_const_t<decltype(order)>>;
    return comparison{first, order, *found}.before(i);
  }
};

/// Two steps that read how many pairs there are. counted_exchanger does what element_exchanger
/// does; found_settler does what nth_settler does, for the element that was found. counts[0]
/// elements are late and counts[1] are early: as many, unless the order contradicts itself.
template <class I>
struct counted_exchanger {
  element_exchanger<I> exchange;
  std::ptrdiff_t const* counts;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (i < counts[0] && i < counts[1]) exchange(i);
  }
};
template <class I>
struct found_settler {
  element_exchanger<I> exchanged;
  std::ptrdiff_t const* counts;
  std::ptrdiff_t const* found;
  std::ptrdiff_t nth;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const n = detail::least(counts[0], counts[1]);
    nth_settler<I>{exchanged.range, exchanged.a, exchanged.b, n, *found, nth}(i);
  }
};

/// Stores x in out[k], if there is room.
template <class O>
struct bounded_store {
  O out;
  std::ptrdiff_t most;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(std::ptrdiff_t k, T const& x) const {
    if (k < most) detail::store(out[k], x);
  }
};
/// Does what select_in_place does, on a device.
template <class B, class I, class Less>
void select_in_place_on_device(B const& exec, I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less,
                               bool settle) {
  using counting = counting_iterator<std::ptrdiff_t>;
  using comparison = comparison_with_found<I, Less>;
  B const step = detail::step_of(exec);
  std::ptrdiff_t const most = detail::least(nth, n - nth);
  scratch_array<std::ptrdiff_t, B> const found(step, 1);
  scratch_array<std::ptrdiff_t, B> const late(step, most), early(step, most), counts(step, 2);
  detail::find_nth(step, first, n, nth, less, found.data());
  comparison const around{first, less, found.data()};
  auto const to = [most](std::ptrdiff_t* p) {
    return thrum::make_tabulate_output_iterator(bounded_store<std::ptrdiff_t*>{p, most});
  };
  detail::compact_into(step, counting(0), nth, to(late.data()), is_not_before<comparison>{around}, counts.data());
  detail::compact_into(step, counting(nth), n - nth, to(early.data()), is_before<comparison>{around, nth},
                       counts.data() + 1);
  element_exchanger<I> const exchange{{first}, late.data(), early.data()};
  B const& last = settle ? step : exec;
  last.for_each_n(most, counted_exchanger<I>{exchange, counts.data()}, default_grain);
  if (settle) exec.for_each_n(1, found_settler<I>{exchange, counts.data(), found.data(), nth}, 1);
}

/// Does what copy_least does, on a device.
template <class B, class K, class I, class O, class Less>
void copy_least_on_device(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  using comparison = comparison_with_found<K, Less>;
  B const step = detail::step_of(exec);
  scratch_array<std::ptrdiff_t, B> const found(step, 1);
  detail::find_nth(step, keys, n, k, less, found.data());
  is_before<comparison> const is_least{{keys, less, found.data()}};
  scratch_array<std::ptrdiff_t, B> const copied(step, 1);
  detail::compact_into(step, first, n, thrum::make_tabulate_output_iterator(bounded_store<O>{out, k}), is_least,
                       copied.data());
  exec.for_each_n(1, missing_copier<I, O, is_before<comparison>>{first, n, out, copied.data(), k, is_least}, 1);
}

}  // namespace thrum::detail
