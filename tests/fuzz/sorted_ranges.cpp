// Merges, set operations and binary searches; the bytes choose the elements.
#include "../properties/sorted_ranges.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(sorted_ranges::properties, bytes, n);
  return 0;
}
