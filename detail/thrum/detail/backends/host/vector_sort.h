// Sorts of plain numbers in vectors, on the calling thread and by tasks.
// Elements become signed integers of the same order, and elements again:
// elements of one number are the same element, but for zeros of both signs.
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
/// Sorts n records that sorts_in_vectors, with a buffer that has room for n.
/// The functions return false, without having moved any record, if the
/// processor has no vectors, or if zeros of both signs have an order to keep.
template <class NumberOf>
struct in_vectors;
/// Sorts n records, fewer than radix_sort_minimum.
template <class NumberOf, class T, class Less>
bool sort_few_in_vectors(T* records, std::ptrdiff_t n, Less less) {
  if (std::is_sorted(records, records + n, less)) return true;
  T buffer[radix_sort_minimum];
  return in_vectors<NumberOf>::sort(records, buffer, n);
}
#if THRUM_HAS_VECTOR_TARGETS
template <class T, class Less>
inline constexpr bool sorts_in_vectors<T, number_of_record<T, Less, own_key>> =
    sorts_by_radix<T, Less> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Makes signed integers of elements of T, in the order of Less, and elements
/// of integers.
template <vector_level Level, class T, class Less>
struct vector_numbers {
  using sorter = vector_sorter<Level, sizeof(T)>;
  using number = typename sorter::number;
  static constexpr bool is_real = std::is_floating_point_v<T>;
  static constexpr number sign = std::numeric_limits<number>::min();
  /// What an integer, or the signed number of a floating-point element, is
  /// exchanged by.
  static constexpr number flips =
      static_cast<number>((descending_order<Less, T> ? -1 : 0) ^ (std::is_unsigned_v<T> ? sign : 0));
  static constexpr auto infinity =
      static_cast<std::make_unsigned_t<number>>(sizeof(T) == 4 ? 0xFF800000U : 0xFFF0000000000000U);
  number zero = 0;

  void to_numbers(void* records, std::ptrdiff_t n) const {
    if constexpr (is_real || flips != 0) sorter::template convert<false>(records, n, *this);
  }
  void from_numbers(void* records, std::ptrdiff_t n) const {
    if constexpr (is_real || flips != 0) sorter::template convert<true>(records, n, *this);
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
  /// Takes the sign of zeros from what zeros_of returned. Returns false if
  /// there are both.
  template <class Numbers>
  static bool take_zeros(Numbers& numbers, int zeros) {
    numbers.zero = (zeros & 2) != 0 ? Numbers::sign : 0;
    return zeros != 3;
  }

  /// Copies `size` records from everywhere among n records.
  static void take_sample(T const* records, std::ptrdiff_t n, void* sample, std::ptrdiff_t size) {
    auto* const to = static_cast<unsigned char*>(sample);
    std::uint64_t random = 0;
    std::ptrdiff_t const part = n / size;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      auto const at = static_cast<std::ptrdiff_t>((random >> 40) * static_cast<std::uint64_t>(part) >> 24);
      __builtin_memcpy(to + i * static_cast<std::ptrdiff_t>(sizeof(T)), records + i * part + at, sizeof(T));
    }
  }
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
      number sample[last_sample], room[last_sample];
      take_sample(records, n, sample, size);
      numbers.to_numbers(sample, size);
      Numbers::sorter::sort(sample, room, size);
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

  static bool sort(T* records, T* buffer, std::ptrdiff_t n) {
    return at_level([=](auto numbers) {
      using sorter = typename decltype(numbers)::sorter;
      if (sort_values(numbers, records, n)) return true;
      if constexpr (std::is_floating_point_v<T>)
        if (!take_zeros(numbers, sorter::zeros_of(records, n))) return false;
      numbers.to_numbers(records, n);
      sorter::sort(records, buffer, n);
      numbers.from_numbers(records, n);
      return true;
    });
  }

  /// Splits chunks of records by the same bounds, brings what lies between two
  /// bounds together, and sorts it, each in parallel. `sizes` has room for a
  /// number for each chunk and bucket.
  template <class B>
  static bool sort(B const& exec, T* records, T* buffer, std::ptrdiff_t n, std::ptrdiff_t chunk,
                   std::ptrdiff_t* sizes) {
    return at_level([&, records, buffer, n, chunk, sizes](auto numbers) {
      using sorter = typename decltype(numbers)::sorter;
      using number = typename sorter::number;
      constexpr std::ptrdiff_t buckets = vector_sort_buckets, sample_size = 16 * buckets;
      if (sort_values(numbers, exec, records, n, chunk, sizes)) return true;
      std::ptrdiff_t const chunks = (n + chunk - 1) / chunk;
      if constexpr (std::is_floating_point_v<T>) {
        exec.for_each_n(
            chunks,
            [=](std::ptrdiff_t c) {
              sizes[c] = sorter::zeros_of(records + c * chunk, std::min(chunk, n - c * chunk));
            },
            1);
        int zeros = 0;
        for (std::ptrdiff_t c = 0; c < chunks; ++c) zeros |= static_cast<int>(sizes[c]);
        if (!take_zeros(numbers, zeros)) return false;
      }
      T sample[2 * sample_size];
      take_sample(records, n, sample, sample_size);
      numbers.to_numbers(sample, sample_size);
      sorter::sort(sample, sample + sample_size, sample_size);
      number bounds[buckets - 1];
      for (std::ptrdiff_t b = 1; b < buckets; ++b) __builtin_memcpy(&bounds[b - 1], &sample[16 * b], sizeof(T));
      auto const* const from_bound = bounds;
      exec.for_each_n(
          chunks,
          [=](std::ptrdiff_t c) {
            std::ptrdiff_t const begin = c * chunk, size = std::min(chunk, n - begin);
            numbers.to_numbers(records + begin, size);
            sorter::split(records + begin, buffer + begin, size, from_bound, buckets - 1, sizes + c * buckets);
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
      auto const* const from = begins;
      exec.for_each_n(
          buckets,
          [=](std::ptrdiff_t b) {
            T* to = records + from[b];
            for (std::ptrdiff_t c = 0; c < chunks; ++c) {
              std::ptrdiff_t const* const ends = sizes + c * buckets;
              to = std::copy(buffer + c * chunk + (b == 0 ? 0 : ends[b - 1]), buffer + c * chunk + ends[b], to);
            }
          },
          1);
      exec.for_each_n(
          buckets,
          [=](std::ptrdiff_t b) {
            std::ptrdiff_t const begin = from[b], size = from[b + 1] - begin;
            sorter::sort(records + begin, buffer + begin, size, false,
                         b == 0 ? std::numeric_limits<number>::min() : from_bound[b - 1]);
            numbers.from_numbers(records + begin, size);
          },
          1);
      return true;
    });
  }
};
#endif

}  // namespace thrum::detail
