// The systems that the tests of algorithms run on. A system is a policy, or none, with the vector
// that its iterators come from:
//
//   TEST_CASE_TEMPLATE("reduce", S, ALL_SYSTEMS) {
//     typename S::template vector<int> const v{1, 2, 3};
//     CHECK(S::run(thrum::reduce, v.begin(), v.end()) == 6);
//   }
#pragma once

#include <doctest/doctest.h>
#include <thrum/device_vector.h>
#include <thrum/execution_policy.h>
#include <thrum/host_vector.h>
#include <thrum/unified_vector.h>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>
#include "thread_pool_backend.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#elif defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif
#if defined(THRUM_WITH_CUDA)
#include <thrum/cuda.cuh>
#endif

/// Calls algorithms with a policy.
template <class System>
struct with_policy {
  template <class T>
  using vector = std::vector<T>;
  template <class Algorithm, class... Args>
  static auto run(Algorithm algorithm, Args&&... args) {
    return algorithm(System::policy(), std::forward<Args>(args)...);
  }
};
struct with_seq : with_policy<with_seq> {
  static constexpr auto policy() { return thrum::seq; }
};
struct with_pool : with_policy<with_pool> {
  static pool_policy policy() {
    static thread_pool pool(2);
    return pool_policy(pool);
  }
};
#if defined(THRUM_WITH_TBB)
/// With THRUM_TEST_GRAIN=1 each element is a task, so that errors between tasks show at small sizes
/// too. THRUM_TEST_THREADS is the number of threads, which may be more than there are processors.
struct with_tbb : with_policy<with_tbb> {
  static thrum::tbb::policy policy() {
    static char const* const grain = std::getenv("THRUM_TEST_GRAIN");
    static char const* const threads = std::getenv("THRUM_TEST_THREADS");
    thrum::tbb::policy exec = thrum::tbb::par;
    if (threads != nullptr) {
      static ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism,
                                                 static_cast<std::size_t>(std::atoi(threads)));
      exec = exec.threads(std::atoi(threads));
    }
    return grain != nullptr ? exec.grain(std::atoi(grain)) : exec;
  }
};
#endif
#if defined(THRUM_WITH_OMP) && !defined(THRUM_WITH_TBB)
/// With more threads than the machine may have processors.
struct with_omp : with_policy<with_omp> {
  static thrum::omp::policy policy() { return thrum::omp::par.threads(3); }
};
#endif
#if defined(THRUM_WITH_CUDA)
struct with_cuda : with_policy<with_cuda> {
  template <class T>
  using vector = thrum::device_vector<T>;
  static constexpr auto policy() { return thrum::cuda::par; }
};
#endif

/// Calls algorithms without a policy, on a vector that determines where they run.
template <template <class...> class Vector>
struct without_policy {
  template <class T>
  using vector = Vector<T>;
  template <class Algorithm, class... Args>
  static auto run(Algorithm algorithm, Args&&... args) {
    return algorithm(std::forward<Args>(args)...);
  }
};
template <class T>
using plain_host_vector = thrum::host_vector<T>;
template <class T>
using plain_device_vector = thrum::device_vector<T>;
template <class T>
using plain_unified_vector = thrum::unified_vector<T>;
struct on_host : without_policy<plain_host_vector> {};
struct on_device : without_policy<plain_device_vector> {};
struct on_unified : without_policy<plain_unified_vector> {};

