// The workspace of sorts and selections: an input that calls change.
#pragma once

#include "data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Small ones are other ranges in each call: a processor learns to guess all comparisons of a short sort that it does again
/// and again, which no program does. `Make` is a function of n, a distribution and a stream of random words that returns
/// the range.
template <class T, auto Make>
struct changing_input {
  changing_input(std::ptrdiff_t n, distribution d) {
    std::ptrdiff_t const count = std::clamp<std::ptrdiff_t>((1 << 19) / n, 1, 32);
    for (std::ptrdiff_t i = 0; i < count; ++i) originals.push_back(Make(n, d, static_cast<std::uint64_t>(i + 1)));
    // The workspaces of a row begin at other ones.
    static std::size_t workspaces = 0;
    at = 31 * workspaces++ % originals.size();
    restore();
  }
  void restore() {
    at = (at + 1) % originals.size();
    in = originals[at];
  }

  std::vector<T> in;

 private:
  std::vector<std::vector<T>> originals;
  std::size_t at = 0;
};
