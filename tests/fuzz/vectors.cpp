// Operations on vectors, chosen by bytes.
#include "../properties/vectors.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(vectors::properties, bytes, n);
  return 0;
}
