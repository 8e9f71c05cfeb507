// The functions of jax_derivatives.h, by name.
#pragma once

#include <doctest/doctest.h>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include "jax_derivatives.h"

inline bool as_jax(double value, double expected) {
  return std::abs(value - expected) <= 1e-12 * (1 + std::abs(expected));
}

/// Calls visit(name, f) for each function of one argument of the table.
template <class Visit>
void for_each_unary(Visit visit) {
#define VISIT(f)                \
  visit(#f, [](auto const& x) { \
    using std::f;               \
    return f(x);                \
  })
  VISIT(exp);
  VISIT(exp2);
  VISIT(expm1);
  VISIT(log);
  VISIT(log2);
  VISIT(log10);
  VISIT(log1p);
  VISIT(sqrt);
  VISIT(cbrt);
  VISIT(sin);
  VISIT(cos);
  VISIT(tan);
  VISIT(asin);
  VISIT(acos);
  VISIT(atan);
  VISIT(sinh);
  VISIT(cosh);
  VISIT(tanh);
  VISIT(asinh);
  VISIT(acosh);
  VISIT(atanh);
  VISIT(erf);
  VISIT(erfc);
  VISIT(lgamma);
  VISIT(tgamma);
  VISIT(abs);
  VISIT(floor);
  VISIT(ceil);
  VISIT(trunc);
  VISIT(rint);
#undef VISIT
}

/// Calls visit(name, f) for each function of two arguments of the table.
template <class Visit>
void for_each_binary(Visit visit) {
#define VISIT(f)                               \
  visit(#f, [](auto const& x, auto const& y) { \
    using std::f;                              \
    return f(x, y);                            \
  })
  VISIT(pow);
  VISIT(hypot);
  VISIT(atan2);
  VISIT(fmod);
  VISIT(fmax);
  VISIT(fmin);
  VISIT(copysign);
#undef VISIT
  visit("add", [](auto const& x, auto const& y) { return x + y; });
  visit("subtract", [](auto const& x, auto const& y) { return x - y; });
  visit("multiply", [](auto const& x, auto const& y) { return x * y; });
  visit("divide", [](auto const& x, auto const& y) { return x / y; });
}

/// Calls check(f, row) for each row of the tables, and checks that no row is left out.
template <class Unary, class Binary>
void compare_with_jax(Unary check_unary, Binary check_binary) {
  std::size_t rows = 0;
  for_each_unary([&](std::string const& name, auto f) {
    for (jax_unary_row const& row : jax_unary_rows) {
      if (row.function != name) continue;
      CAPTURE(name);
      CAPTURE(row.x);
      check_unary(f, row);
      ++rows;
    }
  });
  CHECK(rows == std::size(jax_unary_rows));
  rows = 0;
  for_each_binary([&](std::string const& name, auto f) {
    for (jax_binary_row const& row : jax_binary_rows) {
      if (row.function != name) continue;
      CAPTURE(name);
      CAPTURE(row.x);
      CAPTURE(row.y);
      check_binary(f, row);
      ++rows;
    }
  });
  CHECK(rows == std::size(jax_binary_rows));
}
