// min_element, max_element, minmax_element: the positions of the extreme values; argmin and argmax;
// min and max of values.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/extrema.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/order/min_max.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// The search for the least and for the greatest element.
template <class I, class Less>
using extreme_candidates =
    both_candidates<least_candidate<I, Less>,
                    least_candidate<I, decltype(detail::reversed<std::iter_value_t<I>>(std::declval<Less>()))>>;
THRUM_EXEC_CHECK_DISABLE
template <class I, class Less>
THRUM_HD extreme_candidates<I, Less> extremes_of(I first, Less less) {
  auto greater = detail::reversed<std::iter_value_t<I>>(less);
  return {{first, std::move(less)}, {first, std::move(greater)}};
}

/// A functor that stores the indices of two candidates.
template <class Search, class O>
struct extremes_writer {
  O least, greatest;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t, typename Search::candidate const& found) const {
    detail::store(least[0], decltype(Search::a)::index(found.a));
    detail::store(greatest[0], decltype(Search::b)::index(found.b));
  }
};

/// Stores the indices of the least and of the greatest of n > 0 elements in *least and *greatest.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less, class O>
THRUM_HD void extreme_places_into(B const& exec, I first, std::ptrdiff_t n, Less less, O least, O greatest) {
  if constexpr (finds_extremes_by_tiles<B>) {
    auto const greater = detail::reversed<std::iter_value_t<I>>(less);
    detail::least_place_into(exec, first, n, greater, greatest);
    detail::least_place_into(exec, first, n, std::move(less), least);
  } else {
    using search = extreme_candidates<I, Less>;
    detail::best_candidate_into(exec, n, detail::extremes_of(first, std::move(less)),
                                called_output(extremes_writer<search, O>{least, greatest}));
  }
}

/// The answer that is two iterators into a range. Their two indices are stored.
template <class I>
struct two_offsets_from {
  I first;
  using stored = std::ptrdiff_t[2];
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD pair<I, I> from(std::ptrdiff_t const* at) const { return {first + at[0], first + at[1]}; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD O output(O out) const {
    return out;
  }
};

}  // namespace detail

/// min_element(policy, first, last[, less]): returns the first of the least elements, or last if
/// the range is empty. Under < and > of floating-point numbers NaNs are passed over, unless there
/// are only NaNs. O(n) work, O(n / 16384) scratch memory under tbb::par. Under CUDA the call waits
/// for the result.
struct min_element_fn : detail::result_algorithm<min_element_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"min_element", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class Less = less<>>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, Less less = {}) {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      return detail::least_place_to(to, detail::offset_from<I>{first}, exec, detail::unwrap(first), last - first,
                                    std::move(less));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT min_element_fn min_element{};
/// min_element_into(policy, first, last, result[, less]): stores the index of the element that
/// min_element finds, counted from first, in *result; 0 for an empty range. Returns nothing to the
/// host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<min_element_fn> min_element_into{};

/// max_element(policy, first, last[, less]): returns the first of the greatest elements, or last if
/// the range is empty. Otherwise as min_element.
struct max_element_fn : detail::result_algorithm<max_element_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"max_element", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class Less = less<>>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, Less less = {}) {
    using T = std::iter_value_t<I>;
    if constexpr (!detail::valid_iterators<B, I>() ||
                  !detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>())
      return detail::wrong_call{};
    // Numbers are reduced as values, by < or >. Other types may have only one of the two operators.
    else if constexpr (!detail::orders_numbers<T, Less>)
      return min_element_fn::call(to, exec, first, last, detail::reversed_order<Less>{std::move(less)});
    else if constexpr (detail::ascending_order<Less, T>)
      return min_element_fn::call(to, exec, first, last, greater<>{});
    else return min_element_fn::call(to, exec, first, last, thrum::less<>{});
  }
};
THRUM_OBJECT max_element_fn max_element{};
/// max_element_into(policy, first, last, result[, less]): does the same for max_element.
THRUM_OBJECT detail::into<max_element_fn> max_element_into{};

