// Runs a test case of this program again, as a process of its own with settings of its own: for
// what ends a process, or is read when it begins. Such cases have the decorator doctest::skip().
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace child {

struct result {
  int status = -1;   // of exit, or 128 + the signal
  std::string text;  // stdout and stderr

  bool says(std::string const& words) const { return text.find(words) != std::string::npos; }
};

// settings: "EMULATED_SEED=1" and the like. Others of the parent's EMULATED_ variables do not reach
// the child.
inline result run(std::string const& test_case, std::vector<std::string> const& settings = {}) {
  std::string command = "exec env";
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string const text = *entry;
    if (text.starts_with("EMULATED_")) command += " -u " + text.substr(0, text.find('='));
  }
  for (std::string const& s : settings) command += " '" + s + "'";
  command += " /proc/" + std::to_string(getpid()) + "/exe --no-skip --test-case='" + test_case + "' 2>&1";
  result r;
  std::FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) return r;
  char buffer[4096];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, output)) > 0;) r.text.append(buffer, n);
  int const code = pclose(output);
  r.status = WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
  return r;
}

}  // namespace child
