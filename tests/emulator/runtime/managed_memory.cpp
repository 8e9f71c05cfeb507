// Managed memory: where it should be, which changes nothing here, and what is remembered of the
// advice.
#include <algorithm>

#include "report.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

// The allocation that holds a whole range of managed memory.
allocation_pointer managed_range(void const* p, std::size_t n) {
  allocation_pointer const a = find_allocation(p);
  bool const holds = a && a->is_live && a->kind == memory_kind::managed && n != 0 &&
                     reinterpret_cast<address>(p) + n <= a->base + a->size;
  return holds ? a : nullptr;
}

cudaError_t check_place(cudaMemLocation where) {
  if (where.type == cudaMemLocationTypeInvalid) return cudaErrorInvalidValue;
  if (where.type != cudaMemLocationTypeDevice) return cudaSuccess;
  return is_device(where.id) && !settings().no_concurrent_managed ? cudaSuccess : cudaErrorInvalidDevice;
}

// What stands for a place in the attributes of a range.
int number_of(cudaMemLocation where) {
  return where.type == cudaMemLocationTypeDevice ? where.id : cudaCpuDeviceId;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaMemPrefetchAsync(void const* p, size_t n, cudaMemLocation where, unsigned flags,
                                              cudaStream_t stream) {
  lock l(state().mutex);
  EMULATED_TRY(usable());
  if (flags != 0 || !managed_range(p, n)) return fail(cudaErrorInvalidValue);
  EMULATED_TRY(check_place(where));
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  payload what;
  what.name = "a prefetch";
  return noted(enqueue(l, s, std::move(what)));
}
EMULATED_API cudaError_t cudaMemPrefetchAsync_ptsz(void const* p, size_t n, cudaMemLocation where, unsigned flags,
                                                   cudaStream_t s) {
  return cudaMemPrefetchAsync(p, n, where, flags, per_thread_default(s));
}

EMULATED_API cudaError_t cudaMemAdvise(void const* p, size_t n, cudaMemoryAdvise advice, cudaMemLocation where) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  allocation_pointer const a = managed_range(p, n);
  if (!a) return fail(cudaErrorInvalidValue);
  auto& by = a->accessed_by;
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
      a->is_read_mostly = true;
      return cudaSuccess;
    case cudaMemAdviseUnsetReadMostly:
      a->is_read_mostly = false;
      return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
      a->preferred = cudaInvalidDeviceId;
      return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
      EMULATED_TRY(check_place(where));
      a->preferred = number_of(where);
      return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
      EMULATED_TRY(check_place(where));
      if (std::find(by.begin(), by.end(), number_of(where)) == by.end()) by.push_back(number_of(where));
      return cudaSuccess;
    case cudaMemAdviseUnsetAccessedBy:
      EMULATED_TRY(check_place(where));
      std::erase(by, number_of(where));
      return cudaSuccess;
    default:
      return fail(cudaErrorInvalidValue);
  }
}

EMULATED_API cudaError_t cudaMemRangeGetAttribute(void* data, size_t size, cudaMemRangeAttribute which,
                                                  void const* p, size_t n) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  allocation_pointer const a = managed_range(p, n);
  if (!a || data == nullptr || size == 0 || size % sizeof(int) != 0) return fail(cudaErrorInvalidValue);
  int* const out = static_cast<int*>(data);
  switch (which) {
    case cudaMemRangeAttributeReadMostly:
      *out = a->is_read_mostly ? 1 : 0;
      return cudaSuccess;
    case cudaMemRangeAttributePreferredLocation:
      *out = a->preferred;
      return cudaSuccess;
    case cudaMemRangeAttributeLastPrefetchLocation:
      *out = cudaInvalidDeviceId;
      return cudaSuccess;
    case cudaMemRangeAttributeAccessedBy:
      for (std::size_t i = 0; i < size / sizeof(int); ++i) {
        out[i] = i < a->accessed_by.size() ? a->accessed_by[i] : cudaInvalidDeviceId;
      }
      return cudaSuccess;
    default:
      return fail(cudaErrorInvalidValue);
  }
}

EMULATED_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
  lock l(state().mutex);
  EMULATED_TRY(usable());
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(stream, &s));
  payload what;
  what.name = "an attachment of memory";
  return noted(enqueue(l, s, std::move(what)));
}
EMULATED_API cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t s, void* p, size_t n, unsigned flags) {
  return cudaStreamAttachMemAsync(per_thread_default(s), p, n, flags);
}
