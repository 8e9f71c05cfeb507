// Raw pointers and references from those of thrum, and memory of a system.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/system_memory.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/device_reference.h>
#include <thrum/pair.h>
#include <cstddef>
#include <new>
#include <type_traits>

namespace thrum {

/// Returns the address that a pointer holds, without its memory space. The pointer is a raw
/// pointer, a thrum::pointer, or anything else with a member get().
template <class T>
THRUM_HD constexpr T* raw_pointer_cast(T* p) {
  return p;
}
template <class P>
  requires requires(P const& p) { p.get(); }
THRUM_HD constexpr auto raw_pointer_cast(P const& p) {
  return p.get();
}

/// Returns the T& that a reference stands for. If the memory is a CUDA device's, only device code
/// may use the result.
template <class T>
THRUM_HD constexpr T& raw_reference_cast(T& r) {
  return r;
}
template <class T, class Space>
THRUM_HD constexpr T& raw_reference_cast(device_reference<T, Space> r) {
  return *(&r).get();
}

/// Allocates `bytes` bytes, aligned to 256, of the memory of a system. A system is a policy or a
/// memory space, for example thrum::device_system_tag. cuda::par has the memory of the current
/// device; seq and tbb::par have the memory of the host. In a build without CUDA thrum::device is
/// one of those two, and has the memory of the host, too. Give the memory back by thrum::free.
/// Throws std::bad_alloc. Under CUDA the call waits for the default stream.
template <detail::memory_system S>
pointer<void, detail::system_space_t<S>> malloc(S const&, std::size_t bytes) {
  using space = detail::system_space_t<S>;
  return pointer<void, space>(detail::space_memory<space>::allocate(bytes, detail::malloc_alignment));
}

/// Allocates memory for n objects of type T, and does not construct them.
template <class T, detail::memory_system S>
pointer<T, detail::system_space_t<S>> malloc(S const& system, std::size_t n) {
  static_assert(alignof(T) <= detail::malloc_alignment, "thrum: malloc aligns to 256 bytes at most");
  return pointer<T, detail::system_space_t<S>>(thrum::malloc(system, detail::bytes_of<T>(n)));
}

/// Gives back memory from thrum::malloc for the same system; does nothing for a null pointer. Does
/// not destroy objects in the memory.
template <detail::memory_system S, class P>
void free(S const&, P p) noexcept {
  using space = detail::system_space_t<S>;
  constexpr bool same =
      std::is_same_v<memory_space_t<P>, unspecified_space> || std::is_same_v<memory_space_t<P>, space>;
  static_assert(same, "thrum: this memory is not of the system that is to take it back");
  if constexpr (same) {
    if (p != nullptr)
      detail::space_memory<space>::deallocate(thrum::raw_pointer_cast(p), 0, detail::malloc_alignment);
  }
}

/// Returns memory for up to n objects of type T and their number: n, or 0 with a null pointer if
/// there is no memory. The memory is scratch memory of a policy (of its resource if the policy has
/// one), or memory of a space. Does not throw std::bad_alloc. Under CUDA the memory of a policy is
/// for work on its stream, and nothing waits.
template <class T, detail::memory_system S>
pair<pointer<T, detail::system_space_t<S>>, std::ptrdiff_t> get_temporary_buffer(S const& system,
                                                                                 std::ptrdiff_t n) {
  using buffer = pointer<T, detail::system_space_t<S>>;
  if (n <= 0) return {buffer(), 0};
  try {
    std::size_t const bytes = detail::bytes_of<T>(static_cast<std::size_t>(n));
    void* p = nullptr;
    if constexpr (detail::has_memory<S>) p = detail::space_memory<S>::allocate(bytes, alignof(T));
    else p = system.allocate(bytes, alignof(T));
    return {buffer(static_cast<T*>(p)), n};
  } catch (std::bad_alloc const&) {
    return {buffer(), 0};
  }
}

/// Gives back memory that get_temporary_buffer returned for n objects in the same system; does
/// nothing for a null pointer.
template <detail::memory_system S, class P>
void return_temporary_buffer(S const& system, P p, std::ptrdiff_t n) noexcept {
  auto* const raw = thrum::raw_pointer_cast(p);
  using T = std::remove_pointer_t<decltype(raw)>;
  if (raw == nullptr) return;
  std::size_t const bytes = static_cast<std::size_t>(n) * sizeof(T);
  if constexpr (detail::has_memory<S>) detail::space_memory<S>::deallocate(raw, bytes, alignof(T));
  else system.deallocate(raw, bytes, alignof(T));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
