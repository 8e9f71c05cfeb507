// Which segments algorithms of thrum::ranges take when an output ends before the input.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/segments.h>
#include <algorithm>
#include <cstddef>

namespace thrum::detail {

/// Leaves the first n segments of a range of `size` elements, and the elements up to their end.
template <class I>
void keep_first(std::ptrdiff_t n, offset_segments<I>& segments, std::ptrdiff_t&) {
  if (n + 1 < segments.offsets_last - segments.offsets_first)
    segments.offsets_last = segments.offsets_first + n + 1;
}
inline void keep_first(std::ptrdiff_t n, equal_segments const& segments, std::ptrdiff_t& size) {
  size = std::min(size, n * segments.size);
}

/// An offset, or the number of elements if there are fewer.
struct offset_within {
  std::ptrdiff_t n;
  template <class Offset>
  THRUM_HD std::ptrdiff_t operator()(Offset const& offset) const {
    std::ptrdiff_t const at = static_cast<std::ptrdiff_t>(offset);
    return at < n ? at : n;
  }
};
/// Returns the segments of the first n elements of a range: the last of them ends there.
template <class I>
auto segments_within(offset_segments<I> const& segments, std::ptrdiff_t n) {
  transform_iterator<offset_within, I> const first(segments.offsets_first, offset_within{n});
  return thrum::segments_at(first, first + (segments.offsets_last - segments.offsets_first));
}
inline equal_segments segments_within(equal_segments segments, std::ptrdiff_t) { return segments; }

}  // namespace thrum::detail
