// Contracts of sorts and selections, and of algorithms that take sorted ranges.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum {

struct sort_fn;
struct sort_by_key_fn;
struct nth_element_fn;
struct partial_sort_fn;
struct partial_sort_copy_fn;
struct top_k_fn;
struct top_k_by_key_fn;
struct merge_fn;
struct merge_by_key_fn;
struct inplace_merge_fn;
struct includes_fn;
struct set_intersection_by_key_fn;

namespace detail {

template <bool First, bool Second, bool Pairs>
struct set_rule;
template <class Rule>
struct set_fn;
template <class Rule>
struct set_by_key_fn;

}  // namespace detail

namespace detail::contracts {

constexpr contract contract_of(sort_fn*) {
  return {"sort", {{2, {inout("first"), until("last"), order(), projection()}}}};
}
constexpr contract contract_of(sort_by_key_fn*) {
  return {"sort_by_key",
          {{3, {inout("keys_first"), until("keys_last"), also_inout("values"), order(), projection()}}}};
}
constexpr contract contract_of(nth_element_fn*) {
  return {"nth_element", {{3, {inout("first"), other("nth", role::middle), until("last"), order()}}}};
}
constexpr contract contract_of(partial_sort_fn*) {
  return {"partial_sort", {{3, {inout("first"), other("middle", role::middle), until("last"), order()}}}};
}
constexpr contract contract_of(partial_sort_copy_fn*) {
  return {"partial_sort_copy",
          {{4, {in("first"), until("last"), out_from("out_first"), until("out_last"), order()}}}};
}
constexpr contract contract_of(top_k_fn*) {
  return {
      "top_k",
      {{4, {in("first"), until("last"), other("k", role::most), out("out", at_most), order(), value("order")}}}};
}
constexpr contract contract_of(top_k_by_key_fn*) {
  return {"top_k_by_key",
          {{6,
            {in("keys_first"), until("keys_last"), also("values"), other("k", role::most),
             out("keys_out", at_most), out("values_out", at_most), order(), value("order")}}}};
}

constexpr contract contract_of(merge_fn*) {
  return {"merge",
          {{5,
            {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"), out("out", both),
             order("less", both)}}}};
}
constexpr contract contract_of(merge_by_key_fn*) {
  return {"merge_by_key",
          {{8,
            {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(),
             until("keys_last2"), also("values_first1"), also("values_first2", range_2), out("keys_out", both),
             out("values_out", both), order("less", both)}}}};
}
constexpr contract contract_of(inplace_merge_fn*) {
  return {"inplace_merge",
          {{3, {inout("first").is_sorted(), other("middle", role::middle), until("last"), order()}}}};
}
constexpr contract contract_of(includes_fn*) {
  return {"includes",
          {{4,
            {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"),
             order("less", both)}}}};
}

/// Returns the greatest number of results of a set operation.
template <bool First, bool Second, bool Pairs>
constexpr length_of_argument most_results(set_rule<First, Second, Pairs>*) {
  return Second ? both : range_1;
}
template <bool First, bool Second, bool Pairs>
constexpr char const* name_of(set_rule<First, Second, Pairs>*, bool by_key) {
  if (First && Second && Pairs) return by_key ? "set_union_by_key" : "set_union";
  if (First && Second) return by_key ? "set_symmetric_difference_by_key" : "set_symmetric_difference";
  if (First) return by_key ? "set_difference_by_key" : "set_difference";
  return "set_intersection";
}
template <class Rule>
constexpr contract contract_of(set_fn<Rule>*) {
  constexpr Rule* rule = nullptr;
  return {contracts::name_of(rule, false),
          {{5,
            {in("first1").is_sorted(), until("last1"), in("first2").is_sorted(), until("last2"),
             up_to("out", contracts::most_results(rule)), order("less", both)}}}};
}
template <class Rule>
constexpr contract contract_of(set_by_key_fn<Rule>*) {
  constexpr Rule* rule = nullptr;
  constexpr auto most = contracts::most_results(rule);
  return {
      contracts::name_of(rule, true),
      {{8,
        {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(), until("keys_last2"),
         also("values_first1"), most == both ? also("values_first2", range_2) : value("values_first2"),
         up_to("keys_out", most), up_to("values_out", most), order("less", both)}}}};
}
constexpr contract contract_of(set_intersection_by_key_fn*) {
  return {
      "set_intersection_by_key",
      {{7,
        {in("keys_first1").is_sorted(), until("keys_last1"), in("keys_first2").is_sorted(), until("keys_last2"),
         also("values_first1"), up_to("keys_out"), up_to("values_out"), order("less", both)}}}};
}

}  // namespace detail::contracts
}  // namespace thrum
