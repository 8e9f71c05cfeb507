// device_new: makes objects in device memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/vector_storage.h>
#include <thrum/device_allocator.h>
#include <thrum/device_free.h>
#include <thrum/device_malloc.h>
#include <thrum/device_ptr.h>
#include <cstddef>

namespace thrum {
namespace detail {

template <class T, device_system System>
using device_elements = vector_elements<T, space_allocator<T, device_space<System>>>;

}  // namespace detail

/// Value-initialises n objects of type T in memory from device_malloc. Under CUDA, T must be
/// trivially copyable.
template <class T, device_system System>
pointer<T, device_space<System>> device_new(pointer<void, device_space<System>> p, std::size_t n = 1) {
  detail::space_allocator<T, device_space<System>> allocator;
  detail::device_elements<T, System>::construct_default(allocator, static_cast<T*>(p.get()), n);
  return pointer<T, device_space<System>>(p);
}

/// Makes n copies of an object in memory from device_malloc.
template <class T, device_system System>
pointer<T, device_space<System>> device_new(pointer<void, device_space<System>> p, T const& value,
                                            std::size_t n = 1) {
  detail::space_allocator<T, device_space<System>> allocator;
  detail::device_elements<T, System>::construct_fill(allocator, static_cast<T*>(p.get()), n, value);
  return pointer<T, device_space<System>>(p);
}

/// Makes n value-initialised objects of type T in newly allocated device memory; device_delete
/// destroys them. Throws std::bad_alloc, or what a constructor throws, and leaks nothing.
template <class T, device_system System = default_device_system>
pointer<T, device_space<System>> device_new(std::size_t n = 1) {
  auto const p = thrum::device_malloc<T, System>(n);
  try {
    detail::space_allocator<T, device_space<System>> allocator;
    detail::device_elements<T, System>::construct_default(allocator, p.get(), n);
    return p;
  } catch (...) {
    thrum::device_free(p);
    throw;
  }
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
