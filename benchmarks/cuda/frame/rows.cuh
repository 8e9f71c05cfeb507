// The rows of a device benchmark: family / type / n / distribution / contender, as on the CPU.
//
// The measured time is the time between two events in the stream, with the calls of some turns
// between them, divided by the number of calls. It includes the cost on the host if that is larger
// than the cost on the device, and the wait of a call that returns a result to the host.
//
// Where rows are counted, the time is 0, and the costs of one call are the row's counters.
#pragma once

#include <benchmark/benchmark.h>

#include "counted.h"
#include "data.cuh"
#include "outcome.cuh"
#include "workspaces.cuh"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

/// The sizes of all rows. The emulated card takes too long for larger ones.
inline std::vector<std::ptrdiff_t> all_sizes() {
  if (is_counted()) return {1 << 10, 1 << 14, 1 << 17, 1 << 20};
  return {1 << 10, 1 << 16, 1 << 20, 1 << 24, 1 << 28};
}

/// The memory that was free when the program began, and the second-level cache, of the measured
/// device.
struct card_facts {
  std::size_t memory = 0, cache = 0;
};
inline card_facts measured_card;

/// The rows that need more memory than the device has. The report names them.
inline std::vector<std::string> rows_left_out;

struct options {
  /// The bytes that every algorithm has to read and write for each element. The passes of one
  /// method, such as those of a radix sort, are not among them.
  double bytes = 0;
  std::vector<std::ptrdiff_t> sizes = all_sizes();
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

/// The workspace that the program holds. It belongs to the row that ran last.
struct held_workspace {
  std::type_index type = typeid(void);
  std::ptrdiff_t n = 0;
  std::shared_ptr<void> data;
};
inline held_workspace held;

/// Releases the memory of the row that ran last, so that the memory for a row does not depend on
/// the row before it.
void release_memory();

/// The outcomes of the contenders of a row that have been called.
struct compared_row {
  std::string first;
  outcome expected;
  std::map<std::string, std::string> errors;  // of each contender; empty if there was none
};
inline std::map<std::string, compared_row> compared_rows;

/// Says whether a row could not be measured, or its contenders differ; determines the program's
/// exit status.
inline bool a_row_failed = false;

/// The rows of one family and one type. It is called with a contender's name and with its call, a
/// function of a view. Before a contender is timed, the outcome of its call is compared with that
/// of the previous contender: Result makes an outcome from a view and from the result of the call.
/// A row whose contenders differ is an error.
template <class T, class Data, class Result>
class family_rows {
 public:
  family_rows(std::string family, options given, Result result)
      : family_(std::move(family)), options_(std::move(given)), result_(std::move(result)) {}

  template <class Call>
  void operator()(std::string const& contender, Call call) const {
    auto const called = [call](view const& v) { static_cast<void>(call(v)); };
    auto const left = [call, result = result_](view const& v) {
      if constexpr (std::is_void_v<decltype(call(v))>) {
        call(v);
        return result(v, nothing{});
      } else {
        return result(v, call(v));
      }
    };
    for (std::ptrdiff_t const n : options_.sizes) add(n, contender, called, left);
  }

 private:
  using view = typename Data::view;
  using function = std::function<void(view const&)>;
  using leaving = std::function<outcome(view const&)>;
  static constexpr bool restored = requires(Data& data) { data.restore(); };
  static constexpr bool cleared = requires(Data& data) { data.clear(); };

  /// The scratch memory of an algorithm may be twice as large as its ranges.
  static bool fits(std::ptrdiff_t n) {
    return 3.5 * Data::bytes * static_cast<double>(n) < static_cast<double>(measured_card.memory);
  }
  static std::ptrdiff_t turns_of(std::ptrdiff_t n) {
    if (is_counted()) return 1;
    return 1 + static_cast<std::ptrdiff_t>(2 * static_cast<double>(measured_card.cache) /
                                           (Data::bytes * static_cast<double>(n)));
  }

