// Random cases for algorithms of thrum::ranges: elements with projections, outputs of some length,
// and calls in each form and with each policy, beside std::ranges.
#pragma once

#include <thrum/execution_policy.h>
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include "../range_cases.h"
#include "choices.h"

namespace range_calls {

using range_cases::less_than;
using range_cases::numbered;

/// Indices, and lengths: of what a result says.
using figures = std::vector<std::ptrdiff_t>;

/// A projection of numbers, another in each case.
struct times {
  int factor;
  int operator()(int x) const { return factor * x; }
};
inline times some_times(choices& c) {
  constexpr std::array factors{1, -1, 2};
  times const f{factors[static_cast<std::size_t>(c.below(std::ssize(factors)))]};
  c.note("times", f.factor);
  return f;
}

/// Says whether numbers are the same but for their last bits.
struct alike {
  int bits;
  bool operator()(int x, int y) const { return x >> bits == y >> bits; }
};
inline alike some_alike(choices& c) { return {static_cast<int>(c.below(3))}; }
/// An order that begins with the greatest, for which such numbers are equal.
struct falls {
  int bits;
  bool operator()(int x, int y) const { return x >> bits > y >> bits; }
};
inline less_than some_bound(choices& c) { return {static_cast<int>(c.between(-101, 101))}; }
inline int some_number(choices& c) { return static_cast<int>(c.between(-100, 100)); }

/// Multiplies numbers 2 x + 1, modulo 2^32, by their x: associative, commutative, and none is lost.
struct multiplied {
  int operator()(int x, int y) const {
    give_way();
    auto const a = static_cast<std::uint32_t>(x), b = static_cast<std::uint32_t>(y);
    return static_cast<int>(a + b + 2 * a * b);
  }
};
/// Composes maps x -> a x + b, modulo 2^16; of an int a is the upper half, and taken as odd, and b
/// the lower half: associative, not commutative, and no map is lost.
struct composed {
  int operator()(int f, int g) const {
    give_way();
    auto const first = static_cast<std::uint32_t>(f), second = static_cast<std::uint32_t>(g);
    std::uint32_t const a1 = first >> 16 | 1U, a2 = second >> 16 | 1U;
    return static_cast<int>((a1 * a2) << 16 | ((a2 * (first & 0xffffU) + second) & 0xffffU));
  }
};

/// More elements than two tiles of a sum have.
inline constexpr std::ptrdiff_t several_tiles = 40'000;
/// A size of some thousands at most.
inline std::ptrdiff_t some_size(choices& c, std::ptrdiff_t most = 10'000) { return c.size() % most; }
/// The length of an output for n results: often shorter.
inline std::ptrdiff_t some_room(choices& c, std::ptrdiff_t n) {
  std::ptrdiff_t const room = c.chance(3) ? n : c.below(n + n / 4 + 3);
  c.note("room", room);
  return room;
}
/// The length of a range beside one of n elements, often another one.
inline std::ptrdiff_t some_length(choices& c, std::ptrdiff_t n) { return c.chance(2) ? n : some_room(c, n); }
inline std::ptrdiff_t common_size(auto const& keys, auto const& values) {
  return std::min(std::ssize(keys), std::ssize(values));
}

/// Stands for a value that, in most cases, an element has.
struct value_of_one {};
template <class What, class T, class P>
auto chosen(choices& c, What const& what, std::vector<T> const& v, P const& projection) {
  if constexpr (!std::is_same_v<What, value_of_one>) return what;
  else if (v.empty() || c.chance(4)) return some_bound(c).bound;
  else return static_cast<int>(std::invoke(projection, v[static_cast<std::size_t>(c.below(std::ssize(v)))]));
}

template <class T>
std::vector<T> some_elements(choices& c, std::ptrdiff_t n) {
  auto const keys = c.small_numbers<int>(n);
  if constexpr (std::is_same_v<T, int>) return keys;
  else {
    std::vector<T> v;
    for (int const key : keys) v.push_back({key, static_cast<int>(v.size())});
    return v;
  }
}
template <class T>
T some_element(choices& c) {
  return some_elements<T>(c, 1).front();
}

/// What a projection makes of elements.
template <class T, class P>
std::vector<int> projected(std::vector<T> const& v, P const& projection) {
  std::vector<int> numbers;
  for (T const& x : v) numbers.push_back(std::invoke(projection, x));
  return numbers;
}
/// The indices of numbers in their order; those of equal ones as they are.
template <class Less>
figures places_in_order(std::vector<int> const& numbers, Less const& less) {
  figures places(numbers.size());
  std::iota(places.begin(), places.end(), std::ptrdiff_t{0});
  std::ranges::stable_sort(places, less, [&](std::ptrdiff_t i) { return numbers.begin()[i]; });
  return places;
}
template <class T>
std::vector<T> elements_at(figures const& places, std::vector<T> const& v) {
  std::vector<T> elements;
  for (std::ptrdiff_t const i : places) elements.push_back(v.begin()[i]);
  return elements;
}

/// Calls check(tag, projection): of numbers a function, of others a member.
template <class Check>
void with_some_projection(choices& c, Check check) {
  if (c.below(2) == 0) return check(std::type_identity<int>(), some_times(c));
  c.note("projection", "member");
  check(std::type_identity<numbered>(), &numbered::key);
}

/// Calls check(tag, order, projection): numbers are sorted by less by their digits, and by another
/// order by comparisons.
template <class Check>
void with_some_order(choices& c, Check check) {
  auto const less = std::ranges::less();
  if (c.chance(3))
    return check(std::type_identity<numbered>(), falls{static_cast<int>(c.below(3))}, &numbered::key);
  with_some_projection(c, [&](auto tag, auto projection) { check(tag, less, projection); });
}

/// A subrange. (clang before version 16 cannot compile that of the standard.)
template <class I>
struct part {
  I first, last;
  I begin() const { return first; }
  I end() const { return last; }
};
template <class I>
part(I, I) -> part<I>;

/// An element that no result has.
template <class T>
T untouched() {
  if constexpr (std::is_arithmetic_v<T>) return T(12345);
  else return {12345, -1};
}
template <class T>
std::vector<T> output_of(std::ptrdiff_t n) {
  return std::vector<T>(static_cast<std::size_t>(n), untouched<T>());
}

/// What is in an output of `room` elements when a call has written the results that fit.
template <class T>
std::vector<T> in_room(std::vector<T> results, std::ptrdiff_t room) {
  results.resize(static_cast<std::size_t>(std::min(std::ssize(results), room)));
  results.resize(static_cast<std::size_t>(room), untouched<T>());
  return results;
}

/// The rooms of two outputs for n results.
struct two_rooms {
  std::ptrdiff_t first, second, written;
  bool for_all;
  two_rooms(choices& c, std::ptrdiff_t n) : first(some_room(c, n)), second(c.chance(2) ? first : some_room(c, n)) {
    written = std::min({first, second, n});
    for_all = std::min(first, second) >= n;
  }
};
/// What is in two outputs when a call has written the results that fit in both.
template <class T, class U>
struct two_outputs {
  std::vector<T> first;
  std::vector<U> second;
  explicit two_outputs(two_rooms const& rooms)
      : first(output_of<T>(rooms.first)), second(output_of<U>(rooms.second)) {}
  two_outputs(two_rooms const& rooms, std::vector<T> results1, std::vector<U> results2) : two_outputs(rooms) {
    std::copy_n(results1.begin(), rooms.written, first.begin());
    std::copy_n(results2.begin(), rooms.written, second.begin());
  }
  friend bool operator==(two_outputs const&, two_outputs const&) = default;
};
/// The same with the elements at places of two ranges.
template <class T, class U>
two_outputs<T, U> picked(two_rooms const& rooms, figures const& places, std::vector<T> const& v,
                         std::vector<U> const& w) {
  return {rooms, elements_at(places, v), elements_at(places, w)};
}

/// How calls name ranges: as such, by iterators with their ends, or an output by an iterator alone.
enum class form { ranges, iterators, iterators_alone };

/// The last range of a call, which it writes to. An iterator alone stands for it only if it has room
/// for all results. (A further iterator of the same type behind would be its end.)
template <class V>
struct output {
  V& elements;
};
template <class V>
output<V> to(V& v) {
  return {v};
}
template <class V>
inline constexpr bool is_output = false;
template <class V>
inline constexpr bool is_output<output<V>> = true;
template <class V>
concept range_of_call = std::ranges::range<V> && !std::same_as<std::remove_const_t<V>, std::string>;

/// Calls algorithms with a policy or none, in a form.
template <form Form, class... Policy>
struct calls {
  std::tuple<Policy...> policy;

  template <class A, class... Args>
  auto as_given(A const& algorithm, Args&&... args) const {
    if constexpr (sizeof...(Policy) == 0) return algorithm(args...);
    else return algorithm(std::get<0>(policy), args...);
  }
  /// Calls an algorithm of ranges and other arguments.
  template <class A, class... Args>
  auto operator()(A const& algorithm, Args&&... args) const {
    if constexpr (Form == form::ranges) return as_given(algorithm, range_or_other(args)...);
    else return by_iterators<sizeof...(Args)>(algorithm, args...);
  }
  /// Of a range and a position in it.
  template <class A, class V, class... Args>
  auto divided(A const& algorithm, V& v, std::ptrdiff_t middle, Args const&... args) const {
    if constexpr (Form == form::ranges) return as_given(algorithm, v, v.begin() + middle, args...);
    else return as_given(algorithm, v.begin(), v.begin() + middle, v.end(), args...);
  }

 private:
  template <class V>
  static V& range_or_other(V& argument) {
    return argument;
  }
  template <class V>
  static V& range_or_other(output<V>& out) {
    return out.elements;
  }
  /// Puts the first arguments, `Left` of them, behind the others.
  template <std::size_t Left, class A, class V, class... Args>
  auto by_iterators(A const& algorithm, V&& first, Args&&... args) const {
    if constexpr (Left == 0) return as_given(algorithm, first, args...);
    else if constexpr (is_output<std::remove_cvref_t<V>> && Form == form::iterators_alone)
      return by_iterators<Left - 1>(algorithm, args..., first.elements.begin());
    else if constexpr (is_output<std::remove_cvref_t<V>>)
      return by_iterators<Left>(algorithm, first.elements, args...);
    else if constexpr (range_of_call<std::remove_reference_t<V>>)
      return by_iterators<Left - 1>(algorithm, args..., first.begin(), first.end());
    else return by_iterators<Left - 1>(algorithm, args..., first);
  }
};

using sequential = std::remove_const_t<decltype(thrum::seq)>;

/// Calls check(calls) for one policy, or none, in a form.
template <form Form, class Check>
void in_form(choices& c, Check const& check) {
  std::ptrdiff_t const kind = c.below(4);
  c.note("policy", kind == 0 ? "none" : kind == 1 ? "seq" : "parallel");
  if (kind == 0) return check(calls<Form>());
  if (kind == 1) return check(calls<Form, sequential>());
#if defined(THRUM_WITH_TBB)
  auto const threads = static_cast<int>(c.between(1, 8));
  c.note("threads", threads);
  auto policy = thrum::tbb::par.threads(threads);
  if (c.below(2) == 0) policy = policy.grain(std::ptrdiff_t{1} << c.below(14));
#else
  static thread_pool pool(2);
  pool_policy const policy(pool);
#endif
  check(calls<Form, std::remove_const_t<decltype(policy)>>{{policy}});
}
/// The same in some form that has the ends of all ranges.
template <class Check>
void under_some_calls(choices& c, Check const& check) {
  bool const iterators = c.below(2) == 0;
  c.note("form", iterators ? "iterators" : "ranges");
  if (iterators) return in_form<form::iterators>(c, check);
  in_form<form::ranges>(c, check);
}
/// The same; outputs may be without ends, if there is room for all results.
template <class Check>
void under_some_calls(choices& c, bool room_for_all, Check const& check) {
  if (!room_for_all || !c.chance(3)) return under_some_calls(c, check);
  c.note("form", "iterators, outputs without ends");
  in_form<form::iterators_alone>(c, check);
}

template <class R>
concept two_inputs = requires(R const& r) { r.in2; };

/// The positions in a result, behind those where its ranges begin; or the number that it is.
template <class R, class I, class J = I, class K = J, class L = K>
figures figures_of(R const& r, I first, J second = {}, K third = {}, L fourth = {}) {
  if constexpr (std::is_integral_v<R>) return {static_cast<std::ptrdiff_t>(r)};
  else if constexpr (requires { r.in2, r.out1; })
    return {r.in1 - first, r.in2 - second, r.out1 - third, r.out2 - fourth};
  else if constexpr (requires { r.in2, r.out; }) return {r.in1 - first, r.in2 - second, r.out - third};
  else if constexpr (requires { r.out1; }) return {r.in - first, r.out1 - second, r.out2 - third};
  else if constexpr (requires { r.in2; }) return {r.in1 - first, r.in2 - second};
  else if constexpr (requires { r.out; }) return {r.in - first, r.out - second};
  else if constexpr (requires { r.in; }) return {r.in - first};
  else if constexpr (requires { r.min; }) return {r.min - first, r.max - first};
  else if constexpr (requires { r.begin(); }) return {r.begin() - first, r.end() - first};
  else return {r - first};
}

}  // namespace range_calls
