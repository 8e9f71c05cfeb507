// Runs properties with the choices of a fuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include "../properties/choices.h"
#include "../properties/property.h"

/// The first bytes choose the largest size of ranges, mostly small, and a property; the other bytes
/// choose its case. Aborts the program if the property does not hold.
inline void fuzz(std::span<property const> properties, std::uint8_t const* bytes, std::size_t n) {
  if (n == 0) return;
  bool const several_tiles = bytes[0] % 32 == 31;
  choices c(bytes + 1, n - 1, several_tiles ? 20'000 : 300);
  property const& p = properties[static_cast<std::size_t>(c.below(std::ssize(properties)))];
  try {
    p.check(c);
  } catch (counterexample const& error) {
    std::fprintf(stderr, "property \"%s\" does not hold: %s%s\n", p.name, error.what(), c.notes().c_str());
    std::abort();
  }
}
