// A directory for the files of a test, and what is in files.
#pragma once

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <thrum/mapped_file.h>
#include <thrum/memory_limit.h>
#include <thrum/sort.h>
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>
#include "data.h"

/// A directory of its own, which is removed at the end.
class test_directory {
 public:
  test_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "thrum-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for a test");
    path_ = name;
  }
  test_directory(test_directory const&) = delete;
  ~test_directory() { std::filesystem::remove_all(path_); }

  std::string operator/(std::string const& name) const { return (path_ / name).string(); }
  std::size_t number_of_files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }
  std::string string() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

template <class T>
thrum::mapped_file<T> file_of(std::string const& path, std::vector<T> const& elements) {
  auto file = thrum::mapped_file<T>::create(path, elements.size());
  std::copy(elements.begin(), elements.end(), file.begin());
  return file;
}
template <class T>
std::vector<T> elements_of(thrum::mapped_file<T> const& file) {
  return {file.begin(), file.end()};
}

/// A policy of a system, with a limit of memory.
template <class S>
auto limited(std::size_t bytes) {
  return thrum::memory_limited(S::policy(), bytes);
}

/// Sorts a file of the elements, and returns what is in the file.
template <class T, class P, class... Order>
std::vector<T> sorted_file(thrum::memory_limited<P> const& policy, std::vector<T> const& elements,
                           Order... order) {
  test_directory const directory;
  auto file = file_of(directory / "f", elements);
  thrum::sort(policy, file, order...);
  CHECK(directory.number_of_files() == 1);
  return elements_of(file);
}
template <class T, class Less>
std::vector<T> stably_sorted(std::vector<T> elements, Less less) {
  std::stable_sort(elements.begin(), elements.end(), less);
  return elements;
}

inline std::vector<std::uint64_t> keys(std::ptrdiff_t n) { return random_patterns<std::uint64_t>(n); }

/// Limits the size of the files that the process writes, until the object is destroyed.
class file_size_limit {
 public:
  file_size_limit() : handler_(std::signal(SIGXFSZ, SIG_IGN)) { getrlimit(RLIMIT_FSIZE, &before_); }
  explicit file_size_limit(std::size_t bytes) : file_size_limit() { set(bytes); }
  file_size_limit(file_size_limit const&) = delete;
  ~file_size_limit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  void set(std::size_t bytes) const {
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};
