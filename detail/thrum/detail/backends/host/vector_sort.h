// Sorts of plain numbers in vectors, on the calling thread and by tasks.
// Elements become signed integers of the same order, and elements again:
// elements of one number are the same element, but for zeros of both signs.
// By AVX-512, floating-point numbers are sorted as they are (vector_reals).
#pragma once

#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/vector_sort/vector_sort.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The least number of elements for radix sorts, which sort numbers in vectors
/// if they can.
inline constexpr std::ptrdiff_t radix_sort_minimum = 256;

/// Says whether records are numbers that vectors are made for, in the order of
/// NumberOf.
template <class R, class NumberOf>
inline constexpr bool sorts_in_vectors = false;
/// Sorts n records that sorts_in_vectors. The functions return false, without having moved any
/// record, if the processor has no vectors, or if zeros of both signs have an order to keep.
template <class NumberOf>
struct in_vectors;
/// Sorts n records, fewer than radix_sort_minimum.
template <class NumberOf, class T, class Less>
bool sort_few_in_vectors(T* records, std::ptrdiff_t n, Less less) {
  if (std::is_sorted(records, records + n, less)) return true;
  return in_vectors<NumberOf>::sort(records, n);
}
#if THRUM_HAS_VECTOR_TARGETS
template <class T, class Less>
inline constexpr bool sorts_in_vectors<T, number_of_record<T, Less, own_key>> =
    sorts_by_radix<T, Less> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Makes signed integers of elements of T, in the order of Less, and elements
/// of integers.
template <vector_level Level, class T, class Less>
struct vector_numbers {
  using number = std::conditional_t<sizeof(T) == 4, std::int32_t, long long>;
  using sorter = vector_sorter<Level, number>;
  static constexpr vector_level level = Level;
  static constexpr bool is_real = std::is_floating_point_v<T>;
  static constexpr number sign = std::numeric_limits<number>::min();
  /// What an integer, or the signed number of a floating-point element, is
  /// exchanged by.
  static constexpr number flips =
      static_cast<number>((descending_order<Less, T> ? -1 : 0) ^ (std::is_unsigned_v<T> ? sign : 0));
  static constexpr auto infinity =
      static_cast<std::make_unsigned_t<number>>(sizeof(T) == 4 ? 0xFF800000U : 0xFFF0000000000000U);
  number zero = 0;

  /// Writes the numbers of n records at `to`, which may be `records`.
  void to_numbers(T const* records, void* to, std::ptrdiff_t n) const {
    if constexpr (is_real || flips != 0) sorter::template convert<false>(records, to, n, *this);
    else if (records != to) std::copy_n(records, n, static_cast<T*>(to));
  }
  void from_numbers(void* records, std::ptrdiff_t n) const {
    if constexpr (is_real || flips != 0) sorter::template convert<true>(records, records, n, *this);
  }
};
/// The same for floating-point numbers that are neither NaNs nor subnormal: in ascending order they
/// are their own numbers. A thread may take subnormal numbers for zeros, as -ffast-math tells it
/// to: of two of them the lesser one and the greater one are the same.
template <class T, class Less>
struct vector_reals {
  using number = T;
  using sorter = vector_sorter<vector_level::avx512, T>;
  static constexpr bool descends = descending_order<Less, T>;

  void to_numbers(T const* records, void* to, std::ptrdiff_t n) const {
    if constexpr (descends) sorter::negate(records, to, n);
    else if (records != to) std::copy_n(records, n, static_cast<T*>(to));
  }
  void from_numbers(void* records, std::ptrdiff_t n) const {
    if constexpr (descends) sorter::negate(records, records, n);
  }
};
template <class T, class Less>
struct in_vectors<number_of_record<T, Less, own_key>> {
  template <class Sort>
  static bool at_level(Sort sort) {
    switch (detail::vectors_of_processor()) {
      case vector_level::avx512:
        return sort(vector_numbers<vector_level::avx512, T, Less>{});
      case vector_level::avx2:
        // Radix sorts are faster than vectors of four numbers: 7.8 to 9.2 ns for each of 2^20
        // doubles.
        if constexpr (sizeof(T) == 4) return sort(vector_numbers<vector_level::avx2, T, Less>{});
        break;
      case vector_level::none:
        break;
    }
    return false;
  }
  /// Calls sort(numbers) with what makes numbers of records of some kinds (kinds_of). Returns false
  /// instead if there are zeros of both signs.
  template <class Numbers, class Sort>
  static bool with_numbers(Numbers numbers, int kinds, Sort sort) {
    if ((kinds & 3) == 3) return false;
    if constexpr (Numbers::level == vector_level::avx512 && Numbers::is_real) {
      if ((kinds & (4 | 8)) == 0) {
        sort(vector_reals<T, Less>{});
        return true;
      }
    }
    numbers.zero = (kinds & 2) != 0 ? Numbers::sign : 0;
    sort(numbers);
    return true;
  }
  template <class Numbers>
  static int kinds_of(T const* records, std::ptrdiff_t n) {
    using limits = std::numeric_limits<T>;
    using number = typename Numbers::number;
    if constexpr (!Numbers::is_real) return 0;
    else
      return Numbers::sorter::kinds_of(records, n, __builtin_bit_cast(number, limits::min()),
                                       __builtin_bit_cast(number, limits::infinity()));
  }

