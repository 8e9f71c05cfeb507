// Random cases for algorithms of thrum::ranges: elements with projections, outputs of some length,
// and calls in each form and with each policy, beside std::ranges.
#pragma once

#include <thrum/execution_policy.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include "../range_cases.h"
#include "choices.h"

namespace range_calls {

using range_cases::less_than;
using range_cases::numbered;

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
inline less_than some_bound(choices& c) { return {static_cast<int>(c.between(-101, 101))}; }

/// A size of some thousands at most.
inline std::ptrdiff_t some_size(choices& c, std::ptrdiff_t most = 10'000) { return c.size() % most; }
/// The length of an output for n results: often shorter.
inline std::ptrdiff_t some_room(choices& c, std::ptrdiff_t n) {
  std::ptrdiff_t const room = c.chance(3) ? n : c.below(n + n / 4 + 3);
  c.note("room", room);
  return room;
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

/// Calls check(tag, projection): of numbers a function, of others a member.
template <class Check>
void with_some_projection(choices& c, Check check) {
  if (c.below(2) == 0) return check(std::type_identity<int>(), some_times(c));
  c.note("projection", "member");
  check(std::type_identity<numbered>(), &numbered::key);
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
  if constexpr (std::is_same_v<T, int>) return 12345;
  else return {12345, -1};
}
template <class T>
std::vector<T> output_of(std::ptrdiff_t n) {
  return std::vector<T>(static_cast<std::size_t>(n), untouched<T>());
}

/// Calls algorithms with a policy or none, with ranges or with iterators.
template <bool Iterators, class... Policy>
struct calls {
  std::tuple<Policy...> policy;

  template <class A, class... Args>
  auto as_given(A const& algorithm, Args&&... args) const {
    if constexpr (sizeof...(Policy) == 0) return algorithm(args...);
    else return algorithm(std::get<0>(policy), args...);
  }
  template <class A, class V, class... Args>
  auto one(A const& algorithm, V& v, Args const&... args) const {
    if constexpr (Iterators) return as_given(algorithm, v.begin(), v.end(), args...);
    else return as_given(algorithm, v, args...);
  }
  template <class A, class V, class W, class... Args>
  auto two(A const& algorithm, V& v, W& w, Args const&... args) const {
    if constexpr (Iterators) return as_given(algorithm, v.begin(), v.end(), w.begin(), w.end(), args...);
    else return as_given(algorithm, v, w, args...);
  }
  template <class A, class V, class W, class X, class... Args>
  auto three(A const& algorithm, V& v, W& w, X& x, Args const&... args) const {
    if constexpr (Iterators)
      return as_given(algorithm, v.begin(), v.end(), w.begin(), w.end(), x.begin(), x.end(), args...);
    else return as_given(algorithm, v, w, x, args...);
  }
  /// Of a range and a position in it.
  template <class A, class V, class... Args>
  auto divided(A const& algorithm, V& v, std::ptrdiff_t middle, Args const&... args) const {
    if constexpr (Iterators) return as_given(algorithm, v.begin(), v.begin() + middle, v.end(), args...);
    else return as_given(algorithm, v, v.begin() + middle, args...);
  }
};

using sequential = std::remove_const_t<decltype(thrum::seq)>;

/// Calls check(calls) for one policy, or none, and one form.
template <class Check>
void under_some_calls(choices& c, Check check) {
  bool const iterators = c.below(2) == 0;
  c.note("form", iterators ? "iterators" : "ranges");
  std::ptrdiff_t const kind = c.below(4);
  c.note("policy", kind == 0 ? "none" : kind == 1 ? "seq" : "parallel");
  if (kind == 0 && iterators) return check(calls<true>());
  if (kind == 0) return check(calls<false>());
  if (kind == 1 && iterators) return check(calls<true, sequential>());
  if (kind == 1) return check(calls<false, sequential>());
#if defined(THRUM_WITH_TBB)
  auto const threads = static_cast<int>(c.between(1, 8));
  c.note("threads", threads);
  auto policy = thrum::tbb::par.threads(threads);
  if (c.below(2) == 0) policy = policy.grain(std::ptrdiff_t{1} << c.below(14));
#else
  static thread_pool pool(2);
  pool_policy const policy(pool);
#endif
  if (iterators) return check(calls<true, std::remove_const_t<decltype(policy)>>{{policy}});
  check(calls<false, std::remove_const_t<decltype(policy)>>{{policy}});
}

template <class R>
concept two_inputs = requires(R const& r) { r.in2; };

/// The positions in a result, behind those where its ranges begin; or the number that it is.
using figures = std::vector<std::ptrdiff_t>;
template <class R, class I, class J = I, class K = J>
figures figures_of(R const& r, I first, J second = {}, K third = {}) {
  if constexpr (std::is_integral_v<R>) return {static_cast<std::ptrdiff_t>(r)};
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
