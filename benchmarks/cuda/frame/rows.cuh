// The rows of a benchmark on a card: family / type / n / distribution / contender, as those of the CPU.
//
// What is timed: the time between two events in the stream, with the calls of some turns between them, by the number of the
// calls. So it holds what a call costs the host where that is more than what it costs the card, and the wait of a call that
// hands a result to the host.
#pragma once

#include <benchmark/benchmark.h>

#include "data.cuh"
#include "workspaces.cuh"

#include <thrum/detail/cuda/error.h>
#include <algorithm>
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

inline std::vector<std::ptrdiff_t> const all_sizes = {1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 28};

inline void require(cudaError_t code, char const* call) { thrum::detail::cuda_check(code, call); }

/// Of the card that is measured.
struct card_facts {
  std::size_t memory = 0, cache = 0;
};
inline card_facts measured_card;

struct options {
  /// What the algorithm has to move for each element: what it reads and what it writes, once. 0: not stated.
  double bytes = 0;
  std::vector<std::ptrdiff_t> sizes = all_sizes;
};

class stopwatch {
 public:
  stopwatch() {
    require(cudaEventCreate(&begin_), "cudaEventCreate");
    require(cudaEventCreate(&end_), "cudaEventCreate");
  }
  ~stopwatch() {
    static_cast<void>(cudaEventDestroy(begin_));
    static_cast<void>(cudaEventDestroy(end_));
  }
  stopwatch(stopwatch const&) = delete;
  stopwatch& operator=(stopwatch const&) = delete;

  void start() { require(cudaEventRecord(begin_, nullptr), "cudaEventRecord"); }
  double seconds() {
    require(cudaEventRecord(end_, nullptr), "cudaEventRecord");
    require(cudaEventSynchronize(end_), "cudaEventSynchronize");
    float milliseconds = 0;
    require(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t begin_{}, end_{};
};

/// The workspace that the program holds: that of the row that ran last.
struct held_workspace {
  std::type_index type = typeid(void);
  std::ptrdiff_t n = 0;
  std::shared_ptr<void> data;
};
inline held_workspace held;

/// The rows of one family and one type. It is called with a contender's name and with its call, a function of a view.
template <class T, class Data = input_output<T>>
class rows {
 public:
  explicit rows(std::string family, options given = {}) : family_(std::move(family)), options_(std::move(given)) {}

  template <class Call>
  void operator()(std::string const& contender, Call call) const {
    auto const measured = [call](view const& v) {
      if constexpr (std::is_void_v<decltype(call(v))>) call(v);
      else benchmark::DoNotOptimize(call(v));
    };
    for (std::ptrdiff_t const n : options_.sizes) {
      if (fits(n)) add(n, contender, measured);
    }
  }

 private:
  using view = typename Data::view;
  using function = std::function<void(view const&)>;
  static constexpr bool restored = requires(Data& data) { data.restore(); };

  /// The scratch memory of an algorithm may be twice what it works on.
  static bool fits(std::ptrdiff_t n) {
    return 3.5 * Data::bytes * static_cast<double>(n) < static_cast<double>(measured_card.memory);
  }
  static std::ptrdiff_t turns_of(std::ptrdiff_t n) {
    return 1 + static_cast<std::ptrdiff_t>(2 * static_cast<double>(measured_card.cache) /
                                           (Data::bytes * static_cast<double>(n)));
  }

  void add(std::ptrdiff_t n, std::string const& contender, function const& call) const {
    auto const name = family_ + "/" + type_name<T> + "/" + std::to_string(n) + "/uniform/" + contender;
    auto const bytes = static_cast<std::int64_t>(options_.bytes * static_cast<double>(n));
    auto const run = std::function<void(benchmark::State&)>([=](benchmark::State& state) {
      std::ptrdiff_t const turns = turns_of(n);
      std::ptrdiff_t const calls =
          std::clamp<std::ptrdiff_t>((1 << 22) / n, 1, std::min<std::ptrdiff_t>(turns, 32));
      time_calls(state, workspace(n, turns), turns, calls, call);
      state.counters["calls"] = static_cast<double>(calls);
      if (bytes != 0) state.SetBytesProcessed(bytes * calls * state.iterations());
    });
    benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime();
  }

  static void time_calls(benchmark::State& state, Data& data, std::ptrdiff_t turns, std::ptrdiff_t calls,
                         function const& call) {
    stopwatch watch;
    std::ptrdiff_t turn = turns;
    auto const begin_anew = [&] {
      if constexpr (restored) data.restore();
      turn = 0;
    };
    // The first call loads kernels and gets memory.
    begin_anew();
    call(data.of(turn++));
    for (auto _ : state) {
      if (turn + calls > turns) begin_anew();
      watch.start();
      for (std::ptrdiff_t k = 0; k < calls; ++k) call(data.of(turn++));
      state.SetIterationTime(watch.seconds());
    }
  }

  static Data& workspace(std::ptrdiff_t n, std::ptrdiff_t turns) {
    if (held.type != typeid(Data) || held.n != n) {
      held = {};
      held = {typeid(Data), n, std::make_shared<Data>(n, turns)};
    }
    return *static_cast<Data*>(held.data.get());
  }

  std::string family_;
  options options_;
};

/// Calls rows_of(a std::type_identity) for each of the types; the brief build takes the first and the last of them.
template <class First, class... Rest, class Rows>
void for_types(Rows const& rows_of) {
  rows_of(std::type_identity<First>{});
#if defined(BENCHMARK_BRIEF)
  if constexpr (sizeof...(Rest) != 0) {
    rows_of(std::type_identity<std::tuple_element_t<sizeof...(Rest) - 1, std::tuple<Rest...>>>{});
  }
#else
  (rows_of(std::type_identity<Rest>{}), ...);
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
/// The T of the std::type_identity<T> that a lambda for for_types has been called with.
template <class Identity>
using type_of = typename Identity::type;

/// What a program of benchmarks defines: it makes all its rows.
void add_rows();
