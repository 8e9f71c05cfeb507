// Graphs as a whole: making, cloning and walking them.
#include <algorithm>
#include <cstring>

#include "graphs.h"

namespace emulator::runtime {
namespace {

cudaError_t known(cudaGraph_t g) { return state().graphs.contains(g) ? cudaSuccess : cudaErrorInvalidValue; }

// Gives a list as the calls do: how many there are where `nodes` is null, else as many as there is
// room for.
cudaError_t give_list(std::vector<cudaGraphNode_t> const& all, cudaGraphNode_t* nodes, std::size_t* n) {
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  if (nodes != nullptr) {
    for (std::size_t i = 0; i < *n; ++i) nodes[i] = i < all.size() ? all[i] : nullptr;
  }
  *n = nodes == nullptr ? all.size() : std::min(*n, all.size());
  return cudaSuccess;
}

void clear_edge_data(cudaGraphEdgeData* data, std::size_t n) {
  if (data != nullptr) std::memset(data, 0, n * sizeof *data);
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaGraphCreate(cudaGraph_t* g, unsigned flags) {
  if (g == nullptr || flags != 0) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  *g = new_graph();
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphDestroy(cudaGraph_t g) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  delete_graph(g);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t g) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  if (has_memory_nodes(g)) return fail(cudaErrorNotSupported);
  *copy = clone(g);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t* nodes, size_t* n) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  return give_list(g->nodes, nodes, n);
}
EMULATED_API cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t* nodes, size_t* n) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  std::vector<cudaGraphNode_t> roots;
  std::copy_if(g->nodes.begin(), g->nodes.end(), std::back_inserter(roots),
               [](auto* node) { return node->after.empty(); });
  return give_list(roots, nodes, n);
}
EMULATED_API cudaError_t cudaGraphGetEdges(cudaGraph_t g, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                           cudaGraphEdgeData* data, size_t* n) {
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  std::vector<cudaGraphNode_t> begins, ends;
  for (cudaGraphNode_t const end : g->nodes) {
    for (cudaGraphNode_t const begin : end->after) {
      begins.push_back(begin);
      ends.push_back(end);
    }
  }
  std::size_t room = *n;
  if (from != nullptr) clear_edge_data(data, room);
  EMULATED_TRY(give_list(begins, from, &room));
  return give_list(ends, to, n);
}
EMULATED_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (node == nullptr || type == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  *type = node->what.type;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                      cudaGraphEdgeData* data, size_t* n) {
  lock const l(state().mutex);
  if (nodes != nullptr && n != nullptr) clear_edge_data(data, *n);
  return give_list(node->after, nodes, n);
}
EMULATED_API cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                        cudaGraphEdgeData* data, size_t* n) {
  lock const l(state().mutex);
  if (nodes != nullptr && n != nullptr) clear_edge_data(data, *n);
  return give_list(node->before, nodes, n);
}

EMULATED_API cudaError_t cudaGraphAddDependencies(cudaGraph_t g, cudaGraphNode_t const* from,
                                                  cudaGraphNode_t const* to, cudaGraphEdgeData const*, size_t n) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  for (std::size_t i = 0; i < n; ++i) {
    to[i]->after.push_back(from[i]);
    from[i]->before.push_back(to[i]);
  }
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphRemoveDependencies(cudaGraph_t g, cudaGraphNode_t const* from,
                                                     cudaGraphNode_t const* to, cudaGraphEdgeData const*,
                                                     size_t n) {
  lock const l(state().mutex);
  EMULATED_TRY(known(g));
  for (std::size_t i = 0; i < n; ++i) {
    std::erase(to[i]->after, from[i]);
    std::erase(from[i]->before, to[i]);
  }
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t n) {
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  for (cudaGraphNode_t const a : n->after) std::erase(a->before, n);
  for (cudaGraphNode_t const b : n->before) std::erase(b->after, n);
  std::erase(n->graph->nodes, n);
  delete n;
  return cudaSuccess;
}
