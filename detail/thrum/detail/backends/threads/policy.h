// What the policies of the host's threads share, whatever library has the threads.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/scratch.h>
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
    independent_loop(begin, end, *static_cast<F*>(functor));
  }
};

/// Returns how many of the elements from `begin` on are worth a task; if there are no more, the
/// calling thread handles them. May first handle some elements to measure their time; `begin` is
/// then moved to after them.
inline std::ptrdiff_t timed_grain(std::ptrdiff_t n, any_loop calls, bool writes_anywhere, std::ptrdiff_t& begin) {
  using clock = std::chrono::steady_clock;
  constexpr std::ptrdiff_t few = too_few_to_time;
  std::chrono::nanoseconds const task = writes_anywhere ? shortest_task_of_writes_anywhere : shortest_task;
  if (n <= few || n > too_many_to_time) return n <= few ? few : 2 * few;
  auto const start = clock::now();
  std::chrono::nanoseconds taken(1);
  for (std::ptrdiff_t const end : {first_timed_calls, all_timed_calls}) {
    calls(begin, end);
    begin = end;
    taken = std::max<std::chrono::nanoseconds>(taken, clock::now() - start);
    if (taken > task) break;
  }
  return std::max<std::ptrdiff_t>(1, begin * task / taken);
}

/// The base of a policy of the host's threads. A call returns when its work is done. An exception
/// of a functor leaves the call after the tasks that had begun. Results do not depend on the number
/// of threads, not even in the rounding of float sums.
///
/// The copies that the members return can be kept. A copy refers to the resource or allocator that
/// it was given. Policy has run_tasks(any_loop, begin, end, grain), which makes tasks of a loop,
/// and its `name`.
template <class Policy>
class multicore_policy : public execution_policy<Policy> {
 public:
  /// Returns a policy whose element-wise algorithms give n elements to a task, and run on the
  /// calling thread if there are no more than n. grain(1) suits a functor that takes microseconds
  /// or more. Throws std::invalid_argument unless n >= 1.
  ///
  /// By default the calling thread handles ranges of up to 4096 elements alone. In a range of up to
  /// 2^17 elements the calling thread measures the time of the first 32 elements, and then of the
  /// first 512. It handles the rest too if the rest takes at most 10 microseconds (50 in a
  /// scatter), in which other threads hardly begin; otherwise a task gets as many elements as take
  /// that time. In longer ranges a task gets 8192 elements.
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
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    any_loop const calls{&any_loop::run_loop<F>, std::addressof(f)};
    std::ptrdiff_t begin = 0;
    if (grain == default_grain) {
      grain = grain_ != 0 ? grain_ : timed_grain(n, calls, writes_anywhere<F>, begin);
    }
    if (n - begin <= grain) independent_loop(begin, n, f);
    else self().run_tasks(calls, begin, n, grain);
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

  std::ptrdiff_t grain_ = 0;  // 0: see grain()
  scratch_source scratch_{};
};

}  // namespace thrum::detail
