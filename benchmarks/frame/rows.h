// The rows of a benchmark: family / type / n / distribution / contender.
#pragma once

#include <benchmark/benchmark.h>

#include "data.h"
#include "outcome.h"

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
  /// What a call does depends on the distribution, and not on n alone.
  bool distributions = false;
  std::vector<std::ptrdiff_t> sizes = all_sizes;
  comparison compared = comparison::exact;
};

/// One contender on the workspaces of one n and of one distribution.
class measurement {
 public:
  virtual ~measurement() = default;
  /// How many workspaces there are.
  virtual std::ptrdiff_t calls() const = 0;
  /// Calls the contender on each workspace so many times; returns the seconds of all calls.
  virtual double seconds(std::int64_t times) = 0;
  /// Calls the contender once, as the first call of this measurement.
  virtual outcome first_call() = 0;
};

struct contender {
  std::string family, type, name;
  options given;
  std::function<std::unique_ptr<measurement>(std::ptrdiff_t, distribution)> make;
};
inline std::vector<contender> contenders;

/// The workspaces that the program holds. They belong to the rows that ran last.
struct held_workspaces {
  std::type_index type = typeid(void);
  std::ptrdiff_t n = 0;
  distribution d = distribution::uniform;
  std::shared_ptr<void> workspaces;
};
inline held_workspaces held;

/// If the input is restored, one reading of the clock cannot cover many calls on one workspace.
/// Small workspaces come in several copies, so that reading the clock costs almost nothing.
template <class Data>
class measurement_on final : public measurement {
 public:
  using function = std::function<void(Data&, outcome*)>;

  measurement_on(std::ptrdiff_t n, distribution d, function const& call) : call_(call) {
    if (held.type != typeid(Data) || held.n != n || held.d != d) {
      held = {};
      std::ptrdiff_t const calls = restored ? std::clamp<std::ptrdiff_t>((1 << 14) / n, 1, 16) : 1;
      auto made = std::make_shared<std::vector<Data>>();
      made->reserve(static_cast<std::size_t>(calls));
      for (std::ptrdiff_t i = 0; i < calls; ++i) made->emplace_back(n, d);
      held = {typeid(Data), n, d, std::move(made)};
    }
    workspaces_ = std::static_pointer_cast<std::vector<Data>>(held.workspaces);
  }

  std::ptrdiff_t calls() const override { return std::ssize(*workspaces_); }

  double seconds(std::int64_t times) override {
    clock::duration all{};
    if constexpr (restored) {
      for (std::int64_t i = 0; i < times; ++i) {
        for (Data& one : *workspaces_) one.restore();
        auto const begin = clock::now();
        for (Data& one : *workspaces_) call_(one, nullptr);
        all += clock::now() - begin;
      }
    } else {
      auto const begin = clock::now();
      for (std::int64_t i = 0; i < times; ++i) call_(workspaces_->front(), nullptr);
      all = clock::now() - begin;
    }
    return std::chrono::duration<double>(all).count();
  }

  outcome first_call() override {
    Data& data = workspaces_->front();
    if constexpr (restored) data.restore();
    outcome made;
    call_(data, &made);
    return made;
  }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr bool restored = requires(Data& data) { data.restore(); };

  std::shared_ptr<std::vector<Data>> workspaces_;
  function call_;
};

/// The rows of one family and one type. Called with a contender's name and with its call, a
/// function of a Data&.
template <class T, class Data = input_output<T>>
class rows {
 public:
  explicit rows(std::string family, options given = {}) : family_(std::move(family)), options_(std::move(given)) {}

  template <class Call>
  void operator()(std::string const& name, Call call) const {
    auto const made = [call, how = options_.compared](Data& data, outcome* all) {
      std::vector<void const*> ends;
      if constexpr (std::is_void_v<decltype(call(data))>) {
        call(data);
      } else {
        auto const result = call(data);
        benchmark::DoNotOptimize(result);
        if (all != nullptr) take_result(data, result, how, *all, ends);
      }
      benchmark::ClobberMemory();
      if (all != nullptr) take_memory(data, how, *all, ends);
    };
    contenders.push_back({family_, type_name<T>, name, options_, [made](std::ptrdiff_t n, distribution d) {
                            return std::make_unique<measurement_on<Data>>(n, d, made);
                          }});
  }

 private:
  std::string family_;
  options options_;
};

/// Calls rows.template operator()<T>() for each of the types; the brief build takes only the first
/// and the last, the build of few types the first, the third, and so on.
#if defined(BENCHMARK_FEW_TYPES)
inline constexpr bool few_types = true;
#else
inline constexpr bool few_types = false;
#endif
template <class First, class... Rest, class Rows>
void for_types(Rows const& rows_of) {
#if defined(BENCHMARK_BRIEF)
  rows_of.template operator()<First>();
  if constexpr (sizeof...(Rest) != 0) {
    rows_of.template operator()<std::tuple_element_t<sizeof...(Rest) - 1, std::tuple<Rest...>>>();
  }
#else
  rows_of.template operator()<First>();
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (
        [&] {
          if constexpr (!few_types || i % 2 == 1) rows_of.template operator()<Rest>();
        }(),
        ...);
  }(std::index_sequence_for<Rest...>{});
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

/// Adds the contenders of all rows. Each benchmark program defines it.
void add_rows();
