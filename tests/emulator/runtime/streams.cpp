// Streams: their order, the calls that make them, wait for them and put host functions into them.
#include "streams.h"

#include <algorithm>
#include <cstring>

#include "capture.h"
#include "graphs.h"
#include "messages.h"
#include "report.h"

namespace emulator::runtime {
namespace {

cudaStream_t legacy_stream_of(int device) {
  auto& d = state().devices[device];
  if (d.legacy_stream == nullptr) {
    d.legacy_stream = make_stream(device, 0, 0);
    d.legacy_stream->is_legacy = true;
  }
  return d.legacy_stream;
}

operation_pointer make_operation(int device, payload const& what) {
  auto o = std::make_shared<operation>();
  o->id = state().next_operation++;
  o->kind = what.kind;
  o->device = device;
  o->work = what.work;
  o->runs_after_fault = what.runs_after_fault;
  o->name = what.name;
  return o;
}

void come_after(operation_pointer const& o, operation_pointer const& earlier) {
  if (!earlier || earlier->is_done || std::find(o->after.begin(), o->after.end(), earlier) != o->after.end())
    return;
  o->after.push_back(earlier);
  earlier->before.push_back(o);
  ++o->pending;
}

// The stream's last operation, and the others that a wait for the legacy stream waits for.
std::vector<operation_pointer> outstanding(cudaStream_t s) {
  std::vector<operation_pointer> all;
  if (s->last) all.push_back(s->last);
  if (!s->is_legacy) return all;
  for (cudaStream_t const other : state().devices[s->device].streams) {
    if (other != s && other->is_blocking() && other->last) all.push_back(other->last);
  }
  return all;
}

}  // namespace

cudaStream_t make_stream(int device, unsigned flags, int priority) {
  static unsigned long long id = 0;
  auto* const s = new CUstream_st;
  s->device = device;
  s->flags = flags;
  s->priority = priority;
  s->id = ++id;
  state().devices[device].streams.insert(s);
  state().streams.insert(s);
  return s;
}

cudaError_t resolve(cudaStream_t handle, cudaStream_t* stream, int device) {
  if (device < 0) device = this_thread().device;
  if (handle == nullptr || handle == cudaStreamLegacy) {
    *stream = legacy_stream_of(device);
  } else if (handle == cudaStreamPerThread) {
    cudaStream_t& mine = this_thread().per_thread_streams[device];
    if (mine == nullptr) mine = make_stream(device, 0, 0);
    *stream = mine;
  } else {
    if (!state().streams.contains(handle)) return cudaErrorInvalidResourceHandle;
    *stream = handle;
  }
  return cudaSuccess;
}

operation_pointer submit(cudaStream_t s, payload const& what, std::vector<operation_pointer> const& after) {
  operation_pointer const o = make_operation(s->device, what);
  o->stream = s;
  come_after(o, s->last);
  if (s->is_legacy) {
    for (operation_pointer const& other : outstanding(s)) come_after(o, other);
  } else if (cudaStream_t const legacy = state().devices[s->device].legacy_stream;
             legacy != nullptr && s->is_blocking()) {
    come_after(o, legacy->last);
  }
  for (operation_pointer const& earlier : after) come_after(o, earlier);
  s->last = o;
  s->queries = 0;
  if (o->pending == 0) state().idle.push_back(o);
  trace("puts %llu, %s, into stream %llu", static_cast<unsigned long long>(o->id), o->name.c_str(), s->id);
  return o;
}

operation_pointer submit_unordered(int device, payload const& what, std::vector<operation_pointer> const& after) {
  operation_pointer const o = make_operation(device, what);
  o->name += " (of a graph)";
  for (operation_pointer const& earlier : after) come_after(o, earlier);
  if (o->pending == 0) state().idle.push_back(o);
  return o;
}

cudaError_t enqueue(lock& l, cudaStream_t s, payload what, operation_pointer* made) {
  if (s->capture != nullptr) {
    if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
    s->capture_tail = {add_node(s->capture->graph, std::move(what), s->capture_tail)};
    return cudaSuccess;
  }
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  EMULATED_TRY(state().devices[s->device].sticky);
  operation_pointer const o = submit(s, what);
  if (made != nullptr) *made = o;
  run_if_eager(l, o);
  return settings().eager ? state().devices[s->device].sticky : cudaSuccess;
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- Making streams -------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (stream == nullptr || (flags & ~1u) != 0) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  *stream = make_stream(this_thread().device, flags, std::clamp(priority, -5, 0));
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
EMULATED_API cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}

EMULATED_API cudaError_t cudaStreamDestroy(cudaStream_t s) {
  if (s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread)
    return fail(cudaErrorInvalidResourceHandle);
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  if (state().streams.erase(s) == 0) return fail(cudaErrorInvalidResourceHandle);
  s->is_alive = false;
  leave_capture(s);
  // What is in it is done all the same: it stays with its device until then.
  if (!s->last) state().devices[s->device].streams.erase(s);
  return cudaSuccess;
}

// ---- Waiting --------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  ++calls().stream_syncs;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(forbidden_in_capture(s));
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  std::vector<operation_pointer> const all = outstanding(s);
  for (operation_pointer const& o : all) demand(o);
  for (operation_pointer const& o : all) wait_for(l, o);
  trim_pools_after_wait(s->device);
  return noted(state().devices[s->device].sticky);
}
EMULATED_API cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t s) {
  return cudaStreamSynchronize(per_thread_default(s));
}

