// Relations that are no orders, chosen by bytes.
#include "../properties/any_orders.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t n) {
  fuzz(any_orders::properties, bytes, n);
  return 0;
}
