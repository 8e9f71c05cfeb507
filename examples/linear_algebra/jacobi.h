// Eigenvalues and singular values by Jacobi's rotations. The rotations of a round turn disjoint
// pairs of rows and columns, so that all run at once; n - 1 rounds combine every pair, and a few
// such sweeps make the matrix diagonal.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/fill.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "common/policies.h"
#include "linear_algebra/cholesky.h"

namespace dense {

constexpr int most_sweeps = 40;
constexpr double unit = std::numeric_limits<double>::epsilon();

/// Returns two numbers of [0, players) that meet in a round, as in a tournament with an even number
/// of players.
struct meeting {
  std::int64_t first, second;
};
THRUM_HD inline meeting meeting_of(std::int64_t pair, std::int64_t round, std::int64_t players) {
  std::int64_t const ring = players - 1;
  if (pair == 0) return {round, ring};
  std::int64_t const a = (round + pair) % ring, b = (round + ring - pair) % ring;
  return a < b ? meeting{a, b} : meeting{b, a};
}

/// Rotates the vector (x, y) by an angle with sine s; tau is the tangent of half the angle. In this
/// form (Rutishauser's) small angles give small errors.
struct rotation {
  double s, tau;
  THRUM_HD double first(double x, double y) const { return x - s * (y + tau * x); }
  THRUM_HD double second(double x, double y) const { return y + s * (x - tau * y); }
};
/// Returns the rotation that makes the matrix ((a, b), (b, d)) diagonal, by the smaller of the two
/// angles.
THRUM_HD inline rotation diagonalising(double a, double b, double d) {
  if (b == 0) return {0, 0};
  double const theta = (d - a) / (2 * b);
  double const t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  double const c = 1 / std::sqrt(t * t + 1);
  return {t * c, t * c / (1 + c)};
}

struct turned_pair {
  meeting at;
  rotation by;
};

struct choose_rotation {
  double const* a;
  turned_pair* pairs;
  std::int64_t n, round;
  THRUM_HD void operator()(std::int64_t pair) const {
    auto const [p, q] = meeting_of(pair, round, n);
    pairs[pair] = {{p, q}, diagonalising(a[p * n + p], a[p * n + q], a[q * n + q])};
  }
};

/// Rotates the four elements in which the rows of one pair cross the columns of another, from both
/// sides. No other pairs access these elements, so that this works in place.
struct rotate_crossing {
  double* a;
  turned_pair const* pairs;
  std::int64_t n;
  THRUM_HD void operator()(std::int64_t e) const {
    std::int64_t const k = e / (n / 2), m = e % (n / 2);
    meeting const row = pairs[k].at, column = pairs[m].at;
    rotation const left = pairs[k].by, right = pairs[m].by;
    double* const upper = a + row.first * n;
    double* const lower = a + row.second * n;
    double const a00 = upper[column.first], a01 = upper[column.second];
    double const a10 = lower[column.first], a11 = lower[column.second];
    double const b00 = left.first(a00, a10), b01 = left.first(a01, a11);
    double const b10 = left.second(a00, a10), b11 = left.second(a01, a11);
    upper[column.first] = right.first(b00, b01);
    upper[column.second] = k == m ? 0 : right.second(b00, b01);
    lower[column.first] = k == m ? 0 : right.first(b10, b11);
    lower[column.second] = right.second(b10, b11);
  }
};

/// Rotates one element of each of a pair's two vectors, which are rows.
struct rotate_vectors {
  double* vectors;
  turned_pair const* pairs;
  std::int64_t n;
  THRUM_HD void operator()(std::int64_t e) const {
    auto const [at, by] = pairs[e / n];
    std::int64_t const i = e % n;
    double const x = vectors[at.first * n + i], y = vectors[at.second * n + i];
    vectors[at.first * n + i] = by.first(x, y);
    vectors[at.second * n + i] = by.second(x, y);
  }
};

struct square_off_diagonal {
  double const* a;
  std::int64_t n;
  THRUM_HD double operator()(std::int64_t e) const { return e / n == e % n ? 0 : a[e] * a[e]; }
};
struct square_of_entry {
  double const* a;
  THRUM_HD double operator()(std::int64_t e) const { return a[e] * a[e]; }
};

[[noreturn]] inline void no_convergence() {
  throw std::runtime_error("Jacobi's rotations have not converged in " + std::to_string(most_sweeps) + " sweeps");
}

/// Makes the symmetric matrix diagonal, and replaces `vectors`, initially a unit matrix, by its
/// eigenvectors, one in each row. n is even. Returns the number of sweeps.
template <class Policy>
int eigenvectors(Policy const& policy, double* a, double* vectors, std::int64_t n) {
  example::vector_of<Policy, turned_pair> pairs(static_cast<std::size_t>(n / 2), thrum::no_init);
  turned_pair* const p = thrum::raw_pointer_cast(pairs.data());
  thrum::counting_iterator<std::int64_t> const first(0);
  auto const sum = [&](auto const& term) {
    return thrum::transform_reduce(policy, first, first + n * n, term, 0.0, thrum::plus<>{});
  };
  double const enough = unit * unit * sum(square_of_entry{a});
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    if (sum(square_off_diagonal{a, n}) <= enough) return sweep;
    for (std::int64_t round = 0; round < n - 1; ++round) {
      for_indices(policy, n / 2, choose_rotation{a, p, n, round});
      for_indices(policy, n * n / 4, rotate_crossing{a, p, n});
      for_indices(policy, n * n / 2, rotate_vectors{vectors, p, n});
    }
  }
  no_convergence();
}

