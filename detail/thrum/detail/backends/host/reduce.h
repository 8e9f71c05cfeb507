// reduce on for_each_n: tiles in parallel, then their results from left to right.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/reduce.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns op over init and n elements: reduces tiles by tasks, then their results.
template <class B, class I, class T, class Op>
T reduce_by_tasks(B const& exec, I first, std::ptrdiff_t n, T init, Op op) {
  std::ptrdiff_t const tiles = (n + reduce_tile - 1) / reduce_tile;
  slots<T, B> const partial(exec, tiles);
  std::ptrdiff_t abreast = 0;
  if constexpr (reduces_abreast<T, I>) {
    if (tiles > least_tiles_abreast) abreast = n / reduce_tile / tiles_abreast;
    exec.for_each_n(
        abreast,
        [=, out = partial.data()](std::ptrdiff_t group) {
          std::ptrdiff_t const b = group * tiles_abreast;
          detail::reduce_tiles_abreast<T>(first + b * reduce_tile, op,
                                          [&](std::ptrdiff_t k, T sum) { out[b + k].emplace(sum); });
        },
        1);
  }
  exec.for_each_n(
      tiles - abreast * tiles_abreast,
      [=, out = partial.data()](std::ptrdiff_t rest) {
        std::ptrdiff_t const b = rest + abreast * tiles_abreast, begin = b * reduce_tile;
        out[b].emplace(detail::reduce_one_tile<T>(first + begin, detail::least(reduce_tile, n - begin), op));
      },
      tiles_of_task<I>);
  for (std::ptrdiff_t b = 0; b < tiles; ++b) detail::fold_into(init, *partial[b], op);
  return init;
}

/// Returns op over init and n elements.
template <class B, class I, class T, class Op>
T tiled_reduce(B const& exec, I first, std::ptrdiff_t n, T init, Op op) {
  auto const alone = [&] { return seq_policy{}.reduce(first, n, std::move(init), op); };
  return detail::alone_or_together(exec, n, reduce_tile, alone,
                                   [&] { return detail::reduce_by_tasks(exec, first, n, std::move(init), op); });
}

}  // namespace thrum::detail
