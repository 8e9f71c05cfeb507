// Prefetches for loops that read or write ranges from one end to the other, on processors of Intel.
// Their prefetchers stop at the end of a page: a loop that asks by itself waits less. Where
// prefetchers do better, such requests only cost time. On an AMD EPYC (Zen 4) a sum of 10^8 floats
// takes 17 ms without them and 24 with them, a count on two threads 10 and 17. On an Intel Xeon
// (Emerald Rapids) a transform of records takes 0.6 to 0.8 of the time with them, sums, counts and
// scans 0.75 to 0.9, of any size.
//
// Each function here is inlined by force, and so are members of that name: GCC takes a function
// that only prefetches for one without effects, and drops its calls.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/processor.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum {
template <class F, class I, class Reference, class Value>
class transform_iterator;
}  // namespace thrum

namespace thrum::detail {

#if THRUM_HAS_VECTOR_TARGETS
/// Whether loops ask for memory ahead. Until it is initialised, they do not. Tests change it.
inline bool asks_ahead = detail::is_processor_of_intel();
#else
inline constexpr bool asks_ahead = false;
#endif

/// The distance in bytes from an element that is read or written to the line that is asked for
/// meanwhile. 1 to 4 KB are alike, but for inner products of 4 to 16 MB on an Emerald Rapids: with
/// 4 KB they take 1.07 of the time, with 8 KB 1.15.
inline constexpr std::uintptr_t read_ahead_distance = 2048;

/// Asks for the memory that lies read_ahead_distance behind `count` elements from p[i] on, to read
/// or to write it. The memory need not exist: a prefetch of no memory does nothing. Of an element
/// that is longer than a line, a loop may need a part: nothing is asked for.
template <std::ptrdiff_t count, bool writes, class T>
THRUM_INLINED THRUM_HD void ask_ahead([[maybe_unused]] T* p, [[maybe_unused]] std::ptrdiff_t i) {
#if THRUM_HAS_VECTOR_TARGETS
  constexpr std::uintptr_t line = 64, size = sizeof(T);
  if constexpr (size <= line) {
    if (!asks_ahead) return;
    auto const at =
        reinterpret_cast<std::uintptr_t>(p) + static_cast<std::uintptr_t>(i) * size + read_ahead_distance;
    THRUM_UNROLL
    for (std::uintptr_t b = 0; b < count * size; b += line)
      __builtin_prefetch(reinterpret_cast<void const*>(at + b), writes ? 1 : 0);
  }
#endif
}

/// Asks for what is read behind `count` elements from first[i] on, if `first` is a pointer, or has
/// a member that does so.
template <std::ptrdiff_t count, class I>
THRUM_INLINED THRUM_HD void read_ahead([[maybe_unused]] I const& first, [[maybe_unused]] std::ptrdiff_t i) {
  if constexpr (std::is_pointer_v<I>) {
    detail::ask_ahead<count, false>(first, i);
  } else if constexpr (requires { first.template read_ahead<count>(i); }) {
    first.template read_ahead<count>(i);
  }
}
/// Asks for what a function of elements reads.
template <std::ptrdiff_t count, class F, class I, class Reference, class Value>
THRUM_INLINED THRUM_HD void read_ahead(transform_iterator<F, I, Reference, Value> const& first, std::ptrdiff_t i) {
  detail::read_ahead<count>(first.base(), i);
}
/// Asks for what is written behind `count` elements from out[i] on. (A program that is compiled for
/// any x86-64 has no such request outside of functions for AVX2 and AVX-512, and asks to read.)
template <std::ptrdiff_t count, class O>
THRUM_INLINED THRUM_HD void write_ahead([[maybe_unused]] O const& out, [[maybe_unused]] std::ptrdiff_t i) {
  if constexpr (std::is_pointer_v<O>) detail::ask_ahead<count, true>(out, i);
}
/// Reads ahead of `count` elements from first[i] on, if they are not those that are written at
/// out[i]: write_ahead asks for these.
template <std::ptrdiff_t count, class I, class O>
THRUM_INLINED THRUM_HD void read_ahead_besides([[maybe_unused]] O const& out, I const& first, std::ptrdiff_t i) {
  if constexpr (std::is_pointer_v<I> && std::is_pointer_v<O>) {
    if (static_cast<void const volatile*>(first) == out) return;
  }
  detail::read_ahead<count>(first, i);
}

}  // namespace thrum::detail
