// top_k, top_k_by_key: the greatest elements of a range.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/algorithms/selection/copy_least.h>
#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/step_of.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/pair.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

/// In which order results come: the top element first, or as they lie in the input, which saves a sort.
struct sorted_results {};
struct unsorted_results {};
THRUM_OBJECT sorted_results sorted{};
THRUM_OBJECT unsorted_results unsorted{};

namespace detail {
template <class T>
concept order_of_results = std::same_as<T, sorted_results> || std::same_as<T, unsorted_results>;
}  // namespace detail

/// top_k(policy, first, last, k, out[, less][, thrum::unsorted]): copies the k greatest elements to out, the greatest first;
/// the k least, least first, with thrum::greater<>{} as less. Of equal elements the first of the input are taken, and come
/// first. All n where k > n. With thrum::unsorted they come in the order that they have in the input.
///
/// Returns the end of the output, which does not overlap the input; that is not changed. NaNs are last under less and
/// greater alike: they are results only where there are fewer numbers than k.
///
/// O(n) work, at worst that of a sort, and that of a sort of k elements. Scratch memory: about 2 n bytes, less where k is
/// small, 9 n where nearly all elements are equal, at worst that of a sort of n places; then that of the sort of the
/// results (seq in device code takes none, and O(n log n) work on most inputs). Under CUDA it waits for nothing: the
/// limit is found by the digits of numbers, in O(n) and O(1) memory, else by a sort of n places.
struct top_k_fn : detail::algorithm<top_k_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class O, class Less = less<>,
            detail::order_of_results Order = sorted_results>
    requires(!detail::order_of_results<Less>)
  THRUM_HD O operator()(B const& exec, I first, I last, Size most, O out, Less less = {}, Order = {}) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_count<Size>() &&
                  detail::order_check<B, detail::element_t<I>, Less>::valid() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      std::ptrdiff_t const k = detail::least(detail::length_of(most), last - first);
      auto const input = detail::unwrap(first);
      auto const greater = detail::reversed<std::iter_value_t<decltype(input)>>(less);
      constexpr bool sorts = std::same_as<Order, sorted_results>;
      detail::copy_least(sorts && k > 1 ? detail::step_of(exec) : exec, input, input, last - first, k,
                         detail::unwrap(out), greater);
      if constexpr (sorts) {
        if constexpr (detail::order_check<B, detail::element_t<O>, Less>::valid() &&
                      detail::valid_in_place<B, O>()) {
          auto const falling = detail::reversed<std::iter_value_t<detail::unwrapped_t<O>>>(less);
          if (k > 1) detail::sort(exec, detail::unwrap(out), k, falling);
        }
      }
      return out + k;
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class O, detail::order_of_results Order>
  THRUM_HD O operator()(B const& exec, I first, I last, Size most, O out, Order order) const {
    return (*this)(exec, first, last, most, out, less<>{}, order);
  }
};
THRUM_OBJECT top_k_fn top_k{};

/// top_k_by_key(policy, keys_first, keys_last, values, k, keys_out, values_out[, less][, thrum::unsorted]): the same of
/// pairs of keys and values by their keys. Returns the pair of the ends of both outputs.
struct top_k_by_key_fn : detail::algorithm<top_k_by_key_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Size, class KO, class VO, class Less = less<>,
            detail::order_of_results Order = sorted_results>
    requires(!detail::order_of_results<Less>)
  THRUM_HD pair<KO, VO> operator()(B const& exec, K keys_first, K keys_last, V values, Size most, KO keys_out,
                                   VO values_out, Less less = {}, Order = {}) const {
    if constexpr (detail::valid_iterators<B, K, V, KO, VO>() && detail::valid_count<Size>() &&
                  detail::order_check<B, detail::element_t<K>, Less>::valid() &&
                  detail::valid_output<B, KO, detail::element_t<K>>() &&
                  detail::valid_output<B, VO, detail::element_t<V>>()) {
      std::ptrdiff_t const n = keys_last - keys_first;
      std::ptrdiff_t const k = detail::least(detail::length_of(most), n);
      auto const keys = detail::unwrap(keys_first);
      auto const greater = detail::reversed<std::iter_value_t<decltype(keys)>>(less);
      auto const keys_to = detail::unwrap(keys_out);
      auto const values_to = detail::unwrap(values_out);
      constexpr bool sorts = std::same_as<Order, sorted_results>;
      detail::copy_least(sorts && k > 1 ? detail::step_of(exec) : exec, keys,
                         make_zip_iterator(keys, detail::unwrap(values)), n, k,
                         make_zip_iterator(keys_to, values_to), greater);
      if constexpr (sorts) {
        if constexpr (detail::order_check<B, detail::element_t<KO>, Less>::valid() &&
                      detail::valid_in_place<B, KO>() && detail::valid_in_place<B, VO>()) {
          auto const falling = detail::reversed<std::iter_value_t<detail::unwrapped_t<KO>>>(less);
          if (k > 1) detail::sort_by_key(exec, keys_to, values_to, k, falling);
        }
      }
      return {keys_out + k, values_out + k};
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Size, class KO, class VO, detail::order_of_results Order>
  THRUM_HD pair<KO, VO> operator()(B const& exec, K keys_first, K keys_last, V values, Size most, KO keys_out,
                                   VO values_out, Order order) const {
    return (*this)(exec, keys_first, keys_last, values, most, keys_out, values_out, less<>{}, order);
  }
};
THRUM_OBJECT top_k_by_key_fn top_k_by_key{};

}  // namespace thrum

#include <thrum/detail/along/end.h>
