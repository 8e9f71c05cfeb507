// reduce of seq, in the shape of kernels/shape/reduce.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <cstddef>

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class I, class T, class Op>
THRUM_HD T seq_policy::reduce(I first, std::ptrdiff_t n, T init, Op op) const {
  std::ptrdiff_t begin = 0;
#if !defined(__CUDA_ARCH__)
  if constexpr (detail::reduces_abreast<T, I>) {
    constexpr std::ptrdiff_t group = detail::tiles_abreast * detail::reduce_tile;
    if (n > detail::least_tiles_abreast * detail::reduce_tile) {
      for (; n - begin >= group; begin += group) {
        detail::reduce_tiles_abreast<T>(first + begin, op,
                                        [&](std::ptrdiff_t, T sum) { detail::fold_into(init, sum, op); });
      }
    }
  }
#endif
  for (; begin < n; begin += detail::reduce_tile) {
    T tile = detail::reduce_one_tile<T>(first + begin, detail::least(detail::reduce_tile, n - begin), op);
    detail::fold_into(init, tile, op);
  }
  return init;
}

}  // namespace thrum
