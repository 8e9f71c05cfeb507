// Solves the same problems with LAPACK, if the build has found it. Its matrices are stored by
// columns, which is the same for symmetric ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/session.h"
#include "linear_algebra/host_matrix.h"

extern "C" {
void dposv_(char const* uplo, int const* n, int const* columns, double* a, int const* lda, double* b,
            int const* ldb, int* info);
void dpotrf_(char const* uplo, int const* n, double* a, int const* lda, int* info);
void dpotri_(char const* uplo, int const* n, double* a, int const* lda, int* info);
void dsyevd_(char const* jobz, char const* uplo, int const* n, double* a, int const* lda, double* w, double* work,
             int const* lwork, int* iwork, int const* liwork, int* info);
void dgesdd_(char const* jobz, int const* m, int const* n, double* a, int const* lda, double* s, double* u,
             int const* ldu, double* vt, int const* ldvt, double* work, int const* lwork, int* iwork, int* info);
}

namespace dense {

inline void require_success(char const* routine, int info) {
  if (info != 0) throw std::runtime_error(std::string(routine) + " failed: " + std::to_string(info));
}

/// Measures LAPACK's routines on the same matrix, and checks them like the example's. Compares the
/// eigenvalues with those of the example, if there are any.
inline void compare_with_lapack(example::session& s, matrix const& input, std::vector<double> const& eigenvalues) {
  int const n = static_cast<int>(s.n()), one = 1;
  std::size_t const m = s.size();
  int info = 0;
  matrix a, u(m * m), vt(m * m);
  std::vector<double> right(m), values(m);
  std::vector<int> integers(8 * m + 8);
  std::vector<double> room(1 + 8 * m + 4 * m * m);
  int const room_size = static_cast<int>(room.size()), integers_size = static_cast<int>(integers.size());
  auto const copy = [&] { a = input, std::fill(right.begin(), right.end(), 1.0); };
  auto const measure = [&](char const* what, char const* routine, auto const& work) {
    s.time_other(
        "LAPACK", what, [&] { work(), require_success(routine, info); }, {.elements = s.n() * s.n()}, copy);
  };
  measure("solve A x = b", "dposv", [&] { dposv_("L", &n, &one, a.data(), &n, right.data(), &n, &info); });
  measure("inverse of A", "dpotri", [&] {
    dpotrf_("L", &n, a.data(), &n, &info);
    require_success("dpotrf", info);
    dpotri_("L", &n, a.data(), &n, &info);
  });
  measure("singular values of A", "dgesdd", [&] {
    dgesdd_("A", &n, &n, a.data(), &n, values.data(), u.data(), &n, vt.data(), &n, room.data(), &room_size,
            integers.data(), &info);
  });
  measure("eigenvectors of A", "dsyevd", [&] {
    dsyevd_("V", "L", &n, a.data(), &n, values.data(), room.data(), &room_size, integers.data(), &integers_size,
            &info);
  });
  // The eigenvectors in its columns are rows here.
  double const limit = 10 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() / 2;
  s.check_close("LAPACK: ||A Q - Q L|| / ||A||",
                distance(product(a, input, m), scaled_rows(a, values)) / norm(input), 0, limit);
  double farthest = 0;
  for (std::size_t i = 0; i < eigenvalues.size(); ++i) {
    farthest = std::max(farthest, std::abs(eigenvalues[i] - values[i]) / values[i]);
  }
  if (!eigenvalues.empty()) s.check_close("eigenvalues are LAPACK's", farthest, 0, 1e-12);
}

}  // namespace dense
