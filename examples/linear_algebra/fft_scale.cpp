// The spectrum of a noisy signal by a transform whose stages are for_each calls, and a handwritten
// kernel, times two, on the same memory. The length is 2^6 5^6, so that the stages have radices 4
// and 5.
#include <thrum/complex.h>
#include <thrum/random.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "common/example.h"
#include "linear_algebra/fft.h"
#if defined(EXAMPLE_WITH_FFTW)
#include "linear_algebra/fftw.h"
#endif
#if defined(EXAMPLE_WITH_CUFFT)
#include "linear_algebra/compare_with_cufft.h"
#endif

/// Returns noise, plus cosines of a twentieth and of an eighth of the sampling rate.
template <class T>
struct signal {
  std::int64_t n;
  THRUM_HD thrum::complex<T> operator()(std::int64_t i) const {
    thrum::philox4x32 g = thrum::random::stream(5, i);
    double const noise = thrum::portable_uniform_real_distribution<double>(-1, 1)(g);
    return {static_cast<T>(noise + tone(i, n / 20, 0.05) + tone(i, n / 8, 0.02)), T(0)};
  }
  THRUM_HD double tone(std::int64_t i, std::int64_t turns, double height) const {
    return height * std::cos(2 * std::numbers::pi * static_cast<double>(i * turns % n) / static_cast<double>(n));
  }
};

template <class T>
struct impulse {
  THRUM_HD thrum::complex<T> operator()(std::int64_t i) const { return i == 0 ? T(1) : T(0); }
};
/// Three turns.
template <class T>
struct cosine {
  std::int64_t n;
  THRUM_HD thrum::complex<T> operator()(std::int64_t i) const {
    return static_cast<T>(
        std::cos(2 * std::numbers::pi * static_cast<double>(3 * i % n) / static_cast<double>(n)));
  }
};

struct twice {
  template <class T>
  THRUM_HD thrum::complex<T> operator()(thrum::complex<T> const& z) const {
    return T(2) * z;
  }
};

/// Computes bin k of a signal by the defining sum, in long double.
template <class T>
std::complex<long double> bin_by_definition(std::vector<thrum::complex<T>> const& x, std::int64_t k) {
  auto const n = static_cast<std::int64_t>(x.size());
  std::complex<long double> sum = 0;
  for (std::int64_t j = 0; j < n; ++j) {
    long double const angle =
        -2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / static_cast<long double>(n);
    thrum::complex<T> const z = x[static_cast<std::size_t>(j)];
    sum += std::complex<long double>(z.real(), z.imag()) * std::polar(1.0L, angle);
  }
  return sum;
}

template <class T>
double energy(std::vector<thrum::complex<T>> const& x) {
  long double sum = 0;
  for (auto const& z : x)
    sum += static_cast<long double>(z.real()) * z.real() + static_cast<long double>(z.imag()) * z.imag();
  return static_cast<double>(sum);
}

/// Returns the greatest distance between elements of x and the expected ones.
template <class T, class Expected>
double farthest(std::vector<thrum::complex<T>> const& x, Expected expected) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    thrum::complex<T> const e = expected(i);
    most = std::max(most, std::hypot(double(x[i].real()) - e.real(), double(x[i].imag()) - e.imag()));
  }
  return most;
}

template <class T>
using host_vector = std::vector<thrum::complex<T>>;

/// Checks all known properties of transforms, for one precision.
template <class T, class Policy>
void check_transform(example::session& s, fourier::transform<Policy, T> const& fft, Policy const& policy,
                     std::string const& precision) {
  using vector = typename fourier::transform<Policy, T>::vector;
  auto const n = static_cast<double>(s.n());
  double const tolerance = 10 * (std::numeric_limits<T>::epsilon() / 2) * std::max(1.0, std::log2(n));
  vector x(s.size(), thrum::no_init), other(s.size(), thrum::no_init);
  auto const spectrum_of = [&](auto const& source) {
    thrum::tabulate(policy, x.begin(), x.end(), source);
    fft.forward(x, other);
    return example::to_host(x);
  };
  auto const near = [&](std::string const& what, double distance, double limit) {
    s.check_close(what + ", " + precision, distance, 0, limit);
  };

  near("the spectrum of an impulse is 1", farthest(spectrum_of(impulse<T>{}), [](std::size_t) { return T(1); }),
       tolerance);
  auto const peaks = [&](std::size_t i) { return i == 3 || i == s.size() - 3 ? T(n / 2) : T(0); };
  near("a cosine is two bins of n / 2", farthest(spectrum_of(cosine<T>{s.n()}), peaks), tolerance * n);

  thrum::tabulate(policy, x.begin(), x.end(), signal<T>{s.n()});
  host_vector<T> const samples = example::to_host(x);
  fft.forward(x, other);
  host_vector<T> const bins = example::to_host(x);
  double const sent = energy(samples), received = energy(bins) / n;
  near("Parseval", received / sent - 1, tolerance);
  double const scale = std::sqrt(energy(bins));
  for (std::int64_t const k : {s.n() / 20, s.n() / 7, s.n() / 3}) {
    auto const z = bins[static_cast<std::size_t>(k)];
    auto const expected = bin_by_definition(samples, k);
    near("bins as defined, in long double",
         static_cast<double>(std::abs(std::complex<long double>(z.real(), z.imag()) - expected)) / scale,
         tolerance);
  }

  thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{});
  host_vector<T> doubled = bins;
  for (auto& z : doubled) z = {2 * z.real(), 2 * z.imag()};
  s.check_equal("the kernel doubles every bin, " + precision, example::to_host(x), doubled);
  fft.backward(x, other);
  auto const back = [&](std::size_t i) { return T(2 * n) * samples[i]; };
  near("there and back is twice the signal", farthest(example::to_host(x), back) / (2 * n), tolerance);
}

