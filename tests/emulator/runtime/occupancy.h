// What fits on a multiprocessor of the emulated card, by the tables of the CUDA programming guide.
#pragma once

#include <cstddef>

#include "../interpreter/interpreter.h"

namespace emulator::runtime {

constexpr unsigned most_threads_of_block = 1024;
constexpr std::size_t default_shared = 48 << 10;  // bytes of a block that has not asked for more

std::size_t shared_of_multiprocessor();
std::size_t shared_reserved_of_block();
std::size_t most_shared_of_block();  // with cudaFuncAttributeMaxDynamicSharedMemorySize
int threads_of_multiprocessor();
int most_blocks_of_multiprocessor();

// What the compiler would allot, guessed from the PTX: no more than lets a block of the kernel's
// size run.
unsigned registers_of(kernel_info const& kernel);
unsigned most_threads(kernel_info const& kernel);
int blocks_of_multiprocessor(kernel_info const& kernel, int threads, std::size_t dynamic_shared);

}  // namespace emulator::runtime
