// The sums of the values of equal keys in device code, which has no scratch memory.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/groups.h>
#include <cstddef>

namespace thrum::detail {

/// Returns where a key like key i is first.
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD std::ptrdiff_t first_of_group(G& g, std::ptrdiff_t i) {
  std::ptrdiff_t j = 0;
  while (j < i && !static_cast<bool>(g.same(g.keys[j], g.keys[i]))) ++j;
  return j;
}

/// Adds up each group when its first key comes.
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD std::ptrdiff_t group_without_memory(G g) {
  using sum = typename G::sum;
  std::ptrdiff_t count = 0;
  for (std::ptrdiff_t i = 0; i < g.n; ++i) {
    if (detail::first_of_group(g, i) != i) continue;
    sum total = static_cast<sum>(g.values[i]), part = total;
    std::ptrdiff_t tile = i >> group_tile_bits;
    bool first = true;
    auto const close = [&] {
      if (first) total = part;
      else detail::fold_into(total, part, g.op);
      first = false;
    };
    for (std::ptrdiff_t k = i + 1; k < g.n; ++k) {
      if (!static_cast<bool>(g.same(g.keys[i], g.keys[k]))) continue;
      if (k >> group_tile_bits == tile) {
        detail::fold_into(part, g.values[k], g.op);
      } else {
        close();
        part = static_cast<sum>(g.values[k]);
        tile = k >> group_tile_bits;
      }
    }
    close();
    detail::store(g.keys_out[count], g.keys[i]);
    detail::store(g.sums_out[count], total);
    ++count;
  }
  return count;
}

}  // namespace thrum::detail
