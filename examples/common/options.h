// The options of an example's command line.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace example {

/// The options that many examples have.
struct options {
  std::string policy = "all";
  int threads = 0;  // by default all processors
  std::int64_t n = 0;
  int repeat = 3;
  int ranks = 0;  // of an example that has ranks, where these are threads

  bool wants(std::string const& name) const { return policy == "all" || policy == name; }
};

/// The error of a command line that is well-formed and asks for something impossible.
struct bad_option : std::runtime_error {
  using runtime_error::runtime_error;
};

}  // namespace example
