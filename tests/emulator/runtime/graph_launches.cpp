// Executable graphs: instantiation, launches and updates.
#include <algorithm>

#include "capture.h"
#include "events.h"
#include "graphs.h"
#include "report.h"
#include "stream_ordered.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

// Memory that the graph allocates and does not free.
std::vector<allocation_pointer> outliving_memory(std::vector<executable_node> const& nodes) {
  std::vector<allocation_pointer> all;
  for (auto const& n : nodes) {
    if (n.what.type != cudaGraphNodeTypeMemAlloc) continue;
    bool const is_freed = std::any_of(nodes.begin(), nodes.end(), [&](executable_node const& m) {
      return m.what.type == cudaGraphNodeTypeMemFree && m.what.memory == n.what.memory;
    });
    if (!is_freed) all.push_back(n.what.memory);
  }
  return all;
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t g, unsigned long long flags) {
  if (exec == nullptr || !state().graphs.contains(g)) return cudaErrorInvalidValue;
  EMULATED_TRY(device_error());
  // A graph that allocates has one executable graph at a time.
  if (has_memory_nodes(g) && g->is_instantiated) return cudaErrorNotSupported;
  auto e = std::make_unique<CUgraphExec_st>();
  e->origin = g;
  e->flags = flags;
  if (!flatten(g, e->nodes)) return cudaErrorInvalidValue;
  e->outliving = outliving_memory(e->nodes);
  g->is_instantiated = has_memory_nodes(g);
  *exec = e.release();
  state().executable_graphs.insert(*exec);
  return cudaSuccess;
}

// In a stream that captures, a launch is a child graph.
cudaError_t launch_in_capture(lock& l, cudaGraphExec_t e, cudaStream_t s) {
  if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if (e->origin == nullptr) return cudaErrorInvalidValue;
  payload what;
  what.type = cudaGraphNodeTypeGraph;
  what.child = clone(e->origin);
  what.name = "a child graph";
  return enqueue(l, s, std::move(what));
}

operation_pointer submit_node(executable_node const& n, int device, std::vector<operation_pointer> after) {
  payload what = n.what;
  if (!n.is_enabled) what.work = nullptr;
  cudaEvent_t const event = what.event;
  if (what.type == cudaGraphNodeTypeEventRecord) what = record_payload(event);
  if (what.type == cudaGraphNodeTypeWaitEvent && event->record) after.push_back(event->record);
  operation_pointer const o = submit_unordered(device, what, after);
  if (what.type == cudaGraphNodeTypeEventRecord) event->record = o;
  return o;
}

