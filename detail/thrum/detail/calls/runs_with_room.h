// How many elements algorithms of thrum::ranges take whose results are runs of equal elements.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/unique.h>
#include <cstddef>

namespace thrum::detail {

/// Returns how many of the first n elements of a range are in the first `room` runs of equal
/// elements: the index where the first run begins that has no room.
template <class B, class E, class Equal>
std::ptrdiff_t runs_with_room(B const& exec, E const& in, std::ptrdiff_t n, std::ptrdiff_t room,
                              Equal const& alike) {
  if (room >= n || thrum::unique_count(exec, in.first, in.at(n), alike) <= room) return n;
  return detail::first_without_room(n, room, [&](std::ptrdiff_t i, std::ptrdiff_t j) {
    std::ptrdiff_t const before = i == 0 ? 0 : 1;  // the element before tells whether a run begins at i
    return thrum::unique_count(exec, in.at(i - before), in.at(j), alike) - before;
  });
}

}  // namespace thrum::detail
