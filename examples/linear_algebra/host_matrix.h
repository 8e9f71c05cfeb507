// Square matrices in vectors of the host, by plain loops, for the computation of residuals.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace dense {

/// A square matrix, stored by rows.
using matrix = std::vector<double>;

inline matrix product(matrix const& a, matrix const& b, std::size_t n) {
  matrix c(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      double const x = a[i * n + k];
      for (std::size_t j = 0; j < n; ++j) c[i * n + j] += x * b[k * n + j];
    }
  }
  return c;
}
inline matrix transposed(matrix const& a, std::size_t n) {
  matrix b(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) b[j * n + i] = a[i * n + j];
  }
  return b;
}
/// Returns the matrix with row i multiplied by factors[i].
inline matrix scaled_rows(matrix a, std::vector<double> const& factors) {
  std::size_t const n = factors.size();
  for (std::size_t e = 0; e < n * n; ++e) a[e] *= factors[e / n];
  return a;
}
inline double norm(matrix const& a) {
  double sum = 0;
  for (double const x : a) sum += x * x;
  return std::sqrt(sum);
}
inline double distance(matrix a, matrix const& b) {
  for (std::size_t e = 0; e < a.size(); ++e) a[e] -= b[e];
  return norm(a);
}
inline matrix unit_matrix(std::size_t n) {
  matrix a(n * n);
  for (std::size_t i = 0; i < n; ++i) a[i * n + i] = 1;
  return a;
}
/// Returns the first n rows and columns.
inline matrix cut(matrix const& a, std::size_t size, std::size_t n) {
  matrix b;
  for (std::size_t i = 0; i < n; ++i) {
    auto const row = a.begin() + static_cast<std::ptrdiff_t>(i * size);
    b.insert(b.end(), row, row + static_cast<std::ptrdiff_t>(n));
  }
  return b;
}

}  // namespace dense
