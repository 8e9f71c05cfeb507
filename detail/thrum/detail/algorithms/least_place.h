// Searches for the place (the index) of the least element of a range: on the host by blocks, on a
// device by reductions and a search, whose results stay on the device until the last one.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/result.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/extrema.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns i itself.
struct own_index {
  THRUM_HD constexpr std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i; }
};
/// Returns the place of two that has the lesser element; of equal elements the first. -1 is no
/// place.
template <class I, class Less>
struct lesser_place {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i, std::ptrdiff_t j) {
    if (i < 0) return j;
    if (j < 0) return i;
    std::ptrdiff_t const low = i < j ? i : j, high = i < j ? j : i;
    return less(first[high], first[low]) ? high : low;
  }
};
/// Whether a policy finds the least element by blocks: on the host, if the policy has no search of
/// its own.
template <class B>
inline constexpr bool searches_by_blocks =
    backend_traits<B>::runs_on_host && (backend_traits<B>::is_serial || !has_native<B, native::find_first>);

/// Whether element i equals a number that a policy has left in its memory.
template <class I, class T>
struct equals_number_at {
  I first;
  T const* number;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(first[i] == *number); }
};
/// Returns the place that was found or, if none was found because all elements are NaNs, the first
/// place.
struct first_if_none {
  std::ptrdiff_t n;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t at) const { return at < n ? at : 0; }
};

/// Leaves the least of n > 0 numbers in *least.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less, class T>
THRUM_HD void least_number_into(B const& exec, I first, std::ptrdiff_t n, Less less, T* least) {
  T const last = last_number<T, Less>;
  detail::reduce_into(detail::step_of(exec), detail::computed<T>(number_or_last<I, Less>{first, last}), n, least,
                      last, lesser_value<Less>{less});
}

/// Returns the first place with a least element of n > 0. On a device, numbers are reduced as
/// values and then searched for, and all other types are reduced as places.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD std::ptrdiff_t least_place(B const& exec, I first, std::ptrdiff_t n, Less less) {
  using T = std::iter_value_t<I>;
  if constexpr (searches_by_blocks<B>) {
    least_in<I, Less> const search{first, n, std::move(less)};
    return search.place(detail::find_extreme(exec, n, search));
  } else if constexpr (orders_numbers<T, Less>) {
    scratch_array<T, B> const least(exec, 1);
    detail::least_number_into(exec, first, n, std::move(less), least.data());
    return first_if_none{n}(detail::find_first(exec, n, equals_number_at<I, T>{first, least.data()}));
  } else {
    return detail::reduce(exec, detail::computed<std::ptrdiff_t>(own_index{}), n, std::ptrdiff_t{-1},
                          lesser_place<I, Less>{first, std::move(less)});
  }
}

/// Does what least_place does, and leaves the place at `out`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less, class O>
THRUM_HD void least_place_into(B const& exec, I first, std::ptrdiff_t n, Less less, O out) {
  using T = std::iter_value_t<I>;
  if constexpr (searches_by_blocks<B>) {
    detail::leave(exec, out, detail::least_place(exec, first, n, std::move(less)));
  } else if constexpr (orders_numbers<T, Less>) {
    scratch_array<T, B> const least(exec, 1);
    detail::least_number_into(exec, first, n, std::move(less), least.data());
    detail::find_first_into(exec, n, equals_number_at<I, T>{first, least.data()},
                            thrum::make_transform_output_iterator(out, first_if_none{n}));
  } else {
    detail::reduce_into(exec, detail::computed<std::ptrdiff_t>(own_index{}), n, out, std::ptrdiff_t{-1},
                        lesser_place<I, Less>{first, std::move(less)});
  }
}

/// Does least_place for any destination: see detail/base/result.h. The index in no elements is 0.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class Less>
THRUM_HD auto least_place_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, Less less) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(n == 0 ? 0 : detail::least_place(exec, first, n, std::move(less)));
  } else {
    auto slot = to.slot(exec, answer);
    if (n == 0) detail::leave(exec, slot.out(), std::ptrdiff_t{0});
    else detail::least_place_into(exec, first, n, std::move(less), slot.out());
    return slot.close();
  }
}

}  // namespace thrum::detail
