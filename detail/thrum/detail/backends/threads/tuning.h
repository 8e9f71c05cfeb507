// The constants that tune tbb::par and omp::par. None of them changes a result.
#pragma once

#include <chrono>
#include <cstddef>

namespace thrum::detail {

/// Elements that the calling thread handles alone, at most, without a look at the clock; and
/// elements beyond which the time of a functor does not matter, because there are enough tasks.
inline constexpr std::ptrdiff_t too_few_to_time = 4096, too_many_to_time = std::ptrdiff_t{1} << 17;
/// Elements that the calling thread handles to measure their time: the second number if the first
/// ones end before a task's time. Not measured by themselves.
inline constexpr std::ptrdiff_t first_timed_calls = 32, all_timed_calls = 512;
/// How long a task takes, at least. Threads that write anywhere take cache lines from each other;
/// therefore their tasks are longer. Not measured by themselves.
inline constexpr std::chrono::microseconds shortest_task{10}, shortest_task_of_writes_anywhere{50};

}  // namespace thrum::detail