  /// Writes the numbers of `size` records from everywhere among n records. (Inlined with a constant
  /// size, GCC 12 at -O3 warns of stores behind the sample, which are never made.)
  template <class Numbers>
  THRUM_NOT_INLINED static void take_sample(Numbers const& numbers, T const* records, std::ptrdiff_t n,
                                            typename Numbers::number* sample, std::ptrdiff_t size) {
    T taken[greatest_sample];
    std::uint64_t random = 0;
    std::ptrdiff_t const part = n / size;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      taken[i] =
          records[i * part + static_cast<std::ptrdiff_t>((random >> 40) * static_cast<std::uint64_t>(part) >> 24)];
    }
    numbers.to_numbers(taken, sample, size);
  }
  static constexpr std::ptrdiff_t greatest_sample = 16 * vector_sort_buckets;
  /// The most different records that are counted instead of being sorted.
  static constexpr int few_values = 16;
  /// Looks for different records in a sample. Writes them in order to `values`, if there are
  /// few_values at most, and returns how many there are, otherwise 0. Most other ranges are told by
  /// the first, smaller sample.
  template <class Numbers>
  static int values_of_sample(Numbers const& numbers, T const* records, std::ptrdiff_t n,
                              typename Numbers::number* values) {
    using number = typename Numbers::number;
    constexpr std::ptrdiff_t first_sample = 2 * few_values, last_sample = 256;
    if (n < 16 * last_sample) return 0;
    int distinct = 0;
    for (std::ptrdiff_t size = first_sample; size <= last_sample; size *= last_sample / first_sample) {
      number sample[last_sample];
      take_sample(numbers, records, n, sample, size);
      Numbers::sorter::sort(sample, size);
      distinct = 0;
      for (std::ptrdiff_t i = 0; i < size; ++i) {
        if (i > 0 && sample[i] == sample[i - 1]) continue;
        if (distinct == few_values) return 0;
        values[distinct++] = sample[i];
      }
    }
    numbers.from_numbers(values, distinct);
    return distinct;
  }
  /// Sorts records of few values: counts each value, and writes the values. Records with zeros of
  /// both signs are not counted, since there is one zero among the values.
  template <class Numbers>
  static bool sort_values(Numbers const& numbers, T* records, std::ptrdiff_t n) {
    typename Numbers::number values[few_values];
    std::ptrdiff_t ends[few_values];
    int const distinct = values_of_sample(numbers, records, n, values);
    if (distinct == 0 || !Numbers::sorter::count_values(records, n, values, distinct, ends)) return false;
    std::partial_sum(ends, ends + distinct, ends);
    Numbers::sorter::write_values(records, 0, n, values, ends);
    return true;
  }
  /// Does the same by tasks. `sizes` has room for vector_sort_buckets numbers for each chunk.
  template <class Numbers, class B>
  static bool sort_values(Numbers const& numbers, B const& exec, T* records, std::ptrdiff_t n,
                          std::ptrdiff_t chunk, std::ptrdiff_t* sizes) {
    using sorter = typename Numbers::sorter;
    constexpr std::ptrdiff_t buckets = vector_sort_buckets;
    static_assert(few_values < buckets);
    typename Numbers::number values[few_values];
    int const distinct = values_of_sample(numbers, records, n, values);
    if (distinct == 0) return false;
    std::ptrdiff_t const chunks = (n + chunk - 1) / chunk;
    auto const* const x = values;
    exec.for_each_n(
        chunks,
        [=](std::ptrdiff_t c) {
          std::ptrdiff_t const begin = c * chunk;
          std::ptrdiff_t* const counts = sizes + c * buckets;
          counts[few_values] = static_cast<std::ptrdiff_t>(
              sorter::count_values(records + begin, std::min(chunk, n - begin), x, distinct, counts));
        },
        1);
    std::ptrdiff_t ends[few_values] = {};
    for (std::ptrdiff_t c = 0; c < chunks; ++c) {
      if (sizes[c * buckets + few_values] == 0) return false;
      for (int v = 0; v < distinct; ++v) ends[v] += sizes[c * buckets + v];
    }
    std::partial_sum(ends, ends + distinct, ends);
    exec.for_each_n(
        chunks,
        [=, ends = static_cast<std::ptrdiff_t const*>(ends)](std::ptrdiff_t c) {
          sorter::write_values(records, c * chunk, std::min(n, (c + 1) * chunk), x, ends);
        },
        1);
    return true;
  }

  static bool sort(T* records, std::ptrdiff_t n) {
    return at_level([=](auto numbers) {
      if (sort_values(numbers, records, n)) return true;
      return with_numbers(numbers, kinds_of<decltype(numbers)>(records, n), [=](auto of_kinds) {
        of_kinds.to_numbers(records, records, n);
        decltype(of_kinds)::sorter::sort(records, n);
        of_kinds.from_numbers(records, n);
      });
    });
  }

  /// The same in parallel. `buffer` has room for n records, and `sizes` for a number for each chunk
  /// and bucket.
  template <class B>
  static bool sort(B const& exec, T* records, T* buffer, std::ptrdiff_t n, std::ptrdiff_t chunk,
                   std::ptrdiff_t* sizes) {
    return at_level([&, records, buffer, n, chunk, sizes](auto numbers) {
      using all_numbers = decltype(numbers);
      if (sort_values(numbers, exec, records, n, chunk, sizes)) return true;
      int kinds = 0;
      if constexpr (all_numbers::is_real) {
        std::ptrdiff_t const chunks = (n + chunk - 1) / chunk;
        exec.for_each_n(
            chunks,
            [=](std::ptrdiff_t c) {
              sizes[c] = kinds_of<all_numbers>(records + c * chunk, std::min(chunk, n - c * chunk));
            },
            1);
        for (std::ptrdiff_t c = 0; c < chunks; ++c) kinds |= static_cast<int>(sizes[c]);
      }
      return with_numbers(numbers, kinds,
                          [&](auto of_kinds) { sort_buckets(of_kinds, exec, records, buffer, n, chunk, sizes); });
    });
  }
  /// Splits chunks of records by the same bounds, brings what lies between two bounds together, and
  /// sorts it, each in parallel.
  template <class Numbers, class B>
  static void sort_buckets(Numbers const& numbers, B const& exec, T* records, T* buffer, std::ptrdiff_t n,
                           std::ptrdiff_t chunk, std::ptrdiff_t* sizes) {
    using sorter = typename Numbers::sorter;
    using number = typename Numbers::number;
    constexpr std::ptrdiff_t buckets = vector_sort_buckets, apart = greatest_sample / buckets;
    std::ptrdiff_t const chunks = (n + chunk - 1) / chunk;
    number sample[greatest_sample], bounds[buckets - 1];
    take_sample(numbers, records, n, sample, greatest_sample);
    sorter::sort(sample, greatest_sample);
    for (std::ptrdiff_t b = 1; b < buckets; ++b) bounds[b - 1] = sample[apart * b];
    number const* const from_bound = bounds;
    exec.for_each_n(
        chunks,
        [=](std::ptrdiff_t c) {
          std::ptrdiff_t const begin = c * chunk, size = std::min(chunk, n - begin);
          numbers.to_numbers(records + begin, buffer + begin, size);
          sorter::split(buffer + begin, size, from_bound, buckets - 1, sizes + c * buckets);
        },
        1);
    // Sizes become the ends of the pieces of a chunk.
    std::ptrdiff_t begins[buckets + 1] = {};
    for (std::ptrdiff_t c = 0; c < chunks; ++c) {
      std::ptrdiff_t end = 0;
      for (std::ptrdiff_t b = 0; b < buckets; ++b) {
        sizes[c * buckets + b] = end += sizes[c * buckets + b];
        begins[b + 1] += end;
      }
    }
    std::ptrdiff_t const* const from = begins;
    exec.for_each_n(
        buckets,
        [=](std::ptrdiff_t b) {
          std::ptrdiff_t const begin = from[b], size = from[b + 1] - begin;
          T* to = records + begin;
          for (std::ptrdiff_t c = 0; c < chunks; ++c) {
            std::ptrdiff_t const* const ends = sizes + c * buckets;
            to = std::copy(buffer + c * chunk + (b == 0 ? 0 : ends[b - 1]), buffer + c * chunk + ends[b], to);
          }
          if (b == 0) sorter::sort(records + begin, size);
          else sorter::sort(records + begin, size, from_bound[b - 1]);
          numbers.from_numbers(records + begin, size);
        },
        1);
  }
};
#endif

}  // namespace thrum::detail
