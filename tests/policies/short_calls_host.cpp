// Short calls of the policies of threads: which of two ways they go by the times of the last ones.
#include <thrum/copy.h>
#include <thrum/partition.h>
#include <thrum/run_length.h>
#include "forwarding_backend.h"
#include "policies.h"

#if defined(THRUM_WITH_TBB)
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

using std::chrono::nanoseconds;
using thrum::detail::call_times;
using thrum::detail::times_of_calls;

namespace {

constexpr auto together = call_times::together, alone = call_times::alone;
constexpr int trial = thrum::detail::calls_of_trial, least_trial = thrum::detail::least_calls_of_trial,
              first_until_trial = thrum::detail::first_calls_until_trial,
              most_until_trial = thrum::detail::most_calls_until_trial;
constexpr std::ptrdiff_t n = 10'000;

/// Calls of n elements that take a given time, together and alone. Alone a call may take most_gain
/// times as long as together.
struct calls {
  call_times times{};
  float most_gain = 2;

  call_times::way next() {
    return times.next(n, [this](float time) { return most_gain * time; });
  }
  call_times::way make(nanoseconds all, nanoseconds one) {
    auto const way = next();
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

/// A backend whose loops are a functor's, and which may compare short calls.
class watched_loops : public forwarding_backend<watched_loops, thrum::seq_policy> {
 public:
  watched_loops(bool compares, nanoseconds wait, int& loops) : compares_(compares), wait_(wait), loops_(&loops) {}
  bool compares_short_calls() const { return compares_; }
  static std::ptrdiff_t concurrency() { return 1; }
  template <class F>
  void for_each_n(std::ptrdiff_t count, F f, std::ptrdiff_t) const {
    ++*loops_;
    auto const end = std::chrono::steady_clock::now() + wait_;
    while (std::chrono::steady_clock::now() < end) {
    }
    thrum::detail::independent_loop(std::ptrdiff_t{0}, count, f);
  }

 private:
  bool compares_;
  nanoseconds wait_;
  int* loops_;
};
/// Returns how many loops a call has, each of which waits.
template <class Call>
int loops_of(bool compares, Call call) {
  int loops = 0;
  call(watched_loops(compares, std::chrono::microseconds(20), loops));
  return loops;
}
/// Makes calls until one has no loop. Returns whether the first ones had loops, and a later one had
/// none, or all were too long to be tried alone. Makes so many calls because a busy machine may
/// delay either way.
template <class Call>
bool goes_both_ways(Call call) {
  auto shortest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < trial; ++i) {
    auto const start = std::chrono::steady_clock::now();
    if (loops_of(true, call) == 0) return false;
    shortest = std::min(shortest, std::chrono::steady_clock::now() - start);
  }
  if (shortest > thrum::detail::longest_call_tried_alone / 2) return true;
  for (int i = 0; i < 20'000; ++i)
    if (loops_of(true, call) == 0) return true;
  return false;
}

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

TEST_CASE("a call that may take the calling thread long is tried alone late, or not at all") {
  nanoseconds const at_once = thrum::detail::longest_call_tried_alone_at_once,
                    longest = thrum::detail::longest_call_tried_alone;
  for (int const gain : {2, 64}) {
    CAPTURE(gain);
    auto const most_gain = static_cast<float>(gain);
    calls short_enough{{}, most_gain}, late{{}, most_gain}, too_long{{}, most_gain};
    CHECK(short_enough.make(2 * trial, at_once / gain - nanoseconds(10), nanoseconds(1)) == trial);
    int const until_late = 100 * least_trial * gain;
    CHECK(late.make(trial + until_late, at_once / gain + nanoseconds(100), nanoseconds(1)) == 0);
    CHECK(late.make(1000, at_once / gain + nanoseconds(100), nanoseconds(1)) > 900);
    CHECK(too_long.make(50'000, longest / gain + nanoseconds(100), nanoseconds(1)) == 0);
    // The mean of calls that become shorter may say at the next look that the trial is still late.
    CHECK(too_long.make(50'000, at_once / gain - nanoseconds(10), nanoseconds(1)) > 49'000 - until_late);
  }
  calls unknown{{}, std::numeric_limits<float>::infinity()};
  CHECK(unknown.make(5000, nanoseconds(1000), nanoseconds(1)) == 0);
}

TEST_CASE("the shorter way is taken although calls take different times") {
  // About log-normal with sigma 0.3. (Distributions of the standard differ between libraries.)
  std::mt19937 random(1);
  auto const about = [&](double time) {
    double sum = 0;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random()) / 4294967296.0;
    return nanoseconds(static_cast<std::int64_t>(time * std::exp(0.3 * (sum - 6))));
  };
  for (bool const alone_is_shorter : {false, true}) {
    calls c;
    int made_alone = 0;
    for (int i = 0; i < 20'000; ++i)
      made_alone +=
          c.make(about(alone_is_shorter ? 26'000 : 20'000), about(alone_is_shorter ? 20'000 : 26'000)) == alone
              ? 1
              : 0;
    CHECK((alone_is_shorter ? made_alone : 20'000 - made_alone) > 19'000);
  }
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
  CHECK(c.make(1000, std::chrono::milliseconds(3), std::chrono::milliseconds(6)) == 2);
  for (int const cheap : {7, 19}) {
    int dear_alone = 0;
    for (int i = 0; i < 10'000; ++i) {
      c.make(cheap, nanoseconds(5000), nanoseconds(2000));
      dear_alone += c.make(std::chrono::microseconds(500), std::chrono::milliseconds(1)) == alone ? 1 : 0;
    }
    CHECK(dear_alone < 1000);
  }
}

TEST_CASE("single calls that take long do not change the way") {
  calls c;
  int made_alone = 0;
  for (int i = 0; i < 100; ++i) {
    made_alone += c.make(100, nanoseconds(3000), nanoseconds(4000));
    made_alone += c.make(1, nanoseconds(1'000'000), nanoseconds(4000));
  }
  CHECK(made_alone < 700);
  calls other;
  made_alone = 0;
  for (int i = 0; i < 100; ++i) {
    made_alone += other.make(600, nanoseconds(5000), nanoseconds(4000));
    made_alone += other.make(1, nanoseconds(4'000'000), nanoseconds(4'000'000));
  }
  CHECK(made_alone > 55'000);
}

TEST_CASE("two calls alone that take long change the way if such calls take half of the time") {
  nanoseconds const usual(4000), dear = 50 * usual;
  for (int const distance : {40, 60}) {
    CAPTURE(distance);
    calls c;
    c.make(2 * trial, 5 * usual / 4, usual);
    CHECK(c.make(5 * usual / 4, dear) == alone);
    c.make(distance - 1, 5 * usual / 4, usual);
    REQUIRE(c.make(5 * usual / 4, dear) == alone);
    CHECK((c.make(10, 5 * usual / 4, usual) == 0) == (distance == 40));
  }
}

TEST_CASE("calls whose threads come to have other work are made alone") {
  calls c;
  CHECK(c.make(1000, nanoseconds(3000), nanoseconds(4000)) < 100);
  CHECK(c.make(5000, std::chrono::milliseconds(4), nanoseconds(5000)) > 4000);
}

TEST_CASE("calls that come to take long by all threads are tried alone once, and then seldom") {
  for (int const before : {2 * trial, 5000}) {
    CAPTURE(before);
    calls c{{}, 64};
    CHECK(c.make(before, nanoseconds(1000), nanoseconds(1500)) > 0);
    CHECK(c.make(100, std::chrono::milliseconds(1), std::chrono::milliseconds(64)) == least_trial);
    CHECK(c.make(2000, std::chrono::milliseconds(1), std::chrono::milliseconds(64)) == 0);
  }
}

TEST_CASE("calls that are slow after a trial do not bring about the next one") {
  for (double const alone_takes : {1.02, 1.05, 1.08}) {
    CAPTURE(alone_takes);
    std::array<double, 4> const slow{3, 1.9, 1.1, 1};  // as many times as long by all threads, after calls alone
    calls c;
    int made_alone = 0;
    constexpr int count = 100'000;
    for (int i = 0, together_in_a_row = 0; i < count; ++i) {
      auto const place = static_cast<std::size_t>(std::min(together_in_a_row, 3));
      bool const is_alone = c.make(nanoseconds(static_cast<int>(20'000 * slow[place])),
                                   nanoseconds(static_cast<int>(20'000 * alone_takes))) == alone;
      together_in_a_row = is_alone ? 0 : together_in_a_row + 1;
      made_alone += is_alone ? 1 : 0;
    }
    CHECK(20 * made_alone < count);
  }
}

TEST_CASE("calls that throw end a trial") {
  calls c;
  CHECK(c.make(trial, nanoseconds(3000), nanoseconds(4000)) == 0);
  int next_alone = 0;
  for (int i = 0; i < 10'000; ++i) next_alone += c.next() == alone ? 1 : 0;
  CHECK(next_alone >= trial);
  CHECK(next_alone <= 10'000 / most_until_trial * trial + trial);
  CHECK(c.make(10'000, nanoseconds(3000), nanoseconds(4000)) < 500);
  calls throws_first;
  for (int i = 0; i < 10'000; ++i) CHECK(throws_first.next() == together);
}

TEST_CASE("the first trial that fails is repeated after twice as many calls") {
  calls c;
  c.make(2 * trial, nanoseconds(3000), nanoseconds(3001));
  CHECK(c.make(2 * first_until_trial - 1, nanoseconds(3000), nanoseconds(3001)) == 0);
  CHECK(c.make(trial + 1, nanoseconds(3000), nanoseconds(3001)) == trial);
}

TEST_CASE("calls have the times of their kind, of about their length, and of their thread") {
  auto* const times = times_of_calls::with<int>(5000);
  times->next(5000, [](float time) { return time; });
  times->note(together, 5000, nanoseconds(1000));
  CHECK(times_of_calls::with<int>(8000) == times);
  CHECK(times_of_calls::with<int>(8192) != times);
  // Two kinds may share a place; so many do not.
  CHECK((times_of_calls::with<long>(5000) != times || times_of_calls::with<int, long>(5000) != times ||
         times_of_calls::with<short>(5000) != times || times_of_calls::with<char>(5000) != times));
  std::thread([=] { CHECK(times_of_calls::with<int>(5000) != times); }).join();
  CHECK(times_of_calls::with<int>(thrum::detail::too_many_to_time) == nullptr);
  CHECK(times_of_calls::with<int>(thrum::detail::too_many_to_time - 1) != nullptr);
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

TEST_CASE("calls that are brief one after the other are not timed any more") {
  constexpr int until_brief = thrum::detail::calls_until_brief;
  constexpr nanoseconds task = thrum::detail::shortest_task;
  call_times times{};
  auto const calls_until_brief = [&] {
    int count = 0;
    for (; !times.are_brief(); ++count) times.note_whether_brief(true, task, task);
    return count;
  };
  CHECK(calls_until_brief() == until_brief);
  times.note_brief(task, task);
  CHECK(times.are_brief());
  times.note_brief(task + nanoseconds(1), task);
  CHECK(calls_until_brief() == until_brief);
  times.note_brief(4 * task + nanoseconds(1), task);
  CHECK(calls_until_brief() == most_until_trial + until_brief);
  times.note_brief(task + nanoseconds(1), task);
  for (int i = 0; i < until_brief - 1; ++i) times.note_whether_brief(true, task, task);
  times.note_whether_brief(false, nanoseconds(1), task);
  CHECK(calls_until_brief() == until_brief);
}

TEST_CASE("calls that the calling thread did alone are brief if they took no more than a task") {
  constexpr nanoseconds task = thrum::detail::shortest_task;
  auto const are_brief_after = [](bool alone, nanoseconds time) {
    call_times times{};
    for (int i = 0; i < thrum::detail::calls_until_brief; ++i) times.note_whether_brief(alone, time, task);
    return times.are_brief();
  };
  CHECK(are_brief_after(true, task));
  CHECK(!are_brief_after(true, task + nanoseconds(1)));
  CHECK(!are_brief_after(false, task));
}

TEST_CASE("a look at a brief call tells of the last one") {
  constexpr nanoseconds task = thrum::detail::shortest_task;
  call_times times{};
  nanoseconds now = 100 * task;
  CHECK(!times.was_brief_until(now, task));
  CHECK(!times.was_brief_until(now += task + nanoseconds(1), task));
  CHECK(!times.are_in_doubt());
  CHECK(times.was_brief_until(now += task, task));
  CHECK(times.was_brief_until(now += task, task));
  CHECK(!times.are_in_doubt());
  // A longer time between calls that followed each other may have been that of a call.
  CHECK(!times.was_brief_until(now += task + nanoseconds(1), task));
  CHECK(times.are_in_doubt());
  int followed = 0;
  for (; times.are_in_doubt(); ++followed) CHECK(times.was_brief_until(now += task, task));
  CHECK(followed == thrum::detail::calls_until_brief);
}

TEST_CASE("long calls among brief ones are found, though all look soon") {
  // As policy.h asks, for calls that take `brief` and `longer` in turns.
  constexpr nanoseconds task = thrum::detail::shortest_task, brief = task / 3, longer = 10 * task;
  call_times times{};
  for (int i = 0; i < thrum::detail::calls_until_brief; ++i) times.note_whether_brief(true, brief, task);
  nanoseconds now = 100 * task;
  int calls = 0;
  for (; calls < 100 && times.are_brief(); ++calls) {
    nanoseconds const time = calls % 2 == 0 ? brief : longer;
    now += time / 16;
    bool const is_soon = times.was_brief_until(now, task);
    now += 15 * time / 16;
    if (!is_soon || times.are_in_doubt()) times.note_brief(15 * time / 16, task);
  }
  CHECK(calls <= 4);
}

TEST_CASE("calls of a backend go both ways, and have the same result") {
  std::vector<int> v(17'000), own(v), out(v.size()), expected;
  std::iota(v.begin(), v.end(), 0);
  auto const odd = [](int x) { return x % 2 != 0; };
  std::copy_if(v.begin(), v.end(), std::back_inserter(expected), odd);
  auto const copy = [&](auto const& policy) {
    auto const end = thrum::copy_if(policy, v.begin(), v.end(), out.begin(), odd);
    CHECK(std::equal(out.begin(), end, expected.begin(), expected.end()));
  };
  auto const partition = [&](auto const& policy) {
    own = v;
    auto const middle = thrum::partition(policy, own.begin(), own.end(), odd);
    CHECK(std::equal(own.begin(), middle, expected.begin(), expected.end()));
  };
  std::vector<int> const lengths{4000, 0, 8000, 5000};
  std::vector<int> decoded;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    decoded.insert(decoded.end(), static_cast<std::size_t>(lengths[i]), v[i]);
  auto const decode = [&](auto const& policy) {
    auto const end = thrum::run_length_decode(policy, v.begin(), v.begin() + 4, lengths.begin(), out.begin());
    CHECK(std::equal(out.begin(), end, decoded.begin(), decoded.end()));
  };
  CHECK(goes_both_ways(copy));
  CHECK(goes_both_ways(partition));
  CHECK(goes_both_ways(decode));
  for (int i = 0; i < 100; ++i) CHECK(loops_of(false, copy) > 0);
}

TEST_CASE("an exception leaves calls that go either way") {
  std::vector<int> v(17'000), out(v.size());
  std::iota(v.begin(), v.end(), 0);
  bool throws = false;
  auto const call = [&](auto const& policy) {
    auto const is_kept = [&throws](int x) {
      if (throws && x == 16'500) throw std::domain_error("16500");
      return true;
    };
    if (throws)
      CHECK_THROWS_AS(thrum::copy_if(policy, v.begin(), v.end(), out.begin(), is_kept), std::domain_error);
    else CHECK(thrum::copy_if(policy, v.begin(), v.end(), out.begin(), is_kept) == out.end());
  };
  CHECK(goes_both_ways(call));
  throws = true;
  int without = 0;
  for (int i = 0; i < 2000; ++i) without += loops_of(true, call) == 0 ? 1 : 0;
  CHECK(without < 2000);
  for (int i = 0; i < 100; ++i) call(thrum::tbb::par);
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
