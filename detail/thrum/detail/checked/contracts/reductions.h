// Contracts of reductions, scans and histograms, and of algorithms that work by key or by segment.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum {

struct reduce_fn;
struct reduce_by_key_fn;
struct transform_reduce_fn;
struct inner_product_fn;
struct count_fn;
struct count_if_fn;
struct min_element_fn;
struct max_element_fn;
struct minmax_element_fn;
struct argmin_fn;
struct argmax_fn;
struct inclusive_scan_fn;
struct exclusive_scan_fn;
struct transform_inclusive_scan_fn;
struct transform_exclusive_scan_fn;
struct inclusive_scan_by_key_fn;
struct exclusive_scan_by_key_fn;
struct segmented_reduce_fn;
struct segmented_inclusive_scan_fn;
struct segmented_exclusive_scan_fn;
struct segmented_sort_fn;
struct segmented_sort_by_key_fn;
struct segmented_argmin_fn;
struct segmented_argmax_fn;
struct histogram_fn;
struct histogram_even_fn;
struct histogram_by_key_fn;

namespace detail::contracts {

constexpr contract reads_range(char const* name, int least, int values) {
  if (values == 1) return {name, {{2 + least, {in("first"), until("last"), value("value")}}}};
  return {name, {{2 + least, {in("first"), until("last"), value("value"), value("value")}}}};
}
constexpr contract reads_by_order(char const* name) {
  return {name, {{2, {in("first"), until("last"), order()}}}};
}

constexpr contract contract_of(reduce_fn*) { return reads_range("reduce", 0, 2); }
constexpr contract contract_of(reduce_by_key_fn*) {
  return {"reduce_by_key",
          {{5,
            {in("keys_first"), until("keys_last"), also("values"), up_to("keys_out"), up_to("values_out"),
             value("equal"), value("op")}}}};
}
constexpr contract contract_of(transform_reduce_fn*) {
  return {"transform_reduce",
          {{4, {in("first1"), until("last1"), also("first2"), value("init")}},
           {5, {in("first"), until("last"), value("f"), value("init"), value("op")}},
           {6, {in("first1"), until("last1"), also("first2"), value("init"), value("op"), value("f")}}}};
}
constexpr contract contract_of(inner_product_fn*) {
  return {"inner_product",
          {{4, {in("first1"), until("last1"), also("first2"), value("init"), value("op"), value("f")}}}};
}
constexpr contract contract_of(count_fn*) { return reads_range("count", 1, 1); }
constexpr contract contract_of(count_if_fn*) { return reads_range("count_if", 1, 1); }
constexpr contract contract_of(min_element_fn*) { return reads_by_order("min_element"); }
constexpr contract contract_of(max_element_fn*) { return reads_by_order("max_element"); }
constexpr contract contract_of(minmax_element_fn*) { return reads_by_order("minmax_element"); }
constexpr contract contract_of(argmin_fn*) { return reads_by_order("argmin"); }
constexpr contract contract_of(argmax_fn*) { return reads_by_order("argmax"); }

constexpr contract scans(char const* name, int least, int values) {
  form f{least, {in("first"), until("last"), out("out").or_input(), value("f"), value("init"), value("op")}};
  f.size = 3 + values;
  return {name, {f}};
}
constexpr contract contract_of(inclusive_scan_fn*) { return scans("inclusive_scan", 3, 2); }
constexpr contract contract_of(exclusive_scan_fn*) { return scans("exclusive_scan", 3, 2); }
constexpr contract contract_of(transform_inclusive_scan_fn*) { return scans("transform_inclusive_scan", 5, 3); }
constexpr contract contract_of(transform_exclusive_scan_fn*) { return scans("transform_exclusive_scan", 6, 3); }
constexpr contract scans_by_key(char const* name) {
  return {name,
          {{4,
            {in("keys_first"), until("keys_last"), also("values"), out("out").or_input(), value("init"),
             value("equal"), value("op")}}}};
}
constexpr contract contract_of(inclusive_scan_by_key_fn*) { return scans_by_key("inclusive_scan_by_key"); }
constexpr contract contract_of(exclusive_scan_by_key_fn*) { return scans_by_key("exclusive_scan_by_key"); }

constexpr contract contract_of(segmented_reduce_fn*) {
  return {"segmented_reduce",
          {{4, {in("first"), until("last"), segments(), out("out", per_segment), value("init"), value("op")}}}};
}
constexpr contract scans_segments(char const* name) {
  return {name,
          {{4, {in("first"), until("last"), segments(), out("out").or_input(), value("init"), value("op")}}}};
}
constexpr contract contract_of(segmented_inclusive_scan_fn*) { return scans_segments("segmented_inclusive_scan"); }
constexpr contract contract_of(segmented_exclusive_scan_fn*) { return scans_segments("segmented_exclusive_scan"); }
constexpr contract contract_of(segmented_sort_fn*) {
  return {"segmented_sort", {{3, {inout("first"), until("last"), segments(), order(), projection()}}}};
}
constexpr contract contract_of(segmented_sort_by_key_fn*) {
  return {
      "segmented_sort_by_key",
      {{4, {inout("keys_first"), until("keys_last"), also_inout("values"), segments(), order(), projection()}}}};
}
constexpr contract extrema_of_segments(char const* name) {
  return {name, {{4, {in("first"), until("last"), segments(), out("out", per_segment), order()}}}};
}
constexpr contract contract_of(segmented_argmin_fn*) { return extrema_of_segments("segmented_argmin"); }
constexpr contract contract_of(segmented_argmax_fn*) { return extrema_of_segments("segmented_argmax"); }

constexpr contract contract_of(histogram_fn*) {
  return {"histogram",
          {{5,
            {in("first"), until("last"), out_from("bins_first"), until("bins_last"),
             also("bounds", range_2 | one).is_ascending()}}}};
}
constexpr contract contract_of(histogram_even_fn*) {
  return {"histogram_even",
          {{6,
            {in("first"), until("last"), out_from("bins_first"), until("bins_last"), other("lower", role::lower),
             value("upper")}}}};
}
constexpr contract contract_of(histogram_by_key_fn*) {
  return {
      "histogram_by_key",
      {{5, {in("keys_first"), until("keys_last"), also("values"), out_from("bins_first"), until("bins_last")}}}};
}

}  // namespace detail::contracts
}  // namespace thrum
