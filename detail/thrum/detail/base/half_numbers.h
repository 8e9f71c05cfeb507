// Floating-point numbers of 16 bits: CUDA's __half and __nv_bfloat16, and the compiler's own, whose
// names in the standard are std::float16_t and std::bfloat16_t. They are sorted by their bits, and
// added as floats.
#pragma once

#include <thrum/detail/base/config.h>

struct __half;         // cuda_fp16.h
struct __nv_bfloat16;  // cuda_bf16.h

namespace thrum::detail {

/// The bits of the exponent of a floating-point number of 16 bits; 0 for every other type.
template <class T>
inline constexpr int half_exponent_bits = 0;
template <>
inline constexpr int half_exponent_bits<__half> = 5;
template <>
inline constexpr int half_exponent_bits<__nv_bfloat16> = 8;
#if defined(__FLT16_MANT_DIG__)
template <>
inline constexpr int half_exponent_bits<_Float16> = 5;
#endif
#if defined(__BFLT16_MANT_DIG__)
template <>
inline constexpr int half_exponent_bits<__bf16> = 8;
#endif

template <class T>
concept half_number = half_exponent_bits<T> > 0;

}  // namespace thrum::detail
