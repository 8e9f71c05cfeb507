// search, find_end, search_n, find_first_of: the first or last position of a sequence, of a run, or
// of an element of a set.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/search_n.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Whether the pattern begins at place i, the index of an element, or, if FromEnd, at the i-th
/// place from the last one.
template <bool FromEnd, class I, class J, class Equal>
struct matches_at {
  I first;
  std::ptrdiff_t places;
  J pattern;
  std::ptrdiff_t length;
  Equal same;
  using compared = transformed_elements<I, J, Equal>;
  static constexpr bool numbers = may_look_ahead<compared>;
  static constexpr bool by_vectors = numbers && group_of_answers<compared>::vectorises;
  /// Tests the first element of the pattern, or, from the end, its last; for numbers that vectors
  /// compare, it tests both. Most places are rejected here and cost no loop (W. Mula, SIMD-friendly
  /// algorithms for substring searching, 2018).
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool may_accept(std::ptrdiff_t i) {
    std::ptrdiff_t const at = FromEnd ? places - 1 - i : i, last = length - 1;
    if constexpr (by_vectors) {
      return (static_cast<int>(same(first[at], pattern[0])) &
              static_cast<int>(same(first[at + last], pattern[last]))) != 0;
    } else if constexpr (FromEnd) {
      return static_cast<bool>(same(first[at + last], pattern[last]));
    } else {
      return static_cast<bool>(same(first[at], pattern[0]));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const at = FromEnd ? places - 1 - i : i, edge = FromEnd ? length - 1 : 0;
    if (!static_cast<bool>(same(first[at + edge], pattern[edge]))) return false;
    std::ptrdiff_t j = FromEnd ? 0 : 1;
    while (j < length && static_cast<bool>(same(first[at + j], pattern[j]))) ++j;
    return j >= length;
  }
};

template <bool FromEnd, class I, class J, class Equal>
  requires(matches_at<FromEnd, I, J, Equal>::numbers)
struct looked_at_numbers<matches_at<FromEnd, I, J, Equal>> : looked_at_numbers<transformed_elements<I, J, Equal>> {
};
template <bool FromEnd, class I, class J, class Equal>
inline constexpr bool may_look_ahead<matches_at<FromEnd, I, J, Equal>> = matches_at<FromEnd, I, J, Equal>::numbers;

/// Whether element j of the pattern differs from element `at` + j of the range.
template <class I, class J, class Equal>
struct differs_from_pattern {
  I first;
  std::ptrdiff_t at;
  J pattern;
  Equal same;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t j) { return !static_cast<bool>(same(first[at + j], pattern[j])); }
};

/// Whether element i equals one of a set.
template <class I, class J, class Equal>
struct is_one_of {
  I first;
  J set;
  std::ptrdiff_t size;
  Equal same;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) {
    std::ptrdiff_t j = 0;
    while (j < size && !static_cast<bool>(same(first[i], set[j]))) ++j;
    return j < size;
  }
};

/// Whether a number in memory is a length.
struct equals_length {
  std::ptrdiff_t const* numbers;
  std::ptrdiff_t length;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return numbers[i] == length; }
};