// The operations of a launch, between its start and its end in the stream.
std::vector<operation_pointer> submit_nodes(cudaGraphExec_t e, int device, operation_pointer const& start) {
  std::vector<operation_pointer> first{start};
  if ((e->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0) {
    for (auto const& a : e->outliving) first.push_back(submit_unordered(device, free_node(a), {start}));
  }
  std::vector<operation_pointer> made;
  for (executable_node const& n : e->nodes) {
    std::vector<operation_pointer> after;
    for (std::size_t const i : n.after) after.push_back(made[i]);
    made.push_back(submit_node(n, device, after.empty() ? first : after));
  }
  made.insert(made.end(), first.begin(), first.end());
  return made;
}

cudaError_t launch(lock& l, cudaGraphExec_t e, cudaStream_t s) {
  if (s->capture != nullptr) return launch_in_capture(l, e, s);
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  EMULATED_TRY(state().devices[s->device].sticky);
  bool const frees_first = (e->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  bool const is_blocked =
      std::any_of(e->outliving.begin(), e->outliving.end(), [](auto& a) { return a->is_outstanding; });
  if (is_blocked && !frees_first) return cudaErrorInvalidValue;
  for (auto const& a : e->outliving) a->is_outstanding = true;

  payload mark;
  mark.name = "the start of a graph";
  std::vector<operation_pointer> const before = e->last ? std::vector{e->last} : std::vector<operation_pointer>{};
  operation_pointer const start = submit(s, mark, before);
  mark.name = "the end of a graph";
  e->last = submit(s, mark, submit_nodes(e, s->device, start));
  ++calls().graph_launches;
  calls().graph_nodes += e->nodes.size();
  run_if_eager(l, e->last);
  return cudaSuccess;
}

// Where a copy's end is, as far as an update may not change it.
int place_of(void const* p) {
  constexpr int elsewhere = -1, host_or_managed = most_devices;
  allocation_pointer const a = find_allocation(p);
  return !a ? elsewhere : a->is_closed_to_host() ? a->device : host_or_managed;
}

cudaGraphExecUpdateResult compare(executable_node const& old, executable_node const& fresh) {
  payload const &a = old.what, &b = fresh.what;
  if (a.type != b.type) return cudaGraphExecUpdateErrorNodeTypeChanged;
  if (old.after != fresh.after) return cudaGraphExecUpdateErrorTopologyChanged;
  if (a.memory) return cudaGraphExecUpdateErrorNotSupported;
  if (a.kernel && a.kernel->is_cooperative != b.kernel->is_cooperative)
    return cudaGraphExecUpdateErrorAttributesChanged;
  bool const is_moved = place_of(a.copy.srcPtr.ptr) != place_of(b.copy.srcPtr.ptr) ||
                        place_of(a.copy.dstPtr.ptr) != place_of(b.copy.dstPtr.ptr) ||
                        place_of(a.fill.dst) != place_of(b.fill.dst);
  return is_moved ? cudaGraphExecUpdateErrorParametersChanged : cudaGraphExecUpdateSuccess;
}

// Has the executable graph do what another graph does, where it can.
cudaError_t update(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo* information) {
  std::vector<executable_node> fresh;
  cudaGraphExecUpdateResultInfo info{};
  if (!flatten(g, fresh)) info.result = cudaGraphExecUpdateError;
  else if (fresh.size() != e->nodes.size()) info.result = cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < fresh.size() && info.result == cudaGraphExecUpdateSuccess; ++i) {
    info.result = compare(e->nodes[i], fresh[i]);
    if (info.result != cudaGraphExecUpdateSuccess) info.errorNode = fresh[i].origin;
  }
  if (information != nullptr) *information = info;
  if (info.result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
  for (std::size_t i = 0; i < fresh.size(); ++i) e->nodes[i].what = fresh[i].what;
  return cudaSuccess;
}

cudaError_t known(cudaGraphExec_t e) {
  return state().executable_graphs.contains(e) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* e, cudaGraph_t g,
                                                       unsigned long long flags) {
  lock const l(state().mutex);
  return noted(instantiate(e, g, flags));
}
EMULATED_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t* e, cudaGraph_t g, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(e, g, flags);
}
EMULATED_API cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* e, cudaGraph_t g,
                                                        cudaGraphInstantiateParams* p) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  cudaError_t const code = cudaGraphInstantiateWithFlags(e, g, p->flags);
  p->result_out = code == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return code;
}
EMULATED_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e) {
  lock const l(state().mutex);
  EMULATED_TRY(known(e));
  state().executable_graphs.erase(e);
  if (e->origin != nullptr) e->origin->is_instantiated = false;
  delete e;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t e, unsigned long long* flags) {
  lock const l(state().mutex);
  EMULATED_TRY(known(e));
  *flags = e->flags;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t stream) {
  lock l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  return noted(launch(l, e, s));
}
EMULATED_API cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t e, cudaStream_t s) {
  return cudaGraphLaunch(e, per_thread_default(s));
}
EMULATED_API cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t) {
  lock const l(state().mutex);
  return noted(known(e));
}
EMULATED_API cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t e, cudaStream_t s) { return cudaGraphUpload(e, s); }

EMULATED_API cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g,
                                             cudaGraphExecUpdateResultInfo* information) {
  lock const l(state().mutex);
  EMULATED_TRY(known(e));
  if (!state().graphs.contains(g)) return fail(cudaErrorInvalidValue);
  return noted(update(e, g, information));
}

EMULATED_API cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t e, cudaGraphNode_t node, unsigned is_enabled) {
  lock const l(state().mutex);
  EMULATED_TRY(known(e));
  executable_node* const n = e->find(node);
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  n->is_enabled = is_enabled != 0;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t e, cudaGraphNode_t node, unsigned* is_enabled) {
  lock const l(state().mutex);
  EMULATED_TRY(known(e));
  executable_node const* const n = e->find(node);
  if (n == nullptr) return fail(cudaErrorInvalidValue);
  *is_enabled = n->is_enabled ? 1 : 0;
  return cudaSuccess;
}
