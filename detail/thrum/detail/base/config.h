// Every macro of the library, except for its version (thrum/version.h) and the marks of code for
// wider vectors (detail/base/processor.h).
//
//   THRUM_WITH_TBB, THRUM_WITH_OMP,   set for a whole program by the CMake targets thrum::tbb,
//   THRUM_WITH_CUDA                   thrum::omp and thrum::cuda (or by -D): decide what the device
//                                     system is. See thrum::device_system. A file that nvcc
//                                     compiles as CUDA, and that sets none of the three, has
//                                     THRUM_WITH_CUDA.
//   THRUM_WITH_MPI                    set for a program by the CMake target thrum::mpi: the program
//                                     has MPI, and thrum/thrum.hpp has what thrum/mpi.h has
//   THRUM_DEVICE_SYSTEM               Thrust's way to set those above: THRUM_DEVICE_SYSTEM_CUDA,
//                                     _TBB, _OMP or _CPP, by -D. This header always defines it, and
//                                     defines THRUM_HOST_SYSTEM as THRUM_HOST_SYSTEM_CPP.
//   THRUM_LEAN                        set for a file or a program: a header includes what it needs,
//                                     and not all that Thrust's header of the same name includes
//   THRUM_CHECKED                     set for a whole program: policies and vectors are checked
//                                     (docs/guides/checked.md)
//   THRUM_VERSION_NAMESPACE           an inline namespace that differs between versions
//   THRUM_BUILD_NAMESPACE             an inline namespace that differs between versions and, under
//                                     nvcc, between lists of architectures
//   THRUM_HD                          marks a function of the host and, under nvcc, of the device
//   THRUM_OBJECT                      declares a namespace-scope function object that device code
//                                     can name, too
//   THRUM_LAMBDA                      the capture of a lambda that runs under every policy:
//                                     THRUM_LAMBDA(int x) {...}
//   THRUM_EXEC_CHECK_DISABLE          silences nvcc if a THRUM_HD template may call a functor of
//                                     only the host or only the device
//   THRUM_INDEPENDENT                 promises the compiler that the iterations of the next loop
//                                     are independent. Not for a loop that calls a functor: GCC
//                                     takes that for an array in the functor, too, and with AVX-512
//                                     all iterations of a vector store to one array at once
//   THRUM_UNROLL                      unrolls the next loop, which has a small constant number of
//                                     iterations
//   THRUM_UNROLL_BY_4                 unrolls the next loop four times, for compilers that do not
//                                     do so by themselves
//   THRUM_ITERATIONS_APART            keeps clang from making vectors across the iterations of the
//                                     next loop, which is around one of constant length, with
//                                     AVX-512, whose gathers and scatters are slow
#pragma once

#include <thrum/version.h>

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
#if !defined(__cpp_exceptions) && !defined(__CUDA_ARCH__)
#error "thrum needs exceptions: compile without -fno-exceptions"
#endif

// If two shared libraries in a process define functions of the same name, the dynamic linker takes
// those of one library for both. Policies are in the namespaces below, and are part of the name of
// whatever runs under them. So each library uses only code of its own version, and kernels for its
// own architectures.
#define THRUM_PASTE_NOW(a, b) a##b
#define THRUM_PASTE(a, b) THRUM_PASTE_NOW(a, b)
#define THRUM_VERSION_NAMESPACE THRUM_PASTE(v, THRUM_VERSION)
#if defined(__CUDA_ARCH_LIST__)  // numbers, separated by commas
#define THRUM_JOIN_NOW(version, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...) \
  version##_##a##b##c##d##e##f##g##h##i##j##k##l##m##n##o##p
#define THRUM_JOIN(...) THRUM_JOIN_NOW(__VA_ARGS__)
#define THRUM_BUILD_NAMESPACE \
  THRUM_JOIN(THRUM_VERSION_NAMESPACE, __CUDA_ARCH_LIST__, , , , , , , , , , , , , , , , )
#else
#define THRUM_BUILD_NAMESPACE THRUM_VERSION_NAMESPACE
#endif

