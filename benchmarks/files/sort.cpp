// Makes files of random keys or records, and sorts one of them: by thrum within a limit of memory, or
// by std::sort in memory. Prints the seconds and the peak of the process's resident memory.
// external_sort.py starts this program once for each sort, because a peak is that of a process.
#include <fcntl.h>
#include <thrum/execution_policy.h>
#include <thrum/mapped_file.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/tbb.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace thrum::literals;

/// 100 bytes, ordered by the first eight as a number.
struct record {
  std::array<unsigned char, 100> bytes;
};
struct key_of_record {
  std::uint64_t operator()(record const& r) const {
    std::uint64_t key;
    std::memcpy(&key, r.bytes.data(), sizeof key);
    return key;
  }
};
std::uint64_t key_of(std::uint64_t key) { return key; }
std::uint64_t key_of(record const& r) { return key_of_record{}(r); }

/// SplitMix64.
std::uint64_t random_bits(std::uint64_t i) {
  i = (i + 1) * 0x9E3779B97F4A7C15U;
  i = (i ^ (i >> 30)) * 0xBF58476D1CE4E5B9U;
  i = (i ^ (i >> 27)) * 0x94D049BB133111EBU;
  return i ^ (i >> 31);
}
std::uint64_t element(std::ptrdiff_t i, std::uint64_t) { return random_bits(static_cast<std::uint64_t>(i)); }
record element(std::ptrdiff_t i, record r) {
  std::uint64_t const key = random_bits(static_cast<std::uint64_t>(i));
  r.bytes.fill(static_cast<unsigned char>(i));
  std::memcpy(r.bytes.data(), &key, sizeof key);
  return r;
}

template <class T>
void make(std::string const& path, std::size_t bytes) {
  auto const file = thrum::mapped_file<T>::create(path, bytes / sizeof(T));
  thrum::tabulate(thrum::tbb::par, file.begin(), file.end(), [](std::ptrdiff_t i) { return element(i, T{}); });
}

/// Writes the keys as lines of decimal digits.
void make_text(std::string const& path, std::string const& to) {
  thrum::mapped_file<std::uint64_t const> const file(path);
  std::ofstream text(to, std::ios::binary);
  std::vector<char> lines(1 << 20);
  char* at = lines.data();
  for (std::uint64_t key : file) {
    at = std::to_chars(at, lines.data() + lines.size(), key).ptr;
    *at++ = '\n';
    if (lines.data() + lines.size() - at < 32) {
      text.write(lines.data(), at - lines.data());
      at = lines.data();
    }
  }
  text.write(lines.data(), at - lines.data());
}

/// Has the system forget the pages of a file, so that they are read from the disk.
void leave_cache(std::string const& path) {
  int const file = open(path.c_str(), O_RDONLY);
  if (file < 0 || fsync(file) != 0 || posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) != 0) {
    throw std::runtime_error("cannot drop the pages of " + path);
  }
  close(file);
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
/// Returns the seconds of processors that the process has taken, by the program and by the system.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  auto const seconds_of = [](timeval t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}
/// Returns the greatest size of the resident memory of the process so far, in MiB.
double peak() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  }
  return 0;
}

template <class T>
void print(std::string const& path, double first_part, double taken, double peak_of_sort) {
  double const of_processors = processor_seconds();
  thrum::mapped_file<T const> const file(path);
  bool sorted = true;
  for (std::size_t i = 1; i < file.size(); ++i) sorted = sorted && key_of(file[i - 1]) <= key_of(file[i]);
  std::cout << "{\"seconds\": " << taken << ", \"first part\": " << first_part
            << ", \"processor seconds\": " << of_processors << ", \"peak MiB\": " << peak_of_sort
            << ", \"sorted\": " << (sorted ? "true" : "false") << "}\n";
}

template <class T, class Policy>
void sort_within(Policy const& policy, std::string const& path, std::size_t memory) {
  double runs = 0;
  double const begin = seconds();
  auto const limit = policy.memory(memory).on_progress([&](std::size_t done, std::size_t total) {
    if (runs == 0 && done >= total / 2) runs = seconds() - begin;
  });
  thrum::mapped_file<T> file(path);
  if constexpr (sizeof(T) == 8) thrum::sort(limit, file);
  else thrum::sort(limit, file, thrum::less<>{}, key_of_record{});
  double const taken = seconds() - begin;
  print<T>(path, runs, taken, peak());
}

/// Reads the file, sorts it in memory and writes it.
template <class T>
void sort_in_memory(std::string const& path) {
  double const begin = seconds();
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary | std::ios::ate);
  auto const bytes = static_cast<std::streamsize>(file.tellg());
  std::vector<T> all(static_cast<std::size_t>(bytes) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(all.data()), bytes);
  double const read = seconds() - begin;
  std::sort(all.begin(), all.end(), [](T const& a, T const& b) { return key_of(a) < key_of(b); });
  file.seekp(0);
  file.write(reinterpret_cast<char const*>(all.data()), bytes);
  file.close();
  double const taken = seconds() - begin;
  print<T>(path, read, taken, peak());
}

template <class T>
void run(std::string const& what, std::string const& path, std::size_t mib) {
  if (what == "make") make<T>(path, mib << 20);
  else if (what == "tbb") sort_within<T>(thrum::tbb::par, path, mib << 20);
  else if (what == "seq") sort_within<T>(thrum::seq, path, mib << 20);
  else if (what == "std") sort_in_memory<T>(path);
  else throw std::invalid_argument(what + " is none of make, text, forget, tbb, seq, std");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Sorts a file, and prints the seconds and the peak of the resident memory");
  std::string what, path, text, elements = "keys";
  std::size_t mib = 500;
  app.add_option("what", what, "make, text, forget (the pages of the file), tbb, seq or std")->required();
  app.add_option("path", path)->required();
  app.add_option("--mib", mib, "the size of the file that is made, or the limit of memory");
  app.add_option("--elements", elements, "keys of 64 bits, or records of 100 bytes")
      ->check(CLI::IsMember({"keys", "records"}));
  app.add_option("--to", text, "the file of text");
  CLI11_PARSE(app, argc, argv);
  try {
    if (what == "text") make_text(path, text);
    else if (what == "forget") leave_cache(path);
    else if (elements == "keys") run<std::uint64_t>(what, path, mib);
    else run<record>(what, path, mib);
  } catch (std::exception const& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
