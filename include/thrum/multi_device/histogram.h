// Counts of the elements of split vectors in bins: histogram_even, histogram.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/multi_device/histogram.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/histogram.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <vector>

namespace thrum::multi_device {

/// Returns how many elements fall into each of `bins` bins, which cut [lower, upper) into intervals
/// of equal width: the counts of thrum::histogram_even, to every process. Each part counts its
/// elements, and adds the counts of all parts for its share of the bins. A process sends and
/// receives about three times the counts. Scratch memory of each part: twice the counts, and that
/// of thrum::histogram_even. Waits.
template <class T, class Group, class L, class U>
std::vector<std::ptrdiff_t> histogram_even(multi_device_vector<T, Group> const& v, std::ptrdiff_t bins, L lower,
                                           U upper) {
  return detail::call_over("histogram_even", v, [&] {
    return detail::add_counts_of_parts(v.group(), bins, [&](std::ptrdiff_t p, std::ptrdiff_t* counts) {
      T const* const first = v.data(p);
      thrum::histogram_even(v.group().policy(p), first, first + v.sizes().size(p), counts, counts + bins, lower,
                            upper);
    });
  });
}

/// Returns how many elements x fall into each bin: bounds[k] <= x < bounds[k + 1] for bin k. There
/// is one bound more than there are bins, and bounds do not decrease. All processes give the same
/// bounds, which are copied to each part. Otherwise as histogram_even.
template <class T, class Group, class L>
std::vector<std::ptrdiff_t> histogram(multi_device_vector<T, Group> const& v, std::vector<L> const& bounds) {
  return detail::call_over("histogram", v, [&] {
    auto const length = static_cast<std::ptrdiff_t>(bounds.size());
    Group const& group = v.group();
    detail::part_arrays<L, Group> const copies(group, length);
    detail::failure_guard const failure(group);
    return detail::add_counts_of_parts(group, length - 1, [&](std::ptrdiff_t p, std::ptrdiff_t* counts) {
      group.copy_in(bounds.data(), p, copies.data(p), length);
      T const* const first = v.data(p);
      thrum::histogram(group.policy(p), first, first + v.sizes().size(p), counts, counts + (length - 1),
                       static_cast<L const*>(copies.data(p)));
    });
  });
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
