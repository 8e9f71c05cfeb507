// What the policies of the host's threads share, whatever library has the threads.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/nontemporal.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/rough_time.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/backends/threads/tuning.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace thrum::detail {

/// The loop of a functor of any type. The code that makes tasks of a loop is compiled once for all
/// functors: oneTBB has thirty function templates for it, and they took half of the compile time.
struct any_loop {
  void (*run)(void* functor, std::ptrdiff_t begin, std::ptrdiff_t end);
  void* functor;
  void operator()(std::ptrdiff_t begin, std::ptrdiff_t end) const { run(functor, begin, end); }

  template <class F>
  static void run_loop(void* functor, std::ptrdiff_t begin, std::ptrdiff_t end) {
    independent_loop(begin, end, *static_cast<F const*>(functor));
  }
};

/// What a thread's last work tells of the other threads, which sleep if they had no work for a
/// while.
class threads_at_hand {
 public:
  static threads_at_hand& of_this_thread() {
    static thread_local constinit threads_at_hand threads{};
    return threads;
  }
  /// Returns whether they still look for work, as they do for some time after work.
  bool are_awake(std::chrono::nanoseconds now, std::chrono::nanoseconds after_work) const {
    return now < end_of_work_ + after_work;
  }
  /// Notes the end of a call for which threads that are awake are of use.
  void note_work(std::chrono::nanoseconds now) { end_of_work_ = now; }

 private:
  std::chrono::nanoseconds end_of_work_{};
};

/// How a loop is cut: the elements of a task, whether other threads are of use if they are awake,
/// and, for a timed loop, when it began and how long it is expected to take the calling thread
/// alone.
struct loop_cut {
  std::ptrdiff_t grain;
  bool is_work = false;
  std::chrono::nanoseconds start{}, expected_alone{};
};

/// Returns the time of a task, at least.
constexpr std::chrono::nanoseconds task_time(bool writes_anywhere) {
  return writes_anywhere ? shortest_task_of_writes_anywhere : shortest_task;
}

/// Returns how the elements from `begin` on are cut; if there are no more than the grain, the
/// calling thread handles them. May first handle some elements to measure their time; `begin` is
/// then moved to after them.
///
/// Threads that sleep are woken for long work alone, or if the call closely follows another one for
/// which they are of use: then they find the next calls awake.
///
/// A short call has few tasks for each of the threads. More tasks take longer to be shared out, and
/// let other threads have the memory than in the call before.
inline loop_cut timed_cut(std::ptrdiff_t n, any_loop calls, bool writes_anywhere, std::ptrdiff_t threads_of_policy,
                          std::chrono::nanoseconds awake_after_work, std::ptrdiff_t& begin) {
  constexpr std::ptrdiff_t few = too_few_to_time;
  std::chrono::nanoseconds const task = detail::task_time(writes_anywhere);
  if (n <= few) return {few};
  if (n > too_many_to_time) return {2 * few, true};
  auto const start = detail::rough_time();
  auto const time_of = [&](std::ptrdiff_t count, std::chrono::nanoseconds from, auto time) {
    calls(begin, begin + count);
    begin += count;
    return std::max(std::chrono::nanoseconds(1), time() - from);
  };
  // `timed` elements take `taken`.
  std::ptrdiff_t timed = first_timed_calls;
  std::chrono::nanoseconds taken = time_of(timed, start, detail::rough_time<>);
  if (taken <= task) {
    std::ptrdiff_t const more =
        std::min<std::ptrdiff_t>(all_timed_calls, timed * (2 + long_enough_to_time / taken)) - timed;
    auto const then = time_of(more, start + taken, detail::rough_time<true>);
    bool const slow_at_first = taken * more > times_of_slow_calls * then * timed;
    timed = slow_at_first ? more : timed + more;
    taken = slow_at_first ? then : taken + then;
  }
  std::ptrdiff_t grain = std::max<std::ptrdiff_t>(n / most_timed_tasks + 1, timed * task / taken);
  if (grain > computed_group) grain -= grain % computed_group;
  std::ptrdiff_t const rest = n - begin;
  if (rest <= grain) return {grain};
  auto const alone = n * std::min<std::chrono::nanoseconds>(taken, std::chrono::hours(1)) / timed;
  if (alone <= longest_call_of_few_tasks) {
    constexpr std::ptrdiff_t group = computed_group;
    std::ptrdiff_t const part = rest / (few_tasks_of_thread * threads_of_policy) + 1;
    grain = std::max(grain, (part + group - 1) / group * group);
  }
  bool const are_awake = threads_at_hand::of_this_thread().are_awake(start, awake_after_work);
  return {are_awake || alone >= shortest_work_of_sleeping_threads ? grain : rest, true, start, alone};
}

