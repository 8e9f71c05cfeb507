// The type thrum::complex and its functions. They use the standard library on the host and libcu++
// on a device, so that results agree up to rounding.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/numeric_limits.h>
#include <cmath>
#include <complex>
#include <type_traits>

#if defined(__CUDACC__)
#include <cuda/std/cmath>
#include <cuda/std/complex>
#endif

namespace thrum {
namespace detail {

#if defined(__CUDA_ARCH__)
namespace number_library = ::cuda::std;
#else
namespace number_library = ::std;
#endif

template <class T>
concept real_number = std::is_arithmetic_v<T>;

}  // namespace detail

/// A complex number of a real type T, float or double. It is aligned like a vector of two T, so
/// that a device moves it in one piece. It has the layout of std::complex<T> and converts from and
/// to that type. The default constructor leaves the number uninitialised, as T's does.
template <class T>
struct alignas(2 * sizeof(T)) complex {
  using value_type = T;

  complex() = default;
  THRUM_HD constexpr complex(T const& re, T const& im = T()) : real_(re), imag_(im) {}
  template <class U>
    requires(!std::is_same_v<T, U>)
  THRUM_HD constexpr complex(complex<U> const& z)
      : real_(static_cast<T>(z.real())), imag_(static_cast<T>(z.imag())) {}
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD constexpr complex(std::complex<U> const& z)
#if defined(__CUDA_ARCH__)  // std::complex has host members; the standard fixes its layout
      : real_(static_cast<T>(reinterpret_cast<U const*>(&z)[0])),
        imag_(static_cast<T>(reinterpret_cast<U const*>(&z)[1])){}
#else
      : real_(static_cast<T>(z.real())), imag_(static_cast<T>(z.imag())) {
  }
#endif
        constexpr
        operator std::complex<T>() const {
    return {real_, imag_};
  }

  THRUM_HD constexpr T real() const { return real_; }
  THRUM_HD constexpr T imag() const { return imag_; }
  THRUM_HD constexpr void real(T re) { real_ = re; }
  THRUM_HD constexpr void imag(T im) { imag_ = im; }
  THRUM_HD T real() const volatile { return real_; }
  THRUM_HD T imag() const volatile { return imag_; }
  THRUM_HD void real(T re) volatile { real_ = re; }
  THRUM_HD void imag(T im) volatile { imag_ = im; }

  // U is a real number or a complex of one.
  template <class U>
  THRUM_HD constexpr complex& operator+=(U const& z) {
    return *this = complex(*this + z);
  }
  template <class U>
  THRUM_HD constexpr complex& operator-=(U const& z) {
    return *this = complex(*this - z);
  }
  template <class U>
  THRUM_HD constexpr complex& operator*=(U const& z) {
    return *this = complex(*this * z);
  }
  template <class U>
  THRUM_HD constexpr complex& operator/=(U const& z) {
    return *this = complex(*this / z);
  }

 private:
  T real_;
  T imag_;
};

namespace detail {

template <class T, class U>
using common_complex = complex<std::common_type_t<T, U>>;

template <class T>
using library_complex = number_library::complex<T>;

THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD constexpr library_complex<T> to_library(complex<U> const& z) {
  return library_complex<T>(static_cast<T>(z.real()), static_cast<T>(z.imag()));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr complex<T> from_library(library_complex<T> const& z) {
  return {z.real(), z.imag()};
}

/// Returns x / y. libcu++ scales y to a moderate size, but not x, so that products of x and y may
/// overflow.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD constexpr complex<T> quotient(complex<T> const& x, complex<T> const& y) {
#if defined(__CUDA_ARCH__)
  constexpr T large = numeric_limits<T>::max() / 8;
  if (x.real() > large || x.real() < -large || x.imag() > large || x.imag() < -large) {
    auto const eighth = detail::to_library<T>(complex<T>(x.real() / 8, x.imag() / 8)) / detail::to_library<T>(y);
    return {eighth.real() * 8, eighth.imag() * 8};
  }
#endif
  return detail::from_library(detail::to_library<T>(x) / detail::to_library<T>(y));
}

}  // namespace detail

/// Returns the distance from zero, without overflow of intermediate results.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T abs(complex<T> const& z) {
  return detail::number_library::abs(detail::to_library<T>(z));
}
/// Returns the angle, in [-pi, pi].
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T arg(complex<T> const& z) {
  return detail::number_library::arg(detail::to_library<T>(z));
}
/// Returns the square of abs(z).
template <class T>
THRUM_HD constexpr T norm(complex<T> const& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <class T>
THRUM_HD constexpr complex<T> conj(complex<T> const& z) {
  return {z.real(), -z.imag()};
}
/// Returns the number with this distance from zero and this angle.
THRUM_EXEC_CHECK_DISABLE
template <detail::real_number T, detail::real_number U = T>
THRUM_HD detail::common_complex<T, U> polar(T const& distance, U const& angle = U()) {
  using R = std::common_type_t<T, U>;
  auto const r = static_cast<R>(distance), phi = static_cast<R>(angle);
  return {r * detail::number_library::cos(phi), r * detail::number_library::sin(phi)};
}
/// Returns the projection to the Riemann sphere, which has one infinity.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> proj(complex<T> const& z) {
  return detail::from_library(detail::number_library::proj(detail::to_library<T>(z)));
}

/// Returns x to the power of y. Operands of two types are converted to their common type.
THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD detail::common_complex<T, U> pow(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_library(detail::number_library::pow(detail::to_library<R>(x), detail::to_library<R>(y)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T, detail::real_number U>
THRUM_HD detail::common_complex<T, U> pow(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_library(detail::number_library::pow(detail::to_library<R>(x), static_cast<R>(y)));
}
THRUM_EXEC_CHECK_DISABLE
template <detail::real_number T, class U>
THRUM_HD detail::common_complex<T, U> pow(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_library(detail::number_library::pow(static_cast<R>(x), detail::to_library<R>(y)));
}

// The branch cuts are the standard's.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> exp(complex<T> const& z) {
  return detail::from_library(detail::number_library::exp(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> log(complex<T> const& z) {
  return detail::from_library(detail::number_library::log(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> log10(complex<T> const& z) {
  return detail::from_library(detail::number_library::log10(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sqrt(complex<T> const& z) {
  return detail::from_library(detail::number_library::sqrt(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sin(complex<T> const& z) {
  return detail::from_library(detail::number_library::sin(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> cos(complex<T> const& z) {
  return detail::from_library(detail::number_library::cos(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> tan(complex<T> const& z) {
  return detail::from_library(detail::number_library::tan(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sinh(complex<T> const& z) {
  return detail::from_library(detail::number_library::sinh(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> cosh(complex<T> const& z) {
  return detail::from_library(detail::number_library::cosh(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> tanh(complex<T> const& z) {
  return detail::from_library(detail::number_library::tanh(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> asin(complex<T> const& z) {
  return detail::from_library(detail::number_library::asin(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> acos(complex<T> const& z) {
  return detail::from_library(detail::number_library::acos(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> atan(complex<T> const& z) {
  return detail::from_library(detail::number_library::atan(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> asinh(complex<T> const& z) {
  return detail::from_library(detail::number_library::asinh(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> acosh(complex<T> const& z) {
  return detail::from_library(detail::number_library::acosh(detail::to_library<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> atanh(complex<T> const& z) {
  return detail::from_library(detail::number_library::atanh(detail::to_library<T>(z)));
}

}  // namespace thrum
