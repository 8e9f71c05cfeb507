// Pools: how many bytes they hold, as a card counts them, and the calls about them.
#include "pools.h"

#include <algorithm>
#include <iterator>

#include "messages.h"
#include "state.h"

namespace emulator::runtime {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
std::size_t rounded_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

// A pool grows by 32 MiB where it can, else by as little as will do.
bool grow(CUmemPoolHandle_st& pool, std::uint64_t used) {
  for (std::size_t const unit : {32 * mebibyte, 2 * mebibyte}) {
    std::size_t const more = rounded_up(used, unit) - pool.reserved;
    bool const is_last = unit == 2 * mebibyte;
    if (!is_last && pool.most != 0 && pool.reserved + more > pool.most) continue;
    if (!take_device_memory(pool.device, more)) continue;
    pool.reserved += more;
    pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
    return true;
  }
  return false;
}

void trim(CUmemPoolHandle_st& pool, std::uint64_t keep) {
  std::uint64_t const least = std::max<std::uint64_t>(rounded_up(pool.used, 2 * mebibyte), keep);
  if (pool.reserved <= least) return;
  state().devices[pool.device].used -= pool.reserved - least;
  pool.reserved = least;
}

cudaMemPool_t new_pool(int device) {
  auto* const made = new CUmemPoolHandle_st;
  made->device = device;
  made->access[device] = cudaMemAccessFlagsProtReadWrite;
  state().pools.insert(made);
  return made;
}

cudaMemPool_t default_pool(int device) {
  auto& d = state().devices[device];
  if (d.default_pool == nullptr) {
    d.default_pool = d.pool = new_pool(device);
    d.default_pool->is_default = true;
  }
  return d.default_pool;
}

cudaError_t known(cudaMemPool_t pool) {
  return state().pools.contains(pool) ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace

bool is_allocation_to_fail() {
  std::uint64_t const call = ++state().allocation_calls;
  if (call != settings().fail_allocation) return false;
  trace("allocation %llu fails, as EMULATED_FAIL_ALLOCATION asks", static_cast<unsigned long long>(call));
  return true;
}

bool take_device_memory(int device, std::size_t bytes) {
  auto& d = state().devices[device];
  if (bytes > settings().device_memory || d.used + bytes > settings().device_memory) return false;
  d.used += bytes;
  return true;
}

std::size_t counted_size(std::size_t bytes) { return rounded_up(bytes, 512); }

bool take_from_pool(CUmemPoolHandle_st& pool, std::size_t bytes) {
  std::uint64_t const used = pool.used + bytes;
  if (bytes > settings().device_memory || (pool.most != 0 && used > pool.most)) return false;
  if (used > pool.reserved && !grow(pool, used)) return false;
  pool.used = used;
  pool.used_high = std::max(pool.used_high, pool.used);
  ++pool.blocks;
  return true;
}

void give_to_pool(CUmemPoolHandle_st& pool, std::size_t bytes) {
  pool.used -= std::min<std::uint64_t>(pool.used, bytes);
  if (pool.blocks > 0) --pool.blocks;
  if (pool.is_destroyed && pool.blocks == 0) trim(pool, 0);
}

cudaMemPool_t current_pool(int device) {
  static_cast<void>(default_pool(device));
  return state().devices[device].pool;
}

void trim_pools_after_wait(int device) {
  for (cudaMemPool_t const pool : state().pools) {
    if (pool->device == device && pool->reserved > pool->threshold) trim(*pool, pool->threshold);
  }
}

void destroy_pools(int device) {
  std::erase_if(state().pools, [&](cudaMemPool_t pool) { return pool->device == device; });
  state().devices[device].default_pool = state().devices[device].pool = nullptr;
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (settings().no_pools) return fail(cudaErrorNotSupported);
  lock const l(state().mutex);
  *pool = default_pool(device);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  if (settings().no_pools) return fail(cudaErrorNotSupported);
  lock const l(state().mutex);
  *pool = current_pool(device);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_device(device)) return fail(cudaErrorInvalidDevice);
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  if (pool->device != device) return fail(cudaErrorInvalidValue);
  static_cast<void>(default_pool(device));
  state().devices[device].pool = pool;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, cudaMemPoolProps const* properties) {
  lock const l(state().mutex);
  EMULATED_TRY(usable());
  if (settings().no_pools) return fail(cudaErrorNotSupported);
  if (pool == nullptr || properties == nullptr || properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice || !is_device(properties->location.id)) {
    return fail(cudaErrorInvalidValue);
  }
  *pool = new_pool(properties->location.id);
  (*pool)->most = properties->maxSize;
  return cudaSuccess;
}
// What lives in it goes on living.
EMULATED_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  if (pool->is_default) return fail(cudaErrorInvalidValue);
  pool->is_destroyed = true;
  if (pool->blocks == 0) trim(*pool, 0);
  auto& d = state().devices[pool->device];
  if (d.pool == pool) d.pool = d.default_pool;
  state().pools.erase(pool);
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  trim(*pool, keep);
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  if (value == nullptr) return fail(cudaErrorInvalidValue);
  auto const number = [&] { return *static_cast<std::uint64_t*>(value); };
  switch (which) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      pool->reuse[which - 1] = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      pool->threshold = number();
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
      if (number() != 0) return fail(cudaErrorInvalidValue);
      pool->reserved_high = pool->reserved;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
      if (number() != 0) return fail(cudaErrorInvalidValue);
      pool->used_high = pool->used;
      return cudaSuccess;
    default:
      return fail(cudaErrorInvalidValue);
  }
}
EMULATED_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  if (value == nullptr) return fail(cudaErrorInvalidValue);
  auto const give = [&](std::uint64_t number) {
    *static_cast<std::uint64_t*>(value) = number;
    return cudaSuccess;
  };
  switch (which) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool->reuse[which - 1];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      return give(pool->threshold);
    case cudaMemPoolAttrReservedMemCurrent:
      return give(pool->reserved);
    case cudaMemPoolAttrReservedMemHigh:
      return give(pool->reserved_high);
    case cudaMemPoolAttrUsedMemCurrent:
      return give(pool->used);
    case cudaMemPoolAttrUsedMemHigh:
      return give(pool->used_high);
    default:
      return fail(cudaErrorInvalidValue);
  }
}

EMULATED_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, cudaMemAccessDesc const* list, size_t n) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  for (cudaMemAccessDesc const* one = list; one != list + n; ++one) {
    if (one->location.type != cudaMemLocationTypeDevice || !is_device(one->location.id))
      return fail(cudaErrorInvalidValue);
    // A pool is never closed to its own device.
    if (one->location.id == pool->device && one->flags != cudaMemAccessFlagsProtReadWrite) {
      return fail(cudaErrorInvalidValue);
    }
    pool->access[one->location.id] = one->flags;
  }
  return cudaSuccess;
}
EMULATED_API cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                              cudaMemLocation* where) {
  lock const l(state().mutex);
  EMULATED_TRY(known(pool));
  auto const found = pool->access.find(where->id);
  *flags = found == pool->access.end() ? cudaMemAccessFlagsProtNone : found->second;
  return cudaSuccess;
}
