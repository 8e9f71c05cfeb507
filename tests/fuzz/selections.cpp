// Selections and compactions; the bytes choose the elements.
#include "../properties/selections.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(selections::properties, bytes, n);
  return 0;
}
