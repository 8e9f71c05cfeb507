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
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum::detail {

/// What the calls of one kind and about one length take: with all threads, and alone. Calls go the
/// way that takes less time in the mean of its last calls. The other way is tried again after some
/// calls: after twice as many each time that it takes longer, and soon if calls come to take longer
/// than it did.
///
/// A way is tried by some calls one after the other. The first half of them finds what it works on
/// in other caches, and threads asleep, and does not count; neither do as many calls that go back
/// to the usual way. If the way takes much longer than the other one, the trial ends early, and its
/// shortest call counts. All zeros are the initial state.
class call_times {
 public:
  enum way : unsigned char { together, alone };

  /// Returns the way of the next call, of n elements. longest_alone(t) returns how many nanoseconds
  /// the calling thread alone may take if all threads take t: infinity if nobody knows.
  template <class Longest>
  way next(std::ptrdiff_t n, Longest longest_alone) {
    if (calls_until_trial_ > 0) --calls_until_trial_;
    if (calls_in_doubt_ > 0) --calls_in_doubt_;
    if (is_trial_ && left_to_try_ == 0) end_trial();
    if (!is_trial_ && calls_until_trial_ == 0) begin_trial_or_wait(n, longest_alone);
    if (!is_trial_) return way_;
    --left_to_try_;
    return tried_;
  }
  /// Notes the time of that call, unless the call has thrown.
  void note(way taken, std::ptrdiff_t n, std::chrono::nanoseconds time) {
    float const all = static_cast<float>(std::max(time, std::chrono::nanoseconds(1)).count()),
                now = all / static_cast<float>(n);
    if (is_trial_ && taken == tried_) {
      note_trial(now);
      return;
    }
    float& known = time_[taken];
    if (taken == alone && known != 0 && now > most_times_of_known * known && all > at_once) {
      // One such call may have been interrupted, and so may two far apart. If a second one comes so
      // soon that such calls take half of the time, the calls have changed.
      if (calls_in_doubt_ > 0) forget();
      else calls_in_doubt_ = static_cast<short>(std::min(now / known, most_calls_in_doubt));
      return;
    }
    if (to_skip_ > 0) {
      --to_skip_;
      return;
    }
    if (known == 0) known = now;
    if (meant_ < calls_of_mean) ++meant_;
    known += (std::min(now, most_times_of_known * known) - known) / static_cast<float>(meant_);
    float const other = time_[other_than(taken)];
    if (other != 0 && known > other) calls_until_trial_ = std::min(calls_until_trial_, first_calls_until_trial);
  }

  /// Notes a call of which some elements were timed. It was brief if the calling thread did it
  /// alone, and it took no more than a task's time, or was expected to.
  void note_whether_brief(bool is_alone, std::chrono::nanoseconds time, std::chrono::nanoseconds task) {
    if (!is_alone || time > task) brief_ = std::min<short>(brief_, 0);
    else if (brief_ < calls_until_brief) ++brief_;
  }
  /// Returns whether many calls one after the other were brief: the calling thread then handles the
  /// next one without timing any elements.
  bool are_brief() const { return brief_ == calls_until_brief; }
  /// Returns whether no more than a task's time has gone by since this was asked in the last brief
  /// call: then the rest of that call took no longer.
  bool was_brief_until(std::chrono::nanoseconds now, std::chrono::nanoseconds task) {
    bool const is_soon = now - last_look_ <= task;
    last_look_ = now;
    if (is_soon && calls_to_look_at_ > 0) --calls_to_look_at_;
    if (!is_soon && was_soon_) calls_to_look_at_ = calls_until_brief;
    was_soon_ = is_soon;
    return is_soon;
  }
  /// Returns whether such a call is to be timed to its end, though the last one was brief: if more
  /// time went by between calls that had followed each other, one of them may have been long.
  bool are_in_doubt() const { return calls_to_look_at_ > 0; }
  /// Notes the time of a brief call, or what it is expected to take. After one that takes longer
  /// than a task, elements are timed again; after one that takes much longer, for many calls.
  void note_brief(std::chrono::nanoseconds time, std::chrono::nanoseconds task) {
    if (time > 4 * task) brief_ = -most_calls_until_trial;
    else if (time > task) brief_ = 0;
  }

 private:
  using nanoseconds = std::chrono::duration<float, std::nano>;
  static constexpr float at_once = nanoseconds(longest_call_tried_alone_at_once).count(),
                         ever = nanoseconds(longest_call_tried_alone).count();
  static constexpr float most_times_of_known = 4, most_calls_in_doubt = 512, most_late = 100;
  static_assert(calls_of_mean < 256 && calls_of_trial < 256, "thrum: such numbers are kept in bytes");
  static way other_than(way one) { return one == alone ? together : alone; }

  template <class Longest>
  void begin_trial_or_wait(std::ptrdiff_t n, Longest longest_alone) {
    way const other = time_[together] == 0 ? together : other_than(way_);
    if (other == alone && time_[alone] == 0) {
      float const all = time_[together] * static_cast<float>(n), longest = longest_alone(all);
      bool const is_too_long = longest > ever;
      if (is_too_long || (longest > at_once && !has_waited_)) {
        // After so many calls the trial takes no more than a hundredth of the time, if there are
        // no more than a hundred threads.
        has_waited_ = !is_too_long;
        return wait(is_too_long
                        ? most_calls_until_trial
                        : static_cast<int>(100 * least_calls_of_trial * std::min(longest / all, most_late)));
      }
    }
    is_trial_ = true;
    has_waited_ = false;
    tried_ = other;
    left_to_try_ = calls_of_trial;
    noted_ = 0;
  }
  void note_trial(float now) {
    least_ = noted_ == 0 ? now : std::min(least_, now);
    ++noted_;
    if (noted_ == 1 + calls_of_trial / 2) sum_ = 0;
    sum_ += std::min(now, most_times_of_known * least_);
    float const other = tried_ == way_ ? 0 : time_[way_];
    bool const takes_much_longer = other != 0 && 2 * least_ > 3 * other;
    if (takes_much_longer && noted_ >= (tried_ == alone ? least_calls_of_trial : 2 * least_calls_of_trial))
      left_to_try_ = 0;
  }
  void end_trial() {
    is_trial_ = false;
    if (noted_ == 0) return wait(most_calls_until_trial);  // all calls have thrown
    int const count = noted_ > calls_of_trial / 2 ? noted_ - calls_of_trial / 2 : 0;
    float const before = time_[way_], now = count > 0 ? sum_ / static_cast<float>(count) : least_;
    time_[tried_] = now;
    if (before == 0 || now < before) {
      way_ = tried_;
      meant_ = static_cast<unsigned char>(count);
      to_skip_ = 0;
      failed_trials_ = 0;
      wait(before == 0 ? 0 : first_calls_until_trial);
    } else {
      to_skip_ = calls_of_trial / 2;
      if (first_calls_until_trial << failed_trials_ < most_calls_until_trial) ++failed_trials_;
      wait(static_cast<int>(static_cast<float>(first_calls_until_trial << failed_trials_) *
                            std::min(now / before, most_late)));
    }
  }
  void forget() {
    *this = {};
    wait(most_calls_until_trial);
  }
  void wait(int calls) { calls_until_trial_ = calls; }

  std::chrono::nanoseconds last_look_{};
  float time_[2] = {};         // of an element, in nanoseconds; 0 if it is not known
  float least_ = 0, sum_ = 0;  // of the trial
  int calls_until_trial_ = 0;
  short calls_in_doubt_ = 0;
  short brief_ = 0;  // brief calls one after the other; below 0 after one that was not
  unsigned char left_to_try_ = 0, noted_ = 0, failed_trials_ = 0;
  unsigned char meant_ = 0;    // calls of which time_[way_] is the mean, calls_of_mean at most
  unsigned char to_skip_ = 0;  // calls that do not count, because they follow a trial
  bool is_trial_ = false, has_waited_ = false;
  bool was_soon_ = false;  // what was_brief_until returned last
  signed char calls_to_look_at_ = 0;
  way way_ = together, tried_ = together;
};

/// The times of the calling thread's calls of many kinds. Kinds and lengths that share a place
/// forget each other's times. If a call makes another one that shares its place, the time of the
/// outer call is noted for the kind of the inner one.
class times_of_calls {
 public:
  /// Returns the times of calls of the types Call of about n elements: of lengths that differ by
  /// less than a factor of two. Returns null if there are so many that nothing is compared.
  template <class... Call>
  static call_times* with(std::ptrdiff_t n) {
    static constexpr char kind{};
    if (n >= too_many_to_time) return nullptr;
    return of_this_thread().at(reinterpret_cast<std::uintptr_t>(&kind),
                               static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(n))));
  }

 private:
  struct entry {
    std::uint64_t key = 0;
    call_times times;
  };
  static constexpr int bits = 7;

  static times_of_calls& of_this_thread() {
    static thread_local constinit times_of_calls all{};
    return all;
  }
  call_times* at(std::uintptr_t kind, std::uint64_t length) {
    std::uint64_t const key = std::uint64_t{kind} << 5 | length;
    entry& found = entries_[key * 0x9E3779B97F4A7C15U >> (64 - bits)];
    if (found.key != key) found = {key, {}};
    return &found.times;
  }

  entry entries_[1 << bits]{};
};

/// Calls alone() or together(), which do the same work on n > 0 elements: on the calling thread,
/// and on the threads of `exec`. Returns the result. The calling thread is alone for `few` elements
/// or less, and if the backend is serial. If the backend says so (compares_short_calls), a call of
/// more, but of less than 2^20, goes the way that took less time in the calling thread's last calls
/// with the same type Together. The time of a call that throws is not noted.
template <class B, class Alone, class Together>
auto alone_or_together(B const& exec, std::ptrdiff_t n, std::ptrdiff_t few, Alone alone, Together together) {
  if (backend_traits<B>::is_serial || n <= few) return alone();
  if constexpr (requires { exec.compares_short_calls(); }) {
    call_times* const times = exec.compares_short_calls() ? times_of_calls::with<Together>(n) : nullptr;
    if (times != nullptr) {
      auto const start = detail::rough_time();
      auto const way = times->next(n, [&](float all) {
        std::ptrdiff_t const gain = detail::least(backend_traits<B>::concurrency(exec), n / too_few_to_time + 1);
        return gain > 0 ? all * static_cast<float>(gain) : std::numeric_limits<float>::infinity();
      });
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
