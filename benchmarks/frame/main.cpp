// The main function of all benchmarks. Takes Google Benchmark's options, and
// THRUM_BENCHMARK_THREADS: the number of threads that all contenders may use.
#include "peers.h"

#include "rows.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>

#include <cstdlib>
#include <string>
#if defined(_OPENMP)
#include <omp.h>
#endif

namespace {

std::string left_out() {
  std::string names;
  [[maybe_unused]] auto const add = [&](char const* name) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  };
#if defined(BENCHMARK_BRIEF)
  add("all but std:: (THRUM_BENCHMARK_BRIEF)");
#else
#if !defined(HAS_STD_PAR)
  add("the compiler's parallel algorithms");
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
#endif
  return names;
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
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  add_rows();
  benchmark::AddCustomContext("threads", std::to_string(threads));
  benchmark::AddCustomContext("compiler", BENCHMARK_COMPILER);
  if (auto const names = left_out(); !names.empty()) benchmark::AddCustomContext("left out", names);
  benchmark::RunSpecifiedBenchmarks();
  held = {};
  benchmark::Shutdown();
  return 0;
}
