// Raw memory of each space: functions that obtain, give back and copy it. All of them can be called
// from a .cpp file.
#pragma once

#include <thrum/detail/base/allocation.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/host_blocks.h>
#include <thrum/detail/base/memory_space.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>

#if defined(THRUM_WITH_CUDA)
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#endif

namespace thrum::detail {

/// The memory of a space: ordinary memory, unless specialised. A specialisation for memory that the
/// host does not reach adds
///   copy(dst, src, bytes)     copies bytes; either side may be host memory; the two do not overlap
///   send(p, n, make)          sends n elements to p that make(q, count) constructs on the host,
///                             chunk by chunk
///   receive(p, n, take)       calls take(q, count) for copies on the host of the n elements at p,
///                             chunk by chunk
///   far_memory(allocator)     returns what vectors with this allocator use to access their memory:
///                             see detail/backends/cuda/memory/far_memory.h
template <class Space>
struct space_memory {
  static void* allocate(std::size_t bytes, std::size_t alignment) {
    void* const p = ::operator new(bytes, std::align_val_t{alignment});
    detail::prefer_huge_pages(p, bytes);
    return p;
  }
  static void deallocate(void* p, std::size_t, std::size_t alignment) noexcept {
    ::operator delete(p, std::align_val_t{alignment});
  }
};

/// Ordinary memory as a separate source: page-locked under CUDA, which makes copies to and from the
/// device faster.
template <device_system System = default_device_system>
struct pinned_space {};

#if defined(THRUM_WITH_CUDA)
template <>
struct space_memory<device_space<device_system::cuda>> : cuda_device_memory {};
template <>
struct space_memory<unified_space<device_system::cuda>> : cuda_managed_memory {};
template <>
struct space_memory<pinned_space<device_system::cuda>> : cuda_pinned_memory {};
#endif

// malloc and device_malloc use one alignment, because free and device_free learn neither type nor
// size.
inline constexpr std::size_t malloc_alignment = cuda_alignment;

/// Says whether an object can live in memory in which the host can neither construct nor destroy
/// it.
template <class T>
inline constexpr bool bytewise = std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>;

/// Copies n elements from memory of one space to memory of another or of the same space. Both
/// ranges hold objects; the ranges do not overlap. If the host does not reach one of the sides, the
/// bytes are copied, and the call returns when the host memory among the two may be used again.
template <class SrcSpace, class DstSpace, class T>
void copy_between(T const* src, std::ptrdiff_t n, T* dst) {
  if constexpr (host_reaches<SrcSpace> && host_reaches<DstSpace>) {
    std::copy(src, src + n, dst);
  } else {
    static_assert(bytewise<T>, "thrum: elements in device memory must be trivially copyable and destructible");
    using far_space = std::conditional_t<host_reaches<SrcSpace>, DstSpace, SrcSpace>;
    space_memory<far_space>::copy(dst, src, static_cast<std::size_t>(n) * sizeof(T));
  }
}

}  // namespace thrum::detail
