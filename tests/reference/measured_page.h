// The tables of docs/reference, which have measured figures. A table that is out of date fails its
// test; the environment variable THRUM_WRITE_REFERENCE makes the test write the table.
#pragma once

#include <doctest/doctest.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

/// A table in one of the pages, between two marks.
class measured_page {
 public:
  /// Opens the page with the mark `<!-- NAME -->`.
  explicit measured_page(std::string const& name) {
    namespace fs = std::filesystem;
    fs::path const pages = fs::path(__FILE__).parent_path().parent_path().parent_path() / "docs" / "reference";
    std::string const begin = "<!-- " + name + " -->\n";
    for (auto const& entry : fs::directory_iterator(pages)) {
      path_ = entry.path();
      std::stringstream content;
      content << std::ifstream(path_).rdbuf();
      text_ = content.str();
      first_ = text_.find(begin);
      if (first_ != std::string::npos) break;
    }
    REQUIRE_MESSAGE(first_ != std::string::npos, "no place for the table: " << begin << " in " << pages.string());
    first_ += begin.size();
    last_ = text_.find("<!-- end -->\n", first_);
    REQUIRE(last_ != std::string::npos);
  }

  std::string table() const { return text_.substr(first_, last_ - first_); }

  /// Compares the page's table with this one, or writes it there.
  void check(std::string const& measured) {
    if (std::getenv("THRUM_WRITE_REFERENCE") != nullptr) {
      text_.replace(first_, last_ - first_, measured);
      last_ = first_ + measured.size();
      std::ofstream(path_) << text_;
      return;
    }
    CHECK_MESSAGE(table() == measured, "the table in "
                                           << path_.string()
                                           << " is out of date: run this program with THRUM_WRITE_REFERENCE=1");
  }

 private:
  std::filesystem::path path_;
  std::string text_;
  std::size_t first_ = std::string::npos, last_ = 0;
};
