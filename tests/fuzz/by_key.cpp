// Algorithms by key; the bytes choose the keys.
#include "../properties/by_key.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(by_key::properties, bytes, n);
  return 0;
}
