// What a call has made, as a line of text that run.py compares among the contenders of a row.
#pragma once

#include "types.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// How the elements of a workspace are compared.
enum class comparison {
  exact,   // bit by bit
  sorted,  // the keys bit by bit, and the elements as a set: equal keys may be in any order
  keys,    // the keys alone
  sets,    // as two sets: what is before the returned iterator, and what is behind it
  sums     // sums of floating-point numbers, which are rounded in any order; other types bit by bit
};

template <class T>
auto key_of(T const& x) {
  if constexpr (std::is_same_v<T, record>) return x.key;
  else return x;
}

template <class T>
std::uint64_t word_of(T const& x) {
  if constexpr (std::is_same_v<T, record>) {
    return random_word(static_cast<std::uint64_t>(x.payload), static_cast<std::uint64_t>(x.key));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return std::hash<std::string>{}(x);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(x + T(0));  // -0 is 0
  } else {
    return static_cast<std::uint64_t>(x);
  }
}

class outcome {
 public:
  template <class Range, class Map = std::identity>
  void in_order(Range const& range, Map map = {}) {
    for (auto const& x : range) add(word_of(map(x)));
    add(std::ranges::size(range));
  }
  template <class Range>
  void keys_in_order(Range const& range) {
    in_order(range, [](auto const& x) { return key_of(x); });
  }
  template <class Range, class Map = std::identity>
  void as_set(Range const& range, Map map = {}) {
    std::uint64_t all = 0;
    for (auto const& x : range) all += random_word(3, word_of(map(x)));
    add(all);
    add(std::ranges::size(range));
  }
  /// The sums of the elements, once weighted by their places.
  template <class Range>
  void rounded(Range const& range) {
    if constexpr (std::is_floating_point_v<std::ranges::range_value_t<Range>>) {
      std::uint64_t i = 0;
      for (double const x : range) rounded(x, static_cast<double>(random_word(7, i++) >> 40) * 0x1p-24);
      add(i);
    } else {
      in_order(range);
    }
  }
  template <class Range>
  void compare(Range const& range, comparison how) {
    if (how == comparison::exact) in_order(range);
    if (how == comparison::sums) rounded(range);
    if (how == comparison::sets || how == comparison::sorted) as_set(range);
    if (how == comparison::keys || how == comparison::sorted) keys_in_order(range);
  }

  void result(std::uint64_t word) {
    returned_ = random_word(1, returned_ ^ word);
    returns_ = true;
  }
  void result_of_sum(double sum) { rounded(sum, 1); }

  /// "memory result sum weighted-sum magnitude"; the result is - if the call returns none.
  std::string text() const {
    char result[20] = "-", line[160];
    if (returns_) std::snprintf(result, sizeof result, "%llx", static_cast<unsigned long long>(returned_));
    std::snprintf(line, sizeof line, "%016llx %s %.17g %.17g %.17g", static_cast<unsigned long long>(memory_),
                  result, sum_, weighted_, magnitude_);
    return line;
  }

 private:
  void add(std::uint64_t word) { memory_ = (memory_ ^ word) * 0x9e3779b97f4a7c15u, memory_ ^= memory_ >> 29; }
  void rounded(double x, double weight) {
    sum_ += x;
    weighted_ += weight * x;
    magnitude_ += std::abs(x);
  }

  std::uint64_t memory_ = 1, returned_ = 1;
  bool returns_ = false;
  double sum_ = 0, weighted_ = 0, magnitude_ = 0;
};

/// Calls f for each vector of a workspace that a call may read or write, by its usual names.
template <class Data, class F>
void for_vectors(Data& data, F f) {
  if constexpr (requires { data.in; }) f(data.in);
  if constexpr (requires { data.out; }) f(data.out);
  if constexpr (requires { data.rejected; }) f(data.rejected);
  if constexpr (requires { data.numbers.in; }) f(data.numbers.in);
  if constexpr (requires { data.elements; }) f(data.elements);
  if constexpr (requires { data.keys; }) f(data.keys);
  if constexpr (requires { data.values; }) f(data.values);
  if constexpr (requires { data.counts; }) f(data.counts);
  if constexpr (requires { data.keys_out; }) f(data.keys_out);
  if constexpr (requires { data.values_out; }) f(data.values_out);
}

/// Takes down what a call has returned, and the addresses where the returned iterators point to.
template <class Data, class Result>
void take_result(Data& data, Result const& result, comparison how, outcome& all, std::vector<void const*>& ends) {
  if constexpr (std::is_floating_point_v<Result>) {
    if (how == comparison::sums) all.result_of_sum(static_cast<double>(result));
    else all.result(word_of(result));
  } else if constexpr (std::is_integral_v<Result>) {
    all.result(static_cast<std::uint64_t>(result));
  } else if constexpr (std::contiguous_iterator<Result>) {
    auto const* const end = std::to_address(result);
    for_vectors(data, [&](auto const& v) {
      using T = std::iter_value_t<Result>;
      if constexpr (std::is_same_v<typename std::remove_cvref_t<decltype(v)>::value_type, T>) {
        if (std::less_equal<>{}(v.data(), end) && std::less_equal<>{}(end, v.data() + v.size())) {
          bool const by_key = how == comparison::keys && end != v.data() + v.size();
          all.result(by_key ? word_of(key_of(*end)) : static_cast<std::uint64_t>(end - v.data()));
          ends.push_back(end);
        }
      }
    });
  } else if constexpr (requires {
                         result.first;
                         result.second;
                       }) {
    take_result(data, result.first, how, all, ends);
    take_result(data, result.second, how, all, ends);
  }
}

/// A workspace whose results are not in vectors of the usual names, or not compared alike, has a
/// member results(outcome&). Of a vector to which a returned iterator points only what is before
/// the iterator counts.
template <class Data>
void take_memory(Data& data, comparison how, outcome& all, std::vector<void const*> const& ends) {
  if constexpr (requires { data.results(all); }) {
    data.results(all);
  } else {
    for_vectors(data, [&](auto const& v) {
      std::span const whole(v);
      std::size_t count = v.size();
      if (how != comparison::keys) {
        for (void const* const end : ends) {
          if (std::less_equal<void const*>{}(v.data(), end) &&
              std::less_equal<void const*>{}(end, v.data() + count)) {
            count = static_cast<std::size_t>(static_cast<decltype(v.data())>(end) - v.data());
          }
        }
      }
      all.compare(whole.first(count), how);
      if (how == comparison::sets) all.as_set(whole.subspan(count));
    });
  }
}
