// Fast Fourier transforms as loops of thrum calls: one for_each over the elements for each prime
// factor of the length.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/complex.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/tabulate.h>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "common/options.h"
#include "common/policies.h"

namespace fourier {

/// Multiplies without the treatment of infinities that the product of complex numbers has; there
/// are no infinities here.
template <class T>
THRUM_HD thrum::complex<T> product(thrum::complex<T> x, thrum::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

/// Returns exp(-2 pi i k / n) from k, by an angle of at most pi.
template <class T>
struct root_of_unity {
  std::int64_t n;
  THRUM_HD thrum::complex<T> operator()(std::int64_t k) const {
    double const angle =
        -2 * std::numbers::pi * static_cast<double>(2 * k > n ? k - n : k) / static_cast<double>(n);
    return {static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
  }
};

/// A stage of the transform. Before the stage there are `stride` interleaved transforms of n /
/// stride elements; after it there are Radix times as many of a Radix-th of the length. In
/// Stockham's order no element has to be moved at the end.
template <int Radix, class T>
struct stage {
  thrum::complex<T> const* in;
  thrum::complex<T>* out;
  thrum::complex<T> const* roots;
  std::int64_t n, stride;
  bool inverse;

  THRUM_HD void operator()(std::int64_t i) const {
    std::int64_t const place = i / stride, part = n / Radix;
    // The roots of the small transform, and the powers of the root that its bins are multiplied
    // with.
    thrum::complex<T> x[Radix], w[Radix], turn[Radix];
    THRUM_UNROLL
    for (int k = 0; k < Radix; ++k) {
      x[k] = in[i + k * part];
      w[k] = root(k * part);
      turn[k] = k == 0 ? T(1) : k == 1 ? root(place * stride) : product(turn[k / 2], turn[k - k / 2]);
    }
    THRUM_UNROLL
    for (int r = 0; r < Radix; ++r) {
      thrum::complex<T> sum = x[0];
      THRUM_UNROLL
      for (int k = 1; k < Radix; ++k) sum += product(x[k], w[r * k % Radix]);
      out[i + (place * (Radix - 1) + r) * stride] = r == 0 ? sum : product(sum, turn[r]);
    }
  }
  THRUM_HD thrum::complex<T> root(std::int64_t k) const {
    return {roots[k].real(), inverse ? -roots[k].imag() : roots[k].imag()};
  }
};

/// Returns the radices whose product is n; throws bad_option if 2, 3 and 5 are not enough.
inline std::vector<int> radices_of(std::int64_t n) {
  std::vector<int> radices;
  std::int64_t rest = n;
  for (int const radix : {4, 2, 3, 5}) {
    for (; rest % radix == 0; rest /= radix) radices.push_back(radix);
  }
  if (rest != 1) {
    throw example::bad_option("--n " + std::to_string(n) + " is no product of twos, threes and fives, as " +
                              std::to_string(rest) + " divides it");
  }
  return radices;
}

/// Transforms n elements under a policy. forward() does not scale; backward() of its result gives n
/// times the original.
template <class Policy, class T>
class transform {
 public:
  using element = thrum::complex<T>;
  using vector = example::vector_of<Policy, element>;

  transform(Policy const& policy, std::int64_t n)
      : policy_(policy), n_(n), radices_(radices_of(n)), roots_(static_cast<std::size_t>(n), thrum::no_init) {
    thrum::tabulate(policy_, roots_.begin(), roots_.end(), root_of_unity<T>{n});
  }

  std::vector<int> const& radices() const { return radices_; }

  /// Runs the stage with this number, from one vector into the other.
  void run_stage(std::size_t number, vector const& in, vector& out, bool inverse = false) const {
    std::int64_t stride = 1;
    for (std::size_t i = 0; i < number; ++i) stride *= radices_[i];
    switch (radices_[number]) {
      case 2:
        return run<2>(in, out, stride, inverse);
      case 3:
        return run<3>(in, out, stride, inverse);
      case 4:
        return run<4>(in, out, stride, inverse);
      default:
        return run<5>(in, out, stride, inverse);
    }
  }
  /// Transforms x; `other` is a buffer of the same size.
  void forward(vector& x, vector& other) const { run_stages(x, other, false); }
  void backward(vector& x, vector& other) const { run_stages(x, other, true); }

 private:
  void run_stages(vector& x, vector& other, bool inverse) const {
    for (std::size_t i = 0; i < radices_.size(); ++i) {
      run_stage(i, x, other, inverse);
      std::swap(x, other);
    }
  }
  template <int Radix>
  void run(vector const& in, vector& out, std::int64_t stride, bool inverse) const {
    thrum::for_each_n(policy_, thrum::counting_iterator<std::int64_t>(0), n_ / Radix,
                      stage<Radix, T>{thrum::raw_pointer_cast(in.data()), thrum::raw_pointer_cast(out.data()),
                                      thrum::raw_pointer_cast(roots_.data()), n_, stride, inverse});
  }

  Policy policy_;
  std::int64_t n_;
  std::vector<int> radices_;
  vector roots_;
};

}  // namespace fourier
