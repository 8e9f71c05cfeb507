// The rows of a benchmark: family / type / n / distribution / contender.
#pragma once

#include <benchmark/benchmark.h>

#include "data.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

/// Sizes that fit into a core's first cache, its second cache, the last cache, and memory.
inline std::vector<std::ptrdiff_t> const all_sizes = {1 << 10, 1 << 14, 1 << 20, 1 << 25};

struct options {
  /// The bytes that the algorithm has to read and write for each element, once. 0: not stated.
  double bytes = 0;
  /// Adds rows of every distribution at n = 2^20, besides the uniform ones of every n.
  bool distributions = false;
  std::vector<std::ptrdiff_t> sizes = all_sizes;
};

/// The workspaces that the program holds. They belong to the rows that ran last.
struct held_workspaces {
  std::type_index type = typeid(void);
  std::ptrdiff_t n = 0;
  distribution d = distribution::uniform;
  std::shared_ptr<void> workspaces;
};
inline held_workspaces held;

/// The rows of one family and one type. Called with a contender's name and with its call, a
/// function of a Data&.
template <class T, class Data = input_output<T>>
class rows {
 public:
  explicit rows(std::string family, options given = {}) : family_(std::move(family)), options_(std::move(given)) {}

  template <class Call>
  void operator()(std::string const& contender, Call call) const {
    auto const measured = [call](Data& data) {
      if constexpr (std::is_void_v<decltype(call(data))>) call(data);
      else benchmark::DoNotOptimize(call(data));
      benchmark::ClobberMemory();
    };
    for (std::ptrdiff_t const n : options_.sizes) {
      add(n, distribution::uniform, contender, measured);
      if (!options_.distributions || n != 1 << 20) continue;
      for (auto const d : {distribution::few, distribution::sorted, distribution::reversed,
                           distribution::nearly_sorted, distribution::skewed}) {
        add(n, d, contender, measured);
      }
    }
  }

 private:
  using clock = std::chrono::steady_clock;
  using function = std::function<void(Data&)>;
  static constexpr bool restored = requires(Data& data) { data.restore(); };

  void add(std::ptrdiff_t n, distribution d, std::string const& contender, function const& call) const {
    auto const name = family_ + "/" + type_name<T> + "/" + std::to_string(n) + "/" + name_of(d) + "/" + contender;
    auto const bytes = static_cast<std::int64_t>(options_.bytes * static_cast<double>(n));
    auto const run = std::function<void(benchmark::State&)>([=](benchmark::State& state) {
      auto& data = workspaces(n, d);
      if (n < 1 << 25) call_all(data, call);  // threads that sleep, pages that are not yet mapped
      if constexpr (restored) time_calls(state, data, call);
      else
        for (auto _ : state) call(data[0]);
      auto const calls = static_cast<std::int64_t>(data.size());
      state.counters["calls"] = static_cast<double>(calls);
      if (bytes != 0) state.SetBytesProcessed(bytes * calls * state.iterations());
    });
    auto* const row = benchmark::RegisterBenchmark(name.c_str(), run);
    if constexpr (restored) row->UseManualTime();
    else row->UseRealTime();
  }

  static void call_all(std::vector<Data>& data, function const& call) {
    for (Data& one : data) {
      if constexpr (restored) one.restore();
      call(one);
    }
  }

  static void time_calls(benchmark::State& state, std::vector<Data>& data, function const& call) {
    for (auto _ : state) {
      for (Data& one : data) one.restore();
      auto const begin = clock::now();
      for (Data& one : data) call(one);
      state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
    }
  }

  /// If the input is restored, one reading of the clock cannot cover many calls on one workspace.
  /// Small workspaces come in several copies, so that reading the clock costs almost nothing.
  static std::vector<Data>& workspaces(std::ptrdiff_t n, distribution d) {
    if (held.type != typeid(Data) || held.n != n || held.d != d) {
      held = {};
      std::ptrdiff_t const calls = restored ? std::clamp<std::ptrdiff_t>((1 << 14) / n, 1, 16) : 1;
      auto made = std::make_shared<std::vector<Data>>();
      made->reserve(static_cast<std::size_t>(calls));
      for (std::ptrdiff_t i = 0; i < calls; ++i) made->emplace_back(n, d);
      held = {typeid(Data), n, d, std::move(made)};
    }
    return *static_cast<std::vector<Data>*>(held.workspaces.get());
  }

  std::string family_;
  options options_;
};

/// Calls rows.template operator()<T>() for each of the types; the brief build takes only the first
/// and the last.
template <class First, class... Rest, class Rows>
void for_types(Rows const& rows_of) {
#if defined(BENCHMARK_BRIEF)
  rows_of.template operator()<First>();
  if constexpr (sizeof...(Rest) != 0) {
    rows_of.template operator()<std::tuple_element_t<sizeof...(Rest) - 1, std::tuple<Rest...>>>();
  }
#else
  rows_of.template operator()<First>();
  (rows_of.template operator()<Rest>(), ...);
#endif
}
template <class Rows>
void for_numbers(Rows const& rows_of) {
  for_types<std::int32_t, std::int64_t, float, double>(rows_of);
}
template <class Rows>
void for_all_types(Rows const& rows_of) {
  for_types<std::int32_t, std::int64_t, float, double, record>(rows_of);
}

/// Makes all rows. Each benchmark program defines it.
void add_rows();
