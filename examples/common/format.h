// Numbers and tables as text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace example {

/// Returns a number with this many decimals.
inline std::string fixed(double value, int decimals = 1) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

/// Returns 1234567 as 1,234,567.
inline std::string grouped(std::int64_t value) {
  std::string const digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

inline std::string milliseconds(double seconds) { return fixed(1e3 * seconds, seconds < 0.1 ? 2 : 1); }
inline std::string gigabytes(double bytes) { return fixed(bytes / 1e9) + " GB"; }

/// Rows of text, printed in columns. `sides` has an l or r for each column, for left and right; by
/// default right.
class table {
 public:
  explicit table(std::vector<std::string> head, std::string sides = "l") : sides_(std::move(sides)) {
    add(std::move(head));
  }

  void add(std::vector<std::string> row) {
    widths_.resize(std::max(widths_.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], row[i].size());
    rows_.push_back(std::move(row));
  }
  /// Adds an empty line.
  void gap() { rows_.emplace_back(); }

  void print() const {
    for (auto const& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) line += "  ";
        std::string const space(widths_[i] - row[i].size(), ' ');
        bool const left = i < sides_.size() && sides_[i] == 'l';
        line += left ? row[i] + space : space + row[i];
      }
      std::cout << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    }
  }

 private:
  std::string sides_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace example
