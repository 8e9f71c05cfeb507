// set_union, set_intersection, set_difference, set_symmetric_difference, their forms by key, and
// includes: sorted ranges as multisets.
//
// All operations take two ranges that are sorted by less. If the first range has m equal elements
// and the second has n elements equal to them, the m and the n elements are paired from the first
// on. The table below says what each operation takes: elements of these pairs, and elements that
// are left without a partner. The result is sorted. The elements taken from one range keep their
// order.
//
//   set_union                   the first range's element of each pair, and what is left of
//                               both: max(m, n)
//   set_intersection            the first range's element of each pair: min(m, n)
//   set_difference              what is left of the first range: max(m - n, 0), its last elements
//   set_symmetric_difference    what is left of both: |m - n|, the last elements of the longer run
//
// O(n1 + n2) work. less is called about twice for each step of a merge, less often if many elements
// of one range, or many pairs of equal elements, follow each other; in addition, O(log(n1 + n2))
// times for each 1000 elements, and under CUDA some 12 times for each 3 to 17 elements. All work is
// done in parallel, however many elements are equal (by balanced path: S. Baxter, Modern GPU:
// Multisets, 2013). less compares only elements of the first range with elements of the second. The
// outputs overlap no input, and nothing after their ends is written. Scratch memory: at most about
// 5 * 2^20 bytes under tbb::par; a twentieth of a byte for each element under CUDA, none for up to
// 2^13; none under seq. Under CUDA the calls wait for the result.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/set_operations/includes.h>
#include <thrum/detail/algorithms/set_operations/set_operation.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {
namespace detail {

/// Checks an output of elements of both ranges, or of the first range alone.
template <class B, class Rule, class O, class I, class J>
THRUM_HD constexpr bool valid_set_output() {
  if constexpr (!detail::valid_output<B, O, element_t<I>>()) return false;
  else if constexpr (Rule::takes_second) return detail::valid_output<B, O, element_t<J>>();
  else return true;
}

THRUM_EXEC_CHECK_DISABLE
template <class Rule, class I, class J, class O>
THRUM_HD auto set_column(I first1, J first2, O out) {
  if constexpr (Rule::takes_second) {
    return column{detail::unwrap(first1), detail::unwrap(first2), detail::unwrap(out)};
  } else {
    return column{detail::unwrap(first1), no_source{}, detail::unwrap(out)};
  }
}

template <class Rule>
struct set_fn : algorithm<set_fn<Rule>> {
  using algorithm<set_fn<Rule>>::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {Rule::name,
            {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"),
             up_to("out", Rule::takes_second ? both : range_1), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first1, I last1, J first2, J last2, O out, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, O>() && detail::valid_order_of_two<B, Less, I, J>() &&
                  detail::valid_set_output<B, Rule, O, I, J>()) {
      return out + detail::set_operation<Rule>(exec, detail::unwrap(first1), last1 - first1,
                                               detail::unwrap(first2), last2 - first2,
                                               detail::set_column<Rule>(first1, first2, out), std::move(less));
    } else return detail::wrong_call{};
  }
};

/// Does what the forms by key have in common. W is no_source if no values come from the second
/// range.
THRUM_EXEC_CHECK_DISABLE
template <class Rule, class B, class I, class J, class V, class W, class KO, class VO, class Less>
THRUM_HD pair<KO, VO> set_by_key(B const& exec, I first1, I last1, J first2, J last2, V values1, W values2,
                                 KO keys_out, VO values_out, Less less) {
  if constexpr (detail::valid_order_of_two<B, Less, I, J>() && detail::valid_set_output<B, Rule, KO, I, J>() &&
                detail::valid_set_output<B, Rule, VO, V, W>()) {
    two_columns const rows{detail::set_column<Rule>(first1, first2, keys_out),
                           detail::set_column<Rule>(values1, values2, values_out)};
    std::ptrdiff_t const n =
        detail::set_operation<Rule>(exec, detail::unwrap(first1), last1 - first1, detail::unwrap(first2),
                                    last2 - first2, rows, std::move(less));
    return {keys_out + n, values_out + n};
  } else return detail::wrong_call{};
}

template <class Rule>
struct set_by_key_fn : algorithm<set_by_key_fn<Rule>> {
  using algorithm<set_by_key_fn<Rule>>::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    constexpr auto most = Rule::takes_second ? both : range_1;
    detail::contract c{
        Rule::name,
        {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(), until("keys_last2"),
         also("values_first1"), Rule::takes_second ? also("values_first2", range_2) : value("values_first2"),
         up_to("keys_out", most), up_to("values_out", most), order("less", both)}};
    c.suffix = "_by_key";
    return c;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class V, class W, class KO, class VO, class Less = less<>>
  THRUM_HD pair<KO, VO> operator()(B const& exec, I keys_first1, I keys_last1, J keys_first2, J keys_last2,
                                   V values_first1, W values_first2, KO keys_out, VO values_out,
                                   Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, V, W, KO, VO>()) {
      return detail::set_by_key<Rule>(exec, keys_first1, keys_last1, keys_first2, keys_last2, values_first1,
                                      values_first2, keys_out, values_out, std::move(less));
    } else return detail::wrong_call{};
  }
};

}  // namespace detail

