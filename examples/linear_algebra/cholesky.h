// The Cholesky factor of a symmetric positive definite matrix, and solutions by it, in loops of for_each calls over blocks.
// Matrices lie row by row. All of it works where the policy's memory is.
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

/// Rows and columns that are treated one after the other, by one thread; what is right of them and below follows in
/// parallel.
constexpr std::int64_t block = 32;

/// f(i) for each i in [0, n).
template <class Policy, class F>
void for_indices(Policy const& policy, std::int64_t n, F f) {
  thrum::for_each_n(policy, thrum::counting_iterator<std::int64_t>(0), n, f);
}
/// The same where f takes a microsecond or so.
template <class Policy, class F>
void for_long_indices(Policy const& policy, std::int64_t n, F f) {
  for_indices(example::with_tasks_of(policy, 16), n, f);
}

/// The sum of x[k * step] * y[k], of n terms in four parts, which do not wait for each other.
THRUM_HD inline double dot(double const* x, std::int64_t step, double const* y, std::int64_t n) {
  double part[4] = {};
  std::int64_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int p = 0; p < 4; ++p) part[p] += x[(k + p) * step] * y[k + p];
  }
  for (; k < n; ++k) part[0] += x[k * step] * y[k];
  return (part[0] + part[1]) + (part[2] + part[3]);
}

/// The factor of the diagonal block of rows [from, to), in place. A pivot that is not positive becomes a NaN, which all that
/// follows inherits.
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

/// The factor's columns [from, to) in row to + i.
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

/// Takes from entry e of the rest, rows and columns from `to` on, what the columns [from, to) of the factor stand for.
struct update_rest {
  double* a;
  std::int64_t n, from, to;
  THRUM_HD void operator()(std::int64_t e) const {
    std::int64_t const row = to + e / (n - to), column = to + e % (n - to);
    if (column > row) return;
    a[row * n + column] -= dot(a + row * n + from, 1, a + column * n + from, to - from);
  }
};

/// Makes the lower triangle of a, n rows of n, that of its Cholesky factor L: a = L L^T.
template <class Policy>
void factor(Policy const& policy, double* a, std::int64_t n) {
  for (std::int64_t from = 0; from < n; from += block) {
    std::int64_t const to = std::min(n, from + block);
    for_indices(policy, 1, factor_diagonal_block{a, n, from, to});
    for_long_indices(policy, n - to, factor_row{a, n, from, to});
    for_indices(policy, (n - to) * (n - to), update_rest{a, n, from, to});
  }
}

/// Column c of the solution in the rows [from, to), from the first or, by the transposed factor, from the last.
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

/// Right-hand sides that one index of update_right_sides treats, side by side.
constexpr std::int64_t lanes = 8;

/// Takes what the rows [from, to) of the solution stand for from the rows that begin at `first`, in a group of columns.
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

/// Makes the right-hand sides in x, n rows of so many columns, the solutions of L L^T x = b.
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
