// Nodes of graphs: making them of parameters, and telling and changing the parameters.
#include <cstring>

#include "copies.h"
#include "events.h"
#include "graphs.h"
#include "launches.h"
#include "stream_ordered.h"

namespace emulator::runtime {
namespace {

// Where a node goes: the first four parameters of all calls that add one.
struct node_place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  cudaGraphNode_t const* after;
  std::size_t n;
};

// With the mutex held.
cudaError_t add(node_place const& place, payload what) {
  if (place.node == nullptr || !state().graphs.contains(place.graph)) return fail(cudaErrorInvalidValue);
  *place.node =
      add_node(place.graph, std::move(what), std::vector<cudaGraphNode_t>(place.after, place.after + place.n));
  return cudaSuccess;
}
cudaError_t add_locked(node_place const& place, payload what) {
  lock const l(state().mutex);
  return add(place, std::move(what));
}

cudaError_t kernel_payload(cudaKernelNodeParams const* p, payload* what) {
  if (p == nullptr) return cudaErrorInvalidValue;
  return make_launch({p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes}, what);
}
cudaError_t copy_payload(copy_request const& r, payload* what) {
  bool waits = false;
  return make_copy(r, copy_mode::captured, what, &waits);
}
cudaError_t fill_payload(cudaMemsetParams const* p, payload* what) {
  if (p == nullptr) return cudaErrorInvalidValue;
  bool waits = false;
  return make_fill({p->dst, p->pitch, p->value, p->elementSize, p->width, p->height}, what, &waits);
}
payload host_payload(cudaHostNodeParams const& p) {
  payload what;
  what.kind = operation_kind::host;
  what.type = cudaGraphNodeTypeHost;
  what.host = p;
  what.name = "a host function";
  what.work = [p] { p.fn(p.userData); };
  return what;
}

// Has a node of an executable graph do something else of the same type.
cudaError_t change(cudaGraphExec_t e, cudaGraphNode_t node, payload what) {
  lock const l(state().mutex);
  if (!state().executable_graphs.contains(e)) return fail(cudaErrorInvalidValue);
  executable_node* const n = e->find(node);
  if (n == nullptr || n->what.type != what.type) return fail(cudaErrorInvalidValue);
  n->what = std::move(what);
  return cudaSuccess;
}
cudaError_t change(cudaGraphNode_t node, payload what) {
  lock const l(state().mutex);
  if (node == nullptr || node->what.type != what.type) return fail(cudaErrorInvalidValue);
  node->what = std::move(what);
  return cudaSuccess;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- Kernels --------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t g, cudaGraphNode_t const* after,
                                                size_t n, cudaKernelNodeParams const* p) {
  payload what;
  EMULATED_TRY(kernel_payload(p, &what));
  return add_locked({node, g, after, n}, std::move(what));
}
EMULATED_API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, cudaKernelNodeParams const* p) {
  payload what;
  EMULATED_TRY(kernel_payload(p, &what));
  return change(node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node,
                                                          cudaKernelNodeParams const* p) {
  payload what;
  EMULATED_TRY(kernel_payload(p, &what));
  return change(e, node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* p) {
  lock const l(state().mutex);
  if (p == nullptr || !node->what.kernel) return fail(cudaErrorInvalidValue);
  kernel_call const& call = *node->what.kernel;
  // What kernelParams points at lives until the thread asks again.
  static thread_local std::vector<void*> pointers;
  pointers = call.pointers();
  *p = cudaKernelNodeParams{};
  p->func = const_cast<void*>(call.kernel->function);
  p->gridDim = call.grid;
  p->blockDim = call.block;
  p->sharedMemBytes = static_cast<unsigned>(call.dynamic_shared);
  p->kernelParams = pointers.data();
  return cudaSuccess;
}

// ---- Copies and fills -----------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t g,
                                                  cudaGraphNode_t const* after, size_t n, void* to,
                                                  void const* from, size_t bytes, cudaMemcpyKind kind) {
  payload what;
  EMULATED_TRY(copy_payload(copy_request::of_bytes(to, from, bytes, kind), &what));
  return add_locked({node, g, after, n}, std::move(what));
}
EMULATED_API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, void const* from,
                                                        size_t bytes, cudaMemcpyKind kind) {
  payload what;
  EMULATED_TRY(copy_payload(copy_request::of_bytes(to, from, bytes, kind), &what));
  return change(node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t e, cudaGraphNode_t node, void* to,
                                                            void const* from, size_t bytes, cudaMemcpyKind kind) {
  payload what;
  EMULATED_TRY(copy_payload(copy_request::of_bytes(to, from, bytes, kind), &what));
  return change(e, node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* p) {
  lock const l(state().mutex);
  if (p == nullptr || node->what.type != cudaGraphNodeTypeMemcpy) return fail(cudaErrorInvalidValue);
  *p = node->what.copy;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t g, cudaGraphNode_t const* after,
                                                size_t n, cudaMemsetParams const* p) {
  payload what;
  EMULATED_TRY(fill_payload(p, &what));
  return add_locked({node, g, after, n}, std::move(what));
}
EMULATED_API cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, cudaMemsetParams const* p) {
  payload what;
  EMULATED_TRY(fill_payload(p, &what));
  return change(node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node,
                                                          cudaMemsetParams const* p) {
  payload what;
  EMULATED_TRY(fill_payload(p, &what));
  return change(e, node, std::move(what));
}
EMULATED_API cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* p) {
  lock const l(state().mutex);
  if (p == nullptr || node->what.type != cudaGraphNodeTypeMemset) return fail(cudaErrorInvalidValue);
  *p = node->what.fill;
  return cudaSuccess;
}

// ---- Host functions, marks, child graphs ----------------------------------------------------------------------------

EMULATED_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t g, cudaGraphNode_t const* after,
                                              size_t n, cudaHostNodeParams const* p) {
  if (p == nullptr || p->fn == nullptr) return fail(cudaErrorInvalidValue);
  return add_locked({node, g, after, n}, host_payload(*p));
}
EMULATED_API cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, cudaHostNodeParams const* p) {
  if (p == nullptr || p->fn == nullptr) return fail(cudaErrorInvalidValue);
  return change(node, host_payload(*p));
}
EMULATED_API cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node,
                                                        cudaHostNodeParams const* p) {
  if (p == nullptr || p->fn == nullptr) return fail(cudaErrorInvalidValue);
  return change(e, node, host_payload(*p));
}
EMULATED_API cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* p) {
  lock const l(state().mutex);
  if (p == nullptr || node->what.type != cudaGraphNodeTypeHost) return fail(cudaErrorInvalidValue);
  *p = node->what.host;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t g, cudaGraphNode_t const* after,
                                               size_t n) {
  payload what;
  what.name = "an empty node";
  return add_locked({node, g, after, n}, what);
}
EMULATED_API cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                    cudaGraphNode_t const* after, size_t n, cudaGraph_t child) {
  lock const l(state().mutex);
  if (!state().graphs.contains(child)) return fail(cudaErrorInvalidValue);
  payload what;
  what.type = cudaGraphNodeTypeGraph;
  what.child = clone(child);
  what.name = "a child graph";
  return add({node, g, after, n}, what);
}
EMULATED_API cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* g) {
  lock const l(state().mutex);
  if (g == nullptr || node->what.type != cudaGraphNodeTypeGraph) return fail(cudaErrorInvalidValue);
  *g = node->what.child;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                     cudaGraphNode_t const* after, size_t n, cudaEvent_t event) {
  lock const l(state().mutex);
  if (!state().events.contains(event)) return fail(cudaErrorInvalidValue);
  return add({node, g, after, n}, record_payload(event));
}
EMULATED_API cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                   cudaGraphNode_t const* after, size_t n, cudaEvent_t event) {
  lock const l(state().mutex);
  if (!state().events.contains(event)) return fail(cudaErrorInvalidValue);
  return add({node, g, after, n}, wait_payload(event));
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                  cudaGraphNode_t const* after, size_t n,
                                                  cudaMemAllocNodeParams* p) {
  if (p == nullptr || p->bytesize == 0 || !is_device(p->poolProps.location.id)) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  allocation_pointer const a = reserve_for_graph(p->bytesize, p->poolProps.location.id);
  if (!a) return fail(cudaErrorMemoryAllocation);
  p->dptr = a->begin();
  return add({node, g, after, n}, allocation_node(a));
}
EMULATED_API cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* p) {
  lock const l(state().mutex);
  if (p == nullptr || node->what.type != cudaGraphNodeTypeMemAlloc) return fail(cudaErrorInvalidValue);
  allocation const& a = *node->what.memory;
  std::memset(p, 0, sizeof *p);
  p->dptr = a.begin();
  p->bytesize = a.size;
  p->poolProps.allocType = cudaMemAllocationTypePinned;
  p->poolProps.location.type = cudaMemLocationTypeDevice;
  p->poolProps.location.id = a.device;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t g,
                                                 cudaGraphNode_t const* after, size_t n, void* p) {
  lock const l(state().mutex);
  allocation_pointer const a = find_allocation(p);
  if (!a || !a->is_of_graph || a->begin() != p) return fail(cudaErrorInvalidValue);
  return add({node, g, after, n}, free_node(a));
}
EMULATED_API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* out) {
  lock const l(state().mutex);
  if (out == nullptr || node->what.type != cudaGraphNodeTypeMemFree) return fail(cudaErrorInvalidValue);
  *static_cast<void**>(out) = node->what.memory->begin();
  return cudaSuccess;
}
