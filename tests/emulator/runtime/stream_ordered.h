// Memory that is there from one place of a stream or a graph to another. With the mutex of state()
// held.
#pragma once

#include "state.h"

namespace emulator::runtime {

cudaError_t allocate_in_stream(lock& l, void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t s);
cudaError_t free_in_stream(lock& l, void* p, cudaStream_t s);

// Memory that a node of a graph allocates, and the nodes.
allocation_pointer reserve_for_graph(std::size_t bytes, int device);
payload allocation_node(allocation_pointer const& a);
payload free_node(allocation_pointer const& a);

}  // namespace emulator::runtime
