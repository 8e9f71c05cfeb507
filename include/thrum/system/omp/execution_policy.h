// thrum::omp::par, in Thrust's header.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/execution_policy.h>
#include <thrum/omp.h>

namespace thrum::system {
namespace omp = thrum::omp;
}

#include <thrum/detail/public_header/end_with_algorithms.h>
