// Segmented algorithms, with segments from bytes.
#include "../properties/segments.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(segments::properties, bytes, n);
  return 0;
}
