// Execution policies: thrum::seq and thrum::host (the calling thread), thrum::device (the device
// system of the build: CUDA, otherwise oneTBB, otherwise OpenMP, otherwise the calling thread), and
// the concept that a policy of your own models.
//
// Policies that are named for one system are in thrum/tbb.h (thrum::tbb::par, also thrum::par),
// thrum/omp.h (thrum::omp::par) and thrum/cuda.cuh (thrum::cuda::par, thrum::cuda::par_nosync).
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/device_policy.h>
#include <thrum/detail/calls/own_policy.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/type_traits/is_execution_policy.h>

#include <thrum/detail/public_header/end_with_algorithms.h>
