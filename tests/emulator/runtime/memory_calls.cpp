// cudaMalloc, cudaFree and their like: memory that is there at once, of the device, page-locked or
// managed.
#include <algorithm>
#include <cstring>

#include "capture.h"
#include "messages.h"
#include "report.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

// Page-locked and managed memory take of the host's, of which a process gets this much.
constexpr std::size_t most_host_bytes = std::size_t{8} << 30;

cudaError_t give(void** p, allocation_pointer const& a) {
  if (!a || !materialise(*a)) return fail(cudaErrorMemoryAllocation);
  *p = a->begin();
  return cudaSuccess;
}

cudaError_t allocate_host_side(void** p, std::size_t bytes, memory_kind kind, unsigned flags,
                               char const* made_by) {
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  lock l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(unsafe_in_capture());
  *p = nullptr;
  if (bytes == 0) return kind == memory_kind::managed ? fail(cudaErrorInvalidValue) : cudaSuccess;
  if (is_allocation_to_fail() || bytes > most_host_bytes - state().host_bytes)
    return fail(cudaErrorMemoryAllocation);
  state().host_bytes += bytes;
  allocation_pointer const a = reserve(bytes, kind, this_thread().device, made_by);
  if (a) {
    a->counted = bytes;
    a->flags = flags;
  }
  l.unlock();
  return give(p, a);
}

bool may_free(allocation_pointer const& a, void const* p, bool is_host_call) {
  if (!a || a->begin() != p || a->is_freed) return false;
  return is_host_call ? a->kind == memory_kind::host
                      : a->kind == memory_kind::device || a->kind == memory_kind::managed;
}

void uncount(allocation const& a) {
  auto& d = state().devices[a.device];
  if (a.is_of_graph) d.graph_used -= std::min(d.graph_used, a.counted);
  else if (a.pool != nullptr) give_to_pool(*a.pool, a.counted);
  else if (a.kind == memory_kind::device) d.used -= a.counted;
  else state().host_bytes -= a.counted;
}

cudaError_t free_now(void* p, bool is_host_call) {
  if (p == nullptr) return cudaSuccess;
  char const* const call = is_host_call ? "cudaFreeHost" : "cudaFree";
  lock l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(unsafe_in_capture());
  allocation_pointer const a = find_allocation(p);
  if (!may_free(a, p, is_host_call)) {
    say("%s of %p, where nothing begins that it could free: %s", call, p, describe(p).c_str());
    return fail(cudaErrorInvalidValue);
  }
  a->is_outstanding = false;
  a->is_freed = a->ends_now = !a->is_of_graph;
  a->freed_by = call;
  // The call waits for the device, but not where the memory is a pool's: that wait is the caller's.
  if (!is_host_call && a->pool == nullptr && !a->is_of_graph) wait_for_device(l, a->device);
  uncount(*a);
  cudaError_t const sticky = state().devices[a->device].sticky;
  l.unlock();
  std::lock_guard const running(state().running);
  vanish(*a);
  return noted(sticky);
}

bool is_page_locked(allocation_pointer const& a) {
  return a && a->is_live && (a->kind == memory_kind::host || a->kind == memory_kind::registered);
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaMalloc(void** p, size_t bytes) {
  ++calls().mallocs;
  if (p == nullptr) return fail(cudaErrorInvalidValue);
  lock l(state().mutex);
  EMULATED_TRY(usable());
  EMULATED_TRY(unsafe_in_capture());
  *p = nullptr;
  if (bytes == 0) return cudaSuccess;
  int const device = this_thread().device;
  if (is_allocation_to_fail() || bytes > settings().device_memory ||
      !take_device_memory(device, counted_size(bytes))) {
    return fail(cudaErrorMemoryAllocation);
  }
  allocation_pointer const a = reserve(bytes, memory_kind::device, device, "cudaMalloc");
  if (a) a->counted = counted_size(bytes);
  l.unlock();
  cudaError_t const given = give(p, a);
  if (given == cudaSuccess) calls().allocated_bytes += bytes;
  return given;
}
EMULATED_API cudaError_t cudaMallocPitch(void** p, size_t* pitch, size_t width, size_t height) {
  if (pitch == nullptr) return fail(cudaErrorInvalidValue);
  *pitch = counted_size(width);
  return cudaMalloc(p, *pitch * height);
}
EMULATED_API cudaError_t cudaFree(void* p) {
  ++calls().frees;
  return free_now(p, false);
}

EMULATED_API cudaError_t cudaHostAlloc(void** p, size_t bytes, unsigned flags) {
  ++calls().host_mallocs;
  if ((flags & ~7u) != 0) return fail(cudaErrorInvalidValue);
  return allocate_host_side(p, bytes, memory_kind::host, flags, "cudaHostAlloc");
}
EMULATED_API cudaError_t cudaMallocHost(void** p, size_t bytes) { return cudaHostAlloc(p, bytes, 0); }
EMULATED_API cudaError_t cudaFreeHost(void* p) {
  ++calls().host_frees;
  return free_now(p, true);
}
EMULATED_API cudaError_t cudaMallocManaged(void** p, size_t bytes, unsigned flags) {
  ++calls().managed_mallocs;
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return fail(cudaErrorInvalidValue);
  return allocate_host_side(p, bytes, memory_kind::managed, flags, "cudaMallocManaged");
}

EMULATED_API cudaError_t cudaHostRegister(void* p, size_t bytes, unsigned flags) {
  if (p == nullptr || bytes == 0) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  if (find_allocation(p)) return fail(cudaErrorHostMemoryAlreadyRegistered);
  adopt(p, bytes, memory_kind::registered, this_thread().device, "cudaHostRegister")->flags = flags;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaHostUnregister(void* p) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  allocation_pointer const a = find_allocation(p);
  if (!a || a->begin() != p || a->kind != memory_kind::registered) return fail(cudaErrorHostMemoryNotRegistered);
  a->is_live = false;
  std::unique_lock const map_lock(allocations().mutex);
  allocations().by_base.erase(a->base);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (device == nullptr || !is_page_locked(find_allocation(host))) return fail(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  allocation_pointer const a = find_allocation(host);
  if (!is_page_locked(a)) return fail(cudaErrorInvalidValue);
  *flags = a->flags | cudaHostAllocMapped;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  if (free != nullptr) *free = settings().device_memory - state().devices[this_thread().device].used;
  if (total != nullptr) *total = settings().device_memory;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out, void const* p) {
  if (out == nullptr) return fail(cudaErrorInvalidValue);
  std::memset(out, 0, sizeof *out);
  allocation_pointer const a = find_allocation(p);
  void* const same = const_cast<void*>(p);
  // Memory of a stream has its attributes from the call on.
  bool const is_known = a && !a->is_freed && (a->is_live || a->kind == memory_kind::device);
  out->device = is_known ? a->device : cudaInvalidDeviceId;
  out->hostPointer = is_known && a->is_closed_to_host() ? nullptr : same;
  out->devicePointer = is_known ? same : nullptr;
  out->type = !is_known                         ? cudaMemoryTypeUnregistered
              : a->is_closed_to_host()          ? cudaMemoryTypeDevice
              : a->kind == memory_kind::managed ? cudaMemoryTypeManaged
                                                : cudaMemoryTypeHost;
  return cudaSuccess;
}
