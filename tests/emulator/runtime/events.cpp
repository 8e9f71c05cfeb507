// Events: places in streams that are waited for, and times between them on the device's clock.
#include "events.h"

#include <algorithm>

#include "capture.h"
#include "report.h"
#include "streams.h"

namespace emulator::runtime {

payload record_payload(cudaEvent_t e) {
  e->time = std::make_shared<std::uint64_t>(0);
  payload what;
  what.kind = operation_kind::record;
  what.type = cudaGraphNodeTypeEventRecord;
  what.event = e;
  what.runs_after_fault = true;
  what.name = "an event's record";
  what.work = [time = e->time, device = e->device] {
    lock const l(state().mutex);
    *time = state().devices[device].clock;
  };
  return what;
}

payload wait_payload(cudaEvent_t e) {
  payload what;
  what.kind = operation_kind::wait;
  what.type = cudaGraphNodeTypeWaitEvent;
  what.event = e;
  what.runs_after_fault = true;
  what.name = "a wait for an event";
  return what;
}

namespace {

cudaError_t known(cudaEvent_t e) {
  return state().events.contains(e) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

bool is_captured(cudaEvent_t e) { return e->capture != nullptr && state().captures.contains(e->capture); }

// Asking the host about an event that a capture has recorded ends the capture.
cudaError_t forbidden_when_captured(cudaEvent_t e) {
  if (!is_captured(e)) return cudaSuccess;
  e->capture->is_invalid = true;
  return cudaErrorCapturedEvent;
}

// An event of a capture takes a stream into the capture.
cudaError_t join_capture(cudaStream_t s, cudaEvent_t e) {
  capture_session* const c = e->capture;
  if (c->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if (s->capture != nullptr && s->capture != c) {
    s->capture->is_invalid = c->is_invalid = true;
    return cudaErrorStreamCaptureMerge;
  }
  if (s->is_legacy) {
    c->is_invalid = true;
    return cudaErrorStreamCaptureImplicit;
  }
  if (s->capture == nullptr) {
    s->capture = c;
    s->capture_tail.clear();
    c->members.insert(s);
  }
  for (cudaGraphNode_t const n : e->captured) {
    if (std::find(s->capture_tail.begin(), s->capture_tail.end(), n) == s->capture_tail.end())
      s->capture_tail.push_back(n);
  }
  return cudaSuccess;
}

// A stream that captures waits for an event of no capture.
cudaError_t wait_in_capture(lock& l, cudaStream_t s, cudaEvent_t e, unsigned flags) {
  if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if ((flags & cudaEventWaitExternal) != 0) return enqueue(l, s, wait_payload(e));
  if (!e->record) return cudaSuccess;  // it was never recorded
  s->capture->is_invalid = true;
  return cudaErrorStreamCaptureIsolation;
}

cudaError_t record_in_capture(lock& l, cudaStream_t s, cudaEvent_t e, unsigned flags) {
  if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if ((flags & cudaEventRecordExternal) != 0) return enqueue(l, s, record_payload(e));
  e->capture = s->capture;
  e->captured = s->capture_tail;
  e->record = nullptr;
  return cudaSuccess;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned flags) {
  if (e == nullptr || (flags & ~7u) != 0) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  *e = new CUevent_st;
  (*e)->device = this_thread().device;
  (*e)->flags = flags;
  state().events.insert(*e);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaEventCreate(cudaEvent_t* e) { return cudaEventCreateWithFlags(e, 0); }
EMULATED_API cudaError_t cudaEventDestroy(cudaEvent_t e) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  state().events.erase(e);
  // Nodes of graphs may name it: what it held goes, the handle stays.
  e->record = nullptr;
  e->capture = nullptr;
  e->captured.clear();
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t stream, unsigned flags) {
  ++calls().event_records;
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  if (e->device != s->device) return fail(cudaErrorInvalidResourceHandle);
  if (s->capture != nullptr) return noted(record_in_capture(l, s, e, flags));
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  e->capture = nullptr;
  e->captured.clear();
  e->record = submit(s, record_payload(e));
  e->queries = 0;
  run_if_eager(l, e->record);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t e, cudaStream_t s, unsigned flags) {
  return cudaEventRecordWithFlags(e, per_thread_default(s), flags);
}
EMULATED_API cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s) {
  return cudaEventRecordWithFlags(e, s, 0);
}
EMULATED_API cudaError_t cudaEventRecord_ptsz(cudaEvent_t e, cudaStream_t s) {
  return cudaEventRecordWithFlags(e, per_thread_default(s), 0);
}

EMULATED_API cudaError_t cudaEventQuery(cudaEvent_t e) {
  ++calls().queries;
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  EMULATED_TRY(forbidden_when_captured(e));
  EMULATED_TRY(unsafe_in_capture());
  if (!e->record || e->record->is_done) return noted(state().devices[e->device].sticky);
  if (++e->queries > settings().queries) demand(e->record);
  return fail(cudaErrorNotReady);
}

EMULATED_API cudaError_t cudaEventSynchronize(cudaEvent_t e) {
  ++calls().event_syncs;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  EMULATED_TRY(forbidden_when_captured(e));
  wait_for(l, e->record);
  trim_pools_after_wait(e->device);
  return noted(state().devices[e->device].sticky);
}

EMULATED_API cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  if (milliseconds == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(known(begin));
  EMULATED_TRY(known(end));
  bool const is_timed = ((begin->flags | end->flags) & cudaEventDisableTiming) == 0 && begin->time && end->time;
  if (!is_timed || begin->device != end->device) return fail(cudaErrorInvalidResourceHandle);
  if ((begin->record && !begin->record->is_done) || (end->record && !end->record->is_done))
    return fail(cudaErrorNotReady);
  *milliseconds = static_cast<float>(static_cast<double>(*end->time) - static_cast<double>(*begin->time)) * 1e-6f;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t e, unsigned flags) {
  ++calls().stream_waits;
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  EMULATED_TRY(usable());
  EMULATED_TRY(known(e));
  if (is_captured(e)) return noted(join_capture(s, e));
  if (s->capture != nullptr) return noted(wait_in_capture(l, s, e, flags));
  if (!e->record || e->record->is_done) return cudaSuccess;
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  submit(s, wait_payload(e), {e->record});
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t s, cudaEvent_t e, unsigned flags) {
  return cudaStreamWaitEvent(per_thread_default(s), e, flags);
}
