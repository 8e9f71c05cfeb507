// Contracts of the algorithms that put their result into memory: the contracts of the algorithms
// without _into, and the result.
#pragma once

#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/contracts/compactions.h>
#include <thrum/detail/checked/contracts/reductions.h>
#include <thrum/detail/checked/contracts/searches.h>

namespace thrum {

struct transform_reduce_into_fn;
struct inner_product_into_fn;
struct count_into_fn;
struct count_if_into_fn;
struct min_element_into_fn;
struct max_element_into_fn;
struct minmax_element_into_fn;
struct find_into_fn;
struct find_if_into_fn;
struct find_if_not_into_fn;
struct copy_if_into_fn;
struct remove_into_fn;
struct remove_if_into_fn;
struct remove_copy_into_fn;
struct remove_copy_if_into_fn;
struct unique_into_fn;
struct unique_copy_into_fn;
struct unique_count_into_fn;
struct partition_into_fn;
struct partition_copy_into_fn;
struct reduce_by_key_into_fn;
struct run_length_encode_into_fn;

namespace detail {

template <class Search, bool IsEnd>
struct answer_into_fn;

}  // namespace detail

namespace detail::contracts {

/// Returns the contract of Algorithm with a result of `elements` elements as the argument after the
/// first range.
template <class Algorithm>
constexpr contract with_result(char const* name, unsigned char elements = one) {
  contract c = contract_of(static_cast<Algorithm*>(nullptr));
  c.name = name;
  for (form& f : c.forms) {
    if (f.size == 0) continue;
    for (int i = f.size; i > 2; --i) f.arguments[i] = f.arguments[i - 1];
    f.arguments[2] = out("result", elements).as(role::result);
    ++f.size;
    ++f.least;
  }
  return c;
}

constexpr contract contract_of(transform_reduce_into_fn*) {
  return with_result<transform_reduce_fn>("transform_reduce_into");
}
constexpr contract contract_of(inner_product_into_fn*) {
  return with_result<inner_product_fn>("inner_product_into");
}
constexpr contract contract_of(count_into_fn*) { return with_result<count_fn>("count_into"); }
constexpr contract contract_of(count_if_into_fn*) { return with_result<count_if_fn>("count_if_into"); }
constexpr contract contract_of(min_element_into_fn*) { return with_result<min_element_fn>("min_element_into"); }
constexpr contract contract_of(max_element_into_fn*) { return with_result<max_element_fn>("max_element_into"); }
constexpr contract contract_of(minmax_element_into_fn*) {
  return with_result<minmax_element_fn>("minmax_element_into", two);
}
constexpr contract contract_of(find_into_fn*) { return with_result<find_fn>("find_into"); }
constexpr contract contract_of(find_if_into_fn*) { return with_result<find_if_fn>("find_if_into"); }
constexpr contract contract_of(find_if_not_into_fn*) { return with_result<find_if_not_fn>("find_if_not_into"); }
constexpr contract contract_of(answer_into_fn<find_if_not_into_fn, true>*) {
  return with_result<all_of_fn>("all_of_into");
}
constexpr contract contract_of(answer_into_fn<find_if_into_fn, false>*) {
  return with_result<any_of_fn>("any_of_into");
}
constexpr contract contract_of(answer_into_fn<find_if_into_fn, true>*) {
  return with_result<none_of_fn>("none_of_into");
}
constexpr contract contract_of(copy_if_into_fn*) { return with_result<copy_if_fn>("copy_if_into"); }
constexpr contract contract_of(remove_into_fn*) { return with_result<remove_fn>("remove_into"); }
constexpr contract contract_of(remove_if_into_fn*) { return with_result<remove_if_fn>("remove_if_into"); }
constexpr contract contract_of(remove_copy_into_fn*) { return with_result<remove_copy_fn>("remove_copy_into"); }
constexpr contract contract_of(remove_copy_if_into_fn*) {
  return with_result<remove_copy_if_fn>("remove_copy_if_into");
}
constexpr contract contract_of(unique_into_fn*) { return with_result<unique_fn>("unique_into"); }
constexpr contract contract_of(unique_copy_into_fn*) { return with_result<unique_copy_fn>("unique_copy_into"); }
constexpr contract contract_of(unique_count_into_fn*) { return with_result<unique_count_fn>("unique_count_into"); }
constexpr contract contract_of(partition_into_fn*) { return with_result<partition_fn>("partition_into"); }
constexpr contract contract_of(partition_copy_into_fn*) {
  return with_result<partition_copy_fn>("partition_copy_into");
}
constexpr contract contract_of(reduce_by_key_into_fn*) {
  return with_result<reduce_by_key_fn>("reduce_by_key_into");
}
constexpr contract contract_of(run_length_encode_into_fn*) {
  return with_result<run_length_encode_fn>("run_length_encode_into");
}

}  // namespace detail::contracts
}  // namespace thrum
