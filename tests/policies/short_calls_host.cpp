// Short calls of the policies of threads: which of two ways they go by the times of the last ones.
#include <thrum/copy.h>
#include <thrum/rotate.h>
#include <thrum/sequence.h>
#include "policies.h"

#if defined(THRUM_WITH_TBB)
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

using std::chrono::nanoseconds;
using thrum::detail::call_times;

namespace {

constexpr auto together = call_times::together, alone = call_times::alone;
constexpr int trial = thrum::detail::calls_of_trial, least_trial = thrum::detail::least_calls_of_trial,
              most_until_trial = thrum::detail::most_calls_until_trial;
constexpr std::ptrdiff_t n = 10'000;

/// Calls of n elements that take a given time, together and alone.
struct calls {
  call_times times{};
  std::ptrdiff_t most_gain = 2;

  call_times::way make(nanoseconds all, nanoseconds one) {
    auto const way = times.next(n, [this] { return most_gain; });
    times.note(way, n, way == alone ? one : all);
    return way;
  }
  /// Makes some calls. Returns how many were alone.
  int make(int count, nanoseconds all, nanoseconds one) {
    int made_alone = 0;
    for (int i = 0; i < count; ++i) made_alone += make(all, one) == alone ? 1 : 0;
    return made_alone;
  }
};

}  // namespace

TEST_CASE("both ways are tried, and the shorter one is taken") {
  for (bool const alone_is_shorter : {false, true}) {
    nanoseconds const all(alone_is_shorter ? 5000 : 3000), one(4000);
    calls c;
    CHECK(c.make(trial, all, one) == 0);
    CHECK(c.make(trial, all, one) == trial);
    CHECK(c.make(trial, all, one) == (alone_is_shorter ? trial : 0));
    int const made_alone = c.make(10'000, all, one);
    // The other way is tried now and then.
    CHECK(made_alone != 0);
    CHECK(made_alone != 10'000);
    CHECK((made_alone > 9500) == alone_is_shorter);
    CHECK((made_alone < 500) == !alone_is_shorter);
  }
}

TEST_CASE("a call that may take the calling thread long is not tried alone") {
  nanoseconds const longest = thrum::detail::longest_call_tried_alone;
  calls two;
  CHECK(two.make(5000, longest / 2 + nanoseconds(1000), nanoseconds(1)) == 0);
  calls many{{}, 64};
  CHECK(many.make(5000, longest / 64 + nanoseconds(1000), nanoseconds(1)) == 0);
  CHECK(two.make(5000, longest / 64 + nanoseconds(1000), nanoseconds(1)) > 4000);
  calls unknown{{}, 0};
  CHECK(unknown.make(5000, nanoseconds(1000), nanoseconds(1)) == 0);
}

TEST_CASE("a way that comes to take longer is left, and taken again") {
  calls c;
  CHECK(c.make(1000, nanoseconds(3000), nanoseconds(4000)) < 100);
  CHECK(c.make(1000, nanoseconds(30'000), nanoseconds(4000)) > 900);
  // Not known at once: the other way may have become shorter.
  CHECK(c.make(2 * most_until_trial, nanoseconds(3000), nanoseconds(4000)) < 2 * most_until_trial);
  CHECK(c.make(1000, nanoseconds(3000), nanoseconds(4000)) < 100);
}

TEST_CASE("calls that come to take the calling thread long are made together") {
  calls c;
  CHECK(c.make(1000, nanoseconds(5000), nanoseconds(2000)) > 900);
  CHECK(c.make(1000, std::chrono::milliseconds(3), std::chrono::milliseconds(6)) == 1);
  // One call in eight is dear.
  int dear_alone = 0;
  for (int i = 0; i < 10'000; ++i) {
    c.make(7, nanoseconds(5000), nanoseconds(2000));
    dear_alone += c.make(std::chrono::microseconds(500), std::chrono::milliseconds(1)) == alone ? 1 : 0;
  }
  CHECK(dear_alone < 500);
}

TEST_CASE("single calls that take long do not change the way") {
  calls c;
  int made_alone = 0;
  for (int i = 0; i < 100; ++i) {
    made_alone += c.make(100, nanoseconds(3000), nanoseconds(4000));
    made_alone += c.make(1, nanoseconds(1'000'000), nanoseconds(4000));
  }
  CHECK(made_alone < 500);
}

TEST_CASE("a trial without hope ends early") {
  calls c;
  c.make(2 * trial, nanoseconds(1000), nanoseconds(20'000));
  int most_in_a_row = 0, in_a_row = 0, made_alone = 0;
  constexpr int count = 100'000;
  for (int i = 0; i < count; ++i) {
    bool const is_alone = c.make(nanoseconds(1000), nanoseconds(20'000)) == alone;
    in_a_row = is_alone ? in_a_row + 1 : 0;
    most_in_a_row = std::max(most_in_a_row, in_a_row);
    made_alone += is_alone ? 1 : 0;
  }
  CHECK(most_in_a_row == least_trial);
  CHECK(made_alone >= 2 * least_trial);
  CHECK(20 * made_alone < count / 20);  // of the time
}

TEST_CASE("calls of one kind have the same result whichever way they go") {
  std::vector<int> v(100'000), out(v.size()), expected;
  std::iota(v.begin(), v.end(), 0);
  auto const odd = [](int x) { return x % 2 != 0; };
  std::copy_if(v.begin(), v.end(), std::back_inserter(expected), odd);
  for (int call = 0; call < 200; ++call) {
    auto const end = thrum::copy_if(thrum::tbb::par, v.begin(), v.end(), out.begin(), odd);
    CHECK(std::equal(out.begin(), end, expected.begin(), expected.end()));
  }
  auto rotated = v;
  for (int call = 0; call < 200; ++call) {
    thrum::rotate(thrum::tbb::par, v.begin(), v.begin() + 1234, v.end());
    std::rotate(rotated.begin(), rotated.begin() + 1234, rotated.end());
    CHECK(v == rotated);
  }
}

TEST_CASE("an exception leaves calls that go either way") {
  std::vector<int> v(50'000), out(v.size());
  thrum::sequence(thrum::seq, v.begin(), v.end());
  for (int call = 0; call < 100; ++call) {
    CHECK_THROWS_AS(thrum::copy_if(thrum::tbb::par, v.begin(), v.end(), out.begin(),
                                   [](int x) {
                                     if (x == 40'000) throw std::domain_error("40000");
                                     return true;
                                   }),
                    std::domain_error);
  }
}

TEST_CASE("threads that call at the same time have times of their own") {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([t] {
      std::vector<int> v(30'000, t), out(v.size());
      for (int call = 0; call < 100; ++call) {
        auto const end =
            thrum::copy_if(thrum::tbb::par, v.begin(), v.end(), out.begin(), [](int x) { return x >= 0; });
        CHECK(end == out.end());
        CHECK(out == v);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}
#endif
