// The multicore policy omp::par, which runs on OpenMP.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/backends/omp/policy.h>

#include <thrum/detail/public_header/end.h>
