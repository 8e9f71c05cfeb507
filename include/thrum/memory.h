// Raw pointers and references from thrum's, and memory of the system that a policy runs on.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/memory_space.h>
#include <thrum/detail/pointer.h>
#include <thrum/detail/space_memory.h>
#include <thrum/device_reference.h>
#include <thrum/pair.h>
#include <cstddef>
#include <new>
#include <type_traits>

namespace thrum {

/// The address that a pointer holds, without its memory space: of a raw pointer, a thrum::pointer, or anything else with
/// a member get().
template <class T>
THRUM_HD constexpr T* raw_pointer_cast(T* p) {
  return p;
}
template <class P>
  requires requires(P const& p) { p.get(); }
THRUM_HD constexpr auto raw_pointer_cast(P const& p) {
  return p.get();
}

/// The T& behind a reference. Where the memory is a CUDA device's, only device code may use the result.
template <class T>
THRUM_HD constexpr T& raw_reference_cast(T& r) {
  return r;
}
template <class T, class Space>
THRUM_HD constexpr T& raw_reference_cast(device_reference<T, Space> r) {
  return *(&r).get();
}

namespace detail {

/// Where a policy's own memory is.
template <class B>
using memory_space_of_policy = std::conditional_t<detail::reaches<B, device_space<device_system::cuda>>(),
                                                  device_space<device_system::cuda>, host_space>;

}  // namespace detail

/// `bytes` bytes, aligned to 256, of the memory that a policy works on: the current device's under CUDA, else the host's.
/// They are to be given to thrum::free. Throws std::bad_alloc. Under CUDA it waits for the default stream.
template <backend B>
pointer<void, detail::memory_space_of_policy<B>> malloc(B const&, std::size_t bytes) {
  using space = detail::memory_space_of_policy<B>;
  return pointer<void, space>(detail::space_memory<space>::allocate(bytes, detail::malloc_alignment));
}

/// Room for n objects of type T, which are not constructed.
template <class T, backend B>
pointer<T, detail::memory_space_of_policy<B>> malloc(B const& exec, std::size_t n) {
  static_assert(alignof(T) <= detail::malloc_alignment, "thrum: malloc aligns to 256 bytes at most");
  return pointer<T, detail::memory_space_of_policy<B>>(thrum::malloc(exec, detail::bytes_of<T>(n)));
}

/// Gives back memory of thrum::malloc under a policy of the same system; nothing for a null pointer. Objects in it are not
/// destroyed.
template <backend B, class P>
void free(B const&, P p) noexcept {
  using space = detail::memory_space_of_policy<B>;
  static_assert(std::is_same_v<memory_space_t<P>, unspecified_space> || std::is_same_v<memory_space_t<P>, space>,
                "thrum: this memory is not of the system that the policy runs on");
  if (p != nullptr)
    detail::space_memory<space>::deallocate(thrum::raw_pointer_cast(p), 0, detail::malloc_alignment);
}

/// Room for up to n objects of type T in the scratch memory of a policy, that of its resource if it has one; and for how
/// many: n, or 0 with a null pointer where there is no memory. It does not throw std::bad_alloc. Under CUDA the memory is
/// for work on the policy's stream, and nothing waits.
template <class T, backend B>
pair<pointer<T, detail::memory_space_of_policy<B>>, std::ptrdiff_t> get_temporary_buffer(B const& exec,
                                                                                         std::ptrdiff_t n) {
  using buffer = pointer<T, detail::memory_space_of_policy<B>>;
  if (n <= 0) return {buffer(), 0};
  try {
    std::size_t const bytes = detail::bytes_of<T>(static_cast<std::size_t>(n));
    return {buffer(static_cast<T*>(exec.allocate(bytes, alignof(T)))), n};
  } catch (std::bad_alloc const&) {
    return {buffer(), 0};
  }
}

/// Gives back what get_temporary_buffer gave for n objects under the same policy; nothing for a null pointer.
template <backend B, class P>
void return_temporary_buffer(B const& exec, P p, std::ptrdiff_t n) noexcept {
  auto* const raw = thrum::raw_pointer_cast(p);
  using T = std::remove_pointer_t<decltype(raw)>;
  if (raw != nullptr) exec.deallocate(raw, static_cast<std::size_t>(n) * sizeof(T), alignof(T));
}

}  // namespace thrum
