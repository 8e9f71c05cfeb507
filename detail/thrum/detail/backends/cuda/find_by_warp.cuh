// A search for a place by all lanes of a warp together.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>

namespace thrum::detail {

/// Returns to each lane of the warp that calls this the least place in [low, high) from which on
/// `reached` holds, or high if there is none. The lanes ask about 32 places at a time: the warp
/// waits for memory log33(high - low) times, where a thread alone would log2(high - low) times.
template <class P>
__device__ std::ptrdiff_t find_by_warp(std::ptrdiff_t low, std::ptrdiff_t high, P reached) {
  constexpr int warp = 32;
  int const lane = static_cast<int>(threadIdx.x) % warp;
  while (low < high) {
    std::ptrdiff_t const stride = (high - low) / (warp + 1) + 1, probe = low + (lane + 1) * stride - 1;
    low += __popc(__ballot_sync(~0U, probe < high && !reached(probe))) * stride;
    high = detail::least(high, low + stride - 1);
  }
  return low;
}

}  // namespace thrum::detail
