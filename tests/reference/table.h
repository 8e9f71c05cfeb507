// The tables of docs/reference, which say what is measured here. A table that is out of date fails its test;
// the environment variable THRUM_WRITE_REFERENCE has it written anew.
#pragma once

#include <doctest/doctest.h>
#include <thrum/device_vector.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
#include "data.h"
#include "usage.h"

/// How many elements the calls of the tables work on.
inline constexpr std::ptrdiff_t measured_n = std::ptrdiff_t{1} << 20;

/// What the calls work on, each on a fresh one.
struct samples {
  thrum::device_vector<int> numbers = random_values<int>(measured_n, 0, 1'000'000);
  thrum::device_vector<int> sorted = sorted_numbers();
  thrum::device_vector<int> flags = random_values<int>(measured_n, 0, 1, 2);
  thrum::device_vector<int> keys = runs();
  thrum::device_vector<int> indices = own_indices();
  thrum::device_vector<int> out = thrum::device_vector<int>(2 * measured_n), out2 = out;
  std::ptrdiff_t result = 0;

 private:
  static std::vector<int> sorted_numbers() {
    auto v = random_values<int>(measured_n, 0, 1'000'000, 3);
    std::sort(v.begin(), v.end());
    return v;
  }
  static std::vector<int> own_indices() {
    std::vector<int> v(measured_n);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i);
    return v;
  }
  /// Runs of equal keys, of eight on the average.
  static std::vector<int> runs() {
    std::vector<int> v(measured_n);
    for (std::size_t i = 1; i < v.size(); ++i) v[i] = v[i - 1] + (random_bits(i) % 8 == 0);
    return v;
  }
};

/// A table: a line for each call.
class reference_table {
 public:
  explicit reference_table(std::string family) : family_(std::move(family)) {}

  /// `call`, its parameters behind the policy as the reader is to see them, of `header`; `run(policy, samples)` is one.
  /// `work` is for n elements; "O(n)" unless given.
  template <class Run>
  void row(std::string call, std::string header, std::string effect, Run run, std::string work = "O(n)") {
    samples s;
    usage const used = measure([&](auto const& policy) { run(policy, s); });
    INFO(call);
    CHECK(used.parallel == (work != "O(log n)"));
    std::string made_of;
    for (auto const& name : used.primitives) made_of += (made_of.empty() ? "" : ", ") + name;
    lines_ += "| `" + call + "` | `" + header + "` | " + effect + " | " + made_of + " | " +
              (used.parallel ? "yes" : "no") + " | " + work + " | " + size(used.scratch) + " | " +
              (used.waits ? "yes" : "no") + " |\n";
  }

  /// Compares the table with the page's, or writes it there.
  void check() const {
    namespace fs = std::filesystem;
    fs::path const pages = fs::path(__FILE__).parent_path().parent_path().parent_path() / "docs" / "reference";
    std::string const begin = "<!-- measured: " + family_ + " -->\n", end = "<!-- end -->\n";
    fs::path page;
    std::string text;
    std::size_t at = std::string::npos;
    for (auto const& entry : fs::directory_iterator(pages)) {
      page = entry.path();
      std::stringstream content;
      content << std::ifstream(page).rdbuf();
      text = content.str();
      at = text.find(begin);
      if (at != std::string::npos) break;
    }
    REQUIRE_MESSAGE(at != std::string::npos, "no place for the table: " << begin << " in " << pages.string());
    auto const first = at + begin.size();
    auto const last = text.find(end, first);
    REQUIRE(last != std::string::npos);
    if (std::getenv("THRUM_WRITE_REFERENCE") != nullptr) {
      text.replace(first, last - first, table());
      std::ofstream(page) << text;
      return;
    }
    CHECK_MESSAGE(
        text.substr(first, last - first) == table(),
        "the table in " << page.string() << " is out of date: run this program with THRUM_WRITE_REFERENCE=1");
  }

 private:
  std::string table() const {
    return "| call | header | what it does | made of | parallel | work | scratch | waits |\n"
           "|---|---|---|---|---|---|---|---|\n" +
           lines_;
  }
  static std::string size(std::size_t bytes) {
    if (bytes == 0) return "none";
    bool const large = bytes >= std::size_t{1} << 20;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", static_cast<double>(bytes) / (large ? 1 << 20 : 1 << 10),
                  large ? "MiB" : "KiB");
    return text;
  }

  std::string family_, lines_;
};