/// search, and find_end, which is the same search from the end.
template <bool FromEnd>
struct search_sequence_fn : algorithm<search_sequence_fn<FromEnd>> {
  using algorithm<search_sequence_fn<FromEnd>>::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {FromEnd ? "find_end" : "search",
            {in("first"), until("last"), in("pattern_first"), until("pattern_last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD I operator()(B const& exec, I first, I last, J pattern_first, J pattern_last, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, element_t<I>, element_t<J>>()) {
      std::ptrdiff_t const n = last - first, length = pattern_last - pattern_first;
      if (length == 0) return FromEnd ? last : first;
      if (length > n) return last;
      std::ptrdiff_t const places = n - length + 1;
      // For a long pattern with few places the tasks share the comparisons of each place.
      constexpr std::ptrdiff_t few = 16;
      if (places <= few && length > default_grain) {
        using differs = differs_from_pattern<unwrapped_t<I>, unwrapped_t<J>, Equal>;
        auto const place_of = [=](std::ptrdiff_t i) { return FromEnd ? places - 1 - i : i; };
        auto const differs_from = [=](std::ptrdiff_t at) {
          return differs{detail::unwrap(first), at, detail::unwrap(pattern_first), same};
        };
        if constexpr (detail::backend_traits<B>::runs_on_host) {
          for (std::ptrdiff_t i = 0; i < places; ++i) {
            if (detail::find_first(exec, length, differs_from(place_of(i))) == length) return first + place_of(i);
          }
          return last;
        } else {  // compares at all places: the host waits once
          detail::scratch_array<std::ptrdiff_t, B> const alike(exec, places);
          for (std::ptrdiff_t i = 0; i < places; ++i) {
            detail::find_first_into(detail::step_of(exec), length, differs_from(place_of(i)), alike.data() + i);
          }
          std::ptrdiff_t const i = detail::find_first(exec, places, detail::equals_length{alike.data(), length});
          return i < places ? first + place_of(i) : last;
        }
      }
      using matches = matches_at<FromEnd, unwrapped_t<I>, unwrapped_t<J>, Equal>;
      std::ptrdiff_t const at = detail::find_first(
          exec, places,
          matches{detail::unwrap(first), places, detail::unwrap(pattern_first), length, std::move(same)},
          detail::indices_a_task(matches::numbers ? length / 16 : length));
      if (at == places) return last;
      return first + (FromEnd ? places - 1 - at : at);
    } else return detail::wrong_call{};
  }
};

}  // namespace detail

/// search(policy, first, last, pattern_first, pattern_last[, equal]): returns where the pattern
/// occurs for the first time, last if it does not occur; first for an empty pattern. Stops soon
/// after the occurrence. O(n m) work for a pattern of m elements, in general O(n); no scratch
/// memory. Under CUDA the call waits for the result.
THRUM_OBJECT detail::search_sequence_fn<false> search{};

/// find_end(policy, first, last, pattern_first, pattern_last[, equal]): returns where the pattern
/// occurs for the last time, last if it does not occur; last for an empty pattern. The search runs
/// from the end. Otherwise as search.
THRUM_OBJECT detail::search_sequence_fn<true> find_end{};

/// search_n(policy, first, last, length, value[, equal]): returns the first of `length` adjacent
/// elements that are equal to value, last if there are none; first if length is not positive. Stops
/// soon after the occurrence. O(n) work; no scratch memory, except 2 KiB under CUDA. Under CUDA the
/// call waits for the result and looks for long runs, of more than n / 256 elements, in one scan.
struct search_n_fn : detail::algorithm<search_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"search_n", {in("first"), until("last"), value("length"), value("value"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class T, class Equal = equal_to<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Size length, T const& value, Equal same = {}) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_count<Size>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, value_type const&>()) {
      using equals = detail::equals_at<detail::unwrapped_t<I>, value_type, Equal>;
      equals const hit{detail::unwrap(first), value, std::move(same)};
      return first + detail::search_n_run(exec, last - first, detail::length_of(length), hit);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT search_n_fn search_n{};

/// find_first_of(policy, first, last, set_first, set_last[, equal]): returns the first element that
/// equals one of a set, last if there is none. Stops soon after that element. O(n m) work for a set
/// of m elements; no scratch memory. Under CUDA the call waits for the result.
struct find_first_of_fn : detail::algorithm<find_first_of_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"find_first_of", {in("first"), until("last"), in("set_first"), until("set_last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD I operator()(B const& exec, I first, I last, J set_first, J set_last, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<J>>()) {
      using hit = detail::is_one_of<detail::unwrapped_t<I>, detail::unwrapped_t<J>, Equal>;
      std::ptrdiff_t const size = set_last - set_first;
      return first +
             detail::find_first(exec, last - first,
                                hit{detail::unwrap(first), detail::unwrap(set_first), size, std::move(same)},
                                detail::indices_a_task(size));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT find_first_of_fn find_first_of{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
