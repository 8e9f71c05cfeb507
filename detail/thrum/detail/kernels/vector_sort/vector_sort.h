// Sorts numbers in vectors: a quicksort in place that divides vectors in registers, and sorts few
// numbers in registers. It is not stable: numbers that are equal have to be the same. The level of
// the vectors is chosen at run time, and changes no result.
//
// A gap of vectors that wait in registers lies between the two parts of a partition, so that whole
// vectors are stored at its ends (Bramas: A Novel Hybrid Quicksort Algorithm Vectorized using
// AVX-512 on Intel Skylake, 2017). The least numbers are sorted as a matrix whose
// columns are sorted by a network and then merged (Blacher, Giesen and Kuehne:
// Vectorized and Performance-Portable Quicksort, 2022; Batcher: Sorting
// Networks and their Applications, 1968). Numbers that equal a pivot are set
// apart when the pivot is the least number of its part (Peters:
// Pattern-defeating Quicksort, 2021).
#pragma once

#include <thrum/detail/base/processor.h>
#include <thrum/detail/kernels/vector_sort/vectors.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A sorter of numbers in vectors of a level.
template <vector_level Level, class Number>
class vector_sorter;

/// The least number of numbers whose pivot is worth a sorted sample.
inline constexpr std::ptrdiff_t vector_sort_many = 2048;

/// Batcher's odd-even merge sort of Rows numbers: the pairs that are put in
/// order, one after the other.
template <std::size_t Rows>
struct sorting_pairs {
  struct pair {
    int a, b;
  } pairs[8 * Rows] = {};
  std::size_t count = 0;
  constexpr sorting_pairs() {
    constexpr int rows = static_cast<int>(Rows);
    for (int p = 1; p < rows; p *= 2)
      for (int k = p; k >= 1; k /= 2)
        for (int j = k % p; j + k < rows; j += 2 * k)
          for (int i = j; i < j + k && i + k < rows; ++i)
            if (i / (2 * p) == (i + k) / (2 * p)) pairs[count++] = {i, i + k};
  }
};
template <std::size_t Rows>
inline constexpr sorting_pairs<Rows> sorting_network{};

}  // namespace thrum::detail

#define THRUM_VECTOR_LEVEL vector_level::avx512
#define THRUM_VECTOR_TARGET THRUM_TARGET_AVX512
#include <thrum/detail/kernels/vector_sort/sorter.h>
#undef THRUM_VECTOR_LEVEL
#undef THRUM_VECTOR_TARGET
#define THRUM_VECTOR_LEVEL vector_level::avx2
#define THRUM_VECTOR_TARGET THRUM_TARGET_AVX2
#include <thrum/detail/kernels/vector_sort/sorter.h>
#undef THRUM_VECTOR_LEVEL
#undef THRUM_VECTOR_TARGET
