// Checks whether C is A * B in far less time than a product takes: by some elements, and by
// Freivalds' test.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "common/session.h"

namespace example {

/// A square matrix on the host, stored by rows.
template <class T>
struct product_on_host {
  std::vector<T> a, b, c;
  std::size_t n;

  /// Returns n u, the bound on the error of a sum of n rounded products, relative to the sum of
  /// their magnitudes.
  double unit() const { return static_cast<double>(n) * std::numeric_limits<T>::epsilon() / 2; }
};

/// Returns the difference of C[i, j] and the dot product in long double, relative to n u (|A|
/// |B|)[i, j]: at most 1.
template <class T>
double error_of_entry(product_on_host<T> const& p, std::size_t i, std::size_t j) {
  long double dot = 0, magnitude = 0;
  for (std::size_t k = 0; k < p.n; ++k) {
    long double const term = static_cast<long double>(p.a[i * p.n + k]) * p.b[k * p.n + j];
    dot += term, magnitude += std::abs(term);
  }
  long double const error = std::abs(p.c[i * p.n + j] - dot);
  return error == 0 ? 0 : static_cast<double>(error / (static_cast<long double>(p.unit()) * magnitude));
}

/// Checks the corners and random elements.
template <class T>
double worst_of_samples(product_on_host<T> const& p, int samples) {
  std::mt19937_64 random(676);
  std::uniform_int_distribution<std::size_t> place(0, p.n - 1);
  double worst = std::max(error_of_entry(p, 0, p.n - 1), error_of_entry(p, p.n - 1, p.n - 1));
  for (int k = 2; k < samples; ++k) {
    std::size_t const i = place(random), j = place(random);
    worst = std::max(worst, error_of_entry(p, i, j));
  }
  return worst;
}
template <class T>
double worst_of_all(product_on_host<T> const& p) {
  double worst = 0;
  for (std::size_t e = 0; e < p.n * p.n; ++e) worst = std::max(worst, error_of_entry(p, e / p.n, e % p.n));
  return worst;
}

/// Freivalds' test: compares C r with A (B r) for random r of -1 and 1, again relative to n u (|A|
/// |B|) |r|: at most 1.
template <class T>
double worst_of_freivalds(product_on_host<T> const& p, int rounds) {
  using wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  auto const times = [&](std::vector<T> const& m, std::vector<wide> const& x, bool magnitudes) {
    std::vector<wide> y(p.n);
    for (std::size_t i = 0; i < p.n; ++i) {
      wide sum = 0;
      for (std::size_t j = 0; j < p.n; ++j) {
        wide const term = m[i * p.n + j] * x[j];
        sum += magnitudes ? std::abs(term) : term;
      }
      y[i] = sum;
    }
    return y;
  };
  auto const magnitude = times(p.a, times(p.b, std::vector<wide>(p.n, 1), true), true);
  std::mt19937_64 random(1977);
  double worst = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<wide> r(p.n);
    for (wide& x : r) x = random() % 2 == 0 ? 1 : -1;
    auto const expected = times(p.a, times(p.b, r, false), false), got = times(p.c, r, false);
    for (std::size_t i = 0; i < p.n; ++i) {
      double const error = static_cast<double>(std::abs(got[i] - expected[i]));
      if (error != 0) worst = std::max(worst, error / (p.unit() * static_cast<double>(magnitude[i])));
    }
  }
  return worst;
}

/// Runs both tests, whose names begin with the name of the product.
template <class T>
void check_product(session& s, std::string const& name, product_on_host<T> const& p) {
  s.check_close(name + ": Freivalds three times", worst_of_freivalds(p, 3), 0, 1);
  s.check_close(name + ": 100 entries within n u |A| |B|", worst_of_samples(p, 100), 0, 1);
}

}  // namespace example
