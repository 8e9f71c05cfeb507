// Searches over several parts: each part finds its first element that meets a condition.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/primitives/find_first.h>
#include <cstddef>
#include <vector>

namespace thrum::detail {

/// Says whether f accepts an element and the one before it. The element before the first element of
/// a part is in another part: `before` is a copy of it, or nullptr if there is none.
template <class T, class F>
struct accepts_with_previous {
  T const* first;
  T const* before;
  F f;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    T const* const previous = i > 0 ? first + (i - 1) : before;
    return previous != nullptr && static_cast<bool>(detail::call(f, first[i], *previous));
  }
};

/// Returns for each part the first place that accept(p), a predicate of places in part p, accepts,
/// or the size of the part if there is none. Waits.
template <class Group, class Accept>
std::vector<std::ptrdiff_t> first_in_parts(Group const& group, part_sizes const& sizes, Accept accept) {
  part_sizes const filled =
      part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) { return sizes.size(p) > 0 ? 1 : 0; });
  part_arrays<std::ptrdiff_t, Group> const places(group, filled);
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0) detail::find_first_into(group.policy(p), sizes.size(p), accept(p), places.data(p));
  });
  auto const found =
      detail::gather_to_host<std::ptrdiff_t>(group, filled, [&](std::ptrdiff_t p) { return places.data(p); });
  std::vector<std::ptrdiff_t> all(static_cast<std::size_t>(sizes.parts()));
  for (std::ptrdiff_t p = 0; p < sizes.parts(); ++p) {
    if (sizes.size(p) > 0) all[static_cast<std::size_t>(p)] = found[static_cast<std::size_t>(filled.begin(p))];
  }
  return all;
}

/// Returns the index of the first element that accept(p) accepts, or the number of all elements if
/// there is none. Waits.
template <class Group, class Accept>
std::ptrdiff_t find_in_parts(Group const& group, part_sizes const& sizes, Accept accept) {
  auto const found = detail::first_in_parts(group, sizes, accept);
  for (std::ptrdiff_t p = 0; p < sizes.parts(); ++p) {
    std::ptrdiff_t const place = found[static_cast<std::size_t>(p)];
    if (place < sizes.size(p)) return sizes.begin(p) + place;
  }
  return sizes.total();
}

}  // namespace thrum::detail
