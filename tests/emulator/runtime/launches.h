// Launches: what they check, and the work that they become.
#pragma once

#include "modules.h"

namespace emulator::runtime {

struct launch_request {
  void const* function = nullptr;
  dim3 grid, block;
  void** arguments = nullptr;
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  dim3 cluster{1, 1, 1};
};

// Checks a launch by the calling thread's device, and copies the arguments.
cudaError_t make_launch(launch_request const& request, payload* made);

}  // namespace emulator::runtime
