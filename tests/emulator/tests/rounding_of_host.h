// The host's own arithmetic under a direction of rounding, as a reference for instructions.
#pragma once

#include <cfenv>
#include <cmath>
#include <limits>

namespace opcodes {

struct direction {
  char const* word;  // of PTX
  int host;          // of <cfenv>
};
constexpr direction directions[] = {
    {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};

// The same value, of which the compiler knows nothing.
template <class T>
T opaque(T x) {
  T volatile held = x;
  return held;
}

// compute(operands...) under a direction. The compiler can compute nothing before or after.
template <class T, class Compute, class... S>
[[gnu::noinline]] T rounded(direction how, Compute compute, S... operands) {
  std::fesetround(how.host);
  T const result = opaque(T(compute(opaque(operands)...)));
  std::fesetround(FE_TONEAREST);
  return result;
}

// .ftz
template <class T>
T without_subnormal(T x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(T(0), x) : x;
}

}  // namespace opcodes
