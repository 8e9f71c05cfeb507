// Programs with one planted defect each, and beside each the same program without it. The emulated
// card has to report every defect and to be silent about every correct twin. planted.cpp runs them,
// each in a process of its own.
#pragma once

#include <source_location>
#include <string>
#include <vector>

#include "card.h"

namespace planted {

// Who has to notice a defect.
enum class catcher {
  memcheck,
  racecheck,
  initcheck,
  synccheck,
  leakcheck,
  kernel_fault,   // what ends a kernel and is none of these: an assertion, a trap, a limit
  host_fault,     // the host's code touches what is closed to it: a signal, and a line on stderr
  runtime_error,  // a call of the runtime returns an error
  wrong_result    // the program itself
};

// A program, with its defect or without. It returns whether its result is right.
using program = bool (*)();

// The lines of the source that a report may name end in "// <- name", with the name of the case.
struct planted_case {
  std::string name;
  catcher caught_by;
  std::string report;  // what the report has to contain: the name of the kernel, or of the error
  program with_defect, correct;
  std::string file;
};

inline std::vector<planted_case>& all_cases() {
  static std::vector<planted_case> cases;
  return cases;
}

// An object of this type at namespace scope is a case.
struct registered {
  registered(char const* name, catcher caught_by, char const* report, program with_defect, program correct,
             std::source_location where = std::source_location::current()) {
    all_cases().push_back({name, caught_by, report, with_defect, correct, where.file_name()});
  }
};

using namespace card;

}  // namespace planted
