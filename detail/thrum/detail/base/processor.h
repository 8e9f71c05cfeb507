// Which vectors the processor has, and the marks of functions that are compiled for them. A program
// that is compiled for any processor of its architecture chooses by vectors_of_processor() which of
// these functions runs.
//
//   THRUM_HAS_VECTOR_TARGETS  1 if functions can be compiled for wider vectors than the rest of the
//                             program: x86-64 under g++ and clang++, host code only. Otherwise 0,
//                             and vectors_of_processor() is `none`.
//   THRUM_TARGET_AVX2         marks a function for processors with at least vector_level::avx2
//   THRUM_TARGET_AVX512       the same for vector_level::avx512
//   THRUM_INLINED             marks a function that is compiled as a part of its callers, and so for
//                             their vectors
//   THRUM_NOT_INLINED         marks a function that is compiled by itself; THRUM_NOT_INLINED_BY_GCC
//                             does so under g++ alone, and in code for the host
//
// A loop over elements has two versions, if compilers make vectors of it: that of the program, and
// one for AVX2, which runs where takes_wide_vectors(n) says so.
//
// A function without a mark is inlined into one with a mark if the compiler likes, a function with
// a mark only into one with the same mark: let one call of a marked function do much work, and mark
// what it calls. AVX2 alone has no fused multiply-add. AVX-512 has, and compilers use it for a * b
// + c of floating-point numbers, which changes bits: functions for AVX-512 add no products.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
#define THRUM_HAS_VECTOR_TARGETS 1
// With -march=native GCC would store arrays in vectors of 64 bytes, which the vectors of 32 bytes
// that these functions are written for read slowly.
#if defined(__clang__)
#define THRUM_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,prfchw")))
#else
#define THRUM_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,prfchw,prefer-vector-width=256")))
#endif
#define THRUM_TARGET_AVX512 \
  __attribute__((target("avx2,bmi,bmi2,popcnt,prfchw,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2")))
#else
#define THRUM_HAS_VECTOR_TARGETS 0
#define THRUM_TARGET_AVX2
#define THRUM_TARGET_AVX512
#endif
#define THRUM_INLINED __attribute__((always_inline)) inline
#define THRUM_NOT_INLINED __attribute__((noinline))
#if defined(__clang__) || defined(__CUDA_ARCH__)
#define THRUM_NOT_INLINED_BY_GCC
#else
#define THRUM_NOT_INLINED_BY_GCC THRUM_NOT_INLINED
#endif

namespace thrum::detail {

/// The vectors that a processor has. Each level has those before it, too.
enum class vector_level {
  none,    ///< those that every processor of the architecture has
  avx2,    ///< AVX2, BMI, BMI2 and POPCNT; PREFETCHW does nothing where it is missing
  avx512,  ///< AVX-512 F, BW, DQ, VL and VBMI2, of which compresses of all elements are a part
};

#if THRUM_HAS_VECTOR_TARGETS
inline vector_level find_vectors_of_processor() {
  __builtin_cpu_init();
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")))
    return vector_level::none;
  if (!(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi2")))
    return vector_level::avx2;
  return vector_level::avx512;
}
inline bool is_processor_of_intel() {
  __builtin_cpu_init();
  return __builtin_cpu_is("intel") != 0;
}
/// The level that vectors_of_processor() returns. Until it is initialised, it is `none`, which is
/// right on every processor.
inline vector_level used_vectors = detail::find_vectors_of_processor();
#endif

/// Returns which vectors the processor has that runs the program.
THRUM_HD inline vector_level vectors_of_processor() {
#if THRUM_HAS_VECTOR_TARGETS
  return used_vectors;
#else
  return vector_level::none;
#endif
}

/// Lowers the level while the object exists, so that a test runs the code of other processors. No
/// algorithm runs meanwhile in other threads that the test did not start.
class lowered_vectors {
 public:
  explicit lowered_vectors([[maybe_unused]] vector_level level) : before_(detail::vectors_of_processor()) {
#if THRUM_HAS_VECTOR_TARGETS
    if (level < used_vectors) used_vectors = level;
#endif
  }
  lowered_vectors(lowered_vectors const&) = delete;
  lowered_vectors& operator=(lowered_vectors const&) = delete;
  ~lowered_vectors() {
#if THRUM_HAS_VECTOR_TARGETS
    used_vectors = before_;
#endif
  }

 private:
  vector_level before_;
};

/// Whether the program is compiled for AVX2.
#if defined(__AVX2__)
inline constexpr bool compiled_for_avx2 = true;
#else
inline constexpr bool compiled_for_avx2 = false;
#endif
/// Whether the program is compiled for AVX-512 by GCC, which then keeps integers and addresses in
/// registers of vectors, if it has no others. That takes longer than to keep them in memory.
#if defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
inline constexpr bool spills_to_vectors = true;
#else
inline constexpr bool spills_to_vectors = false;
#endif
/// Whether comparisons of vectors make masks in registers of their own, as those of AVX-512 do:
/// masks are combined in one instruction, and become elements of vectors in another.
#if defined(__AVX512F__)
inline constexpr bool compares_to_masks = true;
#else
inline constexpr bool compares_to_masks = false;
#endif
/// Whether the compiler gathers what lanes of objects look at, which takes longer than to look at
/// the objects in order.
#if defined(__AVX512F__) && defined(__clang__)
inline constexpr bool gathers_objects = true;
#else
inline constexpr bool gathers_objects = false;
#endif
/// Whether the processor has so few registers that loops over several parts of a range keep the
/// places of the parts in memory.
inline constexpr bool has_few_registers = THRUM_HAS_VECTOR_TARGETS != 0;

/// Whether loops have a version for AVX2, because the program is compiled for less.
inline constexpr bool has_avx2_version = THRUM_HAS_VECTOR_TARGETS && !compiled_for_avx2;

/// Returns whether a loop over n elements runs in its version for AVX2: if the processor has it,
/// and the elements are worth the choice.
constexpr bool takes_wide_vectors(std::ptrdiff_t n) {
  constexpr std::ptrdiff_t least = 256;
  if (std::is_constant_evaluated()) return false;
  return n >= least && detail::vectors_of_processor() >= vector_level::avx2;
}

}  // namespace thrum::detail
