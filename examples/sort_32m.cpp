// Thrust's first program: generates 32 Mi random numbers on the host, copies them to the device,
// sorts them there and copies them back. Then times sort, reduce, inclusive_scan and transform
// under every policy of this program and machine, and checks the results against std.
#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/generate.h>
#include <thrum/host_vector.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "common/command_line.h"
#include "common/format.h"
#include "common/memory.h"
#include "common/options.h"
#include "common/policies.h"
#include "common/report.h"
#include "common/timing.h"

using std::int64_t;

/// The whole program. A call without a policy runs where its vectors are: on the device of this
/// build.
template <class Random>
void sort_on_device(thrum::host_vector<int>& numbers, Random random) {
  thrum::generate(numbers.begin(), numbers.end(), random);
  thrum::device_vector<int> on_device = numbers;
  thrum::sort(on_device.begin(), on_device.end());
  thrum::copy(on_device.begin(), on_device.end(), numbers.begin());
}

// A policy as the first argument determines where a call runs: on this thread, on all cores, on the
// device. Nothing else changes.

template <class Policy, class Ints>
void sort_numbers(Policy const& policy, Ints& numbers) {
  thrum::sort(policy, numbers.begin(), numbers.end());
}
template <class Policy, class Ints>
int64_t sum_of(Policy const& policy, Ints const& numbers) {
  return thrum::reduce(policy, numbers.begin(), numbers.end(), int64_t{0});
}
template <class Policy, class Ints, class Sums>
void sum_prefixes(Policy const& policy, Ints const& numbers, Sums& sums) {
  thrum::inclusive_scan(policy, numbers.begin(), numbers.end(), sums.begin(), int64_t{0}, thrum::plus<>{});
}
template <class Policy, class Floats>
void add_vectors(Policy const& policy, Floats const& a, Floats const& b, Floats& c) {
  thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), thrum::plus<>{});
}

// ---- The rest measures and checks. ----------------------------------------------------------------------------------

namespace {

using example::on_card;
using example::vector_of;
using thrum::no_init;

/// Returns random ints from 0 to 2^31 - 1, the same ones in each run.
class random_ints {
 public:
  int operator()() { return distribution_(engine_); }

 private:
  std::mt19937 engine_{1337};
  std::uniform_int_distribution<int> distribution_;
};

std::vector<float> random_floats(int64_t n, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> distribution;
  std::vector<float> numbers(static_cast<std::size_t>(n));
  std::generate(numbers.begin(), numbers.end(), [&] { return distribution(engine); });
  return numbers;
}

/// The time of one algorithm, of std for comparison or of a policy.
struct row {
  std::string policy;
  double seconds;
  double with_transfers;  // on a CUDA device, otherwise 0
};

class report {
 public:
  explicit report(example::options const& o) : options(o), table_(head(example::uses_card(o)), "ll") {}

  example::options const& options;
  example::progress progress;
  example::checks checks;

  /// Times std's algorithm once; the others are compared with its result.
  template <class Work>
  void time_std(std::string const& algorithm, Work work) {
    progress.show("std::" + algorithm);
    rows_.assign(1, {"std::" + algorithm, example::seconds_of(work), 0});
  }

  /// Times work() on vectors that load() fills and, on a CUDA device, also with the copies there
  /// and back.
  template <class Policy, class Load, class Work, class Unload>
  void time(Policy const&, std::string const& policy, std::string const& algorithm, Load load, Work work,
            Unload unload) {
    progress.show(algorithm + " under " + policy);
    row r{policy, example::median_seconds(options.repeat, load, work), 0};
    if constexpr (on_card<Policy>) {
      auto const all = [&] { load(), work(), unload(); };
      r.with_transfers = example::median_seconds(options.repeat, [] {}, all);
    } else {
      unload();
    }
    rows_.push_back(r);
  }

  /// Ends the rows of an algorithm.
  void finish(std::string const& algorithm, int64_t n) {
    double seq = 0;
    for (row const& r : rows_) {
      if (r.policy == "seq") seq = r.seconds;
    }
    for (row const& r : rows_) {
      table_.add({algorithm, r.policy, example::milliseconds(r.seconds), rate(n, r.seconds), ratio(seq, r.seconds),
                  r.with_transfers == 0 ? "" : example::milliseconds(r.with_transfers),
                  r.with_transfers == 0 ? "" : ratio(seq, r.with_transfers)});
    }
    table_.gap();
  }

  int print() {
    progress.clear();
    table_.print();
    return checks.verdict(std::to_string(checks.made()) + " results equal those of std");
  }

 private:
  static std::string ratio(double a, double b) { return a == 0 || b == 0 ? "-" : example::fixed(a / b, 2); }
  static std::string rate(int64_t n, double seconds) {
    return seconds == 0 ? "-" : example::fixed(static_cast<double>(n) / seconds / 1e6);
  }

  static std::vector<std::string> head(bool with_transfers) {
    std::vector<std::string> names{"algorithm", "policy", "ms", "M elements/s", "speed-up over seq"};
    if (with_transfers) names.insert(names.end(), {"ms with transfers", "speed-up with transfers"});
    return names;
  }

