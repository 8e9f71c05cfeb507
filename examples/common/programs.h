// Several examples in one program, so that the compiler reads the headers once. The program's file
// name chooses the example.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <iostream>
#include <string>

namespace example {

struct program {
  char const* name;
  int (*main)(int argc, char** argv);
};

/// Runs the example whose name, with or without _cuda after it, argv[0] ends with.
inline int run_program(int argc, char** argv, std::initializer_list<program> programs) {
  std::string const called = std::filesystem::path(argv[0]).filename();
  for (program const& p : programs) {
    if (called == p.name || called == std::string(p.name) + "_cuda") return p.main(argc, argv);
  }
  std::cerr << "error: " << called << " is none of";
  for (program const& p : programs) std::cerr << ' ' << p.name;
  std::cerr << "; a link of such a name runs it\n";
  return 2;
}

}  // namespace example