// The lists of systems:
// - ALL_SYSTEMS: all policies, and all vectors without a policy.
// - MAIN_SYSTEMS: one for each backend of the library, for tests that are repeated for many types.
// - HOST_BACKENDS: the main systems of the host.
// - BACKENDS: the main systems of the host, or with CUDA those of the library.
// - HOST_SYSTEMS: systems for elements and functors that only the host handles.
// - MORE_SYSTEMS: MAIN_SYSTEMS, for one more type of a family; with THRUM_TEST_FEW_SYSTEMS none for
// CUDA, since tests/cuda/matrix_*.cu have those types too.
// A CUDA build leaves the parallel backends of the host to the program that is built without CUDA.
// A build with oneTBB leaves the tests' own backend to builds without oneTBB, such as that of the
// thread sanitizer. With THRUM_TEST_FEW_SYSTEMS, which halves the time to build, each backend comes
// once: by its policy or, with THRUM_TEST_WITHOUT_POLICY, by its vectors.
// A build with OpenMP and without oneTBB leaves seq to other builds.
#if defined(THRUM_WITH_CUDA)
#define HOST_BACKENDS with_seq
#if defined(THRUM_TEST_FEW_SYSTEMS)
#define HOST_SYSTEMS with_seq
#define MAIN_SYSTEMS with_cuda
#define ALL_SYSTEMS with_cuda
#else
#define HOST_SYSTEMS with_seq, on_host
#define MAIN_SYSTEMS with_seq, with_cuda
#define ALL_SYSTEMS with_seq, with_cuda, on_device, on_unified
#endif
#elif defined(THRUM_WITH_TBB)
#define HOST_BACKENDS with_seq, with_tbb
#define MAIN_SYSTEMS with_seq, with_tbb
#if !defined(THRUM_TEST_FEW_SYSTEMS)
#define HOST_SYSTEMS HOST_BACKENDS, on_host, on_device
#define ALL_SYSTEMS HOST_SYSTEMS, on_unified
#elif !defined(THRUM_TEST_WITHOUT_POLICY)
#define HOST_SYSTEMS HOST_BACKENDS
#define ALL_SYSTEMS HOST_BACKENDS
#else
#define HOST_SYSTEMS on_host, on_device
#define ALL_SYSTEMS on_device, on_unified
#endif
#elif defined(THRUM_WITH_OMP)
#define HOST_BACKENDS with_omp
#define HOST_SYSTEMS with_omp
#define MAIN_SYSTEMS with_omp
#if defined(THRUM_TEST_FEW_SYSTEMS)
#define ALL_SYSTEMS with_omp
#else
#define ALL_SYSTEMS with_omp, on_device
#endif
#elif defined(__SANITIZE_THREAD__)
// The thread sanitizer finds nothing in one thread.
#define HOST_BACKENDS with_pool
#define HOST_SYSTEMS with_pool
#define MAIN_SYSTEMS with_pool
#define ALL_SYSTEMS with_pool
#else
#define HOST_BACKENDS with_seq, with_pool
#define MAIN_SYSTEMS with_seq
#if defined(THRUM_TEST_FEW_SYSTEMS)
#define HOST_SYSTEMS HOST_BACKENDS
#define ALL_SYSTEMS HOST_BACKENDS
#else
#define HOST_SYSTEMS with_seq, with_pool, on_host, on_device
#define ALL_SYSTEMS HOST_SYSTEMS, on_unified
#endif
#endif

#if defined(THRUM_WITH_CUDA) && defined(THRUM_TEST_FEW_SYSTEMS)
#define MORE_SYSTEMS
#else
#define MORE_SYSTEMS MAIN_SYSTEMS
#endif

#if defined(THRUM_WITH_CUDA)
#define BACKENDS MAIN_SYSTEMS
#else
#define BACKENDS HOST_BACKENDS
#endif

/// Returns the vector of a system with these elements.
template <class S, class T>
auto vector_of(std::vector<T> const& elements) {
  return typename S::template vector<T>(elements.begin(), elements.end());
}

/// Returns a raw pointer to the elements of a vector.
template <class V>
auto* raw(V& v) {
  return thrum::detail::unwrap(v.data());
}

template <class T>
std::vector<T> host_copy(std::vector<T> const& v) {
  return v;
}
template <class T, class A>
std::vector<T> host_copy(thrum::detail::vector<T, A> const& v) {
  return v.to_host();
}
/// Returns the elements of a vector that come before `end`.
template <class V, class I>
auto written(V const& v, I end) {
  auto all = host_copy(v);
  all.resize(static_cast<std::size_t>(end - v.begin()));
  return all;
}
