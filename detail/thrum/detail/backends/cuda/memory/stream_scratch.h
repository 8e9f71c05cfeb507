// Scratch memory of a CUDA policy from a user's resource, in the order of the policy's stream.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/base/scratch.h>
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// A resource says by its members that its memory is in the order of a stream, as the resources of
/// RMM and CCCL do:
///   allocate_async(bytes, alignment, stream)  and  deallocate_async(p, bytes, alignment, stream)
///   allocate_async(bytes, stream)             and  deallocate_async(p, bytes, stream)
///   allocate(stream, bytes, alignment)        and  deallocate(stream, p, bytes, alignment)
/// where `stream` has a type that a cudaStream_t converts to. Memory that the resource gives is for
/// work in that stream from then on. Memory that the resource is given back may still be used by
/// work in that stream that is not done yet.
template <class R>
concept allocates_async_aligned = requires(R& r, void* p, std::size_t n, cudaStream_t stream) {
  { r.allocate_async(n, n, stream) } -> std::convertible_to<void*>;
};
template <class R>
concept allocates_async = requires(R& r, void* p, std::size_t n, cudaStream_t stream) {
  { r.allocate_async(n, stream) } -> std::convertible_to<void*>;
};
template <class R>
concept allocates_on_stream = requires(R& r, void* p, std::size_t n, cudaStream_t stream) {
  { r.allocate(stream, n, n) } -> std::convertible_to<void*>;
  r.deallocate(stream, p, n, n);
};
template <class R>
concept deallocates_async_aligned =
    requires(R& r, void* p, std::size_t n, cudaStream_t stream) { r.deallocate_async(p, n, n, stream); };
template <class R>
concept deallocates_async =
    requires(R& r, void* p, std::size_t n, cudaStream_t stream) { r.deallocate_async(p, n, stream); };
template <class R>
concept stream_ordered_resource =
    allocates_on_stream<R> ||
    ((allocates_async_aligned<R> || allocates_async<R>) && (deallocates_async_aligned<R> || deallocates_async<R>));

template <class R>
void* allocate_on_stream(void* object, std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
  [[maybe_unused]] auto&& from = detail::scratch_object<R>(object);
  if constexpr (!stream_ordered_resource<R>) return detail::allocate_from<R>(object, bytes, alignment);
  else if constexpr (allocates_on_stream<R>) return from.allocate(stream, bytes, alignment);
  else if constexpr (allocates_async_aligned<R>) return from.allocate_async(bytes, alignment, stream);
  else return from.allocate_async(bytes, stream);
}

template <class R>
void deallocate_on_stream(void* object, void* p, std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
  [[maybe_unused]] auto&& to = detail::scratch_object<R>(object);
  if constexpr (!stream_ordered_resource<R>) {
    // The next owner may use the memory from another stream. The next call reports a failure.
    if (runtime::stream_synchronize(stream) != cudaSuccess) static_cast<void>(cudaGetLastError());
    detail::deallocate_to<R>(object, p, bytes, alignment);
  } else if constexpr (allocates_on_stream<R>) {
    to.deallocate(stream, p, bytes, alignment);
  } else if constexpr (deallocates_async_aligned<R>) {
    to.deallocate_async(p, bytes, alignment, stream);
  } else {
    to.deallocate_async(p, bytes, stream);
  }
}

template <class R>
void* allocate_from_kept_on_stream(void* bytes_of, std::size_t bytes, std::size_t alignment, cudaStream_t stream) {
  return detail::allocate_on_stream<R>(allocator_of_bytes<R>(bytes_of).get(), bytes, alignment, stream);
}
template <class R>
void deallocate_to_kept_on_stream(void* bytes_of, void* p, std::size_t bytes, std::size_t alignment,
                                  cudaStream_t stream) {
  detail::deallocate_on_stream<R>(allocator_of_bytes<R>(bytes_of).get(), p, bytes, alignment, stream);
}

/// A user's allocator or memory resource in the form in which a CUDA policy keeps it: a
/// scratch_source with a stream.
struct stream_scratch_source {
  void* object = nullptr;
  void* (*allocate)(void* object, std::size_t bytes, std::size_t alignment, cudaStream_t stream) = nullptr;
  void (*deallocate)(void* object, void* p, std::size_t bytes, std::size_t alignment,
                     cudaStream_t stream) = nullptr;
  bool in_order = true;  // of the stream; otherwise deallocate waits

  constexpr explicit operator bool() const { return allocate != nullptr; }
};

/// Does the work of scratch_from for a CUDA policy. A resource that knows no order of streams gets
/// its memory back after the policy's stream has been waited for, once for each block of memory.
template <class X>
constexpr stream_scratch_source stream_scratch_from(X&& x) {
  using R = scratch_owner_t<X>;
  if constexpr (std::is_pointer_v<std::remove_reference_t<X>>) {
    return detail::stream_scratch_from(*x);
  } else if constexpr (kept_by_bytes<X>) {
    return {detail::bytes_of_allocator(x), allocate_from_kept_on_stream<R>, deallocate_to_kept_on_stream<R>,
            stream_ordered_resource<R>};
  } else {
    constexpr bool allocates = stream_ordered_resource<R> || memory_resource_like<R> || allocator_like<R>;
    void* const object = detail::scratch_reference<allocates>(std::forward<X>(x));
    if constexpr (allocates)
      return {object, allocate_on_stream<R>, deallocate_on_stream<R>, stream_ordered_resource<R>};
    else return {};
  }
}

}  // namespace thrum::detail

#endif
