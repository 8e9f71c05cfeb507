// cudaMemcpy, cudaMemset and their like.
#include "capture.h"
#include "copies.h"
#include "messages.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

cudaError_t unusable() {
  lock const l(state().mutex);
  return usable();
}

bool is_capturing(cudaStream_t stream) {
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  return resolve(stream, &s) == cudaSuccess && s->capture != nullptr;
}

// Memory of another device's pool has to be open to the device whose stream copies, unless the call
// names both devices.
cudaError_t check_pool_access(void const* p, cudaStream_t stream) {
  allocation_pointer const a = find_allocation(p);
  if (!a || a->pool == nullptr || settings().devices == 1) return cudaSuccess;
  lock const l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  auto const access = a->pool->access.find(s->device);
  if (access != a->pool->access.end() && access->second != cudaMemAccessFlagsProtNone) return cudaSuccess;
  say("a copy in a stream of device %d of a pool's memory that is not open to it: %s", s->device,
      describe(p).c_str());
  return cudaErrorInvalidValue;
}

cudaError_t enqueue_and_wait(payload what, cudaStream_t stream, bool is_synchronous, bool waits) {
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (is_synchronous && s->capture == nullptr) EMULATED_TRY(unsafe_in_capture());
  operation_pointer o;
  EMULATED_TRY(enqueue(l, s, std::move(what), &o));
  if (!o) return cudaSuccess;
  if (waits) wait_for(l, o);
  return waits ? state().devices[s->device].sticky : cudaSuccess;
}

bool is_within_devices(copy_request const& r) {
  allocation_pointer const to = find_allocation(r.to), from = find_allocation(r.from);
  return to && from && to->is_closed_to_host() && from->is_closed_to_host();
}

// A synchronous call waits for what is in the stream before it, whether or not it waits for its own
// work. Only a copy within devices does not wait at all.
cudaError_t wait_for_stream(cudaStream_t stream) {
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (s->capture != nullptr) return cudaSuccess;
  EMULATED_TRY(unsafe_in_capture());
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  payload mark;
  mark.name = "the begin of a synchronous copy";
  wait_for(l, submit(s, mark));
  return state().devices[s->device].sticky;
}

enum class devices_named : unsigned char { no, yes };

cudaError_t copy(copy_request const& r, cudaStream_t stream, bool is_synchronous,
                 devices_named named = devices_named::no) {
  EMULATED_TRY(unusable());
  if (r.kind < cudaMemcpyHostToHost || r.kind > cudaMemcpyDefault) return fail(cudaErrorInvalidMemcpyDirection);
  if (r.width == 0 || r.height == 0) return cudaSuccess;
  if (r.to == nullptr || r.from == nullptr) return fail(cudaErrorInvalidValue);
  if (named == devices_named::no) {
    EMULATED_TRY(check_pool_access(r.to, stream));
    EMULATED_TRY(check_pool_access(r.from, stream));
  }
  if (is_synchronous && !is_within_devices(r)) EMULATED_TRY(wait_for_stream(stream));
  payload what;
  bool waits = false;
  copy_mode const mode = is_capturing(stream) ? copy_mode::captured
                         : is_synchronous     ? copy_mode::synchronous
                                              : copy_mode::asynchronous;
  EMULATED_TRY(make_copy(r, mode, &what, &waits));
  return noted(enqueue_and_wait(std::move(what), stream, is_synchronous, waits));
}

cudaError_t copy_rows(copy_request const& r, cudaStream_t stream, bool is_synchronous) {
  if (r.width > r.to_pitch || r.width > r.from_pitch) return fail(cudaErrorInvalidPitchValue);
  return copy(r, stream, is_synchronous);
}

cudaError_t fill(fill_request const& r, cudaStream_t stream, bool is_synchronous) {
  EMULATED_TRY(unusable());
  if (r.width == 0 || r.height == 0) return cudaSuccess;
  if (r.to == nullptr) return fail(cudaErrorInvalidValue);
  payload what;
  bool waits = false;
  EMULATED_TRY(make_fill(r, &what, &waits));
  return noted(enqueue_and_wait(std::move(what), stream, is_synchronous, is_synchronous && waits));
}

bool belongs(void const* p, int device) {
  allocation_pointer const a = find_allocation(p);
  return a && (a->kind != memory_kind::device || a->device == device);
}

