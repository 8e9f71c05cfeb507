// What an algorithm asks of its arguments, as data: checked mode reads it (detail/checked/arguments.h). One function
// contract_of for each algorithm, in the files of the families.
#pragma once

#include <cstddef>
#include <initializer_list>

namespace thrum::detail::contracts {

/// What an argument is. A range is from `first` to `last`, or `first` and as many as `count` says.
enum class role : unsigned char {
  value,        // a functor, a number: nothing is checked
  first,        // here a range begins
  middle,       // a place in it
  last,         // it ends
  count,        // its number of elements; a negative one is 0
  most,         // at most so many results
  along,        // as many elements as `length` says begin here
  up_to,        // an output of at most so many, which the call finds out
  result,       // `along`, and how many elements the outputs get is put there
  target,       // elements that a map names are from here on
  map,          // `along`, or `first` of a range: indices into the target
  stencil,      // `along`: says which elements of the map are used
  predicate,    // by this functor
  segments,     // how the first range is cut
  order,        // compares elements of the ranges that `length` names
  projection,   // what of them it compares
  partitioner,  // divides the first range
  key,          // is looked up in the first range
  lower         // is less than the next argument
};

/// Which numbers add up to a length: those of the ranges in their order, of the segments, one, least(most, range 1), and two;
/// or nobody knows it beforehand.
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
  bool rest = false;          // what another output does not get of the first range
  bool may_be_input = false;  // the very range of another argument, where overlapping it otherwise is an error

  /// The same argument, and ...
  constexpr argument is_sorted() const { return with(&argument::sorted); }
  constexpr argument is_ascending() const { return with(&argument::ascending); }
  constexpr argument or_input() const { return with(&argument::may_be_input); }
  constexpr argument gets_rest() const { return with(&argument::rest); }
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

// How arguments are written down.
constexpr argument value(char const* name) { return {name}; }
constexpr argument other(char const* name, role is) { return {name, is}; }
constexpr argument in(char const* name) { return {name, role::first, 0, true}; }
constexpr argument inout(char const* name) { return {name, role::first, 0, true, true}; }
constexpr argument out_from(char const* name) { return {name, role::first, 0, false, true}; }
constexpr argument until(char const* name) { return {name, role::last}; }
constexpr argument count(char const* name) { return {name, role::count}; }
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
  return {name, role::order, ranges};
}
constexpr argument projection() { return other("projection", role::projection); }
constexpr argument segments() { return {"segments", role::segments, 0, true}; }

/// The arguments of one form of a call: at least `least` of them are given.
struct form {
  static constexpr int most = 11;
  int least = 0;
  int size = 0;
  argument arguments[most]{};

  constexpr form() = default;
  constexpr form(int least_given, std::initializer_list<argument> list)
      : least(least_given), size(static_cast<int>(list.size())) {
    int i = 0;
    for (argument const& a : list) arguments[i++] = a;
  }
  constexpr bool takes(int n) const { return least <= n && n <= size; }
};

struct contract {
  char const* name = nullptr;
  form forms[3]{};
};

}  // namespace thrum::detail::contracts
