// Calls that may be too short for threads: whether the calling thread alone handles them.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/rough_time.h>
#include <thrum/detail/backends/threads/tuning.h>
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// What the calls of one kind and about one length take: with all threads, and alone. Calls go the
/// way that takes less time. The other way is tried again after some calls, twice as many each time
/// that it takes longer, and soon if calls come to take longer than it did.
///
/// A way is tried by some calls one after the other, of which the shortest counts: the first ones
/// find what they work on in other caches, and threads asleep. A trial ends early if the way takes
/// much longer than the other one.
class call_times {
 public:
  enum way : unsigned char { together, alone };

  /// Returns the way of the next call, of n elements. most_gain() returns how many times as long
  /// the calling thread alone may take as all threads, and 0 if that is not known.
  template <class Gain>
  way next(std::ptrdiff_t n, Gain most_gain) {
    if (left_to_try_ == 0 && calls_until_trial_ == 0) {
      way const other = way_ == together ? alone : together;
      if (other == together || time_[alone] != 0 || may_try_alone(n, most_gain())) begin_trial(other);
      else calls_until_trial_ = first_calls_until_trial;
    }
    return left_to_try_ > 0 ? tried_ : way_;
  }
  /// Notes the time of that call.
  void note(way taken, std::ptrdiff_t n, std::chrono::nanoseconds time) {
    float const now =
        static_cast<float>(std::max(time, std::chrono::nanoseconds(1)).count()) / static_cast<float>(n);
    float &known = time_[taken], &other = time_[taken == alone ? together : alone];
    if (taken == alone && known != 0 && now > most_times_of_known * known &&
        now * static_cast<float>(n) > longest_tried) {
      // What the calls do has changed.
      time_[alone] = time_[together] = 0;
      way_ = together;
      left_to_try_ = 0;
      wait(most_calls_until_trial);
    } else if (left_to_try_ > 0) {
      least_tried_ = least_tried_ == 0 ? now : std::min(least_tried_, now);
      --left_to_try_;
      int const made = calls_of_trial - left_to_try_;
      bool const is_hopeless = other != 0 && 2 * least_tried_ > 3 * other &&
                               made >= (taken == alone ? least_calls_of_trial : 2 * least_calls_of_trial);
      if (left_to_try_ == 0 || is_hopeless) end_trial(taken);
    } else {
      known = known == 0 ? now : known + (std::min(now, most_times_of_known * known) - known) / 16;
      if (calls_until_trial_ > 0) --calls_until_trial_;
      if (other != 0 && known > other) calls_until_trial_ = std::min(calls_until_trial_, first_calls_until_trial);
    }
  }

 private:
  static constexpr float longest_tried = std::chrono::duration<float, std::nano>(longest_call_tried_alone).count();
  static constexpr float most_times_of_known = 4;

  bool may_try_alone(std::ptrdiff_t n, std::ptrdiff_t most_gain) const {
    return most_gain > 0 && time_[together] * static_cast<float>(n * most_gain) <= longest_tried;
  }
  void begin_trial(way other) {
    tried_ = other;
    left_to_try_ = calls_of_trial;
    least_tried_ = 0;
  }
  void end_trial(way tried) {
    float const before = time_[way_];
    time_[tried] = least_tried_;
    left_to_try_ = 0;
    if (before == 0 || least_tried_ < before) {
      way_ = tried;
      backoff_ = first_calls_until_trial;
      wait(before == 0 ? 0 : backoff_);
    } else {
      backoff_ = std::min(2 * backoff_, most_calls_until_trial);
      wait(static_cast<int>(static_cast<float>(backoff_) * std::min(least_tried_ / before, 100.0F)));
    }
  }
  void wait(int calls) { calls_until_trial_ = calls; }

  float time_[2] = {};  // of an element, in nanoseconds; 0 if it is not known
  float least_tried_ = 0;
  int calls_until_trial_ = 0, backoff_ = first_calls_until_trial;
  int left_to_try_ = 0;
  way way_ = alone, tried_ = together;
};

/// The times of the calls of the calling thread that have the same type Call. Lengths of one class
/// differ by up to a factor of two.
template <class Call>
struct times_of {
  static constexpr int classes = 9, bits_of_first = 12;
  /// Returns the times of calls of n elements, or null if there are 2^20 elements or more.
  static call_times* with_length(std::ptrdiff_t n) {
    static thread_local constinit call_times times[classes]{};
    auto const length = static_cast<int>(std::bit_width(static_cast<std::size_t>(n) >> bits_of_first));
    return length < classes ? &times[length] : nullptr;
  }
};

/// Calls alone() or together(), which do the same work on n > 0 elements: on the calling thread,
/// and on the threads of `exec`. Returns the result. The calling thread is alone for `few` elements
/// or less. If the backend says so (compares_short_calls), a call of more, but of less than 2^20,
/// goes the way that took less time in the calling thread's last calls with the same type Together.
/// The time of a call that throws is not noted.
template <class B, class Alone, class Together>
auto alone_or_together(B const& exec, std::ptrdiff_t n, std::ptrdiff_t few, Alone alone, Together together) {
  if (backend_traits<B>::is_serial || n <= few) return alone();
  if constexpr (requires { exec.compares_short_calls(); }) {
    call_times* const times = times_of<Together>::with_length(n);
    if (times != nullptr && exec.compares_short_calls()) {
      auto const start = detail::rough_time();
      auto const way = times->next(
          n, [&] { return detail::least(backend_traits<B>::concurrency(exec), n / too_few_to_time + 1); });
      auto const call = [&] { return way == call_times::alone ? alone() : together(); };
      if constexpr (std::is_void_v<decltype(call())>) {
        call();
        times->note(way, n, detail::rough_time() - start);
        return;
      } else {
        auto result = call();
        times->note(way, n, detail::rough_time() - start);
        return result;
      }
    }
  }
  return together();
}

}  // namespace thrum::detail
