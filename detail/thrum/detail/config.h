// Every macro the library has, but for its version (thrum/version.h).
//
//   THRUM_WITH_TBB, THRUM_WITH_CUDA   set for a whole program by the CMake targets thrum::tbb and thrum::cuda (or by
//                                     -D): they decide what the device system is. See thrum::device_system.
//   THRUM_CHECKED                     set for a whole program: its policies and vectors are checked (docs/checked.md)
//   THRUM_HD                          a function of the host and, under nvcc, of the device
//   THRUM_OBJECT                      a namespace-scope function object that device code can name too
//   THRUM_LAMBDA                      the capture of a lambda that runs under every policy: THRUM_LAMBDA(int x) {...}
//   THRUM_EXEC_CHECK_DISABLE          silences nvcc where a THRUM_HD template may call a functor of one side only
//   THRUM_INDEPENDENT                 promises the compiler that the iterations of the next loop are independent
//   THRUM_UNROLL                      unrolls the next loop, which has a few iterations, a constant number of them
//   THRUM_UNROLL_BY_4                 makes four iterations of the next loop one, for compilers that do not by themselves
#pragma once

#if defined(THRUM_SINGLE_INCLUDE)
#error "thrum/thrum.hpp is all of thrum: do not include thrum's other headers together with it"
#endif
#if defined(__clang__)
#if __clang_major__ < 14
#error "thrum needs clang++ 14 or newer"
#endif
#elif defined(__GNUC__) && __GNUC__ < 11
#error "thrum needs g++ 11 or newer"
#endif
#if __cplusplus < 202002L
#error "thrum needs C++20: compile with -std=c++20"
#endif

#if defined(__CUDACC__)
#define THRUM_HD __host__ __device__
#define THRUM_LAMBDA [=] __host__ __device__
#define THRUM_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#else
#define THRUM_HD
#define THRUM_LAMBDA [=]
#define THRUM_EXEC_CHECK_DISABLE
#endif

// nvcc leaves `inline constexpr` objects undefined in device code.
#if defined(__CUDA_ARCH__)
#define THRUM_OBJECT __device__ constexpr
#else
#define THRUM_OBJECT inline constexpr
#endif

// clang needs no promise, for it vectorises behind a test for overlap; its pragma warns wherever it then does not.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
#define THRUM_INDEPENDENT _Pragma("GCC ivdep")
#else
#define THRUM_INDEPENDENT
#endif

// GCC would warn of the pragma that nvcc takes, and nvcc of GCC's.
#if defined(__CUDA_ARCH__) || defined(__clang__)
#define THRUM_UNROLL _Pragma("unroll")
#elif defined(__GNUC__) && !defined(__CUDACC__)
#define THRUM_UNROLL _Pragma("GCC unroll 16")
#else
#define THRUM_UNROLL
#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define THRUM_UNROLL_BY_4 _Pragma("GCC unroll 4")
#else
#define THRUM_UNROLL_BY_4
#endif
