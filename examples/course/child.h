// Runs an example as a process of its own, with a time limit.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "common/timing.h"

extern char** environ;

namespace course {

/// How a process has ended.
struct ending {
  int status = 0;         ///< its exit status, or 128 and the number of the signal that ended it
  bool too_late = false;  ///< killed at the time limit
  double seconds = 0;
};

/// The output files of a process; an empty name means the output of this program.
struct outputs {
  std::filesystem::path out{}, errors{};
};

/// A folder for the files of a run, which the destructor removes.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "thrum-course-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder " + name);
    path_ = name;
  }
  temporary_folder(temporary_folder const&) = delete;
  temporary_folder& operator=(temporary_folder const&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Sets the files that a process gets instead of this program's.
class file_actions {
 public:
  explicit file_actions(outputs const& to) {
    posix_spawn_file_actions_init(&actions_);
    if (!to.out.empty()) add(STDOUT_FILENO, to.out);
    if (!to.errors.empty()) add(STDERR_FILENO, to.errors);
  }
  file_actions(file_actions const&) = delete;
  file_actions& operator=(file_actions const&) = delete;
  ~file_actions() { posix_spawn_file_actions_destroy(&actions_); }
  posix_spawn_file_actions_t const* get() const { return &actions_; }

 private:
  void add(int descriptor, std::filesystem::path const& path) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  posix_spawn_file_actions_t actions_;
};

/// Runs a program to its end, or until the limit in seconds. Calls `waiting` repeatedly in the
/// meantime.
inline ending run_child(std::filesystem::path const& program, std::vector<std::string> arguments,
                        outputs const& to, double limit, std::function<void(double)> const& waiting = {}) {
  std::string name = program.string();
  std::vector<char*> argv{name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  file_actions const files(to);
  pid_t child = 0;
  if (int const error = posix_spawn(&child, name.c_str(), files.get(), nullptr, argv.data(), environ)) {
    throw std::runtime_error("cannot start " + name + ": " + std::strerror(error));
  }
  example::stopwatch const watch;
  ending e;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(child, &status, WNOHANG)) == 0) {
    if (!e.too_late && watch.seconds() > limit) {
      e.too_late = true;
      kill(child, SIGKILL);
    }
    if (waiting) waiting(watch.seconds());
    std::this_thread::sleep_for(std::chrono::milliseconds(watch.seconds() < 0.5 ? 2 : 20));
  }
  if (ended < 0) throw std::runtime_error("lost the process of " + name);
  e.seconds = watch.seconds();
  e.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return e;
}

}  // namespace course
