// The innermost loop of a product of matrices: sums += left * right of two small tiles, in registers.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>

namespace example {

/// The loop in plain C++; a device's compiler keeps the sums in registers.
template <class T, class Shape>
THRUM_HD void multiply_add_plainly(T const* left, T const* right, T* sums) {
  THRUM_UNROLL
  for (int k = 0; k < Shape::depth; ++k) {
    THRUM_UNROLL
    for (int i = 0; i < Shape::high; ++i) {
      THRUM_UNROLL
      for (int j = 0; j < Shape::wide; ++j) {
        sums[i * Shape::wide + j] += left[i * Shape::depth + k] * right[k * Shape::columns + j];
      }
    }
  }
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)

/// Four or eight rows by two vectors of a processor: as many sums as there are registers.
template <class T, class Shape, int Bytes, int High>
[[gnu::always_inline]] inline void multiply_add_vectors(T const* left, T const* right, T* sums) {
  typedef T vector __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  constexpr int length = Bytes / static_cast<int>(sizeof(T));
  for (int i = 0; i < Shape::high; i += High) {
    for (int j = 0; j < Shape::wide; j += 2 * length) {
      vector sum[High][2];
      THRUM_UNROLL
      for (int r = 0; r < High; ++r) {
        T const* const from = sums + (i + r) * Shape::wide + j;
        sum[r][0] = *reinterpret_cast<vector const*>(from);
        sum[r][1] = *reinterpret_cast<vector const*>(from + length);
      }
      for (int k = 0; k < Shape::depth; ++k) {
        vector const first = *reinterpret_cast<vector const*>(right + k * Shape::columns + j);
        vector const second = *reinterpret_cast<vector const*>(right + k * Shape::columns + j + length);
        THRUM_UNROLL
        for (int r = 0; r < High; ++r) {
          T const factor = left[(i + r) * Shape::depth + k];
          sum[r][0] += factor * first;
          sum[r][1] += factor * second;
        }
      }
      THRUM_UNROLL
      for (int r = 0; r < High; ++r) {
        T* const to = sums + (i + r) * Shape::wide + j;
        *reinterpret_cast<vector*>(to) = sum[r][0];
        *reinterpret_cast<vector*>(to + length) = sum[r][1];
      }
    }
  }
}
template <class T, class Shape>
[[gnu::target("avx512f")]] void multiply_add_avx512(T const* left, T const* right, T* sums) {
  multiply_add_vectors<T, Shape, 64, 8>(left, right, sums);
}
template <class T, class Shape>
[[gnu::target("avx2,fma")]] void multiply_add_avx2(T const* left, T const* right, T* sums) {
  multiply_add_vectors<T, Shape, 32, 4>(left, right, sums);
}
template <class T, class Shape>
void multiply_add_sse2(T const* left, T const* right, T* sums) {
  multiply_add_vectors<T, Shape, 16, 4>(left, right, sums);
}

/// Chooses the widest vectors that this processor has.
template <class T, class Shape>
auto widest_multiply_add() {
  if (__builtin_cpu_supports("avx512f")) return &multiply_add_avx512<T, Shape>;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &multiply_add_avx2<T, Shape>;
  return &multiply_add_sse2<T, Shape>;
}
template <class T, class Shape>
inline auto const best_multiply_add = widest_multiply_add<T, Shape>();

#endif

/// Computes sums[i, j] += left[i, k] * right[k, j] for the rows, columns and depth of a lane.
template <class T, class Shape>
THRUM_HD void multiply_add(T const* left, T const* right, T* sums) {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
  if constexpr (Shape::wide * sizeof(T) == 128) return best_multiply_add<T, Shape>(left, right, sums);
#endif
  multiply_add_plainly<T, Shape>(left, right, sums);
}

}  // namespace example
