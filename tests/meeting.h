// Finds out whether two threads work in an algorithm: its functors, its elements or the loops of
// its policy come to a meeting.
//
//   CHECK(with_par::meets(thrum::for_each, v.begin(), v.end(), attending{[](int& x) { ++x; }}));
#pragma once

#if !defined(THRUM_WITH_TBB)
#error "these tests are about tbb::par: include the header under #if defined(THRUM_WITH_TBB)"
#endif

#include <doctest/doctest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <thrum/backend.h>
#include <thrum/device_vector.h>
#include <thrum/tbb.h>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>
#include "forwarding_backend.h"

/// A meeting of two threads. The first thread that arrives waits for a limited time, so that a
/// second thread can arrive.
class meeting {
 public:
  explicit meeting(std::chrono::seconds patience) : patience_(patience) {}
  void arrive() {
    if (over_.load(std::memory_order_relaxed)) return;
    std::thread::id nobody, me = std::this_thread::get_id();
    if (!first_.compare_exchange_strong(nobody, me) && nobody != me) {
      met_ = true;
      over_ = true;
      return;
    }
    auto const deadline = std::chrono::steady_clock::now() + patience_;
    while (!over_ && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    over_ = true;
  }
  bool met() const { return met_; }
  void begin() {
    first_ = std::thread::id();
    met_ = false;
    over_ = false;
  }

 private:
  std::chrono::seconds patience_;
  std::atomic<std::thread::id> first_{};
  std::atomic<bool> met_ = false, over_ = true;
};

inline meeting threads{std::chrono::seconds(20)};

/// A functor that comes to the meeting whenever it is called.
template <class F>
struct attending {
  F f;
  template <class... Args>
  decltype(auto) operator()(Args&&... args) const {
    threads.arrive();
    return f(std::forward<Args>(args)...);
  }
};
template <class F>
attending(F) -> attending<F>;

/// An element that comes to the meeting whenever it is assigned to or compared.
struct attendant {
  int value = 0;
  attendant() = default;
  attendant(int v) : value(v) {}
  attendant(attendant const&) = default;
  attendant& operator=(attendant const& other) {
    threads.arrive();
    value = other.value;
    return *this;
  }
  friend bool operator==(attendant const& a, attendant const& b) {
    threads.arrive();
    return a.value == b.value;
  }
};

/// The policy tbb::par, which brings every index of every loop to the meeting: for sorts by digits,
/// which call no functor of the user.
struct watched_policy : forwarding_backend<watched_policy, thrum::tbb::policy> {
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    thrum::tbb::policy const par = thrum::tbb::par.grain(thrum::detail::default_grain);  // without measuring time
    if (n <= grain) return par.for_each_n(n, f, grain);  // no second thread would come
    auto const body = [f](std::ptrdiff_t i) mutable {
      threads.arrive();
      f(i);
    };
    par.for_each_n(n, body, grain);
  }
};

/// Enough elements for two tasks of any algorithm.
inline constexpr std::ptrdiff_t many = std::ptrdiff_t{1} << 22;

/// Runs a call with up to four threads, however many the machine has, and says whether two of them
/// met.
template <class Call>
bool meets(Call call) {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 4);
  ::tbb::task_arena arena(4);
  threads.begin();
  arena.execute(call);
  return threads.met();
}

struct with_par {
  template <class T>
  using vector = std::vector<T>;
  template <class Algorithm, class... Args>
  static bool meets(Algorithm algorithm, Args... args) {
    return ::meets([&] { static_cast<void>(algorithm(thrum::tbb::par, args...)); });
  }
};
/// The same without measuring time: for calls whose loops have so few elements that the calling
/// thread measures the time of the first ones, and would wait for the others at the meeting.
struct with_untimed_par {
  template <class Algorithm, class... Args>
  static bool meets(Algorithm algorithm, Args... args) {
    return ::meets(
        [&] { static_cast<void>(algorithm(thrum::tbb::par.grain(thrum::detail::default_grain), args...)); });
  }
};
struct with_device_vector {
  template <class T>
  using vector = thrum::device_vector<T>;
  template <class Algorithm, class... Args>
  static bool meets(Algorithm algorithm, Args... args) {
    return ::meets([&] { static_cast<void>(algorithm(args...)); });
  }
};
#define BOTH with_par, with_device_vector
