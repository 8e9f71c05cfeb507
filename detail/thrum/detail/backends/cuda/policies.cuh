// The CUDA policies, and for_each_n, which nearly all algorithms use. The files of the other
// primitives in this folder are included by what uses the primitive.
#pragma once

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/for_each_n.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