EMULATED_API cudaError_t cudaStreamQuery(cudaStream_t stream) {
  ++calls().queries;
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(forbidden_in_capture(s));
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  std::vector<operation_pointer> const all = outstanding(s);
  if (all.empty()) return noted(state().devices[s->device].sticky);
  // Work that is only asked for begins after some questions.
  if (++s->queries > settings().queries) {
    for (operation_pointer const& o : all) demand(o);
  }
  return fail(cudaErrorNotReady);
}
EMULATED_API cudaError_t cudaStreamQuery_ptsz(cudaStream_t s) { return cudaStreamQuery(per_thread_default(s)); }

EMULATED_API cudaError_t cudaDeviceSynchronize() {
  ++calls().device_syncs;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  int const device = this_thread().device;
  EMULATED_TRY(device_wait_forbidden(device));
  wait_for_device(l, device);
  return noted(state().devices[device].sticky);
}

// ---- What a stream is -----------------------------------------------------------------------------------------------

// Calls f with the stream that a handle means.
template <class F>
static cudaError_t with_stream(cudaStream_t handle, F const& f) {
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(handle, &s));
  f(*s);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return with_stream(stream, [&](CUstream_st const& s) { *priority = s.priority; });
}
EMULATED_API cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t s, int* priority) {
  return cudaStreamGetPriority(per_thread_default(s), priority);
}
EMULATED_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return with_stream(stream, [&](CUstream_st const& s) { *flags = s.flags; });
}
EMULATED_API cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t s, unsigned* flags) {
  return cudaStreamGetFlags(per_thread_default(s), flags);
}
EMULATED_API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return with_stream(stream, [&](CUstream_st const& s) { *id = s.id; });
}
EMULATED_API cudaError_t cudaStreamGetId_ptsz(cudaStream_t s, unsigned long long* id) {
  return cudaStreamGetId(per_thread_default(s), id);
}
EMULATED_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return with_stream(stream, [&](CUstream_st const& s) { *device = s.device; });
}
EMULATED_API cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t s, int* device) {
  return cudaStreamGetDevice(per_thread_default(s), device);
}
// Attributes are hints about caches and the like, which are not emulated.
EMULATED_API cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID,
                                                cudaStreamAttrValue* value) {
  return with_stream(stream, [&](CUstream_st const&) { std::memset(value, 0, sizeof *value); });
}
EMULATED_API cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID,
                                                cudaStreamAttrValue const*) {
  return with_stream(stream, [](CUstream_st const&) {});
}
EMULATED_API cudaError_t cudaStreamCopyAttributes(cudaStream_t, cudaStream_t stream) {
  return with_stream(stream, [](CUstream_st const&) {});
}
EMULATED_API cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

// ---- Host functions -------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t f, void* data) {
  if (f == nullptr) return fail(cudaErrorInvalidValue);
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  payload what;
  what.kind = operation_kind::host;
  what.type = cudaGraphNodeTypeHost;
  what.name = "a host function";
  what.host = {f, data};
  what.work = [f, data] { f(data); };
  return noted(enqueue(l, s, std::move(what)));
}
EMULATED_API cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t s, cudaHostFn_t f, void* data) {
  return cudaLaunchHostFunc(per_thread_default(s), f, data);
}

// A callback is told of a fault, so that it runs after one.
EMULATED_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t f, void* data,
                                               unsigned flags) {
  if (f == nullptr || flags != 0) return fail(cudaErrorInvalidValue);
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  EMULATED_TRY(forbidden_in_capture(s));
  payload what;
  what.kind = operation_kind::host;
  what.runs_after_fault = true;
  what.name = "a stream's callback";
  what.work = [=, device = s->device] {
    cudaError_t code = cudaSuccess;
    {
      lock const inner(state().mutex);
      code = state().devices[device].sticky;
    }
    f(stream, code, data);
  };
  return noted(enqueue(l, s, std::move(what)));
}
EMULATED_API cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t s, cudaStreamCallback_t f, void* data,
                                                    unsigned flags) {
  return cudaStreamAddCallback(per_thread_default(s), f, data, flags);
}
