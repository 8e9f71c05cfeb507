// What the benchmarks share: the rows (family / type / n / contender), the data, the clock, and the peers at hand.
//
// A row is timed by hand around the one call that it measures. Input that a call changes is restored between calls,
// outside of the clock. Each row declares the bytes that the algorithm has to move: each input read once, each output
// written once.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <execution>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

// Thrust's oneTBB backend comes with the headers of the CUDA toolkit.
#if __has_include(<thrust/version.h>)
#define BENCHMARK_THRUST 1
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#include <thrust/system/tbb/execution_policy.h>
#endif

template <class T>
struct type_name;
template <>
struct type_name<std::int32_t> {
  static constexpr char const* value = "int32";
};
template <>
struct type_name<float> {
  static constexpr char const* value = "float";
};

/// How many bits random integers have: fewer where their sum is not to overflow.
inline int integer_bits = 32;

/// Random signed integers of integer_bits, or floating-point values of [-1, 1). The same for each call.
template <class T>
std::vector<T> random_values(std::ptrdiff_t n) {
  std::mt19937_64 engine(1337);
  std::vector<T> values(static_cast<std::size_t>(n));
  for (T& value : values) {
    auto const bits = static_cast<std::int64_t>(engine());
    if constexpr (std::is_floating_point_v<T>) value = static_cast<T>(bits) / T(0x1p63);
    else value = static_cast<T>(bits >> (64 - integer_bits));
  }
  return values;
}

/// The data of a row. `in` is what a call reads or changes, `out` what it writes.
template <class T>
struct workspace {
  explicit workspace(std::ptrdiff_t n) : original(random_values<T>(n)), in(original), out(original) {}
  void restore() { in = original; }
  std::vector<T> original, in, out;
};

/// Adds the row family/type/n/contender. `work` is the measured call; it takes a workspace.
template <class T, class Work>
void add_row(std::string const& family, std::ptrdiff_t n, std::string const& contender, double bytes_per_element,
             Work work) {
  static std::unique_ptr<workspace<T>> data;
  auto const name = family + "/" + type_name<T>::value + "/" + std::to_string(n) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    if (!data || static_cast<std::ptrdiff_t>(data->in.size()) != n) {
      data.reset();
      data = std::make_unique<workspace<T>>(n);
    }
    for (auto _ : state) {
      data->restore();
      auto const begin = std::chrono::steady_clock::now();
      work(*data);
      benchmark::ClobberMemory();
      state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes_per_element * static_cast<double>(n)) *
                            state.iterations());
  })->UseManualTime();
}

/// The sizes of a run: in a core's first caches, in its last, in memory.
inline std::vector<std::ptrdiff_t> sizes() {
  return {std::ptrdiff_t{1} << 14, std::ptrdiff_t{1} << 20, std::ptrdiff_t{1} << 25};
}

/// Calls rows(type, n) for each type and size, then runs what was added.
template <class Rows>
int benchmark_main(int argc, char** argv, Rows rows) {
  for (std::ptrdiff_t const n : sizes()) {
    rows(std::type_identity<std::int32_t>{}, n);
    rows(std::type_identity<float>{}, n);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
#if !defined(BENCHMARK_THRUST)
  benchmark::AddCustomContext("left out", "Thrust (no headers of a CUDA toolkit)");
#endif
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
