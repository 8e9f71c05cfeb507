// Runs the same transform with cuFFT, in a CUDA program whose build has found cuFFT.
#pragma once

#include <cuda_runtime_api.h>
#include <cufft.h>
#include <thrum/complex.h>
#include <thrum/device_vector.h>
#include <thrum/memory.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/example.h"

namespace fourier {

inline void require_cufft(cufftResult result, char const* call) {
  if (result != CUFFT_SUCCESS) {
    throw std::runtime_error(std::string(call) + " failed: " + std::to_string(static_cast<int>(result)));
  }
}

class cufft_plan {
 public:
  explicit cufft_plan(std::size_t n) {
    require_cufft(cufftPlan1d(&plan_, static_cast<int>(n), CUFFT_Z2Z, 1), "cufftPlan1d");
  }
  ~cufft_plan() { cufftDestroy(plan_); }
  cufft_plan(cufft_plan const&) = delete;
  cufft_plan& operator=(cufft_plan const&) = delete;

  /// Transforms `in` into `out`, both on the device, and waits for the result.
  void forward(thrum::complex<double>* in, thrum::complex<double>* out) const {
    static_assert(sizeof(thrum::complex<double>) == sizeof(cufftDoubleComplex));
    require_cufft(cufftExecZ2Z(plan_, reinterpret_cast<cufftDoubleComplex*>(in),
                               reinterpret_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD),
                  "cufftExecZ2Z");
    if (cudaStreamSynchronize(nullptr) != cudaSuccess) throw std::runtime_error("cuFFT's kernels failed");
  }

 private:
  cufftHandle plan_ = 0;
};

/// Measures cuFFT on the same samples, and checks its bins against those of the example.
inline void compare_with_cufft(example::session& s, std::vector<thrum::complex<double>> const& samples,
                               std::vector<thrum::complex<double>> const& bins) {
  thrum::device_vector<thrum::complex<double>> in(samples.begin(), samples.end()), out(samples.size());
  cufft_plan const plan(samples.size());
  auto const n = static_cast<double>(s.n());
  s.time_other("cuFFT", "transform, double",
               [&] { plan.forward(thrum::raw_pointer_cast(in.data()), thrum::raw_pointer_cast(out.data())); },
               {.flops = 5 * n * std::log2(n)});
  auto const found = example::to_host(out);
  double farthest = 0, most = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    farthest = std::max(farthest, std::hypot(found[i].real() - bins[i].real(), found[i].imag() - bins[i].imag()));
    most = std::max(most, std::hypot(found[i].real(), found[i].imag()));
  }
  s.check_close("the bins are cuFFT's", farthest / most, 0, 1e-12);
}

}  // namespace fourier
