// The contexts in which calls may be made: within tasks of other calls, within a cancelled group of
// tasks, from many threads at once, beside calls that throw, and in a child process.
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>
#include "data.h"
#include "policies.h"
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>
#endif
#if __has_include(<sys/wait.h>) && !defined(__SANITIZE_THREAD__)  // the sanitizer allows a child one thread
#include <sys/wait.h>
#include <unistd.h>
#define HAS_CHILDREN
#endif

namespace {

struct is_even {
  bool operator()(int x) const { return x % 2 == 0; }
};

/// Says whether calls that work in tiles, in passes and in buckets give the results of std.
template <class Policy>
bool calls_are_right(Policy const& policy, std::uint64_t seed) {
  std::vector<int> const in = random_values<int>(20'000, -1000, 1000, seed);
  std::vector<int> sorted = in, sums(in.size()), even(in.size());
  std::vector<int> expected_order = in, expected_sums(in.size()), expected_even;
  std::sort(expected_order.begin(), expected_order.end());
  std::partial_sum(in.begin(), in.end(), expected_sums.begin());
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected_even), is_even{});

  thrum::sort(policy, sorted.begin(), sorted.end(), thrum::less<int>{});
  thrum::inclusive_scan(policy, in.begin(), in.end(), sums.begin());
  even.erase(thrum::copy_if(policy, in.begin(), in.end(), even.begin(), is_even{}), even.end());
  return sorted == expected_order && sums == expected_sums && even == expected_even &&
         thrum::reduce(policy, in.begin(), in.end()) == expected_sums.back();
}

/// Calls f(k) for k in [0, 8) at the same time, each on a thread of its own.
template <class F>
void on_eight_threads(F f) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) threads.emplace_back([f, k] { f(k); });
  for (std::thread& thread : threads) thread.join();
}

struct with_eight : with_policy<with_eight> {
  static pool_policy policy() {
    static thread_pool pool(7);
    return pool_policy(pool);
  }
};
#if defined(THRUM_WITH_TBB)
struct with_eight_of_tbb : with_policy<with_eight_of_tbb> {
  static thrum::tbb::policy policy() { return thrum::tbb::par.threads(8).grain(512); }
};
#define PARALLEL with_eight, with_eight_of_tbb
#else
#define PARALLEL with_eight
#endif

}  // namespace

TEST_CASE_TEMPLATE("calls within tasks of calls", S, PARALLEL) {
  std::vector<char> right(24);
  auto const policy = S::policy();
  thrum::for_each_n(policy, thrum::counting_iterator<int>(0), 24 * 512, [&](int i) {
    if (i % 512 == 0)
      right[static_cast<std::size_t>(i / 512)] = calls_are_right(policy, static_cast<std::uint64_t>(i));
  });
  CHECK(right == std::vector<char>(24, 1));
}

TEST_CASE_TEMPLATE("calls from eight threads at once", S, PARALLEL) {
  std::array<int, 8> right{};
  on_eight_threads([&](int k) {
    for (int round = 0; round < 4; ++round) {
      right[static_cast<std::size_t>(k)] +=
          calls_are_right(S::policy(), static_cast<std::uint64_t>(8 * round + k));
    }
  });
  CHECK(right == std::array{4, 4, 4, 4, 4, 4, 4, 4});
}

TEST_CASE_TEMPLATE("calls beside calls that throw", S, PARALLEL) {
  std::array<bool, 8> right{};
  on_eight_threads([&](int k) {
    auto const place = static_cast<std::size_t>(k);
    if (k % 2 == 0) {
      right[place] = calls_are_right(S::policy(), static_cast<std::uint64_t>(k));
      return;
    }
    try {
      thrum::for_each_n(S::policy(), thrum::counting_iterator<int>(0), 20'000, [](int i) {
        if (i == 12'345) throw std::runtime_error("at 12345");
      });
    } catch (std::runtime_error const&) {
      right[place] = true;
    }
  });
  CHECK(right == std::array{true, true, true, true, true, true, true, true});
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("calls in a cancelled group of tasks are whole") {
  std::atomic<int> called = 0, right = 0;
  ::tbb::task_group_context context;
  ::tbb::parallel_for(
      ::tbb::blocked_range<int>(0, 64, 1),
      [&](::tbb::blocked_range<int> const& range) {
        context.cancel_group_execution();
        ++called;
        right += calls_are_right(thrum::tbb::par.grain(512), static_cast<std::uint64_t>(range.begin()));
      },
      context);
  CHECK(called >= 1);
  CHECK(right == called);
}

#if defined(HAS_CHILDREN)
TEST_CASE("calls in a child of a process that has made calls") {
  REQUIRE(calls_are_right(with_eight_of_tbb::policy(), 1));
  pid_t const child = fork();
  if (child == 0) {
    alarm(60);  // ends a child that waits for threads that it does not have
    _exit(calls_are_right(with_eight_of_tbb::policy(), 2) && calls_are_right(thrum::seq, 3) ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
#endif
#endif
