// prefetch and advise: hints to the system about memory that host and devices share.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// A hint about the use of unified memory. The values `not_...` and `no_...` take back an earlier
/// hint.
enum class memory_advice : unsigned char {
  read_mostly = 1,         ///< read often and hardly written: each side that reads may have a copy
  not_read_mostly = 2,     ///<
  preferred_location = 3,  ///< the memory had better stay on that side, and be accessed from elsewhere
  no_preferred_location = 4,
  accessed_by = 5,  ///< that device keeps the memory mapped, wherever it is: no page faults, no moves
  not_accessed_by = 6
};

/// Stands for the host in place of a device's number.
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

/// The space_memory of unified memory, as a type that depends on I, so that its members are looked
/// up only when a range is given.
template <class I>
using hinted_memory = space_memory<std::conditional_t<std::is_void_v<I>, void, unified_space<>>>;

template <class I>
std::size_t bytes_between(I first, I last) {
  return static_cast<std::size_t>(last - first) * sizeof(std::iter_value_t<I>);
}

}  // namespace detail

/// prefetch(first, last, side, stream...): moves the memory of a range to a device, or to
/// `the_host`, before the memory is used there. The move happens in the order of a CUDA stream, by
/// default of the default stream. The caller does not wait.
///
/// It is a hint: nothing happens in a build without CUDA, nor on a device that cannot share managed
/// memory with the host at the same time (cuda::device::has_concurrent_managed_access). Throws
/// thrum::cuda_error for memory that is not managed.
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

/// advise(first, last, advice, side): says how the memory of a range is going to be used. If the
/// advice names a side, that is a device or `the_host`. The advice takes effect at once, and holds
/// until it is taken back or the memory is freed. It is a hint, as prefetch is.
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

/// The members by which a unified vector gives hints about its memory; empty for other vectors.
template <class V, bool Unified>
class unified_hints {};
template <class V>
class unified_hints<V, true> {
 public:
  /// Moves the memory to a device, or to `the_host`, before the memory is used there. The move
  /// happens in the order of a CUDA stream, by default of the default stream. It is only a hint,
  /// and only under CUDA: see thrum/memory_advice.h.
  template <class... Stream>
  void prefetch(int side = 0, Stream... stream) const {
    V const& v = static_cast<V const&>(*this);
    thrum::prefetch(v.data(), v.data() + static_cast<std::ptrdiff_t>(v.size()), side, stream...);
  }
  template <class... Stream>
  void prefetch_to_host(Stream... stream) const {
    prefetch(the_host, stream...);
  }
  void advise(memory_advice advice, int side = 0) const {
    V const& v = static_cast<V const&>(*this);
    thrum::advise(v.data(), v.data() + static_cast<std::ptrdiff_t>(v.size()), advice, side);
  }
};

}  // namespace detail
}  // namespace thrum

#include <thrum/detail/public_header/end.h>
