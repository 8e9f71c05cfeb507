// top_k, top_k_by_key: the greatest elements of a range.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/selection/select.h>
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

/// The order of the results: the top element first (sorted), or the order of the input (unsorted),
/// which saves a sort.
struct sorted_results {};
struct unsorted_results {};
THRUM_OBJECT sorted_results sorted{};
THRUM_OBJECT unsorted_results unsorted{};

namespace detail {
template <class T>
concept order_of_results = std::same_as<T, sorted_results> || std::same_as<T, unsorted_results>;
}  // namespace detail

/// top_k(policy, first, last, k, out[, less][, thrum::unsorted]): copies the k greatest elements to
/// out, the greatest first; with thrum::greater<>{} as less, the k least elements, the least first.
/// Of equal elements the first ones of the input are taken, and they keep their order. If k > n,
/// all n elements are copied. With thrum::unsorted the results are in the order of the input.
///
/// Returns the end of the output. The output does not overlap the input; the input is not changed.
/// NaNs are last under less and under greater: NaNs are results only if there are fewer than k
/// numbers.
///
/// O(n) work, at worst that of a sort; in addition, the work of a sort of k elements. Scratch
/// memory: as nth_element before its exchange, less if k is small, at worst that of a sort of n
/// indices; then that of the sort of the results (seq in device code takes none, and O(n log n)
/// work on most inputs). Under CUDA the call waits for nothing: the limit is found by the digits of
/// numbers, in O(n) work and n / 57 bytes, and for other elements by a sort of n indices, with
/// copies of the elements if they are small.
struct top_k_fn : detail::algorithm<top_k_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"top_k",
            {in("first"), until("last"), other("k", role::most), out("out", at_most), order(), optional("order")}};
  }
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
      if constexpr (sorts && std::same_as<std::iter_value_t<I>, std::iter_value_t<O>>) {
        if (k > 1 &&
            detail::copy_sorted_at_once(exec, input, input, last - first, k, detail::unwrap(out), greater))
          return out + k;
      }
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

/// top_k_by_key(policy, keys_first, keys_last, values, k, keys_out, values_out[, less][,
/// thrum::unsorted]): copies the k greatest keys and their values, as top_k. Returns the pair of
/// the ends of both outputs.
struct top_k_by_key_fn : detail::algorithm<top_k_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"top_k_by_key",
            {in("keys_first"), until("keys_last"), also("values"), other("k", role::most),
             out("keys_out", at_most), out("values_out", at_most), order(), optional("order")}};
  }
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
      auto const pairs = make_zip_iterator(keys, detail::unwrap(values));
      auto const pairs_to = make_zip_iterator(keys_to, values_to);
      if constexpr (sorts && std::same_as<std::iter_value_t<K>, std::iter_value_t<KO>>) {
        if (k > 1 && detail::copy_sorted_at_once(exec, keys, pairs, n, k, pairs_to, greater))
          return {keys_out + k, values_out + k};
      }
      detail::copy_least(sorts && k > 1 ? detail::step_of(exec) : exec, keys, pairs, n, k, pairs_to, greater);
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

#include <thrum/detail/public_header/end.h>
