// Contracts of searches.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum {

struct find_fn;
struct find_if_fn;
struct find_if_not_fn;
struct all_of_fn;
struct any_of_fn;
struct none_of_fn;
struct equal_fn;
struct mismatch_fn;
struct lexicographical_compare_fn;
struct adjacent_find_fn;
struct find_first_of_fn;
struct search_n_fn;
struct is_heap_fn;
struct is_heap_until_fn;
struct is_sorted_fn;
struct is_sorted_until_fn;
struct equal_range_fn;

namespace detail {

template <bool FromEnd>
struct search_sequence_fn;
template <class Search>
struct search_fn;
template <bool After>
struct bound_place;
struct is_present;
struct equal_of_ranges_fn;
struct mismatch_of_ranges_fn;

}  // namespace detail

namespace detail::contracts {

constexpr contract looks_at_each(char const* name) {
  return {name, {{3, {in("first"), until("last"), value("pred")}}}};
}
constexpr contract looks_at_both(char const* name) {
  return {name, {{3, {in("first1"), until("last1"), also("first2"), value("equal")}}}};
}
constexpr contract looks_for_pattern(char const* name, char const* first2, char const* last2) {
  return {name, {{4, {in("first"), until("last"), in(first2), until(last2), value("equal")}}}};
}
constexpr contract contract_of(find_fn*) { return looks_at_each("find"); }
constexpr contract contract_of(find_if_fn*) { return looks_at_each("find_if"); }
constexpr contract contract_of(find_if_not_fn*) { return looks_at_each("find_if_not"); }
constexpr contract contract_of(all_of_fn*) { return looks_at_each("all_of"); }
constexpr contract contract_of(any_of_fn*) { return looks_at_each("any_of"); }
constexpr contract contract_of(none_of_fn*) { return looks_at_each("none_of"); }
constexpr contract contract_of(equal_fn*) { return looks_at_both("equal"); }
constexpr contract contract_of(mismatch_fn*) { return looks_at_both("mismatch"); }
constexpr contract looks_at_two_ranges(char const* name) {
  return {name, {{4, {in("first1"), until("last1"), in("first2"), until("last2"), value("equal")}}}};
}
constexpr contract contract_of(equal_of_ranges_fn*) { return looks_at_two_ranges("equal"); }
constexpr contract contract_of(mismatch_of_ranges_fn*) { return looks_at_two_ranges("mismatch"); }
constexpr contract contract_of(lexicographical_compare_fn*) {
  return {"lexicographical_compare", {{4, {in("first1"), until("last1"), in("first2"), until("last2"), order()}}}};
}
constexpr contract contract_of(adjacent_find_fn*) {
  return {"adjacent_find", {{2, {in("first"), until("last"), value("equal")}}}};
}
constexpr contract contract_of(find_first_of_fn*) {
  return looks_for_pattern("find_first_of", "set_first", "set_last");
}
constexpr contract contract_of(search_sequence_fn<false>*) {
  return looks_for_pattern("search", "pattern_first", "pattern_last");
}
constexpr contract contract_of(search_sequence_fn<true>*) {
  return looks_for_pattern("find_end", "pattern_first", "pattern_last");
}
constexpr contract contract_of(search_n_fn*) {
  return {"search_n", {{4, {in("first"), until("last"), value("length"), value("value"), value("equal")}}}};
}
constexpr contract looks_at_order(char const* name, int arguments) {
  form f{2, {in("first"), until("last"), order(), projection()}};
  f.size = arguments;
  return {name, {f}};
}
constexpr contract contract_of(is_heap_fn*) { return looks_at_order("is_heap", 3); }
constexpr contract contract_of(is_heap_until_fn*) { return looks_at_order("is_heap_until", 3); }
constexpr contract contract_of(is_sorted_fn*) { return looks_at_order("is_sorted", 4); }
constexpr contract contract_of(is_sorted_until_fn*) { return looks_at_order("is_sorted_until", 4); }

constexpr form one_value{3, {in("first").is_sorted(), until("last"), other("value", role::key), order()}};
constexpr contract looks_up(char const* name) {
  return {name,
          {one_value,
           {5,
            {in("first").is_sorted(), until("last"), in("values_first"), until("values_last"), out("out", range_2),
             order()}}}};
}
constexpr contract contract_of(search_fn<bound_place<false>>*) { return looks_up("lower_bound"); }
constexpr contract contract_of(search_fn<bound_place<true>>*) { return looks_up("upper_bound"); }
constexpr contract contract_of(search_fn<is_present>*) { return looks_up("binary_search"); }
constexpr contract contract_of(equal_range_fn*) { return {"equal_range", {one_value}}; }

}  // namespace detail::contracts
}  // namespace thrum
