// The peers that this machine has, and the rows of the peers that spell a call alike.
//
// HAS_STD_PAR, HAS_VIEWS, HAS_THRUST, HAS_THRUST_OMP, HAS_ONEDPL, HAS_BOOST_SORT, HAS_VQSORT and
// HAS_IPS4O say which peers there are. A family includes the headers of the algorithms that it
// compares with: those of Thrust under #if defined(HAS_THRUST), and so on. With BENCHMARK_BRIEF,
// which the CMake option THRUM_BENCHMARK_BRIEF sets, thrum is compared with std:: alone. With
// BENCHMARK_FEW_TYPES (THRUM_BENCHMARK_FEW_TYPES) std par_unseq and thrum omp are left out.
#pragma once

#if !defined(BENCHMARK_BRIEF)
#if __has_include(<oneapi/dpl/execution>)
#define HAS_ONEDPL
#define ONEDPL_USE_TBB_BACKEND 1
#define ONEDPL_USE_DPCPP_BACKEND 0
#define ONEDPL_USE_OPENMP_BACKEND 0
#include <oneapi/dpl/execution>  // oneDPL's headers come before the compiler's

#include <oneapi/dpl/algorithm>
#include <oneapi/dpl/numeric>
#endif

#include <execution>
#if defined(__cpp_lib_execution)
#define HAS_STD_PAR
#endif

// Thrust comes with the headers of the CUDA toolkit.
#if __has_include(<thrust/version.h>)
#define HAS_THRUST
#define THRUST_HOST_SYSTEM THRUST_HOST_SYSTEM_CPP
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#include <thrust/system/tbb/execution_policy.h>
#if defined(_OPENMP)
#define HAS_THRUST_OMP
#include <thrust/system/omp/execution_policy.h>
#endif
#endif

#if __has_include(<boost/sort/sort.hpp>)
#define HAS_BOOST_SORT
#endif
// HAS_VQSORT and HAS_IPS4O come from CMake, which finds the libraries that they need.
#endif

// clang++ before 16 does not compile the views of g++'s library.
#if !defined(__clang__) || __clang_major__ >= 16
#define HAS_VIEWS
#endif

#if defined(_OPENMP)
#include <thrum/omp.h>
#endif
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>

/// Whether Thrust's host systems sort these numbers: Thrust 3.0 puts negative int32 behind the positive ones.
template <class T>
inline constexpr bool thrust_sorts = !std::is_same_v<T, std::int32_t>;

// BENCHMARK_ALL(row, copy_if, v.in.begin(), v.in.end(), v.out.begin(), positive{}) adds a row for
// each contender, all of which have a copy_if that takes these arguments; v is the workspace. If
// the arguments of one contender differ, the family uses the macros of the others, and adds that
// row in full: row("std", [](auto& v) { return std::...; }). The returned value is kept alive.
#define BENCHMARK_ALL(row, name, ...)       \
  BENCHMARK_THRUM(row, name, __VA_ARGS__)   \
  BENCHMARK_STD(row, name, __VA_ARGS__)     \
  BENCHMARK_STD_PAR(row, name, __VA_ARGS__) \
  BENCHMARK_ONEDPL(row, name, __VA_ARGS__)  \
  BENCHMARK_THRUST(row, name, __VA_ARGS__)

#define BENCHMARK_THRUM(row, name, ...)                                                 \
  row("thrum seq", [=](auto& v) { return thrum::name(thrum::seq, __VA_ARGS__); });      \
  row("thrum tbb", [=](auto& v) { return thrum::name(thrum::tbb::par, __VA_ARGS__); }); \
  BENCHMARK_THRUM_OMP(row, name, __VA_ARGS__)

#if defined(_OPENMP) && !defined(BENCHMARK_FEW_TYPES)
#define BENCHMARK_THRUM_OMP(row, name, ...) \
  row("thrum omp", [=](auto& v) { return thrum::name(thrum::omp::par, __VA_ARGS__); });
#else
#define BENCHMARK_THRUM_OMP(row, name, ...)
#endif

#define BENCHMARK_STD(row, name, ...) row("std", [=](auto& v) { return std::name(__VA_ARGS__); });

#if defined(HAS_STD_PAR)
#define BENCHMARK_STD_PAR(row, name, ...)                                               \
  row("std par", [=](auto& v) { return std::name(std::execution::par, __VA_ARGS__); }); \
  BENCHMARK_STD_PAR_UNSEQ(row, name, __VA_ARGS__)
#if defined(BENCHMARK_FEW_TYPES)
#define BENCHMARK_STD_PAR_UNSEQ(row, name, ...)
#else
#define BENCHMARK_STD_PAR_UNSEQ(row, name, ...) \
  row("std par_unseq", [=](auto& v) { return std::name(std::execution::par_unseq, __VA_ARGS__); });
#endif
#else
#define BENCHMARK_STD_PAR(row, name, ...)
#endif

#if defined(HAS_ONEDPL)
#define BENCHMARK_ONEDPL(row, name, ...) \
  row("onedpl", [=](auto& v) { return oneapi::dpl::name(oneapi::dpl::execution::par_unseq, __VA_ARGS__); });
#else
#define BENCHMARK_ONEDPL(row, name, ...)
#endif

#if defined(HAS_THRUST)
#define BENCHMARK_THRUST(row, name, ...)                                                   \
  row("thrust tbb", [=](auto& v) { return thrust::name(thrust::tbb::par, __VA_ARGS__); }); \
  BENCHMARK_THRUST_OMP(row, name, __VA_ARGS__)
#else
#define BENCHMARK_THRUST(row, name, ...)
#endif

#if defined(HAS_THRUST_OMP)
#define BENCHMARK_THRUST_OMP(row, name, ...) \
  row("thrust omp", [=](auto& v) { return thrust::name(thrust::omp::par, __VA_ARGS__); });
#else
#define BENCHMARK_THRUST_OMP(row, name, ...)
#endif

// BENCHMARK_OPENMP(row, a function of i) adds the row of a plain loop over the elements of v.out.
#if defined(_OPENMP) && !defined(BENCHMARK_BRIEF)
template <class F>
void openmp_loop(std::size_t n, F f) {
#pragma omp parallel for simd schedule(static)
  for (std::size_t i = 0; i < n; ++i) f(i);
}
#define BENCHMARK_OPENMP(row, ...) row("openmp", [=](auto& v) { openmp_loop(v.out.size(), __VA_ARGS__); });
#else
#define BENCHMARK_OPENMP(row, ...)
#endif
