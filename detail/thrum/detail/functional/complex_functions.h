// The functions of complex numbers. They use the standard library on the host and libcu++ on a
// device, so that results agree up to rounding.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/complex_number.h>
#include <cmath>
#include <complex>
#include <type_traits>

namespace thrum {

/// Returns the distance from zero, without overflow of intermediate results.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T abs(complex<T> const& z) {
  return detail::number_library::abs(detail::native<T>(z));
}
/// Returns the angle, in [-pi, pi].
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T arg(complex<T> const& z) {
  return detail::number_library::arg(detail::native<T>(z));
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
  return detail::from_native(detail::number_library::proj(detail::native<T>(z)));
}

/// Returns x to the power of y. Operands of two types are converted to their common type.
THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD detail::common_complex<T, U> pow(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_native(detail::number_library::pow(detail::native<R>(x), detail::native<R>(y)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T, detail::real_number U>
THRUM_HD detail::common_complex<T, U> pow(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_native(detail::number_library::pow(detail::native<R>(x), static_cast<R>(y)));
}
THRUM_EXEC_CHECK_DISABLE
template <detail::real_number T, class U>
THRUM_HD detail::common_complex<T, U> pow(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_native(detail::number_library::pow(static_cast<R>(x), detail::native<R>(y)));
}

// The branch cuts are the standard's.
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> exp(complex<T> const& z) {
  return detail::from_native(detail::number_library::exp(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> log(complex<T> const& z) {
  return detail::from_native(detail::number_library::log(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> log10(complex<T> const& z) {
  return detail::from_native(detail::number_library::log10(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sqrt(complex<T> const& z) {
  return detail::from_native(detail::number_library::sqrt(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sin(complex<T> const& z) {
  return detail::from_native(detail::number_library::sin(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> cos(complex<T> const& z) {
  return detail::from_native(detail::number_library::cos(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> tan(complex<T> const& z) {
  return detail::from_native(detail::number_library::tan(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> sinh(complex<T> const& z) {
  return detail::from_native(detail::number_library::sinh(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> cosh(complex<T> const& z) {
  return detail::from_native(detail::number_library::cosh(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> tanh(complex<T> const& z) {
  return detail::from_native(detail::number_library::tanh(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> asin(complex<T> const& z) {
  return detail::from_native(detail::number_library::asin(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> acos(complex<T> const& z) {
  return detail::from_native(detail::number_library::acos(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> atan(complex<T> const& z) {
  return detail::from_native(detail::number_library::atan(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> asinh(complex<T> const& z) {
  return detail::from_native(detail::number_library::asinh(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> acosh(complex<T> const& z) {
  return detail::from_native(detail::number_library::acosh(detail::native<T>(z)));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD complex<T> atanh(complex<T> const& z) {
  return detail::from_native(detail::number_library::atanh(detail::native<T>(z)));
}

}  // namespace thrum
