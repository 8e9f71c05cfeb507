// What a program registers: its modules, their kernels and variables.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fat_binary.h"
#include "state.h"

namespace emulator::runtime {

struct registered_variable {
  void** managed_pointer = nullptr;  // the host's pointer to a managed variable; else null
  std::string name;
  std::size_t size = 0;
  bool is_constant = false;
};

// A fat binary of the program. Each device has a module of its own, which is parsed when it is
// first used.
struct registered_module {
  void const* data = nullptr;
  std::vector<std::unique_ptr<CUkern_st>> kernels;
  std::vector<registered_variable> variables;

  std::mutex mutex;
  chosen_ptx ptx;
  bool is_chosen = false;
  struct instance {
    bool is_tried = false;
    cudaError_t error = cudaSuccess;
    std::unique_ptr<module> parsed;
  };
  instance instances[most_devices];
};

// Null, and the reason, where there is none.
module* module_of(registered_module& m, int device, cudaError_t* error);
// The kernel that a function of the host or a handle stands for; null where none is registered.
CUkern_st* find_kernel(void const* function);
cudaError_t information_of(CUkern_st& kernel, int device, kernel_info const** information);
cudaError_t address_of_symbol(void const* symbol, int device, void** p, std::size_t* size);

}  // namespace emulator::runtime

// A kernel: cudaKernel_t and cudaFunction_t point here.
struct CUkern_st {
  emulator::runtime::registered_module* owner = nullptr;
  std::string name;
  void const* function = nullptr;                                                  // of the host
  int most_dynamic_shared[emulator::runtime::most_devices];                        // -1: as it is at first
  emulator::kernel_info const* information[emulator::runtime::most_devices] = {};  // null before it is asked for
  int carveout = -1;
  bool allows_large_clusters = false;

  CUkern_st() {
    for (int& x : most_dynamic_shared) x = -1;
  }
};
