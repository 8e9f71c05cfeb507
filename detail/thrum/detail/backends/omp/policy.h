// The multicore policy that runs on OpenMP.
#pragma once

#if !defined(_OPENMP)
#error \
    "thrum::omp (THRUM_WITH_OMP) needs OpenMP: compile and link with -fopenmp, or link the CMake target thrum::omp"
#endif
#include <omp.h>

#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/backends/threads/policy.h>
#include <thrum/detail/backends/threads/tuning.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace thrum {
namespace omp {
inline namespace THRUM_VERSION_NAMESPACE {

/// A policy that runs on the threads of OpenMP. A call within a parallel region of OpenMP runs on
/// the thread that makes the call, unless OpenMP's nested parallelism is on.
class policy : public detail::multicore_policy<policy> {
 public:
  static constexpr char const* name = "omp::par";

  constexpr policy() = default;

  /// Returns a policy that uses at most n threads, the calling thread included. Throws
  /// std::invalid_argument unless n >= 1. By default OpenMP decides: omp_set_num_threads, the
  /// environment variable OMP_NUM_THREADS, or the number of processors.
  policy threads(int n) const {
    at_least_one("threads", n);
    policy p = *this;
    p.threads_ = n;
    return p;
  }

  void run_tasks(detail::any_loop calls, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t grain) const {
    std::ptrdiff_t const tasks = (end - begin - 1) / grain + 1;
    int const threads = static_cast<int>(std::min(tasks, concurrency()));
    // No exception may leave the region. The first one leaves the call.
    std::atomic<bool> failed = false;
    std::exception_ptr error;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::ptrdiff_t task = 0; task < tasks; ++task) {
      if (failed.load(std::memory_order_relaxed)) continue;
      try {
        std::ptrdiff_t const first = begin + task * grain;
        calls(first, first + std::min(grain, end - first));
      } catch (...) {
        if (!failed.exchange(true)) error = std::current_exception();
      }
    }
    if (error) std::rethrow_exception(error);
  }
  static std::chrono::nanoseconds awake_after_work() {
    static bool const waits_actively = [] {
      char const* const policy = std::getenv("OMP_WAIT_POLICY");
      return policy == nullptr || std::strcmp(policy, "passive") != 0;
    }();
    return waits_actively ? detail::usually_awake_after_work : std::chrono::nanoseconds{};
  }
  std::ptrdiff_t concurrency() const { return threads_ != 0 ? threads_ : omp_get_max_threads(); }

 private:
  int threads_ = 0;
};

}  // namespace THRUM_VERSION_NAMESPACE

/// The policy of OpenMP's threads with its defaults.
#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<policy> par{};
}
#else
THRUM_OBJECT policy par{};
#endif

}  // namespace omp

namespace detail {
template <>
struct policy_of_system<device_system::omp> {
  static constexpr omp::policy get() { return {}; }
};
}  // namespace detail
}  // namespace thrum
