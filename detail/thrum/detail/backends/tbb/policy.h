// The multicore policy, which runs on oneTBB.
#pragma once

#if !__has_include(<oneapi/tbb/version.h>)
#error "thrum::tbb (THRUM_WITH_TBB) needs oneTBB 2021 or newer: install it (libtbb-dev, tbb-devel, brew tbb)"
#endif
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/work_of_future.h>
#include <thrum/detail/backends/tbb/waiting_workers.h>
#include <thrum/detail/backends/threads/policy.h>
#include <thrum/detail/backends/threads/tuning.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace thrum {
namespace tbb {
inline namespace THRUM_VERSION_NAMESPACE {

/// A policy that runs on the threads of oneTBB. A copy refers to the arena that it was given.
class policy : public detail::multicore_policy<policy> {
 public:
  static constexpr char const* name = "tbb::par";

  constexpr policy() = default;

  /// Returns a policy that uses at most n threads, the calling thread included. Throws
  /// std::invalid_argument unless n >= 1. By default the calling thread's arena decides, or the
  /// environment variable THRUM_NUM_THREADS if it is set.
  policy threads(int n) const {
    at_least_one("threads", n);
    policy p = *this;
    p.threads_ = n;
    p.arena_ = nullptr;
    return p;
  }
  /// Returns a policy that runs in this arena.
  policy on(::tbb::task_arena& arena) const {
    policy p = *this;
    p.threads_ = 0;
    p.arena_ = &arena;
    return p;
  }

  /// Returns a policy after whose calls the other threads look for the next call for some time,
  /// before they sleep; otherwise they do so for about 100 microseconds. A call of 30 to 150
  /// microseconds that follows within that time gains what it takes to wake them. They keep their
  /// processors busy meanwhile, and do no other work of oneTBB. Throws std::invalid_argument if
  /// `time` is negative.
  policy stay_awake(std::chrono::microseconds time) const {
    if (time.count() < 0) {
      throw std::invalid_argument(std::string("thrum: ") + name + ".stay_awake(time) needs time >= 0");
    }
    policy p = *this;
    p.awake_ = time;
    return p;
  }

  void run_tasks(detail::any_loop calls, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t grain) const {
    // Tasks get whole groups of the innermost loop, which is vectors of a group.
    std::ptrdiff_t const unit = grain < detail::computed_group ? 1 : detail::computed_group;
    auto const tasks = [&] {
      // A context of its own: all calls are made even if the caller is a task of a cancelled group.
      ::tbb::task_group_context context(::tbb::task_group_context::isolated);
      using range = ::tbb::blocked_range<std::ptrdiff_t>;
      ::tbb::parallel_for(
          range(0, (end - begin + unit - 1) / unit, static_cast<std::size_t>(grain / unit)),
          [=](range const& part) { calls(begin + part.begin() * unit, std::min(end, begin + part.end() * unit)); },
          context);
    };
    detail::waiting_workers::release();
    // A thread that waits for the rest of a future's work takes no task that might wait for that
    // future.
    if (detail::does_work_of_future()) execute([&] { ::tbb::this_task_arena::isolate(tasks); });
    else execute(tasks);
    if (awake_.count() > 0) keep_awake();
  }
  /// Has one of the threads call f() at some later time. f throws nothing.
  template <class F>
  void enqueue(F f) const {
    if (arena_ != nullptr) arena_->enqueue(std::move(f));
    else ::tbb::this_task_arena::enqueue(std::move(f));
  }
  std::chrono::nanoseconds awake_after_work() const {
    return std::max<std::chrono::nanoseconds>(detail::usually_awake_after_work, awake_);
  }
  std::ptrdiff_t concurrency() const {
    if (arena_ != nullptr) return arena_->max_concurrency();
    int const n = threads_ != 0 ? threads_ : threads_of_environment();
    return n > 0 ? n : ::tbb::this_task_arena::max_concurrency();
  }

 private:
  static int threads_of_environment() {
    static int const n = [] {
      char const* text = std::getenv("THRUM_NUM_THREADS");
      return text == nullptr ? 0 : std::atoi(text);
    }();
    return n;
  }

  void keep_awake() const {
    auto const others = static_cast<int>(concurrency()) - 1;
    detail::waiting_workers::keep(others, awake_, [this](auto wait) { enqueue(wait); });
  }

  template <class Work>
  void execute(Work work) const {
    if (arena_ != nullptr) return arena_->execute(work);
    int const n = threads_ != 0 ? threads_ : threads_of_environment();
    if (n <= 0) return work();
    // With more threads than oneTBB has workers for, oneTBB would only print a warning.
    auto const most = ::tbb::global_control::active_value(::tbb::global_control::max_allowed_parallelism);
    ::tbb::task_arena arena(static_cast<int>(std::min(static_cast<std::size_t>(n), most)));
    arena.execute(work);
  }

  int threads_ = 0;
  ::tbb::task_arena* arena_ = nullptr;
  std::chrono::microseconds awake_{};
};

}  // namespace THRUM_VERSION_NAMESPACE

/// The multicore policy with its defaults.
#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<policy> par{};
}
#else
THRUM_OBJECT policy par{};
#endif

}  // namespace tbb

/// The multicore policy: thrum::par is thrum::tbb::par.
#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<tbb::policy> par{};
}
#else
THRUM_OBJECT tbb::policy par{};
#endif

namespace detail {
template <>
struct policy_of_system<device_system::tbb> {
  static constexpr tbb::policy get() { return {}; }
};
}  // namespace detail
}  // namespace thrum
