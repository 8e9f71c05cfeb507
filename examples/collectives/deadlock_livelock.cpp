// Two threads need the same two locks and request them in opposite order. Each holds one lock and
// waits for the other: a deadlock. If both release theirs and try again in step, they never stop: a
// livelock. Three solutions: take both locks at once (scoped_lock), take them always in the same
// order, or release the first lock and wait for a random time.
#include <array>
#include <barrier>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>

#include "common/example.h"
#include "common/format.h"

using std::mutex;

void take_at_once(mutex& a, mutex& b, auto const& use, auto&) {
  std::scoped_lock const both(a, b);
  use();
}

/// Takes the locks in the order of their addresses, in whatever order they are named.
void take_in_order(mutex& a, mutex& b, auto const& use, auto&) {
  bool const a_first = std::less<>{}(&a, &b);
  std::lock_guard const first(a_first ? a : b), second(a_first ? b : a);
  use();
}

/// Holds no lock while it waits. A lock that was not taken is not released: unique_lock knows which
/// were.
void try_and_back_off(mutex& a, mutex& b, auto const& use, auto& random) {
  for (;;) {
    {
      std::unique_lock const first(a), second(b, std::try_to_lock);
      if (second) return use();
    }
    std::this_thread::sleep_for(std::chrono::nanoseconds(random() % 20'000));
  }
}

/// Returns how often two threads used what both locks guard, in this many rounds each.
std::int64_t rounds(std::int64_t n, auto const& take) {
  mutex left, right;
  std::int64_t used = 0;  // not atomic: the locks make it correct
  auto const use = [&] {
    if (++used % 16 == 0) std::this_thread::yield();  // so that the other thread finds the locks taken
  };
  std::barrier start(2);
  auto const run = [&](mutex& a, mutex& b, unsigned seed) {
    std::minstd_rand random(seed);
    start.arrive_and_wait();
    for (std::int64_t i = 0; i < n; ++i) take(a, b, use, random);
  };
  std::thread one([&] { run(left, right, 1); }), other([&] { run(right, left, 2); });
  one.join(), other.join();
  return used;
}

/// Takes the locks in opposite orders, in step, so that the conflict occurs each time: every thread
/// takes its lock, then tries the other one. Returns how many attempts succeed. Waiting instead of
/// trying would be the deadlock, repeating the attempts the livelock.
int tries_in_step(int times, std::array<std::vector<std::string>, 2>& trace) {
  std::array<mutex, 2> locks;
  std::array<int, 2> had{};
  std::barrier meet(2);
  auto const run = [&](std::size_t me) {
    for (int i = 0; i < times; ++i) {
      std::unique_lock const mine(locks[me]);
      meet.arrive_and_wait();
      std::unique_lock const theirs(locks[1 - me], std::try_to_lock);
      trace[me].push_back(std::string("holds ") + "AB"[me] + ", wants " + "AB"[1 - me] + ": " +
                          (theirs ? "has both" : "taken, puts back"));
      had[me] += theirs ? 1 : 0;
      meet.arrive_and_wait();
    }
  };
  std::thread one([&] { run(0); }), other([&] { run(1); });
  one.join(), other.join();
  return had[0] + had[1];
}

/// Ends the program if it is not done in time: threads in a deadlock cannot be stopped otherwise.
class watchdog {
 public:
  explicit watchdog(std::chrono::seconds patience)
      : thread_([=](std::stop_token stop) {
          mutex asleep;
          std::unique_lock lock(asleep);
          std::condition_variable_any().wait_for(lock, stop, patience, [] { return false; });
          if (stop.stop_requested()) return;
          std::cout << "check: FAILED (the threads wait for each other)" << std::endl;
          std::_Exit(1);
        }) {}

 private:
  std::jthread thread_;
};

int main(int argc, char** argv) {
  example::description const what{.id = "deadlock_livelock",
                                  .text = "Two threads that take two locks in opposite order, n times each.",
                                  .n = 10'000,
                                  .quick = 500,
                                  .n_is = "rounds",
                                  .most = 10'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    watchdog const patience(std::chrono::seconds(30 + s.n() / 20'000));
    std::array<std::vector<std::string>, 2> trace;
    int const had = tries_in_step(4, trace);
    for (std::size_t i = 0; i < trace[0].size(); ++i) s.say("one: " + trace[0][i] + "   other: " + trace[1][i]);
    s.check_equal("in step neither thread ever has both locks", had, 0);

    auto const all = [&](std::string const& how, auto const& take) {
      std::int64_t used = 0;
      s.time_other("std", how, [&] { used = rounds(s.n(), take); }, {.elements = 2 * s.n()});
      s.check_equal(how + " ends all rounds", used, 2 * s.n());
    };
    all("scoped_lock", [](auto&&... x) { take_at_once(x...); });
    all("the same order", [](auto&&... x) { take_in_order(x...); });
    all("back-off", [](auto&&... x) { try_and_back_off(x...); });
  });
}
