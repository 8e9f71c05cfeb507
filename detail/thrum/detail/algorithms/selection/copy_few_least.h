// Copies of the few least of many elements.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/few_candidates.h>
#include <thrum/detail/algorithms/selection/selected_places.h>
#include <cstddef>

namespace thrum::detail {

/// Copies chosen element i of a range to out[i].
template <class I, class O>
struct copy_chosen {
  I first;
  O out;
  std::ptrdiff_t const* chosen;
  void operator()(std::ptrdiff_t i) const { detail::store(out[i], first[chosen[i]]); }
};

/// Does what copy_least does, on the host, if there are few candidates. Otherwise does nothing and
/// returns false.
template <class B, class K, class I, class O, class Less>
bool copy_few_least(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  few_candidates<B> few(exec, n, k);
  if (!few.find(keys, less)) return false;
  scratch_array<std::ptrdiff_t, B> const chosen(exec, k);
  few.choose(detail::places_around(keys, less, few.place()), chosen.data());
  exec.for_each_n(k, copy_chosen<I, O>{first, out, chosen.data()}, default_grain);
  return true;
}

}  // namespace thrum::detail
