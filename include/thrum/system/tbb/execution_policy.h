// thrum::tbb::par, in Thrust's header.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/execution_policy.h>
#include <thrum/tbb.h>

namespace thrum::system {
namespace tbb = thrum::tbb;
}

#include <thrum/detail/public_header/end_with_algorithms.h>
