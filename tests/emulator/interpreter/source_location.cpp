#include "source_location.h"

#include <algorithm>

namespace emulator::ptx {
namespace {

source_position read_position(text_cursor& text) {
  source_position p;
  p.file = static_cast<u32>(text.integer());
  p.line = static_cast<u32>(text.integer());
  p.column = static_cast<u32>(text.integer());
  return p;
}

std::string_view name_of(file_names const& files, u32 file) {
  auto const found = files.find(file);
  return found == files.end() ? std::string_view("?") : std::string_view(found->second);
}

bool is_of_toolkit(std::string_view path) {
  for (std::string_view part :
       {"/targets/", "/cub/", "/thrust/", "/cuda/std/", "/cuda/__", "/cooperative_groups/", "/crt/"}) {
    if (path.find(part) != path.npos) return true;
  }
  return path.find("/cuda") != path.npos && path.find("/include/") != path.npos;
}

std::string text_of(file_names const& files, source_position p) {
  return std::string(name_of(files, p.file)) + ":" + std::to_string(p.line);
}

// The calls that were inlined, from the innermost out. A call's own .loc stands before it is named.
std::vector<source_position> calls_around(std::vector<source_location> const& locations, std::size_t index) {
  std::vector<source_position> calls;
  while (locations[index].inlined_at.line != 0) {
    source_position const call = locations[index].inlined_at;
    calls.push_back(call);
    bool found = false;
    while (!found && index-- > 0) found = locations[index].position == call;
    if (!found) break;
  }
  return calls;
}

}  // namespace

source_location read_location(text_cursor& text) {
  source_location location;
  location.ptx_line = text.line;
  location.position = read_position(text);
  while (text.take(',')) {
    std::string_view const word = text.name();
    if (word == "inlined_at") {
      location.inlined_at = read_position(text);
    } else {
      text.name();  // function_name and its label
      if (text.take('+')) text.integer();
    }
  }
  return location;
}

std::string describe_source(std::vector<source_location> const& locations, file_names const& files, u32 ptx_line) {
  auto const after = std::upper_bound(locations.begin(), locations.end(), ptx_line,
                                      [](u32 line, source_location const& l) { return line < l.ptx_line; });
  if (after == locations.begin()) return {};
  auto const index = static_cast<std::size_t>(after - locations.begin()) - 1;
  source_position const innermost = locations[index].position;
  if (innermost.line == 0 && innermost.file == 0) return {};
  std::string text = text_of(files, innermost);
  std::vector<source_position> const calls = calls_around(locations, index);
  if (calls.empty()) return text;
  auto const of_user = std::find_if(calls.rbegin(), calls.rend(),
                                    [&](source_position p) { return !is_of_toolkit(name_of(files, p.file)); });
  return text + ", inlined at " + text_of(files, of_user == calls.rend() ? calls.back() : *of_user);
}

}  // namespace emulator::ptx