// The values that Thrust gives these macros.
#define THRUM_DEVICE_SYSTEM_CUDA 1
#define THRUM_DEVICE_SYSTEM_OMP 2
#define THRUM_DEVICE_SYSTEM_TBB 3
#define THRUM_DEVICE_SYSTEM_CPP 4
#define THRUM_HOST_SYSTEM_CPP 1
#define THRUM_HOST_SYSTEM_OMP 2
#define THRUM_HOST_SYSTEM_TBB 3

#if defined(THRUM_DEVICE_SYSTEM)
#if THRUM_DEVICE_SYSTEM < THRUM_DEVICE_SYSTEM_CUDA || THRUM_DEVICE_SYSTEM > THRUM_DEVICE_SYSTEM_CPP
#error "THRUM_DEVICE_SYSTEM is THRUM_DEVICE_SYSTEM_CUDA, _TBB, _OMP or _CPP"
#elif THRUM_DEVICE_SYSTEM == THRUM_DEVICE_SYSTEM_CUDA
#if !defined(THRUM_WITH_CUDA)
#define THRUM_WITH_CUDA
#endif
#elif defined(THRUM_WITH_CUDA)
#error "THRUM_DEVICE_SYSTEM names another system than CUDA, and THRUM_WITH_CUDA is defined: leave one of them out"
#elif THRUM_DEVICE_SYSTEM == THRUM_DEVICE_SYSTEM_TBB
#if !defined(THRUM_WITH_TBB)
#define THRUM_WITH_TBB
#endif
#elif defined(THRUM_WITH_TBB)
#error "THRUM_DEVICE_SYSTEM names another system than oneTBB, and THRUM_WITH_TBB is defined: leave one of them out"
#elif THRUM_DEVICE_SYSTEM == THRUM_DEVICE_SYSTEM_OMP
#if !defined(THRUM_WITH_OMP)
#define THRUM_WITH_OMP
#endif
#elif defined(THRUM_WITH_OMP)
#error "THRUM_DEVICE_SYSTEM names another system than OpenMP, and THRUM_WITH_OMP is defined: leave one of them out"
#endif
#else
#if defined(__CUDACC__) && !defined(THRUM_WITH_TBB) && !defined(THRUM_WITH_OMP) && !defined(THRUM_WITH_CUDA)
#define THRUM_WITH_CUDA
#endif
#if defined(THRUM_WITH_CUDA)
#define THRUM_DEVICE_SYSTEM THRUM_DEVICE_SYSTEM_CUDA
#elif defined(THRUM_WITH_TBB)
#define THRUM_DEVICE_SYSTEM THRUM_DEVICE_SYSTEM_TBB
#elif defined(THRUM_WITH_OMP)
#define THRUM_DEVICE_SYSTEM THRUM_DEVICE_SYSTEM_OMP
#else
#define THRUM_DEVICE_SYSTEM THRUM_DEVICE_SYSTEM_CPP
#endif
#endif

#if !defined(THRUM_HOST_SYSTEM)
#define THRUM_HOST_SYSTEM THRUM_HOST_SYSTEM_CPP
#elif THRUM_HOST_SYSTEM != THRUM_HOST_SYSTEM_CPP
#error \
    "THRUM_HOST_SYSTEM is THRUM_HOST_SYSTEM_CPP: calls on host memory are the calling thread's; give thrum::tbb::par to them"
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

// clang needs no promise because it vectorises after a test for overlap. clang's pragma warns
// wherever clang does not vectorise.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
#define THRUM_INDEPENDENT _Pragma("GCC ivdep")
#else
#define THRUM_INDEPENDENT
#endif

// GCC would warn of the pragma that nvcc takes, and nvcc would warn of GCC's pragma.
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

#if defined(__clang__) && defined(__AVX512F__) && !defined(__CUDA_ARCH__)
#define THRUM_ITERATIONS_APART _Pragma("clang loop vectorize(disable)")
#else
#define THRUM_ITERATIONS_APART
#endif
