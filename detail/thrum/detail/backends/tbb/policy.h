// The multicore policy, which runs on oneTBB.
#pragma once

#if !__has_include(<oneapi/tbb/version.h>)
#error "thrum::tbb (THRUM_WITH_TBB) needs oneTBB 2021 or newer: install it (libtbb-dev, tbb-devel, brew tbb)"
#endif
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/base/work_of_future.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/tbb/tuning.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

namespace thrum {
namespace tbb {
inline namespace THRUM_VERSION_NAMESPACE {

/// A policy that runs on the threads of oneTBB. A call returns when its work is done. An exception
/// of a functor leaves the call after the tasks that had begun. Results do not depend on the number
/// of threads, not even in the rounding of float sums.
///
/// The copies that the members return can be kept. A copy refers to the arena, resource or
/// allocator that it was given.
class policy : public execution_policy<policy> {
 public:
  constexpr policy() = default;

  /// Returns a policy that uses at most n threads, the calling thread included. Throws
  /// std::invalid_argument unless n >= 1. By default the calling thread's arena decides, or the
  /// environment variable THRUM_NUM_THREADS if it is set.
  policy threads(int n) const {
    if (n < 1) throw std::invalid_argument("thrum: tbb::par.threads(n) needs n >= 1");
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
  /// Returns a policy whose element-wise algorithms give n elements to a task, and run on the
  /// calling thread if there are no more than n. grain(1) suits a functor that takes microseconds
  /// or more.
  ///
  /// By default the calling thread handles ranges of up to 4096 elements alone. In a range of up to
  /// 2^17 elements the calling thread measures the time of the first 32 elements, and then of the
  /// first 512. It handles the rest too if the rest takes at most 10 microseconds (50 in a
  /// scatter), in which other threads hardly begin; otherwise a task gets as many elements as take
  /// that time. In longer ranges a task gets 8192 elements.
  policy grain(std::ptrdiff_t n) const {
    if (n < 1) throw std::invalid_argument("thrum: tbb::par.grain(n) needs n >= 1");
    policy p = *this;
    p.grain_ = n;
    return p;
  }
  /// Returns a policy that takes its scratch memory from a memory resource or allocator, or from
  /// what a pointer points to. The policy keeps a reference to the resource. A temporary may be an
  /// allocator without state, such as std::allocator, or an object of the size of a pointer, which
  /// is copied.
  template <class Resource>
  policy with(Resource&& resource) const {
    policy p = *this;
    p.scratch_ = detail::scratch_from(std::forward<Resource>(resource));
    return p;
  }
  /// Thrust's spelling of `with`.
  template <class Allocator>
  policy operator()(Allocator&& allocator) const {
    policy p = *this;
    p.scratch_ = detail::scratch_from(std::forward<Allocator>(allocator));
    return p;
  }

  /// Returns the policy whose sums have the same bits as those of seq, for any number of threads:
  /// this policy itself.
  constexpr policy deterministic() const { return *this; }

  // The backend: see thrum/backend.h. It has no natives: all primitives are composed of
  // for_each_n.
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    loop const calls{&policy::run_loop<F>, std::addressof(f)};
    std::ptrdiff_t begin = 0;
    if (grain == detail::default_grain) {
      grain = grain_ != 0 ? grain_ : timed_grain(n, calls, detail::writes_anywhere<F>, begin);
    }
    if (n - begin <= grain) detail::independent_loop(begin, n, f);
    else run_tasks(calls, begin, n, grain);
  }
  /// Has one of the threads call f() at some later time. f throws nothing.
  template <class F>
  void enqueue(F f) const {
    if (arena_ != nullptr) arena_->enqueue(std::move(f));
    else ::tbb::this_task_arena::enqueue(std::move(f));
  }
  std::ptrdiff_t concurrency() const {
    if (arena_ != nullptr) return arena_->max_concurrency();
    int const n = threads_ != 0 ? threads_ : threads_of_environment();
    return n > 0 ? n : ::tbb::this_task_arena::max_concurrency();
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return detail::allocate_host_scratch(scratch_, bytes, alignment);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    detail::deallocate_host_scratch(scratch_, p, bytes, alignment);
  }
  template <class Space>
  static constexpr bool reaches = detail::host_reaches<Space>;

 private:
  /// The loop of a functor of any type. The code that makes tasks of a loop is compiled once for
  /// all functors: oneTBB has thirty function templates for it, and they took half of the compile
  /// time.
  struct loop {
    void (*run)(void* functor, std::ptrdiff_t begin, std::ptrdiff_t end);
    void* functor;
    void operator()(std::ptrdiff_t begin, std::ptrdiff_t end) const { run(functor, begin, end); }
  };
  template <class F>
  static void run_loop(void* functor, std::ptrdiff_t begin, std::ptrdiff_t end) {
    detail::independent_loop(begin, end, *static_cast<F*>(functor));
  }

  void run_tasks(loop calls, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t grain) const {
    auto const tasks = [&] {
      // A context of its own: all calls are made even if the caller is a task of a cancelled group.
      ::tbb::task_group_context context(::tbb::task_group_context::isolated);
      using range = ::tbb::blocked_range<std::ptrdiff_t>;
      ::tbb::parallel_for(
          range(begin, end, static_cast<std::size_t>(grain)),
          [calls](range const& part) { calls(part.begin(), part.end()); }, context);
    };
    // A thread that waits for the rest of a future's work takes no task that might wait for that
    // future.
    if (detail::does_work_of_future()) execute([&] { ::tbb::this_task_arena::isolate(tasks); });
    else execute(tasks);
  }

  static int threads_of_environment() {
    static int const n = [] {
      char const* text = std::getenv("THRUM_NUM_THREADS");
      return text == nullptr ? 0 : std::atoi(text);
    }();
    return n;
  }

  /// Returns how many of the elements from `begin` on are worth a task; if there are no more, the
  /// calling thread handles them. May first handle some elements to measure their time; `begin` is
  /// then moved to after them.
  static std::ptrdiff_t timed_grain(std::ptrdiff_t n, loop calls, bool writes_anywhere, std::ptrdiff_t& begin) {
    using clock = std::chrono::steady_clock;
    constexpr std::ptrdiff_t few = detail::too_few_to_time;
    std::chrono::nanoseconds const task =
        writes_anywhere ? detail::shortest_task_of_writes_anywhere : detail::shortest_task;
    if (n <= few || n > detail::too_many_to_time) return n <= few ? few : 2 * few;
    auto const start = clock::now();
    std::chrono::nanoseconds taken(1);
    for (std::ptrdiff_t const end : {detail::first_timed_calls, detail::all_timed_calls}) {
      calls(begin, end);
      begin = end;
      taken = std::max<std::chrono::nanoseconds>(taken, clock::now() - start);
      if (taken > task) break;
    }
    return std::max<std::ptrdiff_t>(1, begin * task / taken);
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
  std::ptrdiff_t grain_ = 0;  // 0: see grain()
  detail::scratch_source scratch_{};
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
