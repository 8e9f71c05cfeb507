// Functors that throw, and a check that their exceptions reach the caller unchanged and that
// nothing leaks.
#pragma once

#include <doctest/doctest.h>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>
#include "counted.h"
#include "data.h"
#include "policies.h"

/// The exception. It does not derive from std::exception, and has to arrive unchanged.
struct refusal {
  int value;
};

/// The number of elements, and the indices at which the functors throw.
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

/// Calls an algorithm that has to throw the refusal. Afterwards only the elements that were passed
/// live.
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

/// Returns 0 to refused_n - 1, ordered or unordered.
template <class S>
counted_vector<S> elements(bool in_order) {
  std::vector<counted> v;
  for (int i = 0; i < refused_n; ++i) v.push_back(i);
  for (std::uint64_t i = refused_n; !in_order && i > 1; --i) std::swap(v[i - 1], v[random_bits(i) % i]);
  return vector_of<S>(v);
}
