// The command line of an example, by CLI11, with its errors and exit statuses.
//
//   0  everything was checked and right
//   1  a check failed, or the work could not be done (a file, memory, the device)
//   2  the command line asks for something that cannot be
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <iostream>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "options.h"

namespace example {

/// Accepts whole numbers in the sensible range.
inline CLI::Validator between(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  return CLI::Validator(
      [=](std::string const& text) -> std::string {
        std::int64_t value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= least && value <= most) return {};
        std::string wanted = "a whole number of at least " + std::to_string(least);
        if (most != std::numeric_limits<std::int64_t>::max()) wanted += " and at most " + std::to_string(most);
        return "has to be " + wanted + ", not " + text;
      },
      "");
}

/// Adds --policy and --threads, for a program with these policies (policies_of_build).
inline void add_policy_options(CLI::App& app, options& o, std::vector<std::string> const& built) {
  app.add_option("--policy", o.policy,
                 "where to run: seq (one thread), par (all cores), cuda (the card), or all that there are")
      ->check(CLI::IsMember({"seq", "par", "cuda", "all"}))
      ->check(CLI::Validator(
          [built](std::string const& name) {
            for (std::string const& known : built) {
              if (known == name) return std::string();
            }
            return "this program was built without " + name;
          },
          ""))
      ->capture_default_str();
  app.add_option("--threads", o.threads, "threads of the policy par (all cores unless given)")
      ->check(between(1, 4096));
}

/// Adds --n and --repeat.
inline void add_size_options(CLI::App& app, options& o, std::string const& what_n_is) {
  app.add_option("--n", o.n, what_n_is)->check(between(0));
  app.add_option("--repeat", o.repeat, "time each call so often, after a first time that does not count")
      ->check(between(1, 1000))
      ->capture_default_str();
}

/// Parses the command line and does the work, which returns the exit status. Call this last in
/// main.
template <class Work>
int run(CLI::App& app, int argc, char** argv, Work work) {
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  auto const fail = [&](char const* text, int status) {
    std::cout.flush();
    std::cerr << "error: " << text << '\n';
    return status;
  };
  try {
    return work();
  } catch (bad_option const& error) {
    return fail(error.what(), 2);
  } catch (std::bad_alloc const&) {
    return fail("out of memory", 1);
  } catch (std::exception const& error) {
    return fail(error.what(), 1);
  }
}

}  // namespace example