/// The base of a policy of the host's threads. A call returns when its work is done. An exception
/// of a functor leaves the call after the tasks that had begun. Results do not depend on the number
/// of threads, not even in the rounding of float sums.
///
/// The copies that the members return can be kept. A copy refers to the resource or allocator that
/// it was given. Policy has run_tasks(any_loop, begin, end, grain), which makes tasks of a loop,
/// awake_after_work(), for how long threads then look for more work, and its `name`.
template <class Policy>
class multicore_policy : public execution_policy<Policy> {
 public:
  /// Returns a policy whose element-wise algorithms give n elements to a task, and run on the
  /// calling thread if there are no more than n. grain(1) suits a functor that takes microseconds
  /// or more. Throws std::invalid_argument unless n >= 1.
  ///
  /// By default the calling thread handles ranges of up to 4096 elements alone, and of up to 20480
  /// numbers that only move, as in reverse, or in segmented_copy of long segments. In a range of up
  /// to 2^20 elements the calling thread measures the time of the first 64 elements, and then of up
  /// to 512. It handles the rest too if the rest takes at most 3 microseconds (50 in a scatter);
  /// otherwise a task gets as many elements as take that time, or, of a call of up to 250
  /// microseconds, so many that each thread has two tasks at most. If the calling thread had no
  /// such work for 100 microseconds, the other threads sleep, and are woken only for a rest of 50
  /// microseconds or more, in less of which they hardly begin. In longer ranges a task gets 8192
  /// elements. After 16 calls one after the other, of the same types and about the same length,
  /// that the calling thread handled alone within 3 microseconds (50 in a scatter), it handles the
  /// next ones without timing elements, until one takes longer. A call that does not follow the
  /// last one within that time is timed from its second sixteenth: if all is expected to take eight
  /// times as long, the rest is shared out. After a call that took four times as long, elements of
  /// the next 512 calls are timed. Without grain(n), the
  /// calling thread handles short calls alone for which all threads took longer in the last calls
  /// of the same types and about the same length: see short_calls.h.
  Policy grain(std::ptrdiff_t n) const {
    at_least_one("grain", n);
    Policy p = self();
    p.grain_ = n;
    return p;
  }
  /// Returns a policy that takes its scratch memory from a memory resource or allocator, or from
  /// what a pointer points to. The policy keeps a reference to the resource. A temporary may be an
  /// allocator without state, such as std::allocator, or an object of the size of a pointer, which
  /// is copied.
  template <class Resource>
  Policy with(Resource&& resource) const {
    Policy p = self();
    p.scratch_ = scratch_from(std::forward<Resource>(resource));
    return p;
  }
  /// Thrust's spelling of `with`.
  template <class Allocator>
  Policy operator()(Allocator&& allocator) const {
    return with(std::forward<Allocator>(allocator));
  }

  /// Returns the policy with a limit of memory, with which sort takes a thrum::mapped_file that is
  /// larger than memory. Needs thrum/mapped_file.h.
  template <class P = Policy>
  auto memory(std::size_t bytes) const {
    return detail::limit_memory<P>(self(), bytes);
  }

  /// Returns the policy whose sums have the same bits as those of seq, for any number of threads:
  /// this policy itself.
  constexpr Policy deterministic() const { return self(); }

