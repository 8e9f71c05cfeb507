// sort, stable_sort, their by_key forms, is_sorted, is_sorted_until.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <thrum/ordered_by.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

// Defined in detail/files/sort_file.h, which thrum/mapped_file.h includes.
template <class Policy, class File, class Less>
void sort_file(memory_limited<Policy> const& limited, File& file, Less less);

template <class F>
inline constexpr bool is_writable_file = false;
template <class T>
inline constexpr bool is_writable_file<mapped_file<T>> = !std::is_const_v<T>;
/// A file of elements that a sort can rearrange.
template <class F>
concept sortable_file = is_writable_file<std::remove_cvref_t<F>>;

}  // namespace detail

/// sort(policy, first, last[, less[, projection]]): sorts a range, in ascending order unless
/// another order is given. A projection is a pointer to a data member, or a functor of an element.
/// With a projection, less orders the values that the projection makes of the elements:
///
///   thrum::sort(policy, v.begin(), v.end(), thrum::less<>{}, &record::key);
///
/// thrum::ordered_by(&record::a, thrum::descending(&record::b)) as less sorts by several keys.
///
/// The sort is stable: sort and stable_sort are two names of one algorithm. Under less and greater,
/// keys that are arithmetic, or tuples or pairs of arithmetic values of at most 128 bits in all,
/// are sorted by their digits in O(n) work. There, elements of at most 48 bytes move with their
/// keys; larger elements move once, and so do all elements that are not plain bytes. Everything
/// else is sorted by comparison in O(n log n) work, with as many moves. nvcc does not tell what a
/// lambda for the device alone returns: with such a projection the sort compares. With a function
/// object, a lambda for both sides or a pointer to a member it sorts by digits.
///
/// Among floating-point keys, zeros of both signs are equal, and NaNs come last, under less and
/// under greater. For float and double, positive NaNs come before negative NaNs under less, and
/// after them under greater. The same holds in tuples, pairs and zips, whatever else they contain.
/// An order of your own, or `<` of a type of your own, has to give NaNs their position.
///
/// Scratch memory: n elements and O(n / 128) counters; in a sort by comparison, one byte more for
/// each element; if elements move once, twice 8, 16 or 32 bytes more for each element (none for seq
/// in device code, which compares). An exception of less or of the projection leaves the call under
/// seq and tbb::par; the elements are then all alive, with unspecified values. If allocation fails,
/// no element is lost.
struct sort_fn : detail::algorithm<sort_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"sort", {inout("first"), until("last"), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_in_place<B, I>()) {
      detail::sort(exec, detail::unwrap(first), last - first, std::move(less));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less, class P>
  THRUM_HD void operator()(B const& exec, I first, I last, Less less, P projection) const {
    (*this)(exec, first, last, detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
  /// Sorts a file within a limit of memory: see thrum/mapped_file.h.
  template <class P, detail::sortable_file File, class Less = less<>>
  void operator()(memory_limited<P> const& limited, File&& file, Less less = {}) const {
    using element = typename std::remove_cvref_t<File>::value_type;
    if constexpr (detail::order_check<detail::types_alone, element&, Less>::valid()) {
      detail::sort_file(limited, file, std::move(less));
    }
  }
  template <class P, detail::sortable_file File, class Less, class Projection>
  void operator()(memory_limited<P> const& limited, File&& file, Less less, Projection projection) const {
    (*this)(limited, file, detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
};
THRUM_OBJECT sort_fn sort{};
/// sort, which is stable.
THRUM_OBJECT sort_fn stable_sort{};

/// sort_by_key(policy, keys_first, keys_last, values[, less[, projection]]): sorts keys, and moves
/// the values with them. Otherwise as sort; an element is a key with its value. Scratch memory on
/// the host: that of sort and a copy of each element; or, for integers of 32 bits with up to 2^18
/// bytes of values, 16 bytes and a value for each element.
struct sort_by_key_fn : detail::algorithm<sort_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"sort_by_key", {inout("keys_first"), until("keys_last"), also_inout("values"), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Less = less<>>
  THRUM_HD void operator()(B const& exec, K keys_first, K keys_last, V values, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, K, V>() &&
                  detail::order_check<B, detail::element_t<K>, Less>::valid() && detail::valid_in_place<B, K>() &&
                  detail::valid_in_place<B, V>()) {
      detail::sort_by_key(exec, detail::unwrap(keys_first), detail::unwrap(values), keys_last - keys_first,
                          std::move(less));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Less, class P>
  THRUM_HD void operator()(B const& exec, K keys_first, K keys_last, V values, Less less, P projection) const {
    (*this)(exec, keys_first, keys_last, values,
            detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
  }
};
THRUM_OBJECT sort_by_key_fn sort_by_key{};
/// sort_by_key, which is stable.
THRUM_OBJECT sort_by_key_fn stable_sort_by_key{};

/// is_sorted_until(policy, first, last[, less[, projection]]): returns the first element that is
/// less than the one before it, or whose projection is less than that of the one before it; last if
/// there is none. Stops soon after that element. O(n) work; no scratch memory. Under CUDA the call
/// waits for the result.
struct is_sorted_until_fn : detail::algorithm<is_sorted_until_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"is_sorted_until", {in("first"), until("last"), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>()) {
      if (last - first < 2) return last;
      auto const base = detail::unwrap(first);
      auto const descends = detail::transformed_elements{base + 1, base, std::move(less)};
      return first + 1 + detail::find_first(exec, last - first - 1, descends);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less, class P>
  THRUM_HD I operator()(B const& exec, I first, I last, Less less, P projection) const {
    using order = decltype(detail::key_order{std::move(less), detail::as_projection(std::move(projection))});
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::order_check<B, detail::element_t<I>, order>::valid()) {
      return (*this)(exec, first, last, order{std::move(less), detail::as_projection(std::move(projection))});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT is_sorted_until_fn is_sorted_until{};

/// is_sorted(policy, first, last[, less[, projection]]): returns whether no element, or no
/// projection of an element, is less than the one before it. Otherwise as is_sorted_until.
struct is_sorted_fn : detail::algorithm<is_sorted_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"is_sorted", {in("first"), until("last"), order(), projection()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first, I last, Less less = {}) const {
    return is_sorted_until_fn{}(exec, first, last, std::move(less)) == last;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, Less less, P projection) const {
    return is_sorted_until_fn{}(exec, first, last, std::move(less), std::move(projection)) == last;
  }
};
THRUM_OBJECT is_sorted_fn is_sorted{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
