// The multicore policy tbb::par, also called par, which runs on oneTBB.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/backends/tbb/policy.h>

#include <thrum/detail/public_header/end.h>
