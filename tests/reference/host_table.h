// A table of a family's page: the primitives that its algorithms use, and what they take on the
// host.
#pragma once

#include <cstdio>
#include "measured_page.h"
#include "samples.h"
#include "usage.h"

/// The number of elements for the calls of the tables.
inline constexpr std::ptrdiff_t measured_n = std::ptrdiff_t{1} << 20;

/// A table: a line for each call.
class reference_table {
 public:
  explicit reference_table(std::string const& family) : page_("measured: " + family) {}

  /// Adds the row `call`, as the page shows the call, with its parameters after the policy, of
  /// `header`. `run(policy, samples)` makes the call. `work` is for n elements; "O(n)" by default.
  /// `prepare(samples)` runs before each call.
  template <class Run>
  void row(std::string const& call, std::string const& header, std::string const& effect, Run run,
           std::string const& work = "O(n)", std::function<void(samples&)> const& prepare = {}) {
    samples s = prototype_;
    usage const used = measure(
        [&] {
          if (prepare) prepare(s);
        },
        [&](auto const& policy) { run(policy, s); });
    INFO(call);
    CHECK(used.parallel == (work != "O(log n)"));
    std::string made_of;
    for (auto const& name : used.primitives) made_of += (made_of.empty() ? "" : ", ") + name;
    lines_ += "| `" + call + "` | `" + header + "` | " + effect + " | " + made_of + " | " +
              (used.parallel ? "yes" : "no") + " | " + work + " | " + size(used.scratch) + " | " +
              (used.waits ? "yes" : "no") + " |\n";
  }

  /// Compares the table with the page's, or writes it there.
  void check() {
    page_.check(
        "| call | header | what it does | made of | parallel | work | scratch | waits |\n"
        "|---|---|---|---|---|---|---|---|\n" +
        lines_);
  }

 private:
  static std::string size(std::size_t bytes) {
    if (bytes == 0) return "none";
    bool const large = bytes >= std::size_t{1} << 20;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", static_cast<double>(bytes) / (large ? 1 << 20 : 1 << 10),
                  large ? "MiB" : "KiB");
    return text;
  }

  measured_page page_;
  std::string lines_;
  samples const prototype_{measured_n};
};
