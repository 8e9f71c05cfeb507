// thrum::cuda::par: the algorithms on a CUDA device. nvcc compiles a file that includes this one
// (as .cu). Only those parts of CUB are included that the included algorithms need.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda.cuh needs nvcc: compile this file as CUDA (.cu)"
#else
#include <thrum/detail/backends/cuda/policies.cuh>
#endif

#include <thrum/detail/public_header/end.h>