/// Rotates the pair's rows of x until their product is 0, and the pair's rows of v with them. The
/// initial product, divided by the lengths, counts towards `farthest`.
struct make_orthogonal {
  double* x;
  double* v;
  double* farthest;
  std::int64_t n, round;
  THRUM_HD void operator()(std::int64_t pair) const {
    auto const [p, q] = meeting_of(pair, round, n);
    double const a = dot(x + p * n, 1, x + p * n, n), b = dot(x + p * n, 1, x + q * n, n),
                 d = dot(x + q * n, 1, x + q * n, n);
    double const lengths = std::sqrt(a * d);
    if (std::abs(b) <= unit * lengths) return;
    farthest[pair] = std::fmax(farthest[pair], std::abs(b) / lengths);
    rotation const r = diagonalising(a, b, d);
    turn(x + p * n, x + q * n, r);
    turn(v + p * n, v + q * n, r);
  }
  THRUM_HD void turn(double* first, double* second, rotation r) const {
    for (std::int64_t i = 0; i < n; ++i) {
      double const one = first[i], other = second[i];
      first[i] = r.first(one, other);
      second[i] = r.second(one, other);
    }
  }
};

/// Makes the rows of x orthogonal. If x is a transposed matrix, its rows become those of the matrix
/// times its right singular vectors, and their lengths are the singular values. `v`, initially a
/// unit matrix, gets the singular vectors in its rows. n is even.
template <class Policy>
int singular_vectors(Policy const& policy, double* x, double* v, std::int64_t n) {
  example::vector_of<Policy, double> farthest(static_cast<std::size_t>(n / 2));
  double const enough = static_cast<double>(n) * unit;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    thrum::fill(policy, farthest.begin(), farthest.end(), 0.0);
    for (std::int64_t round = 0; round < n - 1; ++round) {
      for_long_indices(policy, n / 2, make_orthogonal{x, v, thrum::raw_pointer_cast(farthest.data()), n, round});
    }
    if (thrum::reduce(policy, farthest.begin(), farthest.end(), 0.0, thrum::maximum<>{}) <= enough)
      return sweep + 1;
  }
  no_convergence();
}

}  // namespace dense
