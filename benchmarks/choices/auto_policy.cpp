// Times calls under seq, tbb::par and auto_policy, which take turns, and prints a row for each family
// of calls and number of elements:
//   bench_choices_auto_policy [<family>...]
// auto_policy.py makes the page of the rows.
#include <thrum/auto_policy.h>
#include <thrum/copy.h>
#include <thrum/execution_policy.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>
#include <thrum/transform.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

constexpr std::ptrdiff_t most = 1 << 24;

struct is_odd {
  bool operator()(int x) const { return (x & 1) != 0; }
};

/// The memory that all calls share. The output does not begin at the same place of a page as the
/// input: processors take such stores for stores to what is read.
struct memory {
  static constexpr std::ptrdiff_t apart = 336;
  std::vector<int> in = std::vector<int>(most), out = std::vector<int>(most + apart);
  unsigned volatile kept = 0;
  std::ptrdiff_t next = 0;

  /// Returns n elements, others in each call.
  int const* others(std::ptrdiff_t n) {
    next = next + 2 * n <= most ? next + n : 0;
    return in.data() + next;
  }

  memory() {
    std::uint32_t x = 1;
    for (int& i : in) i = static_cast<int>((x = x * 1664525U + 1013904223U) >> 1);
  }
};

/// A call of a family on n elements, under seq, tbb::par and auto_policy.
struct family {
  char const* name;
  std::array<std::function<void(std::ptrdiff_t)>, 3> calls;
};

template <class Call>
family in_turns(char const* name, thrum::auto_policy const& automatic, Call call) {
  return {
      name,
      {[call](std::ptrdiff_t n) { call(thrum::seq, n); }, [call](std::ptrdiff_t n) { call(thrum::tbb::par, n); },
       [call, &automatic](std::ptrdiff_t n) { call(automatic, n); }}};
}

std::vector<family> families(memory& m, thrum::auto_policy const& automatic) {
  int* const in = m.in.data();
  int* const out = m.out.data() + memory::apart;
  return {
      in_turns("transform", automatic,
               [=](auto const& policy, std::ptrdiff_t n) {
                 thrum::transform(policy, in, in + n, out, thrum::negate<>{});
               }),
      in_turns("reduce", automatic,
               [=, &m](auto const& policy, std::ptrdiff_t n) { m.kept = thrum::reduce(policy, in, in + n, 0U); }),
      in_turns("inclusive_scan", automatic,
               [=](auto const& policy, std::ptrdiff_t n) {
                 thrum::inclusive_scan(policy, in, in + n, out, std::bit_xor<>{});
               }),
      in_turns("copy_if", automatic,
               [=, &m](auto const& policy, std::ptrdiff_t n) {
                 m.kept = static_cast<unsigned>(thrum::copy_if(policy, in, in + n, out, is_odd{}) - out);
               }),
      in_turns("copy_n and sort", automatic,
               [=, &m](auto const& policy, std::ptrdiff_t n) {
                 std::copy_n(m.others(n), n, out);
                 thrum::sort(policy, out, out + n);
               }),
  };
}

double seconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}

/// Returns the seconds of one of so many calls.
double seconds_of(std::function<void(std::ptrdiff_t)> const& call, std::ptrdiff_t n, std::ptrdiff_t calls) {
  auto const begin = clock_type::now();
  for (std::ptrdiff_t i = 0; i < calls; ++i) call(n);
  return seconds_since(begin) / static_cast<double>(calls);
}

double median(std::vector<double> v) {
  auto const middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return *middle;
}

/// Prints the medians of rounds in which the contenders take turns. Each first calls for a while
/// without the clock, until those threads are awake, and those asleep, that are so in a program that
/// makes nothing but such calls: a thread that looks for work slows the other one of its core.
void measure(family const& f, std::ptrdiff_t n) {
  constexpr double round = 5e-4, before = 3e-3, all_rounds = 0.2;
  constexpr std::size_t least = 5, most_rounds = 15;
  double const once = seconds_of(f.calls[0], n, 1);
  auto const calls = static_cast<std::ptrdiff_t>(round / std::max(once, 1e-8)) + 1;
  std::array<std::vector<double>, 3> seconds;
  auto const begin = clock_type::now();
  while (seconds[0].size() < least || (seconds[0].size() < most_rounds && seconds_since(begin) < all_rounds)) {
    for (std::size_t contender = 0; contender < 3; ++contender) {
      for (auto const from = clock_type::now(); calls > 1 && seconds_since(from) < before;)
        seconds_of(f.calls[contender], n, calls);
      seconds[contender].push_back(seconds_of(f.calls[contender], n, calls));
    }
  }
  std::printf("%s: %td", f.name, n);
  for (auto const& s : seconds) std::printf(" %.1f", 1e9 * median(s));
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> const wanted(argv + 1, argv + argc);
  memory m;
  thrum::calibration const known = thrum::auto_policy::measure();
  thrum::auto_policy const automatic(known);
  std::printf("# %s\n# threads from %td elements, in sums %td, in scans %td, in selections %td, in sorts %td\n",
              known.machine.c_str(), known.elements.threads_from, known.sums.threads_from,
              known.scans.threads_from, known.selections.threads_from, known.sorts.threads_from);
  for (family const& f : families(m, automatic)) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), f.name) == wanted.end()) continue;
    for (std::ptrdiff_t n = 16; n <= most; n *= 2) measure(f, n);
  }
}
