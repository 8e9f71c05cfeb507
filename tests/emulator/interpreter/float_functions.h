// Functions of floating-point numbers as the device defines them, for the handlers of several
// families.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "types.h"

namespace emulator::ptx {

// Every NaN that arithmetic of single precision makes has these bits.
inline f32 canonical(f32 x) { return x == x ? x : std::bit_cast<f32>(0x7fffffffu); }
inline f64 canonical(f64 x) { return x; }

// .ftz: a subnormal number becomes a zero of its sign.
template <class T>
T flushed(T x) {
  return std::fabs(x) < std::numeric_limits<T>::min() ? std::copysign(T(0), x) : x;
}

struct float_sum {
  template <class T>
  T operator()(T a, T b) const {
    return canonical(a + b);
  }
};
struct float_difference {
  template <class T>
  T operator()(T a, T b) const {
    return canonical(a - b);
  }
};
struct float_product {
  template <class T>
  T operator()(T a, T b) const {
    return canonical(a * b);
  }
};

// A NaN gives way to a number; -0 is below +0. Equal numbers differ in the sign of zero at most, so
// that their bits joined are the lower one, and their common bits the greater. There are no
// branches, so that the loop over the lanes has a vector form.
struct float_minimum {
  template <class T>
  T operator()(T a, T b) const {
    using bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
    T const of_equal = std::bit_cast<T>(std::bit_cast<bits>(a) | std::bit_cast<bits>(b));
    T const lower = a == b ? of_equal : a < b ? a : b;
    return a != a ? canonical(b) : b != b ? a : lower;
  }
};
struct float_maximum {
  template <class T>
  T operator()(T a, T b) const {
    using bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
    T const of_equal = std::bit_cast<T>(std::bit_cast<bits>(a) & std::bit_cast<bits>(b));
    T const greater = a == b ? of_equal : a > b ? a : b;
    return a != a ? canonical(b) : b != b ? a : greater;
  }
};

// .NaN: a NaN prevails.
template <class Extremum>
struct or_nan {
  template <class T>
  T operator()(T a, T b) const {
    return a != a || b != b ? canonical(std::numeric_limits<T>::quiet_NaN()) : Extremum{}(a, b);
  }
};
// .xorsign.abs: the extremum of the magnitudes, negative where the signs differ.
template <class Extremum>
struct with_joined_sign {
  template <class T>
  T operator()(T a, T b) const {
    T const magnitude = std::fabs(Extremum{}(std::fabs(a), std::fabs(b)));
    return magnitude == magnitude && std::signbit(a) != std::signbit(b) ? -magnitude : magnitude;
  }
};
template <class Extremum>
struct with_flushing {
  template <class T>
  T operator()(T a, T b) const {
    return Extremum{}(flushed(a), flushed(b));
  }
};

// .sat: to [0, 1]; a NaN becomes 0.
struct clamped_to_unit {
  template <class T>
  T operator()(T a) const {
    return a >= T(1) ? T(1) : a > T(0) ? a : T(0);
  }
};
// .relu: a negative number becomes 0.
struct clamped_to_positive {
  template <class T>
  T operator()(T a) const {
    return a != a ? canonical(a) : a > T(0) ? a : T(0);
  }
};

// Approximations: those of double, rounded once.
struct approximate_exponential {
  template <class T>
  T operator()(T a) const {
    return canonical(T(std::exp2(double(a))));
  }
};
struct approximate_hyperbolic_tangent {
  template <class T>
  T operator()(T a) const {
    return canonical(T(std::tanh(double(a))));
  }
};

}  // namespace emulator::ptx
