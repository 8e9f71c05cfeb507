// Workers of oneTBB that look for the next call in a loop, so that they do not sleep.
#pragma once

#include <atomic>
#include <chrono>
#if !defined(__x86_64__)
#include <thread>
#endif

namespace thrum::detail {

class waiting_workers {
 public:
  /// Ends all waits, because a call begins.
  static void release() {
    if (count_.load(std::memory_order_relaxed) != 0) calls_.fetch_add(1, std::memory_order_release);
  }
  /// Has so many workers wait for the next call, for no longer than some time. enqueue(f) has a
  /// worker call f.
  template <class Enqueue>
  static void keep(int workers, std::chrono::nanoseconds time, Enqueue enqueue) {
    auto const end = std::chrono::steady_clock::now() + time;
    long const call = calls_.load(std::memory_order_relaxed);
    for (int missing = workers - count_.load(std::memory_order_relaxed); missing > 0; --missing) {
      count_.fetch_add(1, std::memory_order_relaxed);
      enqueue([=] { wait(call, end); });
    }
  }
  /// Returns how many workers wait, or will soon.
  static int count() { return count_.load(std::memory_order_relaxed); }

 private:
  static void wait(long call, std::chrono::steady_clock::time_point end) {
    constexpr int looks = 64;  // at the number of calls, between two at the clock
    bool is_over = false;
    while (!is_over && std::chrono::steady_clock::now() < end) {
      for (int look = 0; !is_over && look < looks; ++look) {
        is_over = calls_.load(std::memory_order_acquire) != call;
#if defined(__x86_64__)
        __builtin_ia32_pause();
#else
        std::this_thread::yield();
#endif
      }
    }
    count_.fetch_sub(1, std::memory_order_relaxed);
  }

  static inline std::atomic<long> calls_{0};
  static inline std::atomic<int> count_{0};
};

}  // namespace thrum::detail
