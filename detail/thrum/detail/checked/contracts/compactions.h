// Contracts of compactions, partitions and runs.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum {

struct copy_if_fn;
struct remove_fn;
struct remove_if_fn;
struct remove_copy_fn;
struct remove_copy_if_fn;
struct unique_fn;
struct unique_copy_fn;
struct unique_by_key_fn;
struct unique_by_key_copy_fn;
struct unique_count_fn;
struct partition_fn;
struct partition_copy_fn;
struct is_partitioned_fn;
struct partition_point_fn;
struct run_length_encode_fn;
struct run_length_decode_fn;

namespace detail::contracts {

constexpr contract selects(char const* name) {
  return {name,
          {{4, {in("first"), until("last"), up_to("out"), value("pred")}},
           {5, {in("first"), until("last"), also("stencil"), up_to("out"), value("pred")}}}};
}
constexpr contract selects_in_place(char const* name) {
  return {name,
          {{3, {inout("first"), until("last"), value("pred")}},
           {4, {inout("first"), until("last"), also("stencil"), value("pred")}}}};
}

constexpr contract contract_of(copy_if_fn*) { return selects("copy_if"); }
constexpr contract contract_of(remove_fn*) {
  return {"remove", {{3, {inout("first"), until("last"), value("value")}}}};
}
constexpr contract contract_of(remove_if_fn*) { return selects_in_place("remove_if"); }
constexpr contract contract_of(remove_copy_fn*) {
  return {"remove_copy", {{4, {in("first"), until("last"), up_to("out"), value("value")}}}};
}
constexpr contract contract_of(remove_copy_if_fn*) { return selects("remove_copy_if"); }
constexpr contract contract_of(unique_fn*) {
  return {"unique", {{2, {inout("first"), until("last"), value("equal")}}}};
}
constexpr contract contract_of(unique_copy_fn*) {
  return {"unique_copy", {{3, {in("first"), until("last"), up_to("out"), value("equal")}}}};
}
constexpr contract contract_of(unique_by_key_fn*) {
  return {"unique_by_key", {{3, {inout("keys_first"), until("keys_last"), also_inout("values"), value("equal")}}}};
}
constexpr contract contract_of(unique_by_key_copy_fn*) {
  return {"unique_by_key_copy",
          {{5,
            {in("keys_first"), until("keys_last"), also("values"), up_to("keys_out"), up_to("values_out"),
             value("equal")}}}};
}
constexpr contract contract_of(unique_count_fn*) {
  return {"unique_count", {{2, {in("first"), until("last"), value("equal")}}}};
}
constexpr contract contract_of(partition_fn*) { return selects_in_place("partition"); }
constexpr contract contract_of(partition_copy_fn*) {
  return {"partition_copy",
          {{5, {in("first"), until("last"), up_to("out_true"), up_to("out_false").gets_rest(), value("pred")}},
           {6,
            {in("first"), until("last"), also("stencil"), up_to("out_true"), up_to("out_false").gets_rest(),
             value("pred")}}}};
}
constexpr contract contract_of(is_partitioned_fn*) {
  return {"is_partitioned", {{3, {in("first"), until("last"), value("pred")}}}};
}
constexpr contract contract_of(partition_point_fn*) {
  return {"partition_point", {{3, {in("first"), until("last"), other("pred", role::partitioner)}}}};
}
constexpr contract contract_of(run_length_encode_fn*) {
  return {"run_length_encode",
          {{4, {in("first"), until("last"), up_to("values_out"), up_to("counts_out"), value("equal")}}}};
}
constexpr contract contract_of(run_length_decode_fn*) {
  return {"run_length_decode",
          {{4, {in("values_first"), until("values_last"), also("counts_first"), up_to("out", unknown_length)}}}};
}

}  // namespace detail::contracts
}  // namespace thrum