  // The backend: see thrum/backend.h. It has no natives: all primitives are composed of
  // for_each_n.
  bool compares_short_calls() const { return grain_ == 0; }
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    bool const timed = grain == default_grain && grain_ == 0;
    constexpr std::ptrdiff_t few_to_time = moves_numbers<F> ? too_few_moves_to_time : too_few_to_time;
    std::ptrdiff_t const few = timed ? few_to_time : grain == default_grain ? grain_ : grain;
    if (n <= few) return detail::loop_of_own_body(std::ptrdiff_t{0}, n, f);
    call_times* const times = timed ? times_of_calls::with<Policy, F>(n) : nullptr;
    std::ptrdiff_t begin = 0;
    if (times != nullptr && times->are_brief() && is_done_briefly(n, f, *times, begin)) return;
    if constexpr (may_store_nontemporally<F>) {
      if (detail::stores_nontemporally(f, n, [this] { return self().concurrency(); })) {
        using body = nontemporal_body<F>;
        body nontemporal{std::move(f)};
        return for_many(begin, n, {&any_loop::run_loop<body>, std::addressof(nontemporal)}, timed, false, few,
                        nullptr);
      }
    }
    for_many(begin, n, {&any_loop::run_loop<F>, std::addressof(f)}, timed, writes_anywhere<F>, few, times);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return allocate_host_scratch(scratch_, bytes, alignment);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    deallocate_host_scratch(scratch_, p, bytes, alignment);
  }
  template <class Space>
  static constexpr bool reaches = host_reaches<Space>;

 protected:
  static void at_least_one(char const* member, std::ptrdiff_t n) {
    if (n < 1) {
      throw std::invalid_argument(std::string("thrum: ") + Policy::name + "." + member + "(n) needs n >= 1");
    }
  }

 private:
  constexpr Policy const& self() const { return static_cast<Policy const&>(*this); }

  /// Makes the calls of a loop on the calling thread, as the last calls of the kind were brief.
  /// Looks at the time once if the last call was just before. (A look takes a tenth of a call of
  /// 5000 elements.) Otherwise the second sixteenth of the elements tells what all will take; if
  /// that is many times a task's time, returns false, and `begin` is where to go on.
  template <class F>
  static bool is_done_briefly(std::ptrdiff_t n, F& f, call_times& times, std::ptrdiff_t& begin) {
    using std::chrono::nanoseconds;  // auto would hide operators from importers of the module
    constexpr nanoseconds task = detail::task_time(writes_anywhere<F>), long_time = 8 * task;
    std::ptrdiff_t const part = n / 16 / computed_group * computed_group;
    detail::loop_of_own_body(std::ptrdiff_t{0}, part, f);
    nanoseconds const then = detail::rough_time();
    begin = part;
    bool const is_soon = times.was_brief_until(then, task);
    if (!is_soon) {
      begin = 2 * part;
      detail::loop_of_own_body(part, begin, f);
      if (nanoseconds const expected = (detail::rough_time() - then) * n / part; expected > long_time) {
        times.note_brief(expected, task);
        return false;
      }
    }
    detail::loop_of_own_body(begin, n, f);
    if (!is_soon || times.are_in_doubt()) times.note_brief(detail::rough_time() - then, task);
    return true;
  }
  /// Makes tasks of a loop, of `few` elements each if the loop is not to be timed. A loop that is
  /// expected to be short goes the way that took less `times`, if there are any.
  void for_many(std::ptrdiff_t begin, std::ptrdiff_t n, any_loop calls, bool timed, bool writes,
                std::ptrdiff_t few, call_times* times) const {
    loop_cut const chosen =
        timed ? detail::timed_cut(n, calls, writes, self().concurrency(), self().awake_after_work(), begin)
              : loop_cut{few};
    bool const is_one_task = n - begin <= chosen.grain;
    bool const compares =
        !is_one_task && times != nullptr && chosen.expected_alone <= longest_call_tried_alone_at_once;
    auto const longest_alone = [&](float) { return static_cast<float>(chosen.expected_alone.count()); };
    bool const alone = compares ? times->next(n, longest_alone) == call_times::alone : is_one_task;
    if (alone) calls(begin, n);
    else self().run_tasks(calls, begin, n, chosen.grain);
    if (is_one_task && !chosen.is_work) {
      if (times != nullptr) times->note_whether_brief(true, {}, {});
      return;
    }
    auto const now = detail::rough_time();
    if (!alone || is_one_task) threads_at_hand::of_this_thread().note_work(now);
    if (times != nullptr) times->note_whether_brief(alone, now - chosen.start, detail::task_time(writes));
    if (compares) times->note(alone ? call_times::alone : call_times::together, n, now - chosen.start);
  }

  std::ptrdiff_t grain_ = 0;  // 0: see grain()
  scratch_source scratch_{};
};

}  // namespace thrum::detail
