// A look at the time that costs little.
#pragma once

#include <chrono>
#include <cstdint>

namespace thrum::detail {

/// Returns the time since some moment, from the processor's counter if it has one: a look at the
/// counter takes half of the time of a look at the clock, which counts in a call of a microsecond.
/// A tick is taken for a third of a nanosecond, which is near enough to tell a short call from a
/// long one. If After, the look waits for what the processor has begun.
template <bool After = false>
std::chrono::nanoseconds rough_time() {
#if defined(__x86_64__) && defined(__GNUC__)
  std::uint64_t low, high;
  if constexpr (After) asm volatile("lfence" : : : "memory");
  asm volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return std::chrono::nanoseconds((high << 32 | low) / 3);
#else
  return std::chrono::steady_clock::now().time_since_epoch();
#endif
}

}  // namespace thrum::detail
