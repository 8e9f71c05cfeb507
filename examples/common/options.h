// What the command line of an example asks for.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace example {

/// The options that many examples have.
struct options {
  std::string policy = "all";
  int threads = 0;  // as many as there are
  std::int64_t n = 0;
  int repeat = 3;

  bool wants(std::string const& name) const { return policy == "all" || policy == name; }
};

/// A command line that is well formed and asks for something that cannot be.
struct bad_option : std::runtime_error {
  using runtime_error::runtime_error;
};

}  // namespace example
