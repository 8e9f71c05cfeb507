// Prefetches for loops that read ranges from one end to the other. The prefetcher of a processor
// stops at the end of a page, and some of them ask for too few lines at once: a loop that asks by
// itself waits less.
#pragma once

#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// The distance in bytes from an element that is read to the line that is asked for meanwhile. 2 to
/// 8 KB are alike.
inline constexpr std::ptrdiff_t read_ahead_distance = 4096;

/// Asks for the memory that lies read_ahead_distance behind `count` elements from first[i] on. Does
/// so for pointers and for iterators that are made of pointers, and nothing for others. The memory
/// need not exist: a prefetch of no memory does nothing.
template <std::ptrdiff_t count, class I>
void read_ahead([[maybe_unused]] I const& first, [[maybe_unused]] std::ptrdiff_t i) {
  if constexpr (requires { first.base(); }) {
    detail::read_ahead<count>(first.base(), i);
#if defined(__GNUC__)
  } else if constexpr (std::is_pointer_v<I>) {
    constexpr std::ptrdiff_t line = 64;
    auto const* const bytes = reinterpret_cast<char const*>(first + i) + read_ahead_distance;
    constexpr auto length = count * static_cast<std::ptrdiff_t>(sizeof(*first));
    for (std::ptrdiff_t b = 0; b < length; b += line) __builtin_prefetch(bytes + b);
#endif
  }
}

}  // namespace thrum::detail
