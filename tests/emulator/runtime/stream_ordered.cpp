// cudaMallocAsync, cudaFreeAsync, and the memory of graphs.
#include "stream_ordered.h"

#include <algorithm>

#include "capture.h"
#include "messages.h"
#include "report.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

cudaError_t allocate_in_capture(lock& l, void** p, std::size_t bytes, int device, cudaStream_t s) {
  if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  allocation_pointer const a = reserve_for_graph(bytes, device);
  if (!a) return cudaErrorMemoryAllocation;
  *p = a->begin();
  return enqueue(l, s, allocation_node(a));
}

// A graph frees what a graph has allocated.
cudaError_t free_in_capture(lock& l, allocation_pointer const& a, cudaStream_t s) {
  if (s->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  if (!a->is_of_graph) {
    s->capture->is_invalid = true;
    return cudaErrorInvalidValue;
  }
  return enqueue(l, s, free_node(a));
}

void give_graph_memory(int device, std::size_t counted) {
  lock const l(state().mutex);
  auto& d = state().devices[device];
  d.graph_used -= std::min(d.graph_used, counted);
}

void take_graph_memory(int device, std::size_t counted) {
  lock const l(state().mutex);
  auto& d = state().devices[device];
  d.graph_used += counted;
  d.graph_used_high = std::max(d.graph_used_high, d.graph_used);
  d.graph_reserved = std::max(d.graph_reserved, d.graph_used);
  d.graph_reserved_high = std::max(d.graph_reserved_high, d.graph_reserved);
}

cudaError_t counted_allocation(lock& l, void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t s) {
  cudaError_t const given = allocate_in_stream(l, p, bytes, pool, s);
  if (given == cudaSuccess) calls().allocated_bytes += bytes;
  return noted(given);
}

// Memory that cudaMalloc has taken of the device, pools apart.
void give_device_memory(int device, std::size_t counted) {
  lock const l(state().mutex);
  state().devices[device].used -= counted;
}

}  // namespace

cudaError_t allocate_in_stream(lock& l, void** p, std::size_t bytes, cudaMemPool_t pool, cudaStream_t s) {
  if (p == nullptr) return cudaErrorInvalidValue;
  *p = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (pool == nullptr) pool = current_pool(s->device);
  if (s->capture != nullptr) return allocate_in_capture(l, p, bytes, pool->device, s);
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  std::size_t const counted = counted_size(bytes);
  if (is_allocation_to_fail() || !take_from_pool(*pool, counted)) return cudaErrorMemoryAllocation;
  allocation_pointer const a = reserve(bytes, memory_kind::device, pool->device, "cudaMallocAsync");
  if (!a) {
    give_to_pool(*pool, counted);
    return cudaErrorMemoryAllocation;
  }
  a->pool = pool;
  a->counted = counted;
  payload what;
  what.kind = operation_kind::allocate;
  what.name = "an allocation of " + std::to_string(bytes) + " bytes";
  what.runs_after_fault = true;
  what.work = [a] {
    if (!a->ends_now) materialise(*a);
  };
  *p = a->begin();
  return enqueue(l, s, std::move(what));
}

cudaError_t free_in_stream(lock& l, void* p, cudaStream_t s) {
  if (p == nullptr) return cudaSuccess;
  allocation_pointer const a = find_allocation(p);
  if (!a || a->begin() != p || a->kind != memory_kind::device) {
    say("cudaFreeAsync of %p, where no memory of the device begins: %s", p, describe(p).c_str());
    return cudaErrorInvalidValue;
  }
  if (s->capture != nullptr) return free_in_capture(l, a, s);
  if (a->is_freed) {
    say("cudaFreeAsync of what was freed already: %s", describe(p).c_str());
    return cudaErrorInvalidValue;
  }
  if (s->is_legacy) EMULATED_TRY(legacy_work_allowed(s->device));
  a->is_freed = !a->is_of_graph;
  a->is_outstanding = false;
  a->freed_by = "cudaFreeAsync in stream " + std::to_string(s->id);
  if (a->pool != nullptr) give_to_pool(*a->pool, a->counted);
  payload what;
  what.kind = operation_kind::free;
  what.name = "the end of an allocation of " + std::to_string(a->size) + " bytes";
  what.runs_after_fault = true;
  what.work = [a] {
    vanish(*a);
    if (a->is_of_graph) give_graph_memory(a->device, a->counted);
    else if (a->pool == nullptr) give_device_memory(a->device, a->counted);
  };
  run_if_eager(l, submit(s, what));
  return cudaSuccess;
}

