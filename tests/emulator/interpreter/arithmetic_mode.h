// The processor's rounding and its treatment of subnormal numbers, for instructions with .rz, .rm,
// .rp or .ftz.
#pragma once

#include "decoder.h"
#include "half.h"

namespace emulator::ptx {

struct arithmetic_mode {
  rounding direction = rounding::nearest_even;
  bool flushes = false;  // subnormal operands and results are zero

  bool is_default() const { return direction == rounding::nearest_even && !flushes; }
};

// The rounding that the words of an instruction ask for.
rounding rounding_of(decoder const& d);

// Has a micro-op that is already emitted run under another mode. It takes the micro-op's immediate
// and index.
void run_under(micro_op& op, arithmetic_mode mode);

}  // namespace emulator::ptx
