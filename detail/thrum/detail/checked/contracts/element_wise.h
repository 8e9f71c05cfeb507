// Contracts of element-wise algorithms, of rearrangements, and of algorithms that make objects in
// raw memory.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum {

struct for_each_fn;
struct for_each_n_fn;
struct transform_fn;
struct transform_if_fn;
struct fill_fn;
struct fill_n_fn;
struct generate_fn;
struct generate_n_fn;
struct tabulate_fn;
struct sequence_fn;
struct copy_fn;
struct copy_n_fn;
struct move_fn;
struct swap_ranges_fn;
struct gather_fn;
struct gather_if_fn;
struct scatter_fn;
struct scatter_if_fn;
struct replace_fn;
struct replace_if_fn;
struct replace_copy_fn;
struct replace_copy_if_fn;
struct adjacent_difference_fn;
struct reverse_fn;
struct reverse_copy_fn;
struct rotate_fn;
struct rotate_copy_fn;
struct shift_left_fn;
struct shift_right_fn;
struct shuffle_fn;
struct shuffle_copy_fn;
struct uninitialized_copy_fn;
struct uninitialized_copy_n_fn;
struct uninitialized_move_fn;
struct uninitialized_move_n_fn;
struct uninitialized_fill_fn;
struct uninitialized_fill_n_fn;
struct uninitialized_value_construct_fn;
struct uninitialized_value_construct_n_fn;
struct uninitialized_default_construct_fn;
struct uninitialized_default_construct_n_fn;
struct destroy_fn;
struct destroy_n_fn;
namespace random {
struct generate_fn;
}

