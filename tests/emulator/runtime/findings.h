// What the checks have found, and what the process says and returns at its end because of it.
#pragma once

#include "../interpreter/interpreter.h"

namespace emulator::runtime {

// Prints a finding unless one like it was printed, and counts it.
void report_finding(finding const& f);
// Counts a fault, which the program sees as an error.
void count_fault();

}  // namespace emulator::runtime
