// The least elements of a range, copied: what top_k and partial_sort_copy are.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact.h>
#include <thrum/detail/compose/select.h>
#include <thrum/detail/config.h>
#include <thrum/detail/step_of.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

struct keep_all {
  THRUM_HD bool operator()(std::ptrdiff_t) const { return true; }
};

/// Copies to out, in their order, those of n elements that have one of the k least keys. Of equal keys the first count.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class I, class O, class Less>
THRUM_HD void copy_least(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  if (k <= 0) return;
  if (k >= n) {
    detail::compact(exec, first, n, out, keep_all{});
  } else {
    std::ptrdiff_t const place = detail::nth_place(exec, keys, n, k, less);
    auto const around = detail::places_around(detail::step_of(exec), keys, less, place);
    detail::compact(exec, first, n, out, is_before<std::remove_const_t<decltype(around)>>{around});
  }
}

}  // namespace thrum::detail
