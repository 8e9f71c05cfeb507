// The sums of the values of equal keys, in any order of the keys.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/algorithms/groups/grouping.h>
#include <thrum/detail/algorithms/groups/groups_without_memory.h>
#include <thrum/detail/algorithms/groups/host_groups.h>
#include <thrum/detail/algorithms/groups/sorted_groups.h>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thrum::detail {

/// Stores the first key and the sum of each group. Returns the number of groups.
THRUM_EXEC_CHECK_DISABLE
template <class B, class G>
THRUM_HD std::ptrdiff_t group_reduce(B const& exec, G g) {
  if (g.n <= 0) return 0;
  if constexpr (!backend_traits<B>::has_scratch) {
    return detail::group_without_memory(std::move(g));
  } else {
    if constexpr (backend_traits<B>::runs_on_host) {
      return detail::group_on_host(exec, std::move(g));
    } else {
      if (g.n > last_short_index) return detail::group_by_sort<std::ptrdiff_t>(exec, std::move(g));
      return detail::group_by_sort<std::uint32_t>(exec, std::move(g));
    }
  }
}

}  // namespace thrum::detail
