// Putting work into streams, and waiting for it. All functions are called with the mutex of state()
// held.
#pragma once

#include "state.h"

namespace emulator::runtime {

cudaStream_t make_stream(int device, unsigned flags, int priority);
// The stream that a handle means for a device, -1 for the calling thread's.
cudaError_t resolve(cudaStream_t handle, cudaStream_t* stream, int device = -1);
// What a null handle means in a program that is compiled with --default-stream per-thread.
inline cudaStream_t per_thread_default(cudaStream_t s) { return s != nullptr ? s : cudaStreamPerThread; }

// Appends work to a stream, which does not capture, after what is in it, what the semantics of the
// legacy stream ask for and the operations given.
operation_pointer submit(cudaStream_t s, payload const& what, std::vector<operation_pointer> const& after = {});
// A node of a graph: after the operations given alone.
operation_pointer submit_unordered(int device, payload const& what, std::vector<operation_pointer> const& after);
// Appends work to a stream, or a node to the graph that the stream captures into; `made` is null
// then.
cudaError_t enqueue(lock& l, cudaStream_t s, payload what, operation_pointer* made = nullptr);

// Has an operation run, and all that it comes after.
void demand(operation_pointer const& o);
void wait_for(lock& l, operation_pointer const& o);
void wait_for_device(lock& l, int device);
// With EMULATED_EAGER=1, waits for what was just put in.
void run_if_eager(lock& l, operation_pointer const& o);

}  // namespace emulator::runtime
