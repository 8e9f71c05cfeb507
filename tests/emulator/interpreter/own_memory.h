// What lies in memory without the runtime's knowing: variables of modules, the heap of kernels, functions.
#pragma once

#include "function.h"
#include "interpreter.h"

namespace emulator::ptx {

void register_module(module_state& which);
void unregister_module(module_state& which);

// A variable of any module, or memory that kernels have allocated.
region find_own_memory(void const* address);
function* find_function(u64 address);

// malloc and free of kernels. free_on_device answers false for what allocate_on_device did not give.
void* allocate_on_device(std::size_t bytes);
bool free_on_device(void* address);

}  // namespace emulator::ptx
