// Copies and fills of plain elements in host memory, which need no call for each element.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/nontemporal.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

/// Says whether the policy's code runs on the host and O is a pointer to elements that can be
/// assigned as bytes.
template <class B, class O>
THRUM_HD constexpr bool stores_bytes() {
#if defined(__CUDA_ARCH__)
  return false;
#else
  using T = std::remove_pointer_t<O>;
  return std::is_pointer_v<O> && !std::is_volatile_v<T> && std::is_trivially_copyable_v<T> &&
         std::is_trivially_assignable_v<T&, T const&> && backend_traits<B>::runs_on_host;
#endif
}

/// Says whether elements of I can be copied as bytes to elements of O.
template <class B, class I, class O>
THRUM_HD constexpr bool copies_bytes() {
  if constexpr (std::is_pointer_v<I> && detail::stores_bytes<B, O>()) {
    return std::is_same_v<std::remove_const_t<std::remove_pointer_t<I>>, std::remove_pointer_t<O>>;
  } else {
    return false;
  }
}

/// Says whether assigning a T to elements of O stores the same bytes in each element.
template <class B, class O, class T>
THRUM_HD constexpr bool fills_bytes() {
  if constexpr (detail::stores_bytes<B, O>()) {
    using element = std::remove_pointer_t<O>;
    return std::is_same_v<element, T> || (std::is_arithmetic_v<element> && std::is_arithmetic_v<T>);
  } else {
    return false;
  }
}

/// How many bytes are worth a task. Copying this many bytes takes as long as waking another thread.
inline constexpr std::ptrdiff_t bytes_of_task = std::ptrdiff_t{1} << 17;

/// From this many bytes on, x86's C libraries and processors write memory without reading it first.
inline constexpr std::ptrdiff_t bytes_of_long_fill = std::ptrdiff_t{1} << 25;

/// A function object that copies `size` elements in parts of `part` elements, one call for each
/// part. The last part may be shorter.
template <class T>
struct copy_part {
  T const* from;
  T* to;
  std::ptrdiff_t size;
  std::ptrdiff_t part;
  bool is_nontemporal = false;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    auto const n = static_cast<std::size_t>(detail::least(part, size - i * part));
#if !defined(__CUDA_ARCH__)
    if (is_nontemporal) return detail::copy_nontemporally(to + i * part, from + i * part, n * sizeof(T));
#endif
    std::memmove(to + i * part, from + i * part, n * sizeof(T));
  }
};

template <class T>
struct assign_element {
  static constexpr auto kind = body_kind::compute;
  using functor = no_functor;
  T* to;
  T value;
  THRUM_HD constexpr T*& output() { return to; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit();
  }
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t, T& element) const { element = value; }
  THRUM_HD void operator()(std::ptrdiff_t i) const { to[i] = value; }
};
template <class T>
struct fill_part {
  T* to;
  T value;
  std::ptrdiff_t size;
  std::ptrdiff_t part;
  int byte;  // the value of all bytes of `value`, or -1
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    auto const begin = i * part, end = detail::least(begin + part, size);
    if (byte < 0) return detail::independent_loop(begin, end, assign_element<T>{to, value});
    std::memset(static_cast<void*>(to + begin), byte, static_cast<std::size_t>(end - begin) * sizeof(T));
  }
};

/// Returns the one value that all bytes of a value have; -1 if the bytes differ, or if some of them
/// mean nothing.
template <class T>
int byte_of(T const& value) {
  if constexpr (std::is_arithmetic_v<T> || std::has_unique_object_representations_v<T>) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, __builtin_addressof(value), sizeof(T));
    for (unsigned char const byte : bytes) {
      if (byte != bytes[0]) return -1;
    }
    return bytes[0];
  } else {
    return -1;
  }
}

/// Calls body(part) for the parts of n elements, each of `elements` elements. seq takes all
/// elements as one part.
THRUM_EXEC_CHECK_DISABLE
template <class B, class Body>
THRUM_HD void for_each_part(B const& exec, std::ptrdiff_t n, std::ptrdiff_t elements, Body&& body) {
  body.part = backend_traits<B>::is_serial ? n : elements;
  if (n <= body.part) {
    if (n > 0) body(0);
    return;
  }
  exec.for_each_n((n + body.part - 1) / body.part, body, 1);
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class T>
THRUM_HD void copy_bytes(B const& exec, T const* from, std::ptrdiff_t n, T* to) {
  constexpr std::ptrdiff_t width = sizeof(T);
  bool is_nontemporal = false;
#if !defined(__CUDA_ARCH__)
  if (n >= least_nontemporal_bytes / width)
    is_nontemporal = detail::copies_nontemporally(from, n, to, backend_traits<B>::concurrency(exec));
#endif
  detail::for_each_part(exec, n, (bytes_of_task + width - 1) / width,
                        copy_part<T>{from, to, n, n, is_nontemporal});
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class T>
THRUM_HD void fill_bytes(B const& exec, T* to, std::ptrdiff_t n, T const& value) {
  constexpr std::ptrdiff_t width = sizeof(T);
  int const byte = detail::byte_of(value);
  bool const is_long = byte >= 0 && n >= 2 * bytes_of_long_fill / width;
  detail::for_each_part(exec, n, ((is_long ? bytes_of_long_fill : bytes_of_task) + width - 1) / width,
                        fill_part<T>{to, value, n, n, byte});
}

}  // namespace thrum::detail
