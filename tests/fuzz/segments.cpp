// Segmented algorithms; the bytes choose the segments.
#include "../properties/segments.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(segments::properties, bytes, n);
  return 0;
}
