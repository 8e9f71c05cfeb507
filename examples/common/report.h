// The progress of an example, and the verdict on its results.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "timing.h"

namespace example {

/// A line on stderr with the current step, from the first second on. A terminal shows one line that
/// changes; a file gets a line every few seconds.
class progress {
 public:
  progress() = default;
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;
  ~progress() { clear(); }

  void show(std::string const& text) {
    double const now = watch_.seconds();
    if (now < next_) return;
    next_ = now + (terminal_ ? 0.1 : 5.0);
    if (terminal_) std::cerr << '\r' << text << "\033[K" << std::flush;
    else std::cerr << text << std::endl;
    shown_ = true;
  }
  /// Removes the line from the screen, before other output.
  void clear() {
    if (shown_ && terminal_) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
  }

 private:
  stopwatch watch_;
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  double next_ = 1;
};

/// Collects the checks of results.
class checks {
 public:
  /// `what` names the check, `how` describes the error of the result.
  void expect(bool right, std::string const& what, std::string const& how = {}) {
    ++made_;
    if (right && std::find(right_.begin(), right_.end(), what) == right_.end()) right_.push_back(what);
    if (!right) wrong_ += (wrong_.empty() ? "" : ", ") + what + (how.empty() ? "" : ": " + how);
  }
  /// Returns the number of checks.
  int made() const { return made_; }
  /// Returns the names of the checks that passed, each once.
  std::vector<std::string> const& right() const { return right_; }
  /// Returns the errors of the checks that failed, in one line.
  std::string const& wrong() const { return wrong_; }
  /// Prints the verdict, with `meaning` if all checks passed and with the errors otherwise; returns
  /// the exit status. Without a single check the verdict is negative.
  int verdict(std::string const& meaning) const {
    if (made_ == 0) std::cout << "check: FAILED (nothing was checked)\n";
    else if (wrong_.empty()) std::cout << "check: ok (" << meaning << ")\n";
    else std::cout << "check: FAILED (" << wrong_ << ")\n";
    return made_ > 0 && wrong_.empty() ? 0 : 1;
  }

 private:
  int made_ = 0;
  std::vector<std::string> right_;
  std::string wrong_;
};

}  // namespace example
