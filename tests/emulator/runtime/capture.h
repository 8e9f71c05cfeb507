// What a capture forbids. All functions are called with the mutex of state() held, and invalidate
// the captures that the error concerns.
#pragma once

#include "state.h"

namespace emulator::runtime {

// Calls that name a stream and cannot be recorded.
cudaError_t forbidden_in_capture(cudaStream_t s);
// Calls that a capture of mode global or thread-local forbids: cudaMalloc and the like.
cudaError_t unsafe_in_capture();
// Work in the legacy stream would make a capture of a blocking stream depend on it.
cudaError_t legacy_work_allowed(int device);
cudaError_t device_wait_forbidden(int device);
// Ends a stream's part in a capture when the stream is destroyed.
void leave_capture(cudaStream_t s);

}  // namespace emulator::runtime