cudaError_t copy_between(void* to, int to_device, void const* from, int from_device, std::size_t n, cudaStream_t s,
                         bool is_synchronous) {
  if (!is_device(to_device) || !is_device(from_device)) return fail(cudaErrorInvalidDevice);
  if (n == 0) return cudaSuccess;
  if (!belongs(to, to_device) || !belongs(from, from_device)) {
    say("a copy between devices does not fit its pointers: to %s, said to be of device %d; from %s, said to be of "
        "device %d",
        describe(to).c_str(), to_device, describe(from).c_str(), from_device);
    return fail(cudaErrorInvalidValue);
  }
  return copy(copy_request::of_bytes(to, from, n, cudaMemcpyDefault), s, is_synchronous, devices_named::yes);
}

unsigned as_byte(int value) { return static_cast<unsigned>(value) & 0xFF; }

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- Copies ---------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaMemcpy(void* to, void const* from, size_t n, cudaMemcpyKind kind) {
  return copy(copy_request::of_bytes(to, from, n, kind), cudaStreamLegacy, true);
}
EMULATED_API cudaError_t cudaMemcpy_ptds(void* to, void const* from, size_t n, cudaMemcpyKind kind) {
  return copy(copy_request::of_bytes(to, from, n, kind), cudaStreamPerThread, true);
}
EMULATED_API cudaError_t cudaMemcpyAsync(void* to, void const* from, size_t n, cudaMemcpyKind kind,
                                         cudaStream_t s) {
  return copy(copy_request::of_bytes(to, from, n, kind), s, false);
}
EMULATED_API cudaError_t cudaMemcpyAsync_ptsz(void* to, void const* from, size_t n, cudaMemcpyKind kind,
                                              cudaStream_t s) {
  return copy(copy_request::of_bytes(to, from, n, kind), per_thread_default(s), false);
}
EMULATED_API cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, void const* from, size_t from_pitch, size_t width,
                                      size_t height, cudaMemcpyKind kind) {
  return copy_rows({to, to_pitch, from, from_pitch, width, height, kind}, cudaStreamLegacy, true);
}
EMULATED_API cudaError_t cudaMemcpy2D_ptds(void* to, size_t to_pitch, void const* from, size_t from_pitch,
                                           size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_rows({to, to_pitch, from, from_pitch, width, height, kind}, cudaStreamPerThread, true);
}
EMULATED_API cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, void const* from, size_t from_pitch,
                                           size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t s) {
  return copy_rows({to, to_pitch, from, from_pitch, width, height, kind}, s, false);
}
EMULATED_API cudaError_t cudaMemcpy2DAsync_ptsz(void* to, size_t to_pitch, void const* from, size_t from_pitch,
                                                size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t s) {
  return copy_rows({to, to_pitch, from, from_pitch, width, height, kind}, per_thread_default(s), false);
}
EMULATED_API cudaError_t cudaMemcpyPeer(void* to, int to_device, void const* from, int from_device, size_t n) {
  return copy_between(to, to_device, from, from_device, n, cudaStreamLegacy, true);
}
EMULATED_API cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, void const* from, int from_device, size_t n,
                                             cudaStream_t s) {
  return copy_between(to, to_device, from, from_device, n, s, false);
}

// ---- Fills ----------------------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaMemset(void* p, int value, size_t n) {
  return fill({p, n, as_byte(value), 1, n, 1}, cudaStreamLegacy, true);
}
EMULATED_API cudaError_t cudaMemset_ptds(void* p, int value, size_t n) {
  return fill({p, n, as_byte(value), 1, n, 1}, cudaStreamPerThread, true);
}
EMULATED_API cudaError_t cudaMemsetAsync(void* p, int value, size_t n, cudaStream_t s) {
  return fill({p, n, as_byte(value), 1, n, 1}, s, false);
}
EMULATED_API cudaError_t cudaMemsetAsync_ptsz(void* p, int value, size_t n, cudaStream_t s) {
  return fill({p, n, as_byte(value), 1, n, 1}, per_thread_default(s), false);
}
EMULATED_API cudaError_t cudaMemset2D(void* p, size_t pitch, int value, size_t width, size_t height) {
  return fill({p, pitch, as_byte(value), 1, width, height}, cudaStreamLegacy, true);
}
EMULATED_API cudaError_t cudaMemset2DAsync(void* p, size_t pitch, int value, size_t width, size_t height,
                                           cudaStream_t s) {
  return fill({p, pitch, as_byte(value), 1, width, height}, s, false);
}
