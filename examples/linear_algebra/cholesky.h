// The Cholesky factor of a symmetric positive definite matrix, and solutions by it, in loops of
// for_each calls over blocks. Matrices are stored by rows, in memory that the policy reaches.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "common/grain.h"

namespace dense {

/// The rows and columns that one thread processes one after the other; the elements to the right of
/// them and below follow in parallel.
constexpr std::int64_t block = 32;

/// Calls f(i) for each i in [0, n).
template <class Policy, class F>
void for_indices(Policy const& policy, std::int64_t n, F f) {
  thrum::for_each_n(policy, thrum::counting_iterator<std::int64_t>(0), n, f);
}
/// The same for an f that takes about a microsecond.
template <class Policy, class F>
void for_long_indices(Policy const& policy, std::int64_t n, F f) {
  for_indices(example::with_tasks_of(policy, 16), n, f);
}

/// Returns the sum of n terms x[k * step] * y[k], in four independent parts.
THRUM_HD inline double dot(double const* x, std::int64_t step, double const* y, std::int64_t n) {
  double part[4] = {};
  std::int64_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int p = 0; p < 4; ++p) part[p] += x[(k + p) * step] * y[k + p];
  }
  for (; k < n; ++k) part[0] += x[k * step] * y[k];
  return (part[0] + part[1]) + (part[2] + part[3]);
}

/// Computes the factor of the diagonal block of rows [from, to), in place. A pivot that is not
/// positive becomes a NaN, which spreads to everything after it.
struct factor_diagonal_block {
  double* a;
  std::int64_t n, from, to;
  THRUM_HD void operator()(std::int64_t) const {
    for (std::int64_t j = from; j < to; ++j) {
      double* const row = a + j * n;
      double const pivot = std::sqrt(row[j] - dot(row + from, 1, row + from, j - from));
      row[j] = pivot;
      for (std::int64_t i = j + 1; i < to; ++i) {
        a[i * n + j] = (a[i * n + j] - dot(a + i * n + from, 1, row + from, j - from)) / pivot;
      }
    }
  }
};

/// Computes the factor's columns [from, to) in row to + i.
struct factor_row {
  double* a;
  std::int64_t n, from, to;
  THRUM_HD void operator()(std::int64_t i) const {
    double* const row = a + (to + i) * n;
    for (std::int64_t j = from; j < to; ++j) {
      row[j] = (row[j] - dot(row + from, 1, a + j * n + from, j - from)) / a[j * n + j];
    }
  }
};

/// Subtracts the contribution of the factor's columns [from, to) from element e of the remaining
/// rows and columns, which begin at `to`.
struct update_rest {
  double* a;
  std::int64_t n, from, to;
  THRUM_HD void operator()(std::int64_t e) const {
    std::int64_t const row = to + e / (n - to), column = to + e % (n - to);
    if (column > row) return;
    a[row * n + column] -= dot(a + row * n + from, 1, a + column * n + from, to - from);
  }
};

/// Replaces the lower triangle of a, n rows of n, by its Cholesky factor L: a = L L^T.
template <class Policy>
void factor(Policy const& policy, double* a, std::int64_t n) {
  for (std::int64_t from = 0; from < n; from += block) {
    std::int64_t const to = std::min(n, from + block);
    for_indices(policy, 1, factor_diagonal_block{a, n, from, to});
    for_long_indices(policy, n - to, factor_row{a, n, from, to});
    for_indices(policy, (n - to) * (n - to), update_rest{a, n, from, to});
  }
}

/// Computes column c of the solution in the rows [from, to), from the first row or, with the
/// transposed factor, from the last.
struct solve_diagonal_block {
  double const* l;
  double* x;
  std::int64_t n, columns, from, to;
  bool transposed;
  THRUM_HD double entry(std::int64_t i, std::int64_t j) const { return transposed ? l[j * n + i] : l[i * n + j]; }
  THRUM_HD void operator()(std::int64_t c) const {
    for (std::int64_t done = 0; done < to - from; ++done) {
      std::int64_t const i = transposed ? to - 1 - done : from + done;
      double sum = x[i * columns + c];
      for (std::int64_t k = 0; k < done; ++k) {
        std::int64_t const j = transposed ? to - 1 - k : from + k;
        sum -= entry(i, j) * x[j * columns + c];
      }
      x[i * columns + c] = sum / l[i * n + i];
    }
  }
};

/// The right-hand sides that one index of update_right_sides processes, side by side.
constexpr std::int64_t lanes = 8;

/// Subtracts the contribution of the solution's rows [from, to) from the rows that begin at
/// `first`, in a group of columns.
struct update_right_sides {
  double const* l;
  double* x;
  std::int64_t n, columns, from, to, first;
  bool transposed;
  THRUM_HD void operator()(std::int64_t e) const {
    std::int64_t const groups = (columns + lanes - 1) / lanes, i = first + e / groups, c = e % groups * lanes;
    std::int64_t const left = columns - c < lanes ? columns - c : lanes;
    double sums[lanes] = {};
    for (std::int64_t j = from; j < to; ++j) {
      double const factor = transposed ? l[j * n + i] : l[i * n + j];
      double const* const row = x + j * columns + c;
      if (left == lanes) {
        for (std::int64_t k = 0; k < lanes; ++k) sums[k] += factor * row[k];
      } else {
        for (std::int64_t k = 0; k < left; ++k) sums[k] += factor * row[k];
      }
    }
    for (std::int64_t k = 0; k < left; ++k) x[i * columns + c + k] -= sums[k];
  }
};

/// Replaces the right-hand sides in x, n rows with this many columns, by the solutions of L L^T x =
/// b.
template <class Policy>
void solve_by_factor(Policy const& policy, double const* l, double* x, std::int64_t n, std::int64_t columns) {
  std::int64_t const groups = (columns + lanes - 1) / lanes;
  for (std::int64_t from = 0; from < n; from += block) {
    std::int64_t const to = std::min(n, from + block);
    for_long_indices(policy, columns, solve_diagonal_block{l, x, n, columns, from, to, false});
    for_indices(policy, (n - to) * groups, update_right_sides{l, x, n, columns, from, to, to, false});
  }
  for (std::int64_t from = (n - 1) / block * block; from >= 0; from -= block) {
    std::int64_t const to = std::min(n, from + block);
    for_long_indices(policy, columns, solve_diagonal_block{l, x, n, columns, from, to, true});
    for_indices(policy, from * groups, update_right_sides{l, x, n, columns, from, to, 0, true});
  }
}

}  // namespace dense