allocation_pointer reserve_for_graph(std::size_t bytes, int device) {
  allocation_pointer const a = reserve(bytes, memory_kind::device, device, "a graph's allocation node");
  if (!a) return nullptr;
  a->is_of_graph = true;
  a->counted = counted_size(bytes);
  return a;
}

payload allocation_node(allocation_pointer const& a) {
  payload what;
  what.kind = operation_kind::allocate;
  what.type = cudaGraphNodeTypeMemAlloc;
  what.memory = a;
  what.name = "an allocation node of " + std::to_string(a->size) + " bytes";
  what.runs_after_fault = true;
  what.work = [a] {
    if (a->is_live)
      throw std::runtime_error("an allocation node runs while its memory of the launch before is there");
    materialise(*a);
    take_graph_memory(a->device, a->counted);
  };
  return what;
}

payload free_node(allocation_pointer const& a) {
  payload what;
  what.kind = operation_kind::free;
  what.type = cudaGraphNodeTypeMemFree;
  what.memory = a;
  what.name = "a free node of " + std::to_string(a->size) + " bytes";
  what.runs_after_fault = true;
  what.work = [a] {
    if (!a->is_live) return;
    vanish(*a);
    give_graph_memory(a->device, a->counted);
  };
  return what;
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaMallocAsync(void** p, size_t bytes, cudaStream_t stream) {
  ++calls().async_mallocs;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (settings().no_pools) return fail(cudaErrorNotSupported);
  return counted_allocation(l, p, bytes, nullptr, s);
}
EMULATED_API cudaError_t cudaMallocAsync_ptsz(void** p, size_t bytes, cudaStream_t s) {
  return cudaMallocAsync(p, bytes, per_thread_default(s));
}
EMULATED_API cudaError_t cudaMallocFromPoolAsync(void** p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  ++calls().async_mallocs;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  if (!state().pools.contains(pool)) return fail(cudaErrorInvalidValue);
  return counted_allocation(l, p, bytes, pool, s);
}
EMULATED_API cudaError_t cudaMallocFromPoolAsync_ptsz(void** p, size_t bytes, cudaMemPool_t pool, cudaStream_t s) {
  return cudaMallocFromPoolAsync(p, bytes, pool, per_thread_default(s));
}
EMULATED_API cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) {
  ++calls().async_frees;
  lock l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  return noted(free_in_stream(l, p, s));
}
EMULATED_API cudaError_t cudaFreeAsync_ptsz(void* p, cudaStream_t s) {
  return cudaFreeAsync(p, per_thread_default(s));
}

// ---- What graphs hold -----------------------------------------------------------------------------------------------

EMULATED_API cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void* value) {
  if (!is_device(device) || value == nullptr) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  auto const& d = state().devices[device];
  auto& out = *static_cast<std::uint64_t*>(value);
  switch (which) {
    case cudaGraphMemAttrUsedMemCurrent:
      out = d.graph_used;
      break;
    case cudaGraphMemAttrUsedMemHigh:
      out = d.graph_used_high;
      break;
    case cudaGraphMemAttrReservedMemCurrent:
      out = d.graph_reserved;
      break;
    case cudaGraphMemAttrReservedMemHigh:
      out = d.graph_reserved_high;
      break;
    default:
      return fail(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType which, void*) {
  if (!is_device(device)) return fail(cudaErrorInvalidValue);
  lock const l(state().mutex);
  auto& d = state().devices[device];
  if (which == cudaGraphMemAttrUsedMemHigh) d.graph_used_high = d.graph_used;
  else if (which == cudaGraphMemAttrReservedMemHigh) d.graph_reserved_high = d.graph_reserved;
  else return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceGraphMemTrim(int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  lock const l(state().mutex);
  state().devices[device].graph_reserved = state().devices[device].graph_used;
  return cudaSuccess;
}
