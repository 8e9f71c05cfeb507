// Counts of bins over several parts. Each part counts its elements. Then each part gets the counts
// of a slice of the bins from all parts and adds them up, and the slices are gathered.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/multi_device/parts.h>
#include <cstddef>
#include <vector>

namespace thrum::detail {

/// Sets to[b] to the sum of the counts of bin b of a slice from all parts.
struct slice_adder {
  std::ptrdiff_t const* counts;
  std::ptrdiff_t parts, bins;
  std::ptrdiff_t* to;
  THRUM_HD void operator()(std::ptrdiff_t b) const {
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t p = 0; p < parts; ++p) sum += counts[p * bins + b];
    to[b] = sum;
  }
};

/// Returns the sums of the counts that count(p, to) stores for each part, to the host of every
/// process. Waits.
template <class Group, class Count>
std::vector<std::ptrdiff_t> add_counts_of_parts(Group const& group, std::ptrdiff_t bins, Count count) {
  if (bins <= 0) return {};
  std::ptrdiff_t const parts = group.parts();
  auto const slices = part_sizes::each(
      parts, [&](std::ptrdiff_t p) { return bins / parts + (p < bins % parts ? std::ptrdiff_t{1} : 0); });
  part_arrays<std::ptrdiff_t, Group> const counts(group, bins), sums(group, slices);
  part_arrays<std::ptrdiff_t, Group> const received(
      group, part_sizes::each(parts, [&](std::ptrdiff_t p) { return slices.size(p) * parts; }));
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) { count(p, counts.data(p)); });
  group.template exchange<std::ptrdiff_t>(
      [&](std::ptrdiff_t, std::ptrdiff_t q) { return slices.size(q); },
      [&](std::ptrdiff_t p) { return static_cast<std::ptrdiff_t const*>(counts.data(p)); },
      [&](std::ptrdiff_t q) { return received.data(q); });
  group.run([&](std::ptrdiff_t p) {
    if (slices.size(p) == 0) return;
    group.policy(p).for_each_n(slices.size(p), slice_adder{received.data(p), parts, slices.size(p), sums.data(p)},
                               default_grain);
  });
  return detail::gather_to_host<std::ptrdiff_t>(group, slices, [&](std::ptrdiff_t p) { return sums.data(p); });
}

}  // namespace thrum::detail
