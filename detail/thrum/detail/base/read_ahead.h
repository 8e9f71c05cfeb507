// Prefetches for loops that read or write ranges from one end to the other. The prefetcher of a
// processor stops at the end of a page, and some of them ask for too few lines at once: a loop that
// asks by itself waits less.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum {
template <class F, class I, class Reference, class Value>
class transform_iterator;
}  // namespace thrum

namespace thrum::detail {

/// The distance in bytes from an element that is read or written to the line that is asked for
/// meanwhile. 2 to 8 KB are alike.
inline constexpr std::uintptr_t read_ahead_distance = 4096;

/// Asks for the memory that lies read_ahead_distance behind `count` elements from p[i] on, to read
/// or to write it. The memory need not exist: a prefetch of no memory does nothing.
template <std::ptrdiff_t count, bool writes, class T>
THRUM_HD void ask_ahead([[maybe_unused]] T* p, [[maybe_unused]] std::ptrdiff_t i) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  constexpr std::uintptr_t line = 64, size = sizeof(T);
  auto const at =
      reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(i) * size + read_ahead_distance;
  for (std::uintptr_t b = 0; b < count * size; b += line)
    __builtin_prefetch(reinterpret_cast<void const*>(at + b), writes ? 1 : 0);
#endif
}

/// Asks for what is read behind `count` elements from first[i] on, if `first` is a pointer, or has
/// a member that does so.
template <std::ptrdiff_t count, class I>
THRUM_HD void read_ahead([[maybe_unused]] I const& first, [[maybe_unused]] std::ptrdiff_t i) {
  if constexpr (std::is_pointer_v<I>) {
    detail::ask_ahead<count, false>(first, i);
  } else if constexpr (requires { first.template read_ahead<count>(i); }) {
    first.template read_ahead<count>(i);
  }
}
/// Asks for what a function of elements reads.
template <std::ptrdiff_t count, class F, class I, class Reference, class Value>
THRUM_HD void read_ahead(transform_iterator<F, I, Reference, Value> const& first, std::ptrdiff_t i) {
  detail::read_ahead<count>(first.base(), i);
}
/// Asks for what is written behind `count` elements from out[i] on.
template <std::ptrdiff_t count, class O>
THRUM_HD void write_ahead([[maybe_unused]] O const& out, [[maybe_unused]] std::ptrdiff_t i) {
  if constexpr (std::is_pointer_v<O>) detail::ask_ahead<count, true>(out, i);
}

}  // namespace thrum::detail
