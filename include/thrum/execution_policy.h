// Execution policies: thrum::seq and thrum::host (the calling thread), thrum::device (the device system of the build:
// CUDA, else oneTBB, else the calling thread), and the concept that a policy of your own models.
//
// The policies of one system by name are in thrum/tbb.h (thrum::tbb::par, also thrum::par) and thrum/cuda.cuh
// (thrum::cuda::par, thrum::cuda::par_nosync).
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/backend.h>
#include <thrum/detail/device_policy.h>
#include <thrum/detail/seq/seq.h>
#include <type_traits>

namespace thrum {

/// Whether T is a policy: something that can stand before the iterators of a call.
template <class T>
inline constexpr bool is_execution_policy_v = backend<std::remove_cvref_t<T>>;
template <class T>
using is_execution_policy = std::bool_constant<is_execution_policy_v<T>>;

}  // namespace thrum
