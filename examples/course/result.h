// The result of a run of an example: its verdict, its times, and the table of all results.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "child.h"
#include "common/format.h"
#include "index.h"

namespace course {

struct result {
  entry of;
  std::int64_t n = 0;
  std::map<std::string, double> seconds{};  ///< of the first measurement, by policy
  std::string check;                        ///< "ok", or a word for the failure
  std::string why{};                        ///< more about it
  bool good() const { return check == "ok"; }
};

/// Returns the last line of a file with this beginning; empty if there is none.
inline std::string last_line(std::filesystem::path const& path, std::string const& begin) {
  std::ifstream file(path);
  std::string line, found;
  while (std::getline(file, line)) {
    if (line.starts_with(begin) && !line.empty()) found = line;
  }
  return found;
}

/// Reads the times that an example has written by --csv: of the first measurement under a policy of
/// thrum's, or of the first one.
inline void read_times(result& r, std::filesystem::path const& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::string what;
  bool ours = false;
  while (std::getline(file, line)) {
    auto const fields = fields_of(line);
    if (fields.size() < 5) continue;
    std::string const& policy = fields[2];
    bool const policy_of_ours = policy == "seq" || policy == "par" || policy == "cuda";
    if (what.empty() || (policy_of_ours && !ours)) {
      what = fields[1];
      ours = policy_of_ours;
      r.n = std::stoll(fields[3]);
      r.seconds.clear();
    }
    if (fields[1] == what) r.seconds.emplace(policy, std::stod(fields[4]));
  }
}

/// Reads the files of a run.
inline result result_of(entry const& e, ending const& end, outputs const& files,
                        std::filesystem::path const& csv) {
  result r{.of = e, .check = "ok"};
  read_times(r, csv);
  std::string const verdict = last_line(files.out, "check: ");
  if (end.too_late) {
    r.check = "too slow", r.why = "ended after " + example::fixed(end.seconds) + " s, the time limit";
  } else if (verdict.starts_with("check: FAILED")) {
    r.check = "FAILED", r.why = verdict;
  } else if (end.status > 128) {
    r.check = "crashed", r.why = std::string("ended by a signal: ") + strsignal(end.status - 128);
  } else if (end.status != 0 || !verdict.starts_with("check: ok")) {
    r.check = "error", r.why = last_line(files.errors, "");
    if (r.why.starts_with("error: ")) r.why.erase(0, 7);
    if (r.why.empty()) r.why = "it ended with status " + std::to_string(end.status) + " and without a verdict";
  }
  return r;
}

/// Prints the table, and below it the errors. Returns how many examples failed.
inline int print_summary(std::vector<result> const& results) {
  std::vector<std::string> policies;
  for (char const* const policy : {"seq", "par", "cuda"}) {
    for (result const& r : results) {
      if (r.seconds.contains(policy)) {
        policies.emplace_back(policy);
        break;
      }
    }
  }
  std::vector<std::string> head{"id", "n"};
  for (std::string const& policy : policies) head.push_back(policy + ", ms");
  head.insert(head.end(), {"par over seq", "check"});
  example::table rows(head, "l" + std::string(policies.size() + 2, 'r') + "l");
  std::string group;
  int bad = 0;
  for (result const& r : results) {
    if (r.of.group != group) rows.gap(), rows.add({group = r.of.group});
    std::vector<std::string> row{"  " + r.of.id, r.n > 0 ? example::grouped(r.n) : "-"};
    auto const time = [&](std::string const& policy) {
      auto const found = r.seconds.find(policy);
      return found == r.seconds.end() ? -1.0 : found->second;
    };
    for (std::string const& policy : policies) {
      double const seconds = time(policy);
      row.push_back(seconds < 0      ? "-"
                    : seconds < 1e-3 ? example::fixed(1e3 * seconds, 4)
                                     : example::milliseconds(seconds));
    }
    bool const both = time("seq") > 0 && time("par") > 0;
    row.push_back(both ? example::fixed(time("seq") / time("par"), 2) : "-");
    row.push_back(r.check);
    rows.add(std::move(row));
    bad += r.good() ? 0 : 1;
  }
  rows.print();
  std::cout << '\n';
  for (result const& r : results) {
    if (!r.good()) std::cout << r.of.id << ": " << r.check << ": " << r.why << '\n';
  }
  std::cout << results.size() << " examples, " << (bad == 0 ? "all good" : std::to_string(bad) + " not good")
            << '\n';
  return bad;
}

}  // namespace course