/// minmax_element(policy, first, last[, less]): returns the pair of min_element and max_element.
struct minmax_element_fn : detail::result_algorithm<minmax_element_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    detail::contract c{"minmax_element", {in("first"), until("last"), order()}};
    c.results = two;
    return c;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class Less = less<>>
  THRUM_HD static detail::result_t<To, pair<I, I>> call(To to, B const& exec, I first, I last, Less less = {}) {
    using J = detail::unwrapped_t<I>;
    using T = std::iter_value_t<J>;
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      if constexpr (!std::is_same_v<To, detail::to_caller>) {
        auto cell = to.cell(exec, detail::two_offsets_from<I>{first});
        auto const out = cell.out();
        if (first == last) {
          detail::leave(detail::step_of(exec), out, std::ptrdiff_t{0});
          detail::leave(exec, out + 1, std::ptrdiff_t{0});
        } else {
          detail::extreme_places_into(exec, detail::unwrap(first), last - first, std::move(less), out, out + 1);
        }
        return cell.close();
      } else if constexpr (detail::finds_extremes_by_tiles<B>) {
        if (first == last) return {last, last};
        auto const from = detail::unwrap(first);
        std::ptrdiff_t const n = last - first;
        auto greater = detail::reversed<T>(less);
        using least = detail::least_in<J, Less>;
        using greatest = detail::least_in<J, decltype(greater)>;
        detail::both_extremes<least, greatest> const both{{from, n, less}, {from, n, std::move(greater)}};
        auto const found = detail::find_extreme(exec, n, both);
        return {first + both.a.place(found.a), first + both.b.place(found.b)};
      } else {
        if (first == last) return {last, last};
        using candidates = detail::extreme_candidates<J, Less>;
        auto const found = detail::best_candidate(exec, last - first,
                                                  detail::extremes_of(detail::unwrap(first), std::move(less)));
        return {first + decltype(candidates::a)::index(found.a), first + decltype(candidates::b)::index(found.b)};
      }
    } else {
      return detail::wrong_call{};
    }
  }
};
THRUM_OBJECT minmax_element_fn minmax_element{};
/// minmax_element_into(policy, first, last, result[, less]): stores the indices of min_element and
/// max_element in result[0] and result[1].
THRUM_OBJECT detail::into<minmax_element_fn> minmax_element_into{};

/// The result of argmin and argmax: an element and its index. For an empty range, the index is -1
/// and the value is value-initialised.
template <class T>
struct indexed_value {
  T value{};
  std::ptrdiff_t index = -1;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(indexed_value const& a, indexed_value const& b) {
    return a.value == b.value && a.index == b.index;
  }
};

namespace detail {

/// A functor that returns first[*at] with its index.
template <class T, class I>
struct element_with_place {
  I first;
  std::ptrdiff_t const* at;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD indexed_value<T> operator()(std::ptrdiff_t) const { return {static_cast<T>(first[*at]), *at}; }
};
/// A functor that returns the one of two indexed values that exists, the first if both do; used to
/// fetch one value through `reduce`.
struct existing {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD indexed_value<T> operator()(indexed_value<T> const& a, indexed_value<T> const& b) const {
    return a.index < 0 ? b : a;
  }
};

/// Returns the first least element of a range with its index. Reads the element where its memory
/// is.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD auto least_with_place(B const& exec, I first, std::ptrdiff_t n, Less less) {
  using T = std::iter_value_t<I>;
  using result = indexed_value<T>;
  if (n <= 0) return result{};
  using element = element_with_place<T, I>;
  if constexpr (detail::backend_traits<B>::runs_on_host) {
    std::ptrdiff_t const at = detail::least_place(exec, first, n, std::move(less));
    return element{first, &at}(0);
  } else {
    scratch_array<std::ptrdiff_t, B> const at(exec, 1);
    detail::least_place_into(detail::step_of(exec), first, n, std::move(less), at.data());
    return detail::read_computed<result>(exec, element{first, at.data()}, existing{});
  }
}

/// Returns whether an element can be returned with its index.
template <class I>
THRUM_HD constexpr bool valid_indexed_value() {
  using T = std::iter_value_t<unwrapped_t<I>>;
  constexpr bool regular = std::is_copy_constructible_v<T> && std::is_default_constructible_v<T>;
  static_assert(
      regular,
      "thrum: argmin and argmax return a copy of an element, or a default one of an empty range: this type "
      "has none (min_element and max_element return the place)");
  return regular;
}

}  // namespace detail

/// argmin(policy, first, last[, less]): returns an indexed_value of the first of the least
/// elements: the element that min_element finds, in one call that returns both value and index. The
/// rule of NaNs, work, memory and waiting are those of min_element.
struct argmin_fn : detail::algorithm<argmin_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"argmin", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD auto operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_indexed_value<I>()) {
      return detail::least_with_place(exec, detail::unwrap(first), last - first, std::move(less));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT argmin_fn argmin{};

/// argmax(policy, first, last[, less]): returns an indexed_value of the first of the greatest
/// elements. Otherwise as argmin.
struct argmax_fn : detail::algorithm<argmax_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"argmax", {in("first"), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD auto operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_indexed_value<I>()) {
      auto greater = detail::reversed<std::iter_value_t<detail::unwrapped_t<I>>>(std::move(less));
      return detail::least_with_place(exec, detail::unwrap(first), last - first, std::move(greater));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT argmax_fn argmax{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
