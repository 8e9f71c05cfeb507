// What an algorithm asks of its arguments, as data that checked mode reads
// (detail/checked/arguments.h). Each algorithm states its contract in a static member function,
// with the name and the arguments of each form of a call:
//
//   static constexpr detail::contract contract() {
//     using namespace detail::contracts;
//     return {"transform",
//             {in("first"), until("last"), out("out").or_input(), value("f")},
//             {in("first1"), until("last1"), also("first2"), out("out").or_input(), value("f")}};
//   }
//
// Only checked mode calls these functions. All algorithms include this header: it includes little.
#pragma once

#include <cstddef>
#include <initializer_list>

namespace thrum::detail {
namespace contracts {

/// What an argument is. A range goes from `first` to `last`, or from `first` on for `count`
/// elements.
enum class role : unsigned char {
  value,        // a functor, a number: nothing is checked
  first,        // a range begins here
  middle,       // an iterator into the range
  last,         // the range ends here
  count,        // the number of elements of the range; a negative number means 0
  most,         // the most results that are wanted
  along,        // `length` elements begin here
  up_to,        // an output of at most `length` elements; the call finds out how many
  result,       // `along`; the number of elements that the outputs get is put there
  target,       // the elements that a map names begin here
  map,          // `along`, or `first` of a range: indices into the target
  stencil,      // `along`: says which elements of the map are used
  predicate,    // a functor that tests the elements of the stencil
  segments,     // the cut of the first range into segments
  order,        // compares elements of the ranges that `length` names
  projection,   // what `order` compares of the elements
  partitioner,  // divides the first range
  key,          // is looked up in the first range
  lower         // is less than the next argument
};

/// The numbers that add up to a length: the lengths of the ranges in their order, the number of
/// segments, one, least(most, range 1), and two. With unknown_length nobody knows the length before
/// the call.
enum length_of_argument : unsigned char {
  range_1 = 1,
  range_2 = 2,
  both = 3,
  per_segment = 4,
  one = 8,
  at_most = 16,
  two = 32,
  unknown_length = 64
};

struct argument {
  char const* name = "";
  role is = role::value;
  unsigned char length = 0;
  bool reads = false;
  bool writes = false;
  bool sorted = false;        // by the order of the call
  bool ascending = false;     // by <
  bool rest = false;          // gets the elements of the first range that another output does not get
  bool may_be_input = false;  // may be the very range of another argument; other overlaps with it are errors
  bool optional = false;      // a call may leave out the argument, and those after it

  /// The same argument with one more property.
  constexpr argument is_sorted() const { return with(&argument::sorted); }
  constexpr argument is_ascending() const { return with(&argument::ascending); }
  constexpr argument or_input() const { return with(&argument::may_be_input); }
  constexpr argument gets_rest() const { return with(&argument::rest); }
  constexpr argument may_be_left_out() const { return with(&argument::optional); }
  constexpr argument as(role r) const {
    argument a = *this;
    a.is = r;
    return a;
  }

 private:
  constexpr argument with(bool argument::*flag) const {
    argument a = *this;
    a.*flag = true;
    return a;
  }
};

// Functions that make arguments. Orders and projections are optional.
constexpr argument value(char const* name) { return {name}; }
constexpr argument other(char const* name, role is) { return {name, is}; }
constexpr argument optional(argument const& a) { return a.may_be_left_out(); }
constexpr argument optional(char const* name) { return contracts::optional(value(name)); }
constexpr argument in(char const* name) { return {name, role::first, 0, true}; }
constexpr argument inout(char const* name) { return {name, role::first, 0, true, true}; }
constexpr argument out_from(char const* name) { return {name, role::first, 0, false, true}; }
constexpr argument until(char const* name) { return {name, role::last}; }
constexpr argument length(char const* name) { return {name, role::count}; }
constexpr argument also(char const* name, unsigned char length = range_1) {
  return {name, role::along, length, true};
}
constexpr argument also_inout(char const* name) { return {name, role::along, range_1, true, true}; }
constexpr argument out(char const* name, unsigned char length = range_1) {
  return {name, role::along, length, false, true};
}
constexpr argument up_to(char const* name, unsigned char length = range_1) {
  return {name, role::up_to, length, false, true};
}
constexpr argument order(char const* name = "less", unsigned char ranges = range_1) {
  return contracts::optional({name, role::order, ranges});
}
constexpr argument projection() { return contracts::optional(other("projection", role::projection)); }
constexpr argument segments() { return {"segments", role::segments, 0, true}; }

/// The arguments of one form of a call.
struct form {
  static constexpr int most = 11;
  int size = 0;
  argument arguments[most]{};

  constexpr form() = default;
  constexpr form(std::initializer_list<argument> list) : size(static_cast<int>(list.size())) {
    int i = 0;
    for (argument const& a : list) arguments[i++] = a;
  }
  constexpr bool takes(int n) const { return n <= size && (n == size || arguments[n].optional); }
};

struct contract {
  char const* name;
  form forms[3];
  unsigned char results = one;  // how many numbers the form _into of the algorithm stores
  char const* prefix = "";      // before the name
  char const* suffix = "";      // after the name

  constexpr contract(char const* algorithm, form const& a, form const& b = {}, form const& c = {})
      : name(algorithm), forms{a, b, c} {}
};

}  // namespace contracts
using contracts::contract;
}  // namespace thrum::detail
