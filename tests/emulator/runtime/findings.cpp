#include "findings.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "../costs.h"
#include "allocations.h"
#include "messages.h"
#include "report.h"
#include "settings.h"
#include "state.h"

namespace emulator::runtime {
namespace {

constexpr char const* tools[] = {"memcheck", "racecheck", "initcheck", "synccheck", "leakcheck"};
constexpr std::size_t number_of_tools = std::size(tools);
constexpr std::size_t leakcheck = 4;
constexpr std::size_t most_printed = 50;

struct book_of_findings {
  std::mutex mutex;
  std::atomic<std::uint64_t> counts[number_of_tools];
  std::atomic<std::uint64_t> faults{0};
  std::set<std::string> printed;
};
book_of_findings& book() {
  static book_of_findings* const all = new book_of_findings;
  return *all;
}

// Findings at one place of a kernel differ in their blocks, threads and addresses.
std::string without_numbers(std::string const& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const is_hexadecimal = text.compare(i, 2, "0x") == 0;
    std::size_t const end = text.find_first_not_of(is_hexadecimal ? "0123456789abcdefx" : "0123456789", i);
    bool const is_number = end != i;
    result += is_number ? '#' : text[i];
    if (is_number) i = std::min(end, text.size()) - 1;
  }
  return result;
}

void print(std::size_t tool, std::string const& kernel, std::string const& text) {
  std::lock_guard const guard(book().mutex);
  if (book().printed.size() > most_printed) return;
  bool const is_new = book().printed.insert(tools[tool] + kernel + without_numbers(text)).second;
  if (!is_new) return;
  if (book().printed.size() > most_printed) say("more findings are counted, and not printed");
  else say("%s: %s", tools[tool], text.c_str());
}

void add(std::size_t tool, std::string const& kernel, std::string const& text) {
  ++book().counts[tool];
  print(tool, kernel, text);
}

// Memory of the card alone, as compute-sanitizer has it: libraries keep some page-locked memory for
// good. A device that has failed takes nothing back.
bool is_leaked(allocation const& a) {
  bool const is_of_card = a.kind == memory_kind::device || a.kind == memory_kind::managed;
  bool const is_given = !a.is_freed && (!a.is_of_graph || a.is_outstanding);
  return is_of_card && a.pages.size != 0 && is_given && state().devices[a.device].sticky == cudaSuccess;
}

void find_leaks() {
  std::shared_lock const guard(allocations().mutex);
  for (auto const& [base, a] : allocations().by_base) {
    if (!is_leaked(*a)) continue;
    ++book().counts[leakcheck];
    say("leakcheck: %zu bytes that %s gave were never freed (allocation %llu)", a->size, a->made_by,
        static_cast<unsigned long long>(a->serial));
  }
}

std::uint64_t all_findings() {
  std::uint64_t sum = 0;
  for (auto const& count : book().counts) sum += count;
  return sum;
}

std::string summary() {
  std::string text;
  for (std::size_t i = 0; i < number_of_tools; ++i) {
    if (book().counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(book().counts[i]) + " of " + tools[i];
  }
  return text;
}

// Runs behind the destructors of the program's static objects.
void end_of_process(int status, void*) {
  std::unique_lock const nothing_runs(state().running, std::try_to_lock);
  if (nothing_runs.owns_lock()) check_red_zones();
  if (settings().checks.leakcheck) find_leaks();
  print_report();
  if (all_findings() == 0) return;
  say("findings: %s", summary().c_str());
  if (status != 0) return;
  std::fflush(nullptr);
  _exit(EMULATED_STATUS_OF_FINDINGS);
}

// Before any of the program's own handlers, so that it runs behind them.
[[gnu::constructor]] void watch_the_end() { on_exit(end_of_process, nullptr); }

}  // namespace

void report_finding(finding const& f) { add(static_cast<std::size_t>(f.tool), f.kernel, f.text); }
void count_fault() { ++book().faults; }

}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API uint64_t emulated_findings(char const* tool) {
  run_everything();
  if (tool == nullptr) return all_findings();
  if (std::string_view(tool) == "faults") return book().faults;
  for (std::size_t i = 0; i < number_of_tools; ++i) {
    if (std::string_view(tool) == tools[i]) return book().counts[i];
  }
  return 0;
}

EMULATED_API void emulated_findings_reset(void) {
  run_everything();
  for (auto& count : book().counts) count = 0;
  book().faults = 0;
}
