// The table of the course's examples: examples/index.csv.
#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace course {

struct entry {
  std::string group;
  std::string id;
  std::string lecture;  ///< the place in the course
};

/// Returns the fields of a line. A field in quotation marks ends at a quotation mark before a comma
/// or the end of the line: titles may contain quotation marks.
inline std::vector<std::string> fields_of(std::string const& line) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= line.size();) {
    bool const quoted = at < line.size() && line[at] == '"';
    std::size_t end = quoted ? line.find("\",", at + 1) : line.find(',', at);
    if (end == std::string::npos) end = quoted && line.size() > at + 1 ? line.size() - 1 : line.size();
    fields.push_back(line.substr(at + quoted, end - at - quoted));
    at = end + (quoted ? 2 : 1);
  }
  return fields;
}

/// Returns all examples, in the order of the file; groups are contiguous.
inline std::vector<entry> read_index(std::string const& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path + ", the table of the examples");
  std::vector<entry> entries;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    auto fields = fields_of(line);
    if (fields.size() < 3) throw std::runtime_error(path + " has a line without group, id and lecture: " + line);
    entries.push_back({std::move(fields[0]), std::move(fields[1]), std::move(fields[2])});
  }
  if (entries.empty()) throw std::runtime_error(path + " names no examples");
  return entries;
}

/// Returns how many letters have to be inserted, removed or replaced to change one word into the
/// other.
inline std::size_t distance_of(std::string const& a, std::string const& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t const replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

/// Returns up to three names that are similar to a wrong one, the nearest first.
inline std::vector<std::string> near_names(std::string const& wrong, std::vector<std::string> const& names) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (std::string const& name : names) {
    bool const part = wrong.size() > 2 && name.find(wrong) != std::string::npos;
    std::size_t const distance = part ? 1 : distance_of(wrong, name);
    if (distance <= 1 + std::max(wrong.size(), name.size()) / 4) near.emplace_back(distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<std::string> best;
  for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 3); ++i) best.push_back(near[i].second);
  return best;
}

/// Returns ": did you mean a, b or c?", or nothing if no name is near.
inline std::string suggestion(std::string const& wrong, std::vector<std::string> const& names) {
  auto const near = near_names(wrong, names);
  std::string text;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 == near.size() ? " or " : ", ";
    text += near[i];
  }
  return text.empty() ? "" : "; did you mean " + text + "?";
}

}  // namespace course
