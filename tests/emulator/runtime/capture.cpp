// Capture: streams record into a graph what is put into them.
#include "capture.h"

#include <algorithm>
#include <utility>

#include "graphs.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

// An address of the thread's own.
void const* thread_tag() {
  static thread_local char const tag = 0;
  return &tag;
}

capture_session* capture_of_blocking_streams(int device) {
  for (capture_session* const c : state().captures) {
    for (cudaStream_t const s : c->members) {
      if (s->device == device && s->is_blocking()) return c;
    }
  }
  return nullptr;
}

cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t into,
                  std::vector<cudaGraphNode_t> after) {
  static unsigned long long id = 0;
  if (stream == nullptr || stream == cudaStreamLegacy) return fail(cudaErrorStreamCaptureUnsupported);
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  if (s->capture != nullptr) return fail(cudaErrorIllegalState);
  auto* const c = new capture_session;
  c->graph = into != nullptr ? into : new_graph();
  c->is_into_existing_graph = into != nullptr;
  c->id = ++id;
  c->mode = mode;
  c->origin = s;
  c->thread = thread_tag();
  c->members.insert(s);
  s->capture = c;
  s->capture_tail = std::move(after);
  state().captures.insert(c);
  return cudaSuccess;
}

// Whether all that the streams of a capture have recorded is among what the origin comes after.
bool is_joined(capture_session const& c) {
  std::unordered_set<cudaGraphNode_t> const seen = ancestors(c.origin->capture_tail);
  return std::all_of(c.members.begin(), c.members.end(), [&](cudaStream_t s) {
    return std::all_of(s->capture_tail.begin(), s->capture_tail.end(),
                       [&](auto* node) { return seen.contains(node); });
  });
}

// Ends the session; its graph is the caller's.
void dissolve(capture_session* c) {
  for (cudaStream_t const s : c->members) {
    s->capture = nullptr;
    s->capture_tail.clear();
  }
  state().captures.erase(c);
}

}  // namespace

cudaError_t forbidden_in_capture(cudaStream_t s) {
  if (s->capture == nullptr) return cudaSuccess;
  s->capture->is_invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t unsafe_in_capture() {
  cudaStreamCaptureMode const mode = this_thread().capture_mode;
  if (mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  for (capture_session* const c : state().captures) {
    bool const is_mine = c->thread == thread_tag();
    bool const is_concerned = c->mode == cudaStreamCaptureModeGlobal
                                  ? is_mine || mode == cudaStreamCaptureModeGlobal
                                  : c->mode == cudaStreamCaptureModeThreadLocal && is_mine;
    if (is_concerned) {
      c->is_invalid = true;
      return cudaErrorStreamCaptureUnsupported;
    }
  }
  return cudaSuccess;
}

cudaError_t legacy_work_allowed(int device) {
  capture_session* const c = capture_of_blocking_streams(device);
  if (c == nullptr) return cudaSuccess;
  c->is_invalid = true;
  return cudaErrorStreamCaptureImplicit;
}

cudaError_t device_wait_forbidden(int device) {
  bool is_capturing = false;
  for (capture_session* const c : state().captures) {
    bool const concerns =
        std::any_of(c->members.begin(), c->members.end(), [&](auto* s) { return s->device == device; });
    c->is_invalid = c->is_invalid || concerns;
    is_capturing = is_capturing || concerns;
  }
  return is_capturing ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

void leave_capture(cudaStream_t s) {
  if (s->capture == nullptr) return;
  s->capture->is_invalid = true;
  s->capture->members.erase(s);
  if (s->capture->origin == s) dissolve(s->capture);
  s->capture = nullptr;
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaStreamBeginCapture(cudaStream_t s, cudaStreamCaptureMode mode) {
  return begin(s, mode, nullptr, {});
}
EMULATED_API cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t s, cudaStreamCaptureMode mode) {
  return begin(per_thread_default(s), mode, nullptr, {});
}
EMULATED_API cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t s, cudaGraph_t g, cudaGraphNode_t const* after,
                                                       cudaGraphEdgeData const*, size_t n,
                                                       cudaStreamCaptureMode mode) {
  return begin(s, mode, g, std::vector<cudaGraphNode_t>(after, after + n));
}

EMULATED_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (stream == nullptr || stream == cudaStreamLegacy || graph == nullptr) return fail(cudaErrorIllegalState);
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  *graph = nullptr;
  capture_session* const c = s->capture;
  if (c == nullptr) return fail(cudaErrorIllegalState);
  if (c->origin != s) {
    c->is_invalid = true;
    return fail(cudaErrorStreamCaptureUnmatched);
  }
  if (c->mode != cudaStreamCaptureModeRelaxed && c->thread != thread_tag()) {
    return fail(cudaErrorStreamCaptureWrongThread);
  }
  bool const joined = c->is_invalid || is_joined(*c);
  dissolve(c);
  if (c->is_invalid || !joined) {
    if (!c->is_into_existing_graph) delete_graph(c->graph);
    return fail(c->is_invalid ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnjoined);
  }
  *graph = c->graph;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t s, cudaGraph_t* g) {
  return cudaStreamEndCapture(per_thread_default(s), g);
}

EMULATED_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  if (status == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (s->is_legacy && capture_of_blocking_streams(s->device) != nullptr)
    return fail(cudaErrorStreamCaptureImplicit);
  *status = s->capture == nullptr    ? cudaStreamCaptureStatusNone
            : s->capture->is_invalid ? cudaStreamCaptureStatusInvalidated
                                     : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t s, cudaStreamCaptureStatus* status) {
  return cudaStreamIsCapturing(per_thread_default(s), status);
}

EMULATED_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                  unsigned long long* id, cudaGraph_t* graph,
                                                  cudaGraphNode_t const** tail, cudaGraphEdgeData const** edges,
                                                  size_t* n) {
  EMULATED_TRY(cudaStreamIsCapturing(stream, status));
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (edges != nullptr) *edges = nullptr;
  if (s->capture == nullptr) return cudaSuccess;
  if (id != nullptr) *id = s->capture->id;
  if (graph != nullptr) *graph = s->capture->graph;
  if (tail != nullptr) *tail = s->capture_tail.data();
  if (n != nullptr) *n = s->capture_tail.size();
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t s, cudaStreamCaptureStatus* status,
                                                       unsigned long long* id, cudaGraph_t* graph,
                                                       cudaGraphNode_t const** tail,
                                                       cudaGraphEdgeData const** edges, size_t* n) {
  return cudaStreamGetCaptureInfo(per_thread_default(s), status, id, graph, tail, edges, n);
}

EMULATED_API cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                             cudaGraphEdgeData const*, size_t n, unsigned flags) {
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (s->capture == nullptr) return fail(cudaErrorIllegalState);
  if (flags == cudaStreamSetCaptureDependencies) s->capture_tail.clear();
  s->capture_tail.insert(s->capture_tail.end(), nodes, nodes + n);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(*mode, this_thread().capture_mode);
  return cudaSuccess;
}
