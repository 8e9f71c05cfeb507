// Runs the same transform with FFTW, if the build has found FFTW.
#pragma once

#include <fftw3.h>
#include <thrum/complex.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

#include "common/session.h"

namespace fourier {

struct destroy_plan {
  void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};

/// Measures FFTW on the same samples, and checks its bins against those of the example.
inline void compare_with_fftw(example::session& s, std::vector<thrum::complex<double>> const& samples,
                              std::vector<thrum::complex<double>> const& bins) {
  auto const n = static_cast<double>(s.n());
  std::vector<fftw_complex> in(s.size()), out(s.size());
  std::unique_ptr<fftw_plan_s, destroy_plan> const plan(
      fftw_plan_dft_1d(static_cast<int>(s.n()), in.data(), out.data(), FFTW_FORWARD, FFTW_ESTIMATE));
  if (!plan) throw std::runtime_error("FFTW makes no plan for this length");
  for (std::size_t i = 0; i < in.size(); ++i) in[i][0] = samples[i].real(), in[i][1] = samples[i].imag();
  s.time_other("FFTW", "transform, double", [&] { fftw_execute(plan.get()); }, {.flops = 5 * n * std::log2(n)});
  double farthest = 0, most = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    farthest = std::max(farthest, std::hypot(out[i][0] - bins[i].real(), out[i][1] - bins[i].imag()));
    most = std::max(most, std::hypot(out[i][0], out[i][1]));
  }
  s.check_close("the bins are FFTW's", farthest / most, 0, 1e-12);
}

}  // namespace fourier
