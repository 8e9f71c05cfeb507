// Solves the same problems with cuSOLVER, in a CUDA program whose build has found cuSOLVER. Its
// matrices are stored by columns, which is the same for symmetric ones.
#pragma once

#include <cuda_runtime_api.h>
#include <cusolverDn.h>
#include <thrum/device_vector.h>
#include <thrum/memory.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/example.h"
#include "linear_algebra/host_matrix.h"

namespace dense {

/// A matrix on the device, and cuSOLVER's routines for it.
class cusolver {
 public:
  explicit cusolver(matrix const& input)
      : input_(input.begin(), input.end()),
        a_(input_),
        n_(static_cast<int>(std::lround(std::sqrt(static_cast<double>(input.size()))))),
        values_(static_cast<std::size_t>(n_)),
        info_(1) {
    require(cusolverDnCreate(&handle_), "cusolverDnCreate");
  }
  ~cusolver() { cusolverDnDestroy(handle_); }
  cusolver(cusolver const&) = delete;
  cusolver& operator=(cusolver const&) = delete;

  /// Restores the matrix that the routines overwrite.
  void restore() { a_ = input_; }

  void solve(thrum::device_vector<double>& right_side) {
    factor();
    require(
        cusolverDnDpotrs(handle_, lower, n_, 1, a(), n_, thrum::raw_pointer_cast(right_side.data()), n_, info()),
        "cusolverDnDpotrs");
    wait();
  }
  void invert() {
    factor();
    int size = 0;
    require(cusolverDnDpotri_bufferSize(handle_, lower, n_, a(), n_, &size), "cusolverDnDpotri_bufferSize");
    require(cusolverDnDpotri(handle_, lower, n_, a(), n_, room(size), size, info()), "cusolverDnDpotri");
    wait();
  }
  /// Replaces the matrix by its eigenvectors.
  void diagonalise() {
    auto const vectors = CUSOLVER_EIG_MODE_VECTOR;
    int size = 0;
    require(cusolverDnDsyevd_bufferSize(handle_, vectors, lower, n_, a(), n_, values(), &size),
            "cusolverDnDsyevd_bufferSize");
    require(cusolverDnDsyevd(handle_, vectors, lower, n_, a(), n_, values(), room(size), size, info()),
            "cusolverDnDsyevd");
    wait();
  }
  void decompose() {
    u_.resize(a_.size());
    vt_.resize(a_.size());
    int size = 0;
    require(cusolverDnDgesvd_bufferSize(handle_, n_, n_, &size), "cusolverDnDgesvd_bufferSize");
    require(cusolverDnDgesvd(handle_, 'A', 'A', n_, n_, a(), n_, values(), thrum::raw_pointer_cast(u_.data()), n_,
                             thrum::raw_pointer_cast(vt_.data()), n_, room(size), size, nullptr, info()),
            "cusolverDnDgesvd");
    wait();
  }

  matrix host_matrix() const { return example::to_host(a_); }
  std::vector<double> host_values() const { return example::to_host(values_); }

 private:
  static constexpr cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;

  static void require(cusolverStatus_t status, char const* call) {
    if (status != CUSOLVER_STATUS_SUCCESS) {
      throw std::runtime_error(std::string(call) + " failed: " + std::to_string(static_cast<int>(status)));
    }
  }
  void factor() {
    int size = 0;
    require(cusolverDnDpotrf_bufferSize(handle_, lower, n_, a(), n_, &size), "cusolverDnDpotrf_bufferSize");
    require(cusolverDnDpotrf(handle_, lower, n_, a(), n_, room(size), size, info()), "cusolverDnDpotrf");
  }
  /// Waits for the device, and checks the information that it returns about the matrix.
  void wait() const {
    if (cudaStreamSynchronize(nullptr) != cudaSuccess) throw std::runtime_error("cuSOLVER's kernels failed");
    int const info = info_[0];
    if (info != 0) throw std::runtime_error("cuSOLVER cannot treat this matrix: " + std::to_string(info));
  }
  double* room(int size) {
    if (room_.size() < static_cast<std::size_t>(size)) room_.resize(static_cast<std::size_t>(size));
    return thrum::raw_pointer_cast(room_.data());
  }
  double* a() { return thrum::raw_pointer_cast(a_.data()); }
  double* values() { return thrum::raw_pointer_cast(values_.data()); }
  int* info() { return thrum::raw_pointer_cast(info_.data()); }

  thrum::device_vector<double> input_, a_;
  int n_;
  thrum::device_vector<double> values_, u_, vt_, room_;
  thrum::device_vector<int> info_;
  cusolverDnHandle_t handle_ = nullptr;
};

/// Measures cuSOLVER's routines on the same matrix, and checks them like the example's. Compares
/// the eigenvalues with those of the example, if there are any.
inline void compare_with_cusolver(example::session& s, matrix const& input,
                                  std::vector<double> const& eigenvalues) {
  cusolver library(input);
  thrum::device_vector<double> right;
  auto const measure = [&](char const* what, std::function<void()> const& work) {
    s.time_other("cuSOLVER", what, work, {.elements = s.n() * s.n()}, [&] {
      library.restore();
      right.assign(s.size(), 1.0);
    });
  };
  measure("solve A x = b", [&] { library.solve(right); });
  measure("inverse of A", [&] { library.invert(); });
  measure("singular values of A", [&] { library.decompose(); });
  measure("eigenvectors of A", [&] { library.diagonalise(); });

  // The eigenvectors in its columns are rows here.
  std::size_t const m = s.size();
  matrix const vectors = library.host_matrix();
  std::vector<double> const values = library.host_values();
  double const limit = 10 * static_cast<double>(m) * std::numeric_limits<double>::epsilon() / 2;
  s.check_close("cuSOLVER: ||A Q - Q L|| / ||A||",
                distance(product(vectors, input, m), scaled_rows(vectors, values)) / norm(input), 0, limit);
  double farthest = 0;
  for (std::size_t i = 0; i < eigenvalues.size(); ++i) {
    farthest = std::max(farthest, std::abs(eigenvalues[i] - values[i]) / values[i]);
  }
  if (!eigenvalues.empty()) s.check_close("eigenvalues are cuSOLVER's", farthest, 0, 1e-12);
}

}  // namespace dense
