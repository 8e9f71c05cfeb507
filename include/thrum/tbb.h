// The multicore policy tbb::par, also called par, which runs on oneTBB.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/backends/tbb/policy.h>

#include <thrum/detail/along/end.h>
