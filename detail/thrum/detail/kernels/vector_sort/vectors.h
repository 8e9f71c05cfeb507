// The vectors of numbers that vector_sort/sorter.h sorts by: what compilers
// have no common operators for. A mask has a bit for each lane. Each level has
// its own functions, compiled for its processors.
#pragma once

#include <thrum/detail/base/processor.h>
#include <cstddef>
#include <cstdint>

#if THRUM_HAS_VECTOR_TARGETS
namespace thrum::detail {

/// A vector of numbers: of signed integers, or of floating-point numbers that are neither NaNs nor
/// subnormal. The members are
///   less(a, b)               returns the mask of the lanes in which a is less than b
///   equal(a, b)              returns the mask of the lanes in which a equals b, for integers
///   divided(v, mask)         returns the lanes of the mask, and then the others
///   load_some(p, other, k)   returns the first k numbers at p, and lanes of `other` after them
///   store_some(p, v, k)      stores the first k lanes; k is less than 0 or more than the lanes also
template <vector_level Level, class Number>
struct sorted_vector;

/// The lanes of each mask, and then the other lanes. A lane has 8 / Lanes words of 32 bits, and the
/// number of a word is four bits.
template <int Lanes>
struct dividing_words {
  std::uint32_t of[1 << Lanes] = {};
  constexpr dividing_words() {
    constexpr int words = 8 / Lanes;
    for (int mask = 0; mask < 1 << Lanes; ++mask) {
      int count = 0;
      for (int taken = 1; taken >= 0; --taken)
        for (int lane = 0; lane < Lanes; ++lane)
          for (int word = 0; word < words && (mask >> lane & 1) == taken; ++word)
            of[mask] |= static_cast<std::uint32_t>(words * lane + word) << (4 * count++);
    }
  }
};
template <int Lanes>
inline constexpr dividing_words<Lanes> dividing_words_of{};

typedef int sixteen_places __attribute__((vector_size(64)));
typedef long long eight_places __attribute__((vector_size(64)));
/// Returns the lanes of a mask, and then the others, in the low bits of each place.
THRUM_TARGET_AVX512 THRUM_INLINED eight_places dividing_places(std::uint8_t mask) {
  auto const words = static_cast<int>(dividing_words_of<8>.of[mask]);
  return reinterpret_cast<eight_places>((sixteen_places{} + words) >>
                                        sixteen_places{0, 0, 4, 0, 8, 0, 12, 0, 16, 0, 20, 0, 24, 0, 28, 0});
}
#if defined(__clang__)
#define THRUM_PERMUTED(v, places) __builtin_ia32_permvardi512(v, places)
#else
#define THRUM_PERMUTED(v, places) __builtin_shuffle(v, places)
#endif

template <>
struct sorted_vector<vector_level::avx512, std::int32_t> {
  using number = std::int32_t;
  using mask = std::uint16_t;
  static constexpr int lanes = 16;
  typedef int type __attribute__((vector_size(64)));
  using places = type;
  THRUM_TARGET_AVX512 THRUM_INLINED static mask less(type a, type b) {
    return __builtin_ia32_cmpd512_mask(a, b, 1, static_cast<mask>(-1));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static mask equal(type a, type b) {
    return __builtin_ia32_cmpd512_mask(a, b, 0, static_cast<mask>(-1));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static type divided(type v, mask m) {
    mask const others = static_cast<mask>(~m), beyond = static_cast<mask>(0xFFFFU << __builtin_popcount(m));
    return __builtin_ia32_expandsi512_mask(__builtin_ia32_compresssi512_mask(v, v, others),
                                           __builtin_ia32_compresssi512_mask(v, v, m), beyond);
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static mask first(std::ptrdiff_t k) {
    return static_cast<mask>((1U << (k < 0 ? 0 : k < lanes ? k : lanes)) - 1);
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static type load_some(void const* p, type other, std::ptrdiff_t k) {
    return __builtin_ia32_loaddqusi512_mask(static_cast<int const*>(p), other, first(k));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static void store_some(void* p, type v, std::ptrdiff_t k) {
    __builtin_ia32_storedqusi512_mask(static_cast<int*>(p), v, first(k));
  }
};
template <>
struct sorted_vector<vector_level::avx512, long long> {
  using number = long long;
  using mask = std::uint8_t;
  static constexpr int lanes = 8;
  typedef long long type __attribute__((vector_size(64)));
  using places = type;
  THRUM_TARGET_AVX512 THRUM_INLINED static mask less(type a, type b) {
    return __builtin_ia32_cmpq512_mask(a, b, 1, static_cast<mask>(-1));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static mask equal(type a, type b) {
    return __builtin_ia32_cmpq512_mask(a, b, 0, static_cast<mask>(-1));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static type divided(type v, mask m) {
    return THRUM_PERMUTED(v, dividing_places(m));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static mask first(std::ptrdiff_t k) {
    return static_cast<mask>((1U << (k < 0 ? 0 : k < lanes ? k : lanes)) - 1);
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static type load_some(void const* p, type other, std::ptrdiff_t k) {
    return __builtin_ia32_loaddqudi512_mask(static_cast<long long const*>(p), other, first(k));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static void store_some(void* p, type v, std::ptrdiff_t k) {
    __builtin_ia32_storedqudi512_mask(static_cast<long long*>(p), v, first(k));
  }
};

/// Vectors of floating-point numbers, which are moved as integers of their size. So floats need not
/// become integers and floats again, and AVX-512 takes the lesser of two doubles in fewer steps
/// than that of two integers of 64 bits.
template <class Number, class Vector, class Integer>
struct sorted_reals {
  using number = Number;
  using integers = sorted_vector<vector_level::avx512, Integer>;
  using mask = typename integers::mask;
  static constexpr int lanes = integers::lanes;
  using type = Vector;
  using places = typename integers::type;
  THRUM_TARGET_AVX512 THRUM_INLINED static mask less(type a, type b) {
    if constexpr (sizeof(Number) == 4) return __builtin_ia32_cmpps512_mask(a, b, 0x11, static_cast<mask>(-1), 4);
    else return __builtin_ia32_cmppd512_mask(a, b, 0x11, static_cast<mask>(-1), 4);
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static type divided(type v, mask m) {
    return reinterpret_cast<type>(integers::divided(reinterpret_cast<places>(v), m));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static mask first(std::ptrdiff_t k) { return integers::first(k); }
  THRUM_TARGET_AVX512 THRUM_INLINED static type load_some(void const* p, type other, std::ptrdiff_t k) {
    return reinterpret_cast<type>(integers::load_some(p, reinterpret_cast<places>(other), k));
  }
  THRUM_TARGET_AVX512 THRUM_INLINED static void store_some(void* p, type v, std::ptrdiff_t k) {
    integers::store_some(p, reinterpret_cast<places>(v), k);
  }
};
typedef float sixteen_floats __attribute__((vector_size(64)));
typedef double eight_doubles __attribute__((vector_size(64)));
template <>
struct sorted_vector<vector_level::avx512, float> : sorted_reals<float, sixteen_floats, std::int32_t> {};
template <>
struct sorted_vector<vector_level::avx512, double> : sorted_reals<double, eight_doubles, long long> {};

#undef THRUM_PERMUTED

template <>
struct sorted_vector<vector_level::avx2, std::int32_t> {
  using number = std::int32_t;
  using mask = unsigned;
  static constexpr int lanes = 8;
  typedef int type __attribute__((vector_size(32)));
  using places = type;
  typedef float reals __attribute__((vector_size(32)));
  THRUM_TARGET_AVX2 THRUM_INLINED static mask less(type a, type b) {
    return static_cast<mask>(__builtin_ia32_movmskps256(reinterpret_cast<reals>(a < b)));
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static mask equal(type a, type b) {
    return static_cast<mask>(__builtin_ia32_movmskps256(reinterpret_cast<reals>(a == b)));
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static type divided(type v, mask m) {
    type const words =
        (type{} + static_cast<int>(dividing_words_of<lanes>.of[m])) >> type{0, 4, 8, 12, 16, 20, 24, 28};
    return __builtin_ia32_permvarsi256(v, words);
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static mask first(std::ptrdiff_t k) { return (1U << k) - 1; }
  THRUM_TARGET_AVX2 THRUM_INLINED static type are_first(std::ptrdiff_t k) {
    return type{0, 1, 2, 3, 4, 5, 6, 7} < type{} + static_cast<int>(k);
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static type load_some(void const* p, type other, std::ptrdiff_t k) {
    type const are = are_first(k);
    return are ? __builtin_ia32_maskloadd256(static_cast<type const*>(p), are) : other;
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static void store_some(void* p, type v, std::ptrdiff_t k) {
    __builtin_ia32_maskstored256(static_cast<type*>(p), are_first(k), v);
  }
};
template <>
struct sorted_vector<vector_level::avx2, long long> {
  using number = long long;
  using mask = unsigned;
  static constexpr int lanes = 4;
  typedef long long type __attribute__((vector_size(32)));
  using places = type;
  typedef int words __attribute__((vector_size(32)));
  typedef double reals __attribute__((vector_size(32)));
  THRUM_TARGET_AVX2 THRUM_INLINED static mask less(type a, type b) {
    return static_cast<mask>(__builtin_ia32_movmskpd256(reinterpret_cast<reals>(a < b)));
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static mask equal(type a, type b) {
    return static_cast<mask>(__builtin_ia32_movmskpd256(reinterpret_cast<reals>(a == b)));
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static type divided(type v, mask m) {
    words const from =
        (words{} + static_cast<int>(dividing_words_of<lanes>.of[m])) >> words{0, 4, 8, 12, 16, 20, 24, 28};
    return reinterpret_cast<type>(__builtin_ia32_permvarsi256(reinterpret_cast<words>(v), from));
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static mask first(std::ptrdiff_t k) { return (1U << k) - 1; }
  THRUM_TARGET_AVX2 THRUM_INLINED static type are_first(std::ptrdiff_t k) { return type{0, 1, 2, 3} < type{} + k; }
  THRUM_TARGET_AVX2 THRUM_INLINED static type load_some(void const* p, type other, std::ptrdiff_t k) {
    type const are = are_first(k);
    return are ? __builtin_ia32_maskloadq256(static_cast<type const*>(p), are) : other;
  }
  THRUM_TARGET_AVX2 THRUM_INLINED static void store_some(void* p, type v, std::ptrdiff_t k) {
    __builtin_ia32_maskstoreq256(static_cast<type*>(p), are_first(k), v);
  }
};

}  // namespace thrum::detail
#endif
