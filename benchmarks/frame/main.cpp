// The main function of all benchmarks. Takes Google Benchmark's options, or one of these two, which
// run.py gives:
//
//   --list         a line for each contender of each family and type: family, type, contender, bytes
//                  of an element, whether the distribution matters, the sizes; before them a line
//                  of the threads, the compiler, and the peers that are left out
//   --row <name>   sets up the row and the contender of this name (family/type/n/distribution/
//                  contender), says what its first call made, and then, for each number of seconds
//                  that it reads, calls the contender for so long and says the seconds of a call
//
// THRUM_BENCHMARK_THREADS is the number of threads that all contenders may use.
#include "peers.h"

#include "rows.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#if defined(_OPENMP)
#include <omp.h>
#endif

namespace {

std::string left_out() {
  std::string names;
  [[maybe_unused]] auto const add = [&](char const* name) {
    if (!names.empty()) names += ", ";
    names += name;
  };
#if defined(BENCHMARK_BRIEF)
  add("all but std:: (THRUM_BENCHMARK_BRIEF)");
#else
#if !defined(HAS_STD_PAR)
  add("the compiler's parallel algorithms");
#endif
#if !defined(HAS_VIEWS)
  add("std::views");
#endif
#if !defined(HAS_THRUST)
  add("Thrust");
#elif !defined(HAS_THRUST_OMP)
  add("Thrust's OpenMP system");
#endif
#if !defined(HAS_ONEDPL)
  add("oneDPL");
#endif
#if !defined(HAS_BOOST_SORT)
  add("Boost.Sort");
#endif
#if !defined(HAS_VQSORT)
  add("Highway's VQSort");
#endif
#if !defined(HAS_IPS4O)
  add("ips4o");
#endif
#endif
  return names;
}

constexpr std::array all_distributions = {distribution::uniform,       distribution::few,
                                          distribution::sorted,        distribution::reversed,
                                          distribution::nearly_sorted, distribution::skewed};

void register_all() {
  for (contender const& c : contenders) {
    auto const add = [&](std::ptrdiff_t n, distribution d) {
      auto const run = [c, n, d](benchmark::State& state) {
        auto const measured = c.make(n, d);
        if (n < 1 << 25) measured->seconds(1);  // threads that sleep, pages that are not yet mapped
        constexpr std::int64_t batch = 8;
        while (state.KeepRunningBatch(n < 1 << 16 ? batch : 1)) {
          state.SetIterationTime(measured->seconds(n < 1 << 16 ? batch : 1));
        }
        auto const calls = static_cast<double>(measured->calls());
        state.counters["calls"] = calls;
        if (c.given.bytes != 0) {
          double const bytes = c.given.bytes * static_cast<double>(n) * calls;
          state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
        }
      };
      auto const name = c.family + "/" + c.type + "/" + std::to_string(n) + "/" + name_of(d) + "/" + c.name;
      benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime();
    };
    for (std::ptrdiff_t const n : c.given.sizes) {
      for (distribution const d : all_distributions) {
        if (d == distribution::uniform || (c.given.distributions && n == 1 << 20)) add(n, d);
      }
    }
  }
}

void list_all() {
  for (contender const& c : contenders) {
    std::printf("%s/%s/%s\t%g\t%d\t", c.family.c_str(), c.type.c_str(), c.name.c_str(), c.given.bytes,
                c.given.distributions);
    for (std::ptrdiff_t const n : c.given.sizes) std::printf("%td ", n);
    std::puts("");
  }
}

/// Calls the contender for so many seconds, once at least, and returns the seconds of a call. What
/// is worth it has calls before, so that its threads are awake.
double measured_for(measurement& measured, double seconds, double last) {
  using clock = std::chrono::steady_clock;
  auto const end_of = [](double s) {
    return clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(s));
  };
  if (last < seconds) {
    auto const awake = end_of(seconds / 4);
    do measured.seconds(1);
    while (clock::now() < awake);
  }
  double took = 0;
  std::int64_t done = 0, times = 1;
  auto const end = end_of(seconds);
  do {
    took += measured.seconds(times);
    done += times;
    if (took / static_cast<double>(done) * static_cast<double>(times) < seconds / 16) times *= 2;
  } while (clock::now() < end);
  return took / static_cast<double>(done * measured.calls());
}

int serve(std::string const& row) {
  std::array<std::string, 5> part;
  std::istringstream text(row);
  for (std::string& each : part) std::getline(text, each, &each == &part[4] ? '\n' : '/');
  auto const n = static_cast<std::ptrdiff_t>(std::stoll(part[2]));
  auto d = distribution::uniform;
  for (distribution const each : all_distributions) {
    if (part[3] == name_of(each)) d = each;
  }
  for (contender const& c : contenders) {
    if (c.family != part[0] || c.type != part[1] || c.name != part[4]) continue;
    auto const measured = c.make(n, d);
    std::cout << measured->first_call().text() << std::endl;
    double seconds, last = 0;
    while (std::cin >> seconds) {
      last = measured_for(*measured, seconds, last);
      std::printf("%.9g\n", last);
      std::fflush(stdout);
    }
    return 0;
  }
  std::cerr << "no contender has the name " << row << '\n';
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  char const* const text = std::getenv("THRUM_BENCHMARK_THREADS");
  int const threads = text == nullptr ? oneapi::tbb::info::default_concurrency() : std::atoi(text);
  oneapi::tbb::global_control const limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                          static_cast<std::size_t>(threads));
#if defined(_OPENMP)
  omp_set_num_threads(threads);
#endif
  add_rows();
  std::string const option = argc > 1 ? argv[1] : "";
  if (option == "--list") {
    std::printf("%d threads\t%s\t%s\n", threads, BENCHMARK_COMPILER, left_out().c_str());
    list_all();
    return 0;
  }
  if (option == "--row" && argc == 3) {
    int const status = serve(argv[2]);
    held = {};
    return status;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all();
  benchmark::AddCustomContext("threads", std::to_string(threads));
  benchmark::AddCustomContext("compiler", BENCHMARK_COMPILER);
  if (auto const names = left_out(); !names.empty()) benchmark::AddCustomContext("left out", names);
  benchmark::RunSpecifiedBenchmarks();
  held = {};
  benchmark::Shutdown();
  return 0;
}
