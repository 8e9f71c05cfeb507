// thrum::cuda::par: the algorithms on a CUDA device. A file that includes this is compiled by nvcc (as .cu); of CUB it
// gets what the algorithms that it includes need.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda.cuh needs nvcc: compile this file as CUDA (.cu)"
#else
#include <thrum/detail/backends/cuda/policy.cuh>
#endif

#include <thrum/detail/along/end.h>
