// Graphs of work, and what they become when they are instantiated. With the mutex of state() held.
#pragma once

#include "state.h"

namespace emulator::runtime {

cudaGraph_t new_graph();
void delete_graph(cudaGraph_t g);
cudaGraph_t clone(cudaGraph_t g);
bool has_memory_nodes(cudaGraph_t g);
cudaGraphNode_t add_node(cudaGraph_t g, payload what, std::vector<cudaGraphNode_t> const& after);
// The nodes, and all that they come after.
std::unordered_set<cudaGraphNode_t> ancestors(std::vector<cudaGraphNode_t> const& nodes);

}  // namespace emulator::runtime

struct CUgraphNode_st {
  cudaGraph_t graph = nullptr;
  emulator::runtime::payload what;
  std::vector<cudaGraphNode_t> after, before;
  std::uint64_t order = 0;
};

struct CUgraph_st {
  std::vector<cudaGraphNode_t> nodes;  // in the order of their creation
  std::uint64_t next_order = 0;
  bool is_instantiated = false;
};

namespace emulator::runtime {

// A node of an executable graph. Child graphs stand in their node's place.
struct executable_node {
  payload what;
  std::vector<std::size_t> after;  // indices
  cudaGraphNode_t origin = nullptr;
  bool is_enabled = true;
};
// Every node after those that it needs; none where there is a cycle.
bool flatten(cudaGraph_t g, std::vector<executable_node>& out);

}  // namespace emulator::runtime

struct CUgraphExec_st {
  std::vector<emulator::runtime::executable_node> nodes;
  cudaGraph_t origin = nullptr;
  unsigned long long flags = 0;
  emulator::runtime::operation_pointer last;                     // of the last launch
  std::vector<emulator::runtime::allocation_pointer> outliving;  // allocated by a node and freed by none

  emulator::runtime::executable_node* find(cudaGraphNode_t node) {
    for (auto& n : nodes) {
      if (n.origin == node) return &n;
    }
    return nullptr;
  }
};
