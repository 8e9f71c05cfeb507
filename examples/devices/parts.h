// Vectors over several devices, or over parts of the host's memory in their place, and a sum of
// each part.
#pragma once

#include <thrum/multi_device.h>
#include <thrum/transform_reduce.h>
#include <cstddef>
#include <memory>
#include <vector>
#if defined(__CUDACC__)
#include <thrum/cuda/event.h>
#endif

#include "common/policies.h"
#include "common/timing.h"

#if defined(__CUDACC__)
/// The group of a policy: the requested number of parts, on the devices in turn.
template <class Policy>
auto group_of(Policy const& policy, int parts) {
  if constexpr (example::on_card<Policy>) {
    std::vector<int> numbers;
    for (int p = 0; p < parts; ++p) numbers.push_back(p % thrum::cuda::device::count());
    return std::make_unique<thrum::cuda::device_group>(numbers);
  } else {
    return std::make_unique<thrum::policy_group<Policy>>(parts, policy);
  }
}
#else
template <class Policy>
auto group_of(Policy const& policy, int parts) {
  return std::make_unique<thrum::policy_group<Policy>>(parts, policy);
}
#endif

/// The sums of f over the parts, and the times at which each was computed, in milliseconds.
struct summed_parts {
  std::vector<double> sums, begin, end;
};

template <class Policy, class Vector, class F>
summed_parts sums_of_parts(Policy const&, Vector const& v, F f) {
  auto const& group = v.group();
  auto const parts = static_cast<std::size_t>(group.parts());
  summed_parts result{std::vector<double>(parts), std::vector<double>(parts), std::vector<double>(parts)};
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    std::vector<thrum::cuda::event> events(2 * parts);
    thrum::host_vector<double, thrum::pinned_allocator<double>> sums(parts);
    group.run([&](std::ptrdiff_t p) {
      auto const part = v.part(p);
      auto const place = static_cast<std::size_t>(p);
      events[2 * place] = thrum::cuda::event();  // the device of this part
      events[2 * place + 1] = thrum::cuda::event();
      events[2 * place].record(group.policy(p).stream());
      thrum::transform_reduce_into(group.policy(p), part.begin(), part.end(),
                                   thrum::raw_pointer_cast(sums.data()) + p, f, 0.0, thrum::plus<>{});
      events[2 * place + 1].record(group.policy(p).stream());
    });
    group.wait();
    for (std::size_t p = 0; p < parts; ++p) {
      result.sums[p] = sums[p];
      // The clocks of two devices cannot be compared: the time line of a part on another device
      // begins with its own work.
      bool const same = group.device_of(static_cast<std::ptrdiff_t>(p)) == group.device_of(0);
      result.begin[p] = same ? 1e3 * events[2 * p].seconds_since(events[0]) : 0;
      result.end[p] = result.begin[p] + 1e3 * events[2 * p + 1].seconds_since(events[2 * p]);
    }
    return result;
  }
#endif
  example::stopwatch const watch;
  group.run([&](std::ptrdiff_t p) {
    auto const part = v.part(p);
    auto const place = static_cast<std::size_t>(p);
    result.begin[place] = 1e3 * watch.seconds();
    result.sums[place] =
        thrum::transform_reduce(group.policy(p), part.begin(), part.end(), f, 0.0, thrum::plus<>{});
    result.end[place] = 1e3 * watch.seconds();
  });
  return result;
}