namespace detail::contracts {

// Contracts of algorithms that write a range and take further arguments after it; and of algorithms
// that copy a range.
constexpr contract writes_range(char const* name, int least, int values) {
  if (values == 0) return {name, {{2, {out_from("first"), until("last")}}}};
  return {name, {{2 + least, {out_from("first"), until("last"), value("value"), value("value")}}}};
}
constexpr contract writes_n(char const* name, int values) {
  if (values == 0) return {name, {{2, {out_from("first"), count("n")}}}};
  return {name, {{3, {out_from("first"), count("n"), value("value")}}}};
}
constexpr contract updates_range(char const* name, int values) {
  if (values == 0) return {name, {{2, {inout("first"), until("last")}}}};
  return {name, {{2 + values, {inout("first"), until("last"), value("value"), value("value")}}}};
}
constexpr contract copies_range(char const* name) {
  return {name, {{3, {in("first"), until("last"), out("out")}}}};
}
constexpr contract copies_n(char const* name) { return {name, {{3, {in("first"), count("n"), out("out")}}}}; }

constexpr contract contract_of(for_each_fn*) { return updates_range("for_each", 1); }
constexpr contract contract_of(for_each_n_fn*) {
  return {"for_each_n", {{3, {inout("first"), count("n"), value("f")}}}};
}
constexpr contract contract_of(transform_fn*) {
  return {"transform",
          {{4, {in("first"), until("last"), out("out").or_input(), value("f")}},
           {5, {in("first1"), until("last1"), also("first2"), out("out").or_input(), value("f")}}}};
}
constexpr contract contract_of(transform_if_fn*) {
  return {"transform_if",
          {{5, {in("first"), until("last"), out("out").or_input(), value("f"), value("pred")}},
           {6, {in("first"), until("last"), also("stencil"), out("out").or_input(), value("f"), value("pred")}},
           {7,
            {in("first1"), until("last1"), also("first2"), also("stencil"), out("out").or_input(), value("f"),
             value("pred")}}}};
}
constexpr contract contract_of(fill_fn*) { return writes_range("fill", 1, 1); }
constexpr contract contract_of(fill_n_fn*) { return writes_n("fill_n", 1); }
constexpr contract contract_of(generate_fn*) { return writes_range("generate", 1, 1); }
constexpr contract contract_of(generate_n_fn*) { return writes_n("generate_n", 1); }
constexpr contract contract_of(tabulate_fn*) { return writes_range("tabulate", 1, 1); }
constexpr contract contract_of(sequence_fn*) { return writes_range("sequence", 0, 2); }
constexpr contract contract_of(random::generate_fn*) { return writes_range("random::generate", 2, 2); }
constexpr contract contract_of(copy_fn*) { return copies_range("copy"); }
constexpr contract contract_of(copy_n_fn*) { return copies_n("copy_n"); }
constexpr contract contract_of(move_fn*) { return copies_range("move"); }
constexpr contract contract_of(swap_ranges_fn*) {
  return {"swap_ranges", {{3, {inout("first1"), until("last1"), also_inout("first2")}}}};
}
constexpr contract contract_of(gather_fn*) {
  return {"gather",
          {{4, {in("map_first").as(role::map), until("map_last"), also("first").as(role::target), out("out")}}}};
}
constexpr contract contract_of(gather_if_fn*) {
  return {"gather_if",
          {{5,
            {in("map_first").as(role::map), until("map_last"), also("stencil").as(role::stencil),
             also("first").as(role::target), out("out"), other("pred", role::predicate)}}}};
}
constexpr contract contract_of(scatter_fn*) {
  return {"scatter", {{4, {in("first"), until("last"), also("map").as(role::map), out("out").as(role::target)}}}};
}
constexpr contract contract_of(scatter_if_fn*) {
  return {"scatter_if",
          {{5,
            {in("first"), until("last"), also("map").as(role::map), also("stencil").as(role::stencil),
             out("out").as(role::target), other("pred", role::predicate)}}}};
}
constexpr contract contract_of(replace_fn*) { return updates_range("replace", 2); }
constexpr contract contract_of(replace_if_fn*) {
  return {"replace_if",
          {{4, {inout("first"), until("last"), value("pred"), value("value")}},
           {5, {inout("first"), until("last"), also("stencil").or_input(), value("pred"), value("value")}}}};
}
constexpr contract contract_of(replace_copy_fn*) {
  return {"replace_copy",
          {{5, {in("first"), until("last"), out("out").or_input(), value("old_value"), value("new_value")}}}};
}
constexpr contract contract_of(replace_copy_if_fn*) {
  return {
      "replace_copy_if",
      {{5, {in("first"), until("last"), out("out").or_input(), value("pred"), value("value")}},
       {6, {in("first"), until("last"), also("stencil"), out("out").or_input(), value("pred"), value("value")}}}};
}

constexpr contract contract_of(adjacent_difference_fn*) {
  return {"adjacent_difference", {{3, {in("first"), until("last"), out("out").or_input(), value("op")}}}};
}
constexpr contract contract_of(reverse_fn*) { return updates_range("reverse", 0); }
constexpr contract contract_of(reverse_copy_fn*) { return copies_range("reverse_copy"); }
constexpr contract contract_of(rotate_fn*) {
  return {"rotate", {{3, {inout("first"), other("middle", role::middle), until("last")}}}};
}
constexpr contract contract_of(rotate_copy_fn*) {
  return {"rotate_copy", {{4, {in("first"), other("middle", role::middle), until("last"), out("out")}}}};
}
constexpr contract contract_of(shift_left_fn*) { return updates_range("shift_left", 1); }
constexpr contract contract_of(shift_right_fn*) { return updates_range("shift_right", 1); }
constexpr contract contract_of(shuffle_fn*) { return updates_range("shuffle", 1); }
constexpr contract contract_of(shuffle_copy_fn*) {
  return {"shuffle_copy", {{4, {in("first"), until("last"), out("out"), value("g")}}}};
}

constexpr contract contract_of(uninitialized_copy_fn*) { return copies_range("uninitialized_copy"); }
constexpr contract contract_of(uninitialized_copy_n_fn*) { return copies_n("uninitialized_copy_n"); }
constexpr contract contract_of(uninitialized_move_fn*) { return copies_range("uninitialized_move"); }
constexpr contract contract_of(uninitialized_move_n_fn*) { return copies_n("uninitialized_move_n"); }
constexpr contract contract_of(uninitialized_fill_fn*) { return writes_range("uninitialized_fill", 1, 1); }
constexpr contract contract_of(uninitialized_fill_n_fn*) { return writes_n("uninitialized_fill_n", 1); }
constexpr contract contract_of(uninitialized_value_construct_fn*) {
  return writes_range("uninitialized_value_construct", 0, 0);
}
constexpr contract contract_of(uninitialized_value_construct_n_fn*) {
  return writes_n("uninitialized_value_construct_n", 0);
}
constexpr contract contract_of(uninitialized_default_construct_fn*) {
  return writes_range("uninitialized_default_construct", 0, 0);
}
constexpr contract contract_of(uninitialized_default_construct_n_fn*) {
  return writes_n("uninitialized_default_construct_n", 0);
}
constexpr contract contract_of(destroy_fn*) { return updates_range("destroy", 0); }
constexpr contract contract_of(destroy_n_fn*) { return {"destroy_n", {{2, {inout("first"), count("n")}}}}; }

}  // namespace detail::contracts
}  // namespace thrum