  void add(std::ptrdiff_t n, std::string const& contender, function const& call, leaving const& left) const {
    auto const row = family_ + "/" + type_name<T> + "/" + std::to_string(n) + "/uniform";
    if (!fits(n)) {
      if (std::ranges::find(rows_left_out, row) == rows_left_out.end()) rows_left_out.push_back(row);
      return;
    }
    auto const bytes = static_cast<std::int64_t>(options_.bytes * static_cast<double>(n));
    auto const run = std::function<void(benchmark::State&)>([=](benchmark::State& state) {
      try {
        std::ptrdiff_t const turns = turns_of(n);
        std::ptrdiff_t const calls =
            std::clamp<std::ptrdiff_t>((1 << 22) / n, 1, std::min<std::ptrdiff_t>(turns, 32));
        Data& data = workspace(n, turns);
        if (auto const& error = error_of(row, contender, data, left); !error.empty()) {
          fail(state, error);
          return;
        }
        if (is_counted()) {
          count_call(state, data, call);
          state.counters["calls"] = 1;
          state.counters["least_bytes"] = static_cast<double>(bytes);
          return;
        }
        time_calls(state, data, turns, calls, call);
        state.counters["calls"] = static_cast<double>(calls);
        if (bytes != 0) state.SetBytesProcessed(bytes * calls * state.iterations());
      } catch (std::exception const& error) {
        fail(state, error.what());
        static_cast<void>(cudaGetLastError());  // otherwise the next row would report it
        release_memory();
      }
    });
    auto* const registered = benchmark::RegisterBenchmark((row + "/" + contender).c_str(), run);
    registered->UseManualTime();
    if (is_counted()) registered->Iterations(1);
  }

  static void fail(benchmark::State& state, std::string const& error) {
    a_row_failed = true;
    state.SkipWithError(error.c_str());
  }

  /// Compares the outcome of a contender's call with the others', the first time that it is called.
  static std::string const& error_of(std::string const& name, std::string const& contender, Data& data,
                                     leaving const& left) {
    compared_row& row = compared_rows[name];
    auto const found = row.errors.find(contender);
    if (found != row.errors.end()) return found->second;
    // The output of another contender must not be taken for the result of this one.
    if constexpr (restored) data.restore();
    if constexpr (cleared) data.clear();
    outcome const result = left(data.of(0));
    std::string& error = row.errors[contender];
    if (row.first.empty()) {
      row.first = contender;
      row.expected = result;
    } else if (!(result == row.expected)) {
      error = "the results of " + row.first + " and " + contender + " differ";
    }
    return error;
  }

  static void time_calls(benchmark::State& state, Data& data, std::ptrdiff_t turns, std::ptrdiff_t calls,
                         function const& call) {
    stopwatch watch;
    std::ptrdiff_t turn = turns;
    auto const begin_anew = [&] {
      if constexpr (restored) data.restore();
      turn = 0;
    };
    // The first call loads kernels and allocates memory.
    begin_anew();
    call(data.of(turn++));
    for (auto _ : state) {
      if (turn + calls > turns) begin_anew();
      watch.start();
      for (std::ptrdiff_t k = 0; k < calls; ++k) call(data.of(turn++));
      state.SetIterationTime(watch.seconds());
    }
  }

  /// The call whose result was compared has loaded kernels, and filled the memory pool.
  static void count_call(benchmark::State& state, Data& data, function const& call) {
    if constexpr (restored) data.restore();
    for (auto _ : state) {
      for (auto const& [name, value] : costs_of([&] { call(data.of(0)); })) state.counters[name] = value;
      state.SetIterationTime(0);
    }
  }

  static Data& workspace(std::ptrdiff_t n, std::ptrdiff_t turns) {
    if (held.type != typeid(Data) || held.n != n) {
      release_memory();
      held = {typeid(Data), n, std::make_shared<Data>(n, turns)};
    }
    return *static_cast<Data*>(held.data.get());
  }

  std::string family_;
  options options_;
  Result result_;
};

template <class T, class Data = input_output<T>, class Result = whole_output>
auto rows(std::string family, options given = {}, Result result = {}) {
  return family_rows<T, Data, Result>(std::move(family), std::move(given), std::move(result));
}

/// Calls rows_of(a std::type_identity) for each of the types; the brief build takes only the first
/// and the last.
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
/// In rows that add elements a record is two doubles.
template <class Rows>
void for_all_sums(Rows const& rows_of) {
  for_types<std::int32_t, std::int64_t, float, double, two_sums>(rows_of);
}
/// The T of the std::type_identity<T> with which for_types calls a lambda.
template <class Identity>
using type_of = typename Identity::type;

/// Makes all rows. Each benchmark program defines it.
void add_rows();
