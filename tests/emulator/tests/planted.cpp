// Runs every planted case: under the seeds 0 to 9 until its defect is reported, and its correct
// twin under all of them. Errors of a card are sticky, so each run is a process of its own: this
// program, called with the name of a case. All correct twins share one process for each seed.
// Prints which check caught what, and at which seed.
//
//   planted                   all cases, as tests
//   planted run NAME          the case with its defect
//   planted run NAME correct  its correct twin
//   planted run all correct   all correct twins
#include "planted.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

namespace planted {
namespace {

constexpr int seeds = 10;
constexpr int wrong_result_status = 3, error_status = 4;

char const* name_of(catcher who) {
  switch (who) {
    case catcher::memcheck:
      return "memcheck";
    case catcher::racecheck:
      return "racecheck";
    case catcher::initcheck:
      return "initcheck";
    case catcher::synccheck:
      return "synccheck";
    case catcher::leakcheck:
      return "leakcheck";
    case catcher::kernel_fault:
      return "fault";
    case catcher::host_fault:
      return "host fault";
    case catcher::runtime_error:
      return "error";
    case catcher::wrong_result:
      return "wrong result";
  }
  return "";
}

// The part of a run: what the process of one case does.

int run_program(planted_case const& one, bool correct) {
  try {
    bool const right = correct ? one.correct() : one.with_defect();
    if (right) return 0;
    std::printf("%s: wrong result\n", one.name.c_str());
    return wrong_result_status;
  } catch (std::exception const& error) {
    std::printf("%s: error: %s\n", one.name.c_str(), error.what());
    return error_status;
  }
}

int run(std::string_view name, bool correct) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  int status = 0;
  for (planted_case const& one : all_cases()) {
    if (name == "all" || name == one.name) status = std::max(status, run_program(one, correct));
  }
  return status;
}

// The part of the test: it starts runs and judges what they say.

struct outcome {
  std::string output;
  int status = 0;  // of the process; 128 + n where signal n ended it
};

outcome start(std::string const& name, bool correct, int seed) {
  static std::string const self = [] {
    char path[4096] = {};
    ssize_t const length = readlink("/proc/self/exe", path, sizeof path - 1);
    return std::string(path, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  }();
  std::string const command = "EMULATED_SEED=" + std::to_string(seed) +
                              " EMULATED_DEVICES=2 EMULATED_STEP_LIMIT=1000000"
                              " EMULATED_CHECKS=memcheck,racecheck,initcheck,synccheck,leakcheck timeout 20 '" +
                              self + "' run " + name + (correct ? " correct" : "") + " 2>&1";
  outcome result;
  std::FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) result.output += buffer;
  int const status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

std::vector<std::string> lines_of(std::istream&& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// The places in the source, as "file.cu:12", that a report of this case may name.
std::vector<std::string> marked_places(planted_case const& one) {
  static std::map<std::string, std::vector<std::string>> sources;
  auto const [source, added] = sources.try_emplace(one.file);
  if (added) source->second = lines_of(std::ifstream(one.file));
  std::string const file = one.file.substr(one.file.rfind('/') + 1);
  std::vector<std::string> places;
  for (std::size_t line = 0; line < source->second.size(); ++line) {
    std::string const& text = source->second[line];
    std::size_t const mark = text.find("// <- ");
    if (mark == std::string::npos) continue;
    // Names are apart from each other by commas.
    std::string const names = ", " + text.substr(mark + 6) + ",";
    if (names.find(", " + one.name + ",") != std::string::npos) {
      places.push_back(file + ":" + std::to_string(line + 1));
    }
  }
  return places;
}

bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

// What the emulated card says: each report is a line and those that are indented behind it.
std::vector<std::string> reports_of(std::string const& output) {
  std::vector<std::string> reports;
  for (std::string const& line : lines_of(std::istringstream(output))) {
    if (line.starts_with("emulated card: ")) reports.push_back(line + "\n");
    if (line.starts_with(" ") && !reports.empty()) reports.back() += line + "\n";
  }
  return reports;
}

// Whether the text names the place, and not one that begins like it: line 12, and not line 123.
bool names(std::string const& text, std::string const& place) {
  std::size_t const at = text.find(place);
  return at != std::string::npos && std::isdigit(text[at + place.size()]) == 0;
}

// Whether a report says who found this defect, in which kernel, where in the source, and which
// thread it was.
bool is_about(planted_case const& one, std::string const& report) {
  if (!contains(report, one.report)) return false;
  if (one.caught_by != catcher::kernel_fault && !contains(report, name_of(one.caught_by) + std::string(": "))) {
    return false;
  }
  if (one.caught_by == catcher::leakcheck) return true;
  std::vector<std::string> const places = marked_places(one);
  return contains(report, "block") && contains(report, "thread") &&
         std::any_of(places.begin(), places.end(), [&](std::string const& place) { return names(report, place); });
}

bool is_caught(planted_case const& one, outcome const& seen) {
  switch (one.caught_by) {
    case catcher::wrong_result:
      return contains(seen.output, one.name + ": wrong result") && seen.status != 0;
    case catcher::runtime_error:
      return contains(seen.output, one.name + ": error: " + one.report) && seen.status != 0;
    case catcher::host_fault:
      return contains(seen.output, "emulated card: ") && contains(seen.output, one.report) && seen.status >= 128;
    default:
      break;
  }
  std::vector<std::string> const reports = reports_of(seen.output);
  return seen.status != 0 && std::any_of(reports.begin(), reports.end(),
                                         [&](std::string const& report) { return is_about(one, report); });
}

TEST_CASE("every planted defect is caught") {
  std::printf("%-36s %-14s %s\n", "defect", "caught by", "seed");
  for (planted_case const& one : all_cases()) {
    outcome seen;
    int seed = 0;
    bool caught = false;
    for (; seed < seeds; ++seed) {
      seen = start(one.name, false, seed);
      caught = is_caught(one, seen);
      if (caught) break;
    }
    std::printf("%-36s %-14s %s\n", one.name.c_str(), name_of(one.caught_by),
                caught ? std::to_string(seed).c_str() : "not caught");
    CHECK_MESSAGE(caught, one.name, " exits with ", seen.status, " and says:\n", seen.output);
  }
}

TEST_CASE("nothing is reported about the correct twins") {
  for (int seed = 0; seed < seeds; ++seed) {
    outcome const seen = start("all", true, seed);
    CHECK_MESSAGE((seen.output.empty() && seen.status == 0), "seed ", seed, ": status ", seen.status, "\n",
                  seen.output);
  }
}

}  // namespace
}  // namespace planted

int main(int argc, char** argv) {
  std::vector<std::string_view> const arguments(argv + 1, argv + argc);
  if (arguments.size() >= 2 && arguments[0] == "run") {
    return planted::run(arguments[1], arguments.size() == 3 && arguments[2] == "correct");
  }
  doctest::Context context(argc, argv);
  return context.run();
}
