// Handlers of branches, calls and the ends of threads, which the reader of bodies and the analysis of registers know by name.
#pragma once

#include "micro_op.h"

namespace emulator::ptx {

step run_bra(context&, micro_op const&, u32 lanes);  // immediate: the target
step run_brx(context&, micro_op const&, u32 lanes);  // operand 0: the index; index: the table
step run_call(context&, micro_op const&,
              u32 lanes);  // index: the call site; operand 0: the address, where it has no target
step run_ret(context&, micro_op const&, u32 lanes);
step run_exit(context&, micro_op const&, u32 lanes);
step run_trap(context&, micro_op const&, u32 lanes);
step run_unsupported(context&, micro_op const&, u32 lanes);
step run_nothing(context&, micro_op const&, u32 lanes);

}  // namespace emulator::ptx
