// segmented_copy: many copies of different lengths at once.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/expand.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// Whether elements are copied as bytes from memory to memory.
template <class I, class O>
inline constexpr bool copies_as_bytes = false;
template <class T, class U>
inline constexpr bool copies_as_bytes<T*, U*> = std::is_same_v<std::remove_const_t<T>, U> && is_plain_element<U>;

/// Copies element j of segment s.
template <class I, class S, class O, class T>
struct segment_copier {
  static constexpr auto kind =
      copies_as_bytes<I, O> && are_numbers_in_memory<I> ? body_kind::move_numbers : body_kind::unknown;
  I first;
  S begins;
  O out;
  T out_begins;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s, std::ptrdiff_t j, std::ptrdiff_t) {
    detail::store(out[static_cast<std::ptrdiff_t>(out_begins[s]) + j],
                  first[static_cast<std::ptrdiff_t>(begins[s]) + j]);
  }
  /// Copies the elements from j to end, on the host.
  void some(std::ptrdiff_t s, std::ptrdiff_t j, std::ptrdiff_t end, std::ptrdiff_t)
    requires copies_as_bytes<I, O>
  {
    std::copy_n(first + (static_cast<std::ptrdiff_t>(begins[s]) + j), end - j,
                out + (static_cast<std::ptrdiff_t>(out_begins[s]) + j));
  }
};

}  // namespace detail

/// segmented_copy(policy, begins_first, begins_last, sizes, first, out, out_begins): makes a copy
/// for each number s below the number of begins: copies the sizes[s] elements from first +
/// begins[s] on to out + out_begins[s]. Returns nothing.
///
///   // packs the rows of a table, of which each has another length
///   thrum::segmented_copy(thrum::par, begins.begin(), begins.end(), sizes.begin(), table.begin(), packed.begin(),
///                         packed_begins.begin());
///
/// Segments may have any order in the input, overlap there, and be empty; sizes below 0 count as 0.
/// What is written overlaps neither an input nor what is written for another segment. Begins and
/// sizes are integers.
///
/// O(segments + elements) work, shared evenly however the sizes differ: a single long copy is the
/// work of all tasks. tbb::par reads sizes more than once. Scratch memory: 8 bytes for every 256
/// segments and that of a scan of these under tbb::par, none for up to 4096 segments; under CUDA 8
/// bytes for each segment and that of a scan; none for seq. The call hands nothing to the host, so
/// that under CUDA it does not wait for a result.
struct segmented_copy_fn : detail::algorithm<segmented_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"segmented_copy",
            {in("begins_first"), until("begins_last"), also("sizes"), value("first"), value("out"),
             also("out_begins")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class S, class N, class I, class O, class T>
  THRUM_HD void operator()(B const& exec, S begins_first, S begins_last, N sizes, I first, O out,
                           T out_begins) const {
    constexpr bool integers = std::is_integral_v<std::iter_value_t<S>> &&
                              std::is_integral_v<std::iter_value_t<N>> && std::is_integral_v<std::iter_value_t<T>>;
    static_assert(integers, "thrum: the begins and the sizes of segmented_copy are integers");
    if constexpr (integers && detail::valid_iterators<B, S, N, I, O, T>() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      using copier = detail::segment_copier<detail::unwrapped_t<I>, detail::unwrapped_t<S>, detail::unwrapped_t<O>,
                                            detail::unwrapped_t<T>>;
      detail::expand<false>(exec, detail::unwrap(sizes), begins_last - begins_first,
                            copier{detail::unwrap(first), detail::unwrap(begins_first), detail::unwrap(out),
                                   detail::unwrap(out_begins)});
    }
  }
};
THRUM_OBJECT segmented_copy_fn segmented_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
