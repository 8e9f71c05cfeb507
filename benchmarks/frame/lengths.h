// Lengths of runs and of segments.
#pragma once

#include "data.h"
#include "rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Lengths that are drawn from [shortest, longest]. For mixed lengths seven of eight are at most 4.
struct lengths {
  char const* name;
  int shortest, longest;
  bool mixed = false;
};

/// Returns as many lengths as add up to n; the last one is the remainder.
inline std::vector<std::ptrdiff_t> draw(lengths const& drawn, std::ptrdiff_t n, std::uint64_t stream) {
  std::vector<std::ptrdiff_t> all;
  for (std::uint64_t i = 0; n > 0; ++i) {
    std::uint64_t const bits = random_word(stream, i);
    int const longest = drawn.mixed && bits % 8 != 0 ? 4 : drawn.longest;
    auto const range = static_cast<std::uint64_t>(longest - drawn.shortest + 1);
    std::ptrdiff_t const length = drawn.shortest + static_cast<std::ptrdiff_t>((bits >> 8) % range);
    all.push_back(std::min(length, n));
    n -= all.back();
  }
  return all;
}

/// Calls rows.template operator()<T, L>() for the types of numbers and, for each type, for the
/// three lengths of a program.
template <class Rows>
void for_numbers_and_lengths(Rows const& rows_of) {
  for_numbers([&]<class T>() {
    rows_of.template operator()<T, 0>();
    rows_of.template operator()<T, 1>();
    rows_of.template operator()<T, 2>();
  });
}
