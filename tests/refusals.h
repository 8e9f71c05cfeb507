// Functors that throw, and the check that what they throw reaches the caller as it is and that nothing leaks.
#pragma once

#include <doctest/doctest.h>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>
#include "counted.h"
#include "data.h"
#include "policies.h"

/// No relation to std::exception: it has to arrive as it was thrown.
struct refusal {
  int value;
};

/// How many elements there are, and which of them the functors throw at.
inline constexpr int refused_n = 50'000;
inline constexpr int poison = 31'337;

inline int checked(counted const& x) {
  if (x.value == poison) throw refusal{x.value};
  return x.value;
}

struct throwing_read {
  void operator()(counted const& x) const { checked(x); }
};
struct throwing_negate {
  counted operator()(counted const& x) const { return -checked(x); }
};
struct throwing_sum {
  counted operator()(counted const& x, counted const& y) const { return (checked(x) ^ checked(y)) & ~1; }
};
struct throwing_odd {
  bool operator()(counted const& x) const { return checked(x) % 2 != 0; }
};
struct throwing_less {
  bool operator()(counted const& x, counted const& y) const { return checked(x) < checked(y); }
};
struct throwing_equal {
  bool operator()(counted const& x, counted const& y) const { return checked(x) == checked(y); }
};
struct throwing_index {
  counted operator()(std::ptrdiff_t i) const { return checked(static_cast<int>(i)); }
};
struct throwing_generator {
  counted operator()() const { throw refusal{poison}; }
};
struct sum {
  counted operator()(counted const& x, counted const& y) const { return x.value ^ y.value; }
};
struct always {
  bool operator()(counted const&) const { return true; }
};

/// Calls an algorithm that has to throw the refusal; what it was given lives afterwards, and nothing else does.
template <class S, class Algorithm, class... Args>
void check_refused(Algorithm algorithm, Args... args) {
  std::ptrdiff_t const before = alive;
  int value = 0;
  try {
    S::run(algorithm, args...);
  } catch (refusal const& r) {
    value = r.value;
  }
  CHECK(value == poison);
  CHECK(alive == before);
}

template <class S>
using counted_vector = typename S::template vector<counted>;

/// 0 to refused_n - 1, in order or not.
template <class S>
counted_vector<S> elements(bool in_order) {
  std::vector<counted> v;
  for (int i = 0; i < refused_n; ++i) v.push_back(i);
  for (std::uint64_t i = refused_n; !in_order && i > 1; --i) std::swap(v[i - 1], v[random_bits(i) % i]);
  return vector_of<S>(v);
}
