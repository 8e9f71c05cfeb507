// Lines on stderr.
#pragma once

namespace emulator::runtime {

// Prints "emulated card: ..." and a new line.
[[gnu::format(printf, 1, 2)]] void say(char const* format, ...);
// The same where EMULATED_TRACE=1.
[[gnu::format(printf, 1, 2)]] void trace(char const* format, ...);

}  // namespace emulator::runtime