  std::vector<row> rows_;
  example::table table_;
};

void run_lecture(int64_t n, std::vector<int> const& sorted, report& out) {
#if defined(__CUDACC__)
  if (!example::card_present()) return;
#endif
  out.progress.show("the first program");
  thrum::host_vector<int> numbers(static_cast<std::size_t>(n), no_init);
  sort_on_device(numbers, random_ints());
  out.checks.expect(std::equal(numbers.begin(), numbers.end(), sorted.begin(), sorted.end()), "the first program");
}

void run_sort(std::vector<int> const& numbers, report& out) {
  std::vector<int> sorted = numbers;
  out.time_std("sort", [&] { std::sort(sorted.begin(), sorted.end()); });
  example::for_each_policy(out.options, [&](auto const& policy, std::string const& name) {
    vector_of<std::decay_t<decltype(policy)>, int> v(numbers.size(), no_init);
    std::vector<int> result(numbers.size());
    out.time(
        policy, name, "sort", [&] { v = numbers; }, [&] { sort_numbers(policy, v); },
        [&] { thrum::copy(v.begin(), v.end(), result.begin()); });
    out.checks.expect(result == sorted, "sort under " + name);
  });
  out.finish("sort", static_cast<int64_t>(numbers.size()));
  run_lecture(static_cast<int64_t>(numbers.size()), sorted, out);
}

void run_reduce(std::vector<int> const& numbers, report& out) {
  int64_t sum = 0;
  // std::reduce may add two ints as ints, which overflows: the type of init is only used in sums
  // with init.
  out.time_std("accumulate", [&] { sum = std::accumulate(numbers.begin(), numbers.end(), int64_t{0}); });
  example::for_each_policy(out.options, [&](auto const& policy, std::string const& name) {
    vector_of<std::decay_t<decltype(policy)>, int> v = numbers;
    int64_t result = 0;
    out.time(policy, name, "reduce", [&] { v = numbers; }, [&] { result = sum_of(policy, v); }, [] {});
    out.checks.expect(result == sum, "reduce under " + name);
  });
  out.finish("reduce", static_cast<int64_t>(numbers.size()));
}

void run_inclusive_scan(std::vector<int> const& numbers, report& out) {
  std::vector<int64_t> sums(numbers.size());
  out.time_std("inclusive_scan", [&] {
    std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin(), std::plus<>{}, int64_t{0});
  });
  example::for_each_policy(out.options, [&](auto const& policy, std::string const& name) {
    using policy_type = std::decay_t<decltype(policy)>;
    vector_of<policy_type, int> v = numbers;
    vector_of<policy_type, int64_t> prefix_sums(numbers.size(), no_init);
    std::vector<int64_t> result(numbers.size());
    out.time(
        policy, name, "inclusive_scan", [&] { v = numbers; }, [&] { sum_prefixes(policy, v, prefix_sums); },
        [&] { thrum::copy(prefix_sums.begin(), prefix_sums.end(), result.begin()); });
    out.checks.expect(result == sums, "inclusive_scan under " + name);
  });
  out.finish("inclusive_scan", static_cast<int64_t>(numbers.size()));
}

void run_transform(int64_t n, report& out) {
  out.progress.show("making floats");
  std::vector<float> const x = random_floats(n, 1337), y = random_floats(n, 1338);
  std::vector<float> sum(x.size());
  out.time_std("transform", [&] { std::transform(x.begin(), x.end(), y.begin(), sum.begin(), std::plus<>{}); });
  example::for_each_policy(out.options, [&](auto const& policy, std::string const& name) {
    using floats = vector_of<std::decay_t<decltype(policy)>, float>;
    floats a = x, b = y, c(x.size(), no_init);
    std::vector<float> result(x.size());
    out.time(
        policy, name, "transform", [&] { a = x, b = y; }, [&] { add_vectors(policy, a, b, c); },
        [&] { thrum::copy(c.begin(), c.end(), result.begin()); });
    out.checks.expect(result == sum, "transform under " + name);
  });
  out.finish("transform", n);
}

int run(example::options const& o, bool n_given) {
  int64_t const ints = n_given ? o.n : 32 << 20;
  int64_t const floats = n_given ? o.n : 50'000'000;
  double const largest = static_cast<double>(std::max(ints, floats));
  std::string const what = "--n " + std::to_string(std::max(ints, floats));
  example::require_memory<example::bad_option>(32 * largest, what);
  if (example::uses_card(o)) example::require_card_memory<example::bad_option>(20 * largest, what);

  std::cout << example::grouped(ints) << " ints for sort, reduce and inclusive_scan, " << example::grouped(floats)
            << " floats for transform; median of " << o.repeat << "\n";
  example::print_missing(o);
  report out(o);
  {
    out.progress.show("making ints");
    std::vector<int> numbers(static_cast<std::size_t>(ints));
    random_ints random;
    for (int& number : numbers) number = random();
    run_sort(numbers, out);
    run_reduce(numbers, out);
    run_inclusive_scan(numbers, out);
  }
  run_transform(floats, out);
  std::cout << '\n';
  return out.print();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Sorts 32 Mi random ints, and sums, scans and adds, under every policy of this program and machine, with a "
      "table "
      "of times and a check of every result against std.");
  example::options o;
  example::add_policy_options(app, o, example::policies_of_build());
  example::add_size_options(app, o, "elements (32 Mi ints and 50 million floats unless given)");
  return example::run(app, argc, argv, [&] { return run(o, app.count("--n") != 0); });
}
