// A thread block on the host, for the bodies of detail/backends/cuda/launch/team.h.
#pragma once

#include <cstddef>
#include <memory>
#include "forwarding_backend.h"

/// The threads of a thread block run one after the other, in order or in reverse order.
template <bool Forwards, int Threads>
struct looped_team {
  template <class F>
  void each(F f) const {
    for (int t = 0; t < Threads; ++t) f(Forwards ? t : Threads - 1 - t);
  }
  template <class F>
  void mark(int n, F f, unsigned* words) const {
    for (int w = 0; w < (n + 31) / 32; ++w) words[w] = 0;
    for (int i = 0; i < n; ++i) words[i / 32] |= f(i) ? 1U << (i % 32) : 0U;
  }
};

/// A device that runs the thread blocks of such bodies one after the other, in order or in reverse
/// order.
template <bool Forwards>
struct looped_blocks : device_like {
  template <class Body>
  void run_blocks(std::ptrdiff_t blocks, Body const& body) const {
    for (std::ptrdiff_t b = 0; b < blocks; ++b) {
      auto const room = std::make_unique<typename Body::shared>();
      body(looped_team<Forwards, Body::threads>{}, Forwards ? b : blocks - 1 - b, *room);
    }
  }
};
