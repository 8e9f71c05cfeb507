// The functions that kernels call and that have no body: printf, assert, malloc, free.
#pragma once

#include "warp.h"

namespace emulator::ptx {

void run_builtin(context& c, micro_op const& op, call_site const& site, u32 lanes);

}  // namespace emulator::ptx
