// prefetch and advise: what is told to the system about memory that host and devices share.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/memory/space_memory.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// What is known of the use of unified memory. `not_` and `no_` take back what was said.
enum class memory_advice : unsigned char {
  read_mostly = 1,         ///< read often and hardly written: each side that reads it may have a copy
  not_read_mostly = 2,     ///<
  preferred_location = 3,  ///< it had better stay there, and be accessed from elsewhere
  no_preferred_location = 4,
  accessed_by = 5,  ///< that device keeps it mapped, wherever it is: no page faults, and nothing moves
  not_accessed_by = 6
};

/// In place of a device's number: the host.
inline constexpr int the_host = -1;

namespace detail {

template <class I>
constexpr bool is_unified_range() {
  using space = memory_space_t<I>;
  constexpr bool pointer = std::is_pointer_v<unwrapped_t<I>>;
  constexpr bool unified = std::is_same_v<space, unified_space<>> || std::is_same_v<space, unspecified_space>;
  static_assert(
      pointer && unified,
      "thrum: only unified memory can be prefetched and advised on: a unified_vector's, or what a pointer to "
      "managed memory points to");
  return pointer && unified;
}

/// Unified memory, as a type that is looked into where a range is given.
template <class I>
using hinted_memory = space_memory<std::conditional_t<std::is_void_v<I>, void, unified_space<>>>;

template <class I>
std::size_t bytes_between(I first, I last) {
  return static_cast<std::size_t>(last - first) * sizeof(std::iter_value_t<I>);
}

}  // namespace detail

/// prefetch(first, last, side, stream...): moves the memory of a range to a device, or to `the_host`, before it is used
/// there, in the order of a CUDA stream, by default the default stream. The caller does not wait.
///
/// A hint: nothing happens in a build without CUDA, nor on a device that cannot share managed memory with the host at the
/// same time (cuda::device::has_concurrent_managed_access). Throws thrum::cuda_error for memory that is not managed.
template <class I, class... Stream>
  requires(sizeof...(Stream) <= 1)
void prefetch(I first, I last, int side, Stream... stream) {
  if constexpr (detail::is_unified_range<I>()) {
    using memory = detail::hinted_memory<I>;
    if constexpr (requires { memory::prefetch(detail::unwrap(first), 0, side, stream...); }) {
      memory::prefetch(detail::unwrap(first), detail::bytes_between(first, last), side, stream...);
    }
  }
}

/// advise(first, last, advice, side): says how the memory of a range is going to be used, by a device or by `the_host`
/// where the advice names a place. It takes effect at once, and holds until it is taken back or the memory is freed. A hint,
/// as prefetch is.
template <class I>
void advise(I first, I last, memory_advice advice, int side = 0) {
  if constexpr (detail::is_unified_range<I>()) {
    using memory = detail::hinted_memory<I>;
    if constexpr (requires { memory::advise(detail::unwrap(first), 0, 0, side); }) {
      memory::advise(detail::unwrap(first), detail::bytes_between(first, last), static_cast<int>(advice), side);
    }
  }
}

namespace detail {

/// What a unified vector says of its memory; nothing for the others.
template <class V, bool Unified>
class unified_hints {};
template <class V>
class unified_hints<V, true> {
 public:
  /// Moves the memory to a device, or to `the_host`, before it is used there; in the order of a CUDA stream, by default the
  /// default stream. Only a hint, and only under CUDA: see thrum/memory_advice.h.
  template <class... Stream>
  void prefetch(int side = 0, Stream... stream) const {
    V const& v = static_cast<V const&>(*this);
    thrum::prefetch(v.data(), v.data() + v.size(), side, stream...);
  }
  template <class... Stream>
  void prefetch_to_host(Stream... stream) const {
    prefetch(the_host, stream...);
  }
  void advise(memory_advice advice, int side = 0) const {
    V const& v = static_cast<V const&>(*this);
    thrum::advise(v.data(), v.data() + v.size(), advice, side);
  }
};

}  // namespace detail
}  // namespace thrum

#include <thrum/detail/along/end.h>
