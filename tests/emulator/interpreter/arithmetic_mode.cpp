#include "arithmetic_mode.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif !defined(__aarch64__)
#error "the control of rounding and of subnormal numbers is known for x86-64 and arm64"
#endif

namespace emulator::ptx {
namespace {

// The control register as an integer, and its bits.
#if defined(__x86_64__)
using control_bits = unsigned;
control_bits control() { return _mm_getcsr(); }
void set_control(control_bits bits) { _mm_setcsr(bits); }
constexpr control_bits down_bits = 0x2000, up_bits = 0x4000, toward_zero_bits = 0x6000;
constexpr control_bits flush_bits = 0x8040;  // results and operands
#else
using control_bits = u64;
control_bits control() {
  control_bits bits;
  asm volatile("mrs %0, fpcr" : "=r"(bits));
  return bits;
}
void set_control(control_bits bits) { asm volatile("msr fpcr, %0" : : "r"(bits)); }
constexpr control_bits up_bits = 1u << 22, down_bits = 2u << 22, toward_zero_bits = 3u << 22,
                       flush_bits = 1u << 24;
#endif
constexpr control_bits mode_bits = down_bits | up_bits | toward_zero_bits | flush_bits;

// The micro-op's own handler is in `immediate`, the bits in `index`. The call through a pointer
// keeps the compiler from moving arithmetic across the changes of the mode.
step run_with_control(context& c, micro_op const& op, u32 lanes) {
  control_bits const before = control();
  set_control((before & ~mode_bits) | op.index);
  step const answer = reinterpret_cast<handler>(op.immediate)(c, op, lanes);
  set_control(before);
  return answer;
}

control_bits bits_of(rounding direction) {
  switch (direction) {
    case rounding::toward_zero:
      return toward_zero_bits;
    case rounding::down:
      return down_bits;
    case rounding::up:
      return up_bits;
    default:
      return 0;
  }
}

}  // namespace

rounding rounding_of(decoder const& d) {
  if (d.has("rz")) return rounding::toward_zero;
  if (d.has("rm")) return rounding::down;
  if (d.has("rp")) return rounding::up;
  return d.has("rna") ? rounding::nearest_away : rounding::nearest_even;
}

void run_under(micro_op& op, arithmetic_mode mode) {
  if (mode.is_default()) return;
  op.immediate = reinterpret_cast<i64>(op.run);
  op.index = u32(bits_of(mode.direction) | (mode.flushes ? flush_bits : 0));
  op.run = run_with_control;
}

}  // namespace emulator::ptx
