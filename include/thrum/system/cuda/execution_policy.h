// thrum::cuda::par and par_nosync in Thrust's header, in files that nvcc compiles as CUDA; in other
// files, no more than thrum/execution_policy.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/execution_policy.h>

#if defined(__CUDACC__)
#include <thrum/cuda.cuh>

namespace thrum::system {
namespace cuda = thrum::cuda;
}
#endif

#include <thrum/detail/public_header/end_with_algorithms.h>
