// How loops of the policies of threads are cut: whether the other threads are awake, and results
// where calls of all lengths follow each other.
#include <thrum/reverse.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include "policies.h"

#if defined(THRUM_WITH_TBB)
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using std::chrono::microseconds;
using thrum::detail::threads_at_hand;

constexpr auto a_while = thrum::detail::usually_awake_after_work;

TEST_CASE("threads are awake for a while after work") {
  threads_at_hand threads;
  auto const end = microseconds(1'000'000);
  CHECK(!threads.are_awake(end, a_while));
  threads.note_work(end);
  CHECK(threads.are_awake(end, a_while));
  CHECK(threads.are_awake(end + a_while / 2, a_while));
  CHECK(!threads.are_awake(end + a_while, a_while));
}

TEST_CASE("first elements that take long do not make the tasks short") {
  // A pause of the thread counts as time of the elements: the longest of some grains has none.
  auto slow_at_first = [](std::ptrdiff_t i) {
    if (i >= thrum::detail::first_timed_calls) return;
    auto const end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(100);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  constexpr std::ptrdiff_t n = 1'000'000;
  std::ptrdiff_t longest = 0;
  for (int call = 0; call < 20; ++call) {
    std::ptrdiff_t begin = 0;
    auto const cut = thrum::detail::timed_cut(
        n, {&thrum::detail::any_loop::run_loop<decltype(slow_at_first)>, &slow_at_first}, true, 2, a_while, begin);
    longest = std::max(longest, std::min(cut.grain, n - begin));
  }
  CHECK(longest >= 4000);  // 1000 if they count
}

TEST_CASE("a loop has no more tasks than it needs, however long they take") {
  auto slow = [](std::ptrdiff_t) {
    auto const end = std::chrono::steady_clock::now() + microseconds(2);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  constexpr std::ptrdiff_t n = thrum::detail::too_many_to_time;
  std::ptrdiff_t begin = 0;
  auto const cut = thrum::detail::timed_cut(n, {&thrum::detail::any_loop::run_loop<decltype(slow)>, &slow}, false,
                                            2, a_while, begin);
  CHECK((n - begin) / cut.grain <= thrum::detail::most_timed_tasks);
}

TEST_CASE("the rough time does not go back") {
  auto last = thrum::detail::rough_time();
  for (int i = 0; i < 1000; ++i) {
    auto const now = thrum::detail::rough_time<true>();
    CHECK(now >= last);
    last = now;
  }
}

TEST_CASE_TEMPLATE("calls that follow each other store each element", T, int, double) {
  constexpr std::ptrdiff_t few = thrum::detail::too_few_to_time, many = thrum::detail::too_many_to_time;
  for (std::ptrdiff_t const n : {few - 1, few, few + 1, 2 * few + 63, many / 4 + 7, many, many + 1}) {
    for (std::ptrdiff_t const skipped : {0, 1, 3}) {
      std::vector<T> v(static_cast<std::size_t>(n + skipped + 1), T(-1)), expected = v;
      std::iota(expected.begin() + skipped, expected.end() - 1, T(0));
      for (int call = 0; call < 20; ++call) {
        std::fill(v.begin() + skipped, v.end() - 1, T(-2));
        thrum::tabulate(thrum::tbb::par, v.begin() + skipped, v.end() - 1, [](std::ptrdiff_t i) { return T(i); });
        CHECK(v == expected);
      }
    }
  }
}

TEST_CASE("numbers only move, in calls of any length") {
  constexpr std::ptrdiff_t few = thrum::detail::too_few_moves_to_time;
  for (std::ptrdiff_t const n : {few - 1, few, few + 1, 2 * few, 2 * few + 1, 4 * few + 63}) {
    std::vector<int> v(static_cast<std::size_t>(n)), expected;
    std::iota(v.begin(), v.end(), 0);
    expected = v;
    std::reverse(expected.begin(), expected.end());
    thrum::reverse(thrum::tbb::par, v.begin(), v.end());
    CHECK(v == expected);
  }
}

TEST_CASE("threads wait for the next call, or for some time, if the policy says so") {
  using thrum::detail::waiting_workers;
  using namespace std::chrono_literals;
  auto const others = static_cast<int>(thrum::tbb::policy().concurrency()) - 1;
  auto const wait_until_none = [] {
    auto const end = std::chrono::steady_clock::now() + 20s;
    while (waiting_workers::count() != 0 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return waiting_workers::count() == 0;
  };
  std::vector<int> v(10'000);
  auto const call = [&](auto const& policy) {
    thrum::tabulate(policy, v.begin(), v.end(), [](std::ptrdiff_t i) { return static_cast<int>(i); });
    CHECK(v[9'999] == 9'999);
    v.back() = 0;
  };
  call(thrum::tbb::policy().grain(100));
  CHECK(waiting_workers::count() == 0);
  auto const awake = thrum::tbb::policy().grain(100).stay_awake(1h);
  call(awake);
  CHECK(waiting_workers::count() == others);
  for (int k = 0; k < 100; ++k) {
    call(awake);
    CHECK(waiting_workers::count() <= others);
  }
  call(thrum::tbb::policy().grain(100));
  CHECK(wait_until_none());
  call(thrum::tbb::policy().grain(100).stay_awake(1ms));
  CHECK(wait_until_none());
  ::tbb::task_arena arena(2);
  call(awake.on(arena));
  CHECK(waiting_workers::count() == 1);
  call(thrum::tbb::policy().grain(100));
  CHECK(wait_until_none());
  CHECK_THROWS_AS(thrum::tbb::policy().stay_awake(-1us), std::invalid_argument);
}

TEST_CASE("an exception leaves a short call, and a call within a call is right") {
  std::vector<double> v(20'000, 2), out(20'000);
  for (int call = 0; call < 20; ++call) {
    CHECK_THROWS_AS(thrum::transform(thrum::tbb::par, v.begin(), v.end(), out.begin(),
                                     [at = v.data() + 15'000](double const& x) {
                                       if (&x == at) throw std::domain_error("15000");
                                       return x;
                                     }),
                    std::domain_error);
    thrum::tabulate(thrum::tbb::par.grain(1), out.begin(), out.begin() + 3, [&](std::ptrdiff_t) {
      std::vector<double> inner(v.size());
      thrum::transform(thrum::tbb::par, v.begin(), v.end(), inner.begin(), [](double x) { return x * x; });
      return std::accumulate(inner.begin(), inner.end(), 0.0);
    });
    CHECK(out[0] == 80'000);
    CHECK(out[2] == 80'000);
  }
}
#endif
