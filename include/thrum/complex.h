// complex: complex numbers on host and device. The arithmetic is here, the type and the functions
// are in detail/functional/complex.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/complex.h>
#include <complex>
#include <iosfwd>
#include <type_traits>

namespace thrum {

// Operands of two types are converted to their common type: complex<float> + double is
// complex<double>, complex<float> + int is complex<float>. Multiplication and division are those of
// the standard library of host or device: infinities are those of C's Annex G, and intermediate
// results of division do not overflow.

template <class T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator+(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) + static_cast<R>(y.real()),
          static_cast<R>(x.imag()) + static_cast<R>(y.imag())};
}
template <class T, detail::real_number U>
THRUM_HD constexpr detail::common_complex<T, U> operator+(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) + static_cast<R>(y), static_cast<R>(x.imag())};
}
template <detail::real_number T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator+(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x) + static_cast<R>(y.real()), static_cast<R>(y.imag())};
}

template <class T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator-(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) - static_cast<R>(y.real()),
          static_cast<R>(x.imag()) - static_cast<R>(y.imag())};
}
template <class T, detail::real_number U>
THRUM_HD constexpr detail::common_complex<T, U> operator-(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) - static_cast<R>(y), static_cast<R>(x.imag())};
}
template <detail::real_number T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator-(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x) - static_cast<R>(y.real()), -static_cast<R>(y.imag())};
}

THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator*(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::from_library(detail::to_library<R>(x) * detail::to_library<R>(y));
}
template <class T, detail::real_number U>
THRUM_HD constexpr detail::common_complex<T, U> operator*(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) * static_cast<R>(y), static_cast<R>(x.imag()) * static_cast<R>(y)};
}
template <detail::real_number T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator*(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x) * static_cast<R>(y.real()), static_cast<R>(x) * static_cast<R>(y.imag())};
}

THRUM_EXEC_CHECK_DISABLE
template <class T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator/(complex<T> const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return detail::quotient(complex<R>(x), complex<R>(y));
}
template <class T, detail::real_number U>
THRUM_HD constexpr detail::common_complex<T, U> operator/(complex<T> const& x, U const& y) {
  using R = std::common_type_t<T, U>;
  return {static_cast<R>(x.real()) / static_cast<R>(y), static_cast<R>(x.imag()) / static_cast<R>(y)};
}
template <detail::real_number T, class U>
THRUM_HD constexpr detail::common_complex<T, U> operator/(T const& x, complex<U> const& y) {
  using R = std::common_type_t<T, U>;
  return complex<R>(static_cast<R>(x)) / complex<R>(y);
}

template <class T>
THRUM_HD constexpr complex<T> operator+(complex<T> const& z) {
  return z;
}
template <class T>
THRUM_HD constexpr complex<T> operator-(complex<T> const& z) {
  return {-z.real(), -z.imag()};
}

/// Returns whether a complex number is equal to another one, to one of the standard library, or to
/// a real number.
template <class T, class U>
THRUM_HD constexpr bool operator==(complex<T> const& x, complex<U> const& y) {
  return x.real() == y.real() && x.imag() == y.imag();
}
template <class T, class U>
THRUM_HD constexpr bool operator==(complex<T> const& x, std::complex<U> const& y) {
  return x == complex<U>(y);
}
template <class T, detail::real_number U>
THRUM_HD constexpr bool operator==(complex<T> const& x, U const& y) {
  return x == complex<std::common_type_t<T, U>>(static_cast<std::common_type_t<T, U>>(y));
}

/// Write and read a complex number as (re,im), in the format of the standard library.
template <class Char, class Traits, class T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& stream, complex<T> const& z) {
  return stream << static_cast<std::complex<T>>(z);
}
template <class Char, class Traits, class T>
std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& stream, complex<T>& z) {
  std::complex<T> read;
  if (stream >> read) z = read;
  return stream;
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
