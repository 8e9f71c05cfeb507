// Calls that may be too short for threads: whether the calling thread alone handles them.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/rough_time.h>
#include <thrum/detail/backends/threads/tuning.h>
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>

namespace thrum::detail {

/// What the calls of one kind and about one length take: with all threads, and alone. Both ways are
/// tried, unless the calling thread alone might take long. Then calls go the way that takes less
/// time. What the other way takes is not known for ever: its time is taken to shrink with each
/// call, so that it is tried again, the later the longer it took.
///
/// A way is tried by some calls one after the other, of which the shortest counts: the first ones
/// find what they work on in other caches, and threads asleep. If after two calls the way takes
/// much longer than the other one, the trial ends.
class call_times {
 public:
  enum way : unsigned char { together, alone };

  /// Returns the way of the next call, of n elements.
  template <class Threads>
  way next(std::ptrdiff_t n, Threads number_of_threads) const {
    if (left_to_try_ > 0) return last_;
    float const all = time_[together], one = time_[alone];
    if (all == 0) return together;
    if (one == 0) return all * static_cast<float>(n * number_of_threads()) <= longest_tried ? alone : together;
    return one < all ? alone : together;
  }
  /// Notes the time of that call.
  void note(way taken, std::ptrdiff_t n, std::chrono::nanoseconds time) {
    float const now = static_cast<float>(time.count() + 1) / static_cast<float>(n);
    float &known = time_[taken], &other = time_[taken == alone ? together : alone];
    // A call takes much longer than others if something interrupts it, if threads were asleep, or
    // if what is known no longer holds.
    bool const is_doubtful = left_to_try_ == 0 && now > 2 * known;
    if (taken != last_ || is_doubtful) {
      last_ = taken;
      left_to_try_ = calls_of_trial;
      known = 0;
    }
    if (left_to_try_ == 0) {
      known = (3 * known + now) / 4;
    } else {
      known = known == 0 ? now : std::min(known, now);
      bool const is_hopeless = other != 0 && 2 * known > 3 * other && left_to_try_ < calls_of_trial;
      left_to_try_ = static_cast<short>(is_hopeless ? 0 : left_to_try_ - 1);
      if (left_to_try_ > 0) return;
    }
    if (other == 0) return;
    known = std::min(known, most_times_of_other * other);
    other = std::max(known / most_times_of_other, other - known / calls_until_tried_again);
  }

 private:
  static constexpr float longest_tried = std::chrono::duration<float, std::nano>(longest_call_tried_alone).count();
  static constexpr float most_times_of_other = 3;
  float time_[2] = {};  // of an element, in nanoseconds; 0 if it is not known
  way last_ = alone;
  short left_to_try_ = 0;
};

/// A call whose time is noted at its end.
class noted_call {
 public:
  template <class Threads>
  noted_call(call_times& times, std::ptrdiff_t n, Threads number_of_threads)
      : times_(times), n_(n), way_(times.next(n, number_of_threads)) {}
  ~noted_call() { times_.note(way_, n_, detail::rough_time() - start_); }
  noted_call(noted_call const&) = delete;
  bool is_alone() const { return way_ == call_times::alone; }

 private:
  call_times& times_;
  std::ptrdiff_t const n_;
  call_times::way const way_;
  std::chrono::nanoseconds const start_ = detail::rough_time();
};

/// Calls alone() or together(), which do the same work on n > 0 elements: on the calling thread,
/// and on the threads of `exec`. Returns the result. If the backend says so (compares_short_calls),
/// a call of less than 2^20 elements goes the way that took less time in the calling thread's last
/// calls with the same type Together.
template <class B, class Alone, class Together>
auto alone_or_together(B const& exec, std::ptrdiff_t n, Alone alone, Together together) {
  if constexpr (backend_traits<B>::compares_short_calls) {
    // Lengths of one class differ by up to a factor of two.
    constexpr int classes = 9, bits_of_first = 12;
    static thread_local constinit call_times times[classes]{};
    auto const length = static_cast<int>(std::bit_width(static_cast<std::size_t>(n) >> bits_of_first));
    if (length < classes) {
      noted_call const call(times[length], n, [&] { return backend_traits<B>::concurrency(exec); });
      return call.is_alone() ? alone() : together();
    }
  }
  return together();
}

}  // namespace thrum::detail
