// lower_bound, upper_bound, binary_search: searches in a sorted range, for one value or for many;
// and equal_range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/binary_search.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {
namespace detail {

/// The search for one value, as a function of an index. A policy can run it where the range is.
template <class Search, class I, class T, class Less>
struct one_search {
  I first;
  std::ptrdiff_t n;
  T value;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t) const {
    Less order = less;
    return static_cast<std::ptrdiff_t>(detail::find_alone<Search>(first, n, value, order));
  }
};

/// The two forms of each search: for one value and for many.
template <class Search>
struct search_fn : algorithm<search_fn<Search>> {
  using algorithm<search_fn<Search>>::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {Search::name,
            {in("first").is_sorted(), until("last"), other("value", role::key), order()},
            {in("first").is_sorted(), until("last"), in("values_first"), until("values_last"), out("out", range_2),
             order()}};
  }

  /// Searches for one value: (policy, first, last, value[, less]).
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class Less = less<>>
  THRUM_HD decltype(Search::answer(std::declval<I>(), 0)) operator()(B const& exec, I first, I last,
                                                                     T const& value, Less less = {}) const {
    using value_type = value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, I>() &&
                  Search::template valid<B, Less, element_t<I>, value_type const&>()) {
      one_search<Search, unwrapped_t<I>, value_type, Less> const search{detail::unwrap(first), last - first, value,
                                                                        std::move(less)};
      return Search::answer(first, detail::read_computed<std::ptrdiff_t>(exec, search));
    } else return detail::wrong_call{};
  }

  /// Searches for each of many values: (policy, first, last, values_first, values_last, out[,
  /// less]).
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class V, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, V values_first, V values_last, O out,
                        Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, V, O>() &&
                  Search::template valid<B, Less, element_t<I>, element_t<V>>() &&
                  detail::valid_output<B, O, typename Search::result>()) {
      detail::search_many<Search>(exec, detail::unwrap(first), last - first, detail::unwrap(values_first),
                                  values_last - values_first, detail::unwrap(out), std::move(less));
      return out + (values_last - values_first);
    } else return detail::wrong_call{};
  }
};

/// The run of elements equal to a value.
struct run_of_equals {
  std::ptrdiff_t begin, end;
};
struct add_ends_of_runs {
  THRUM_HD run_of_equals operator()(run_of_equals const& a, run_of_equals const& b) const {
    return {a.begin + b.begin, a.end + b.end};
  }
};
template <class I, class T, class Less>
struct find_run {
  I first;
  std::ptrdiff_t n;
  T value;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD run_of_equals operator()(std::ptrdiff_t) const {
    Less order = less;
    std::ptrdiff_t const begin = detail::find_alone<bound_place<false>>(first, n, value, order);
    return {begin, detail::find_forwards(begin, n, is_bound<bound_place<true>, I, T, Less>{first, value, order})};
  }
};

}  // namespace detail

/// lower_bound(policy, first, last, value[, less]): returns the first element that is not less than
/// value, or last if there is none.
/// lower_bound(policy, first, last, values_first, values_last, out[, less]): stores the same result
/// for each value, as a distance from first. Returns the end of the output.
///
/// The range is sorted by less. O(log n) work for each value; no scratch memory. Under CUDA the
/// first form waits.
THRUM_OBJECT detail::search_fn<detail::bound_place<false>> lower_bound{};

/// upper_bound(policy, first, last, value[, less]): returns the first element that value is less
/// than, or last if there is none.
/// upper_bound(policy, first, last, values_first, values_last, out[, less]): stores the same result
/// for each value, as lower_bound does.
THRUM_OBJECT detail::search_fn<detail::bound_place<true>> upper_bound{};

/// binary_search(policy, first, last, value[, less]): returns whether there is an element equal to
/// value.
/// binary_search(policy, first, last, values_first, values_last, out[, less]): stores the same
/// result for each value, as a bool.
///
/// Otherwise as lower_bound.
THRUM_OBJECT detail::search_fn<detail::is_present> binary_search{};

/// equal_range(policy, first, last, value[, less]): returns the pair of lower_bound and
/// upper_bound, found in one step. Otherwise as these two.
struct equal_range_fn : detail::algorithm<equal_range_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"equal_range", {in("first").is_sorted(), until("last"), other("value", role::key), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class Less = less<>>
  THRUM_HD pair<I, I> operator()(B const& exec, I first, I last, T const& value, Less less = {}) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::is_present::valid<B, Less, detail::element_t<I>, value_type const&>()) {
      detail::find_run<detail::unwrapped_t<I>, value_type, Less> const bounds{detail::unwrap(first), last - first,
                                                                              value, std::move(less)};
      auto const run = detail::read_computed<detail::run_of_equals>(exec, bounds, detail::add_ends_of_runs{});
      return {first + run.begin, first + run.end};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT equal_range_fn equal_range{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
