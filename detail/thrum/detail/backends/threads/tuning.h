// The constants that tune tbb::par and omp::par. None of them changes a result.
//
// What a task costs, on an AMD EPYC with two processors of a virtual machine and oneTBB 2021.8, in
// microseconds: parallel_for over two tasks 0.1 to 0.2; the other thread begins 0.6 to 2 after the
// call if it still looks for work, as it does for 120 after its last task; otherwise it sleeps, and
// begins 24 to 28 after the call, of which the calling thread takes 7.5 to wake it. OpenMP's other
// thread begins after 0.5, or 42 under OMP_WAIT_POLICY=passive. Work of 2.0 takes two threads that
// are awake 1.6 to 2.0; work of 3.9 2.8 to 3.3; work of 10.4 6.4.
#pragma once

#include <chrono>
#include <cstddef>

namespace thrum::detail {

/// Elements that the calling thread handles alone, at most, without a look at the clock; and
/// elements beyond which the time of a functor is not measured, because there are enough tasks.
inline constexpr std::ptrdiff_t too_few_to_time = 4096, too_many_to_time = std::ptrdiff_t{1} << 20;
/// The same as the first number of bodies that only move numbers: 2^14 of them take 1.5 to 3
/// microseconds, of which the looks at the clock would take 0.05 to 0.1. (So do copies of segments
/// that are long.)
inline constexpr std::ptrdiff_t too_few_moves_to_time = 20480;
/// Tasks for each thread of a call that is expected to take the calling thread alone no longer than
/// so. parallel_for of oneTBB on two threads, in microseconds, in tasks of 12000, in four tasks,
/// and in static halves: saxpy of 200000 float 14.5, 12.1, 11.7, reverse 15.3, 13.7, 13.6,
/// swap_ranges of 94168 11.0, 10.8, 10.4. The time in tasks of 8192, divided by that in four
/// tasks, of 270000 to 500000 float: saxpy 1.10 to 1.16, swap_ranges 1.0 to 1.09; reverse of 767168
/// 1.05.
inline constexpr std::ptrdiff_t few_tasks_of_thread = 2;
inline constexpr std::chrono::microseconds longest_call_of_few_tasks{250};
/// Elements that the calling thread handles to measure their time: if the first ones end before a
/// task's time, as many again, and as many more as take the time of the third constant, all
/// together no more than the second one. Whole groups of independent_loop. A transform of 16384
/// float with three roots each took 32.3 microseconds on two threads when all 512 were timed, and
/// takes 31.7 (static halves 30.5).
inline constexpr std::ptrdiff_t first_timed_calls = 64, all_timed_calls = 512;
inline constexpr std::chrono::nanoseconds long_enough_to_time{300};
/// The first elements do not count if each takes more than so many times as long as one of the
/// next, as those of a new page, or that are in no cache. (Of elements that take nothing the looks
/// at the clock take 6 times as long.)
inline constexpr int times_of_slow_calls = 16;
/// Tasks of a loop whose elements are timed, at most.
inline constexpr std::ptrdiff_t most_timed_tasks = 4096;
/// How long a task takes, at least. Threads that write anywhere take cache lines from each other;
/// therefore their tasks are longer, which is not measured by itself.
inline constexpr std::chrono::microseconds shortest_task{3}, shortest_task_of_writes_anywhere{50};
/// How long the work takes, at least, for which sleeping threads are woken: in less, they hardly
/// begin. On an Intel Xeon of a virtual machine, calls of 38 microseconds, each a millisecond after
/// the last, took 48 to 52 with threads that were woken, and calls of 75 took 60 to 80.
inline constexpr std::chrono::microseconds shortest_work_of_sleeping_threads{50};
/// For how long threads look for more work before they sleep, if nobody says otherwise.
inline constexpr std::chrono::microseconds usually_awake_after_work{100};
/// The longest call that the calling thread tries alone: as soon as all threads have been tried;
/// and the longest that it tries at all. A call between the two is first tried so late that the
/// trial takes a hundredth of the time.
inline constexpr std::chrono::microseconds longest_call_tried_alone_at_once{100}, longest_call_tried_alone{1000};
/// Calls of a trial, of which the second half counts. If the way takes much longer than the other
/// one, the trial ends after the second number of calls alone, or after twice as many by all
/// threads. On two threads a gather of 140000 int32 takes 23 microseconds together, 44 alone, and
/// 69, 44 and 25 in the first calls together after calls alone.
inline constexpr int calls_of_trial = 8, least_calls_of_trial = 2;
/// Calls whose mean is compared with the other way's time, at most. swap_ranges of 94168 float
/// takes 11 to 12 microseconds together and 16 alone where nothing else runs, but 16 or more in a
/// quarter of the calls if others use the second processor. With a mean of 16 calls 14 to 64 of 100
/// calls went alone there, with one of 64 calls 7 to 26, and with one of 128 calls 1 to 5.
inline constexpr int calls_of_mean = 128;
/// Calls one after the other that the calling thread does alone in less than a task's time, until
/// no elements are timed any more.
inline constexpr short calls_until_brief = 16;
/// Calls until the other way is tried again: at first, and at most. After each trial in which it
/// took k times as long as the way of the calls, twice as many as before, times k (100 at most). In
/// the end trials lose less than a hundredth of the time, for k up to 100; and about as much where
/// calls are slow after a trial, as in that gather.
inline constexpr int first_calls_until_trial = 16, most_calls_until_trial = 512;

}  // namespace thrum::detail
