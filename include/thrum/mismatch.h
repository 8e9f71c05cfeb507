// mismatch: the first difference of two ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
/// A predicate: whether element i of two arrays differs. Groups of elements are compared as bytes.
template <class T>
struct bytes_differ {
  T const* first1;
  T const* first2;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !static_cast<bool>(first1[i] == first2[i]); }
};
template <class T>
inline constexpr bool may_look_ahead<bytes_differ<T>> = true;
template <class T>
  requires(sizeof(T) <= 64)
inline constexpr std::size_t compared_bytes<bytes_differ<T>> = sizeof(T);
template <class T>
struct group_of_answers<bytes_differ<T>> {
  static constexpr bool makes_flags = false;
  static constexpr std::ptrdiff_t most = sizeof(T) < 64 ? places_of_group * (256 / sizeof(T)) : places_of_group;
  THRUM_HD static bool any(std::ptrdiff_t begin, std::ptrdiff_t end, bytes_differ<T> const& differ) {
    return std::memcmp(differ.first1 + begin, differ.first2 + begin,
                       static_cast<std::size_t>(end - begin) * sizeof(T)) != 0;
  }
};

/// Whether elements of two ranges are equal if their bytes are equal.
template <class I, class J, class Equal>
inline constexpr bool compares_bytes = false;
template <class T, class U>
inline constexpr bool compares_bytes<T*, U*, equal_to<>> =
    std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>> && std::is_trivially_copyable_v<T> &&
    std::has_unique_object_representations_v<T> && !std::is_volatile_v<T> && !std::is_volatile_v<U>;

/// Returns a predicate of the places, the indices at which two ranges differ.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Equal>
THRUM_HD auto differ_at(I first1, J first2, Equal same) {
  if constexpr (compares_bytes<I, J, Equal>) {
    return bytes_differ<std::remove_cv_t<std::remove_pointer_t<I>>>{first1, first2};
  } else {
    return transformed_elements{first1, first2, not_fn_t<Equal>{std::move(same)}};
  }
}
}  // namespace detail

namespace detail {
/// Returns how many of n elements are equal before the first that are not.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class Equal>
THRUM_HD std::ptrdiff_t count_equal(B const& exec, I first1, std::ptrdiff_t n, J first2, Equal same) {
  return detail::find_first(exec, n,
                            detail::differ_at(detail::unwrap(first1), detail::unwrap(first2), std::move(same)));
}

/// mismatch of two ranges that both have an end.
struct mismatch_of_ranges_fn : algorithm<mismatch_of_ranges_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"mismatch", {in("first1"), until("last1"), in("first2"), until("last2"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class S, class Equal = equal_to<>>
  THRUM_HD pair<I, J> operator()(B const& exec, I first1, I last1, J first2, S last2, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<J>>()) {
      std::ptrdiff_t const n = detail::least(last1 - first1, last2 - first2);
      std::ptrdiff_t const at = detail::count_equal(exec, first1, n, first2, std::move(same));
      return {first1 + at, first2 + at};
    } else return detail::wrong_call{};
  }
};
}  // namespace detail

/// mismatch(policy, first1, last1, first2[, equal]): returns the first positions in the two ranges
/// at which the elements are not equal, or the ends if there are none.
/// mismatch(policy, first1, last1, first2, last2[, equal]): does the same for two ranges of any
/// lengths, as far as the shorter one goes.
///
/// Stops soon after the first difference. By ==, elements with the same bytes count as equal, if
/// every value of their type has only one representation. O(n) work; no scratch memory. Under CUDA
/// the call waits for the result.
struct mismatch_fn : detail::algorithm<mismatch_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"mismatch", {in("first1"), until("last1"), also("first2"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
    requires(!std::sentinel_for<Equal, J>)
  THRUM_HD pair<I, J> operator()(B const& exec, I first1, I last1, J first2, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<J>>()) {
      std::ptrdiff_t const at = detail::count_equal(exec, first1, last1 - first1, first2, std::move(same));
      return {first1 + at, first2 + at};
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class S, class Equal = equal_to<>>
    requires std::sentinel_for<S, J>
  THRUM_HD pair<I, J> operator()(B const& exec, I first1, I last1, J first2, S last2, Equal same = {}) const {
    return detail::mismatch_of_ranges_fn{}(exec, first1, last1, first2, last2, std::move(same));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class I, class J, class S, class Equal = equal_to<>>
    requires std::sentinel_for<S, J>
  THRUM_HD pair<I, J> operator()(checked_policy<B> const& exec, I first1, I last1, J first2, S last2,
                                 Equal same = {}) const {
    return detail::mismatch_of_ranges_fn{}(exec, first1, last1, first2, last2, std::move(same));
  }
};
THRUM_OBJECT mismatch_fn mismatch{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
