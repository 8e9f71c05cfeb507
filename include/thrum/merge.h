// merge, merge_by_key, inplace_merge: merges of two sorted ranges into one.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/inplace_merge.h>
#include <thrum/detail/algorithms/merge_by_key.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// merge(policy, first1, last1, first2, last2, out[, less]): merges the elements of two sorted
/// ranges into one sorted range. Of equal elements those of the first range come first. Returns the
/// end of the output, which overlaps no input. O(n1 + n2) work; no scratch memory.
struct merge_fn : detail::algorithm<merge_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"merge",
            {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"), out("out", both),
             order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first1, I last1, J first2, J last2, O out, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, O>() &&
                  detail::valid_predicate<B, Less, detail::element_t<J>, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<J>>()) {
      detail::merge(exec, detail::unwrap(first1), last1 - first1, detail::unwrap(first2), last2 - first2,
                    detail::unwrap(out), std::move(less));
      return out + (last1 - first1) + (last2 - first2);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT merge_fn merge{};

/// merge_by_key(policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1,
/// values_first2, keys_out, values_out[, less]): merges two sorted ranges of keys, and moves the
/// value of each key with it. Of equal keys those of the first range come first. Returns the pair
/// of the outputs' ends; the outputs overlap no input. O(n1 + n2) work; no scratch memory.
struct merge_by_key_fn : detail::algorithm<merge_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"merge_by_key",
            {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(),
             until("keys_last2"), also("values_first1"), also("values_first2", range_2), out("keys_out", both),
             out("values_out", both), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class V, class W, class KO, class VO, class Less = less<>>
  THRUM_HD pair<KO, VO> operator()(B const& exec, I keys_first1, I keys_last1, J keys_first2, J keys_last2,
                                   V values_first1, W values_first2, KO keys_out, VO values_out,
                                   Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, V, W, KO, VO>() &&
                  detail::valid_predicate<B, Less, detail::element_t<J>, detail::element_t<I>>() &&
                  detail::valid_output<B, KO, detail::element_t<I>>() &&
                  detail::valid_output<B, KO, detail::element_t<J>>() &&
                  detail::valid_output<B, VO, detail::element_t<V>>() &&
                  detail::valid_output<B, VO, detail::element_t<W>>()) {
      std::ptrdiff_t const n1 = keys_last1 - keys_first1, n2 = keys_last2 - keys_first2;
      detail::merge_by_key(exec, detail::unwrap(keys_first1), n1, detail::unwrap(keys_first2), n2,
                           detail::unwrap(values_first1), detail::unwrap(values_first2), detail::unwrap(keys_out),
                           detail::unwrap(values_out), std::move(less));
      return {keys_out + n1 + n2, values_out + n1 + n2};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT merge_by_key_fn merge_by_key{};

/// inplace_merge(policy, first, middle, last[, less]): sorts a range whose two parts, before and
/// after middle, are sorted. It is stable. O(n) work; the elements are moved. Scratch memory: the n
/// elements. Under seq on the host only the elements of the first part; in device code seq takes
/// none, and makes O(n log n) calls of less and O(n^2) moves at worst. All scratch memory is
/// allocated before the first element moves, so that no element is lost if allocation fails. If
/// less throws, all elements are alive, with unspecified values.
struct inplace_merge_fn : detail::algorithm<inplace_merge_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"inplace_merge", {inout("first").is_sorted(), other("middle", role::middle), until("last"), order()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Less = less<>>
  THRUM_HD void operator()(B const& exec, I first, I middle, I last, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Less, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>()) {
      detail::inplace_merge(exec, detail::unwrap(first), middle - first, last - middle, std::move(less));
    }
  }
};
THRUM_OBJECT inplace_merge_fn inplace_merge{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