/// Times the transform, the kernel and, on request, each stage.
template <class T, class Policy>
host_vector<T> measure(example::session& s, Policy const& policy, std::string const& precision, bool stages) {
  fourier::transform<Policy, T> const fft(policy, s.n());
  typename fourier::transform<Policy, T>::vector x(s.size(), thrum::no_init), other(s.size(), thrum::no_init);
  auto const start = [&] { thrum::tabulate(policy, x.begin(), x.end(), signal<T>{s.n()}); };
  auto const n = static_cast<double>(s.n());
  s.time_prepared(policy, "transform, " + precision, start, [&] { fft.forward(x, other); },
                  {.flops = 5 * n * std::log2(n)});
  host_vector<T> const bins = example::to_host(x);
  s.time(policy, "times two, " + precision,
         [&] { thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{}); }, {.bytes = 4 * sizeof(T) * n});
  for (std::size_t i = 0; stages && i < fft.radices().size(); ++i) {
    std::string const radix = std::to_string(fft.radices()[i]);
    s.time(policy, "stage " + std::to_string(i + 1) + ", radix " + radix, [&] { fft.run_stage(i, x, other); },
           {.bytes = 4 * sizeof(T) * n});
  }
  check_transform(s, fft, policy, precision);
  return bins;
}

/// Returns the greatest magnitudes in 500 bands of the lower half of a spectrum.
example::figure figure_of(host_vector<double> const& bins) {
  example::figure f{.title = "Spectrum of two cosines in noise",
                    .x_label = "cycles a sample",
                    .y_label = "greatest magnitude in a band / n",
                    .y_logarithmic = true,
                    .lines = {{"", {}, {}}}};
  std::size_t const bands = std::min<std::size_t>(500, bins.size() / 2);
  auto const n = static_cast<double>(bins.size());
  for (std::size_t b = 0; b < bands; ++b) {
    std::size_t const from = bins.size() / 2 * b / bands, to = bins.size() / 2 * (b + 1) / bands;
    double most = 0;
    for (std::size_t k = from; k < to; ++k) most = std::max(most, std::hypot(bins[k].real(), bins[k].imag()));
    f.lines[0].x.push_back((static_cast<double>(from + to) - 1) / 2 / n);
    f.lines[0].y.push_back(most / n);
  }
  return f;
}

int main(int argc, char** argv) {
  example::description const what{.id = "fft_scale",
                                  .text = "The discrete Fourier transform of n samples, and its double.",
                                  .n = 1'000'000,
                                  .quick = 6000,
                                  .bytes = 350,
                                  .n_is = "samples",
                                  .least = 8,
                                  .most = 1 << 30,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    host_vector<double> bins;
    s.each_policy([&](auto const& policy) {
      bins = measure<double>(s, policy, "double", true);
      measure<float>(s, policy, "float", false);
    });
    s.draw(figure_of(bins));
    [[maybe_unused]] auto const samples = [&] {
      host_vector<double> x(s.size());
      thrum::tabulate(thrum::seq, x.begin(), x.end(), signal<double>{s.n()});
      return x;
    };
#if defined(EXAMPLE_WITH_FFTW)
    fourier::compare_with_fftw(s, samples(), bins);
#endif
#if defined(EXAMPLE_WITH_CUFFT)
    if (example::uses_card(s.asked())) fourier::compare_with_cufft(s, samples(), bins);
#endif
  });
}