/// set_union(policy, first1, last1, first2, last2, out[, less]) and the others: write the result of
/// the operation to out and return its end.
THRUM_OBJECT detail::set_fn<detail::union_rule> set_union{};
THRUM_OBJECT detail::set_fn<detail::intersection_rule> set_intersection{};
THRUM_OBJECT detail::set_fn<detail::difference_rule> set_difference{};
THRUM_OBJECT detail::set_fn<detail::symmetric_difference_rule> set_symmetric_difference{};

/// set_union_by_key(policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1,
/// values_first2, keys_out, values_out[, less]) and the others: do the same with keys, and take the
/// value of each key that is taken. Return the pair of the ends of the outputs.
/// (set_difference_by_key reads no value of the second range.)
THRUM_OBJECT detail::set_by_key_fn<detail::union_rule> set_union_by_key{};
THRUM_OBJECT detail::set_by_key_fn<detail::difference_rule> set_difference_by_key{};
THRUM_OBJECT detail::set_by_key_fn<detail::symmetric_difference_rule> set_symmetric_difference_by_key{};

/// set_intersection_by_key(policy, keys_first1, keys_last1, keys_first2, keys_last2, values_first1,
/// keys_out, values_out[, less]): the same. The second range has no values, because nothing is
/// taken from it.
struct set_intersection_by_key_fn : detail::algorithm<set_intersection_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {
        "set_intersection_by_key",
        {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(), until("keys_last2"),
         also("values_first1"), up_to("keys_out"), up_to("values_out"), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class V, class KO, class VO, class Less = less<>>
  THRUM_HD pair<KO, VO> operator()(B const& exec, I keys_first1, I keys_last1, J keys_first2, J keys_last2,
                                   V values_first1, KO keys_out, VO values_out, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, V, KO, VO>()) {
      return detail::set_by_key<detail::intersection_rule>(exec, keys_first1, keys_last1, keys_first2, keys_last2,
                                                           values_first1, detail::no_source{}, keys_out,
                                                           values_out, std::move(less));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT set_intersection_by_key_fn set_intersection_by_key{};

/// includes(policy, first1, last1, first2, last2[, less]): returns whether the first range has all
/// elements of the second: if the second has n equal elements, the first has at least n. Stops soon
/// after a missing element. O(n2 (1 + log(1 + n1 / n2))) work, and in addition O(log(n1 + n2)) for
/// each 4096 elements, under tbb::par for each 1024 and under CUDA for each 32; no scratch memory.
/// Under CUDA the call waits for the result.
struct includes_fn : detail::algorithm<includes_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {
        "includes",
        {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, J last2, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() && detail::valid_order_of_two<B, Less, I, J>()) {
      std::ptrdiff_t const n = last2 - first2;
      using lacks = detail::lacks_some<B, detail::unwrapped_t<I>, detail::unwrapped_t<J>, Less>;
      std::ptrdiff_t const pieces = (n + lacks::piece - 1) / lacks::piece;
      return detail::find_first(
                 exec, pieces,
                 lacks{detail::unwrap(first1), last1 - first1, detail::unwrap(first2), n, std::move(less)},
                 1) == pieces;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT includes_fn includes{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
