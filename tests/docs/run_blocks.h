// The main function of a program that consists of the documentation's blocks of code.
#pragma once

#include <cstdio>
#include <exception>
#include <span>
#include <string_view>

namespace thrum_docs {

struct block {
  char const* page;
  int line;
  int (*run)();
};

// Prints the name of a block before the block runs, in case the block ends the program.
inline bool passes(block const& b) {
  std::printf("%s:%d\n", b.page, b.line);
  std::fflush(stdout);
  try {
    int const result = b.run();
    if (result == 0) return true;
    std::printf("\n%s:%d: this block FAILED: it returned %d\n", b.page, b.line, result);
  } catch (std::exception const& e) {
    std::printf("\n%s:%d: this block FAILED: it threw %s\n", b.page, b.line, e.what());
  }
  return false;
}

// Runs the blocks of the page, or all blocks without a page. The exit status is 0 if there are
// blocks and all return 0.
inline int run_blocks(std::span<block const> blocks, std::string_view page) {
  int found = 0;
  int failed = 0;
  for (block const& b : blocks) {
    if (!page.empty() && b.page != page) continue;
    ++found;
    if (!passes(b)) ++failed;
  }
  return found > 0 && failed == 0 ? 0 : 1;
}

}  // namespace thrum_docs
