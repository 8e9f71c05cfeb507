// segments_at, segments_of: how a range is cut for the segmented algorithms.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/memory_space.h>
#include <concepts>
#include <cstddef>

namespace thrum {

/// Segment s is [offsets[s], offsets[s + 1]). Made by segments_at.
template <class I>
struct offset_segments {
  I offsets_first;
  I offsets_last;
};

/// Segment s is [s * size, (s + 1) * size), the last one perhaps shorter. Made by segments_of.
struct equal_segments {
  std::ptrdiff_t size;
};

/// Returns the segments between offsets into a range: one fewer than there are offsets. The offsets
/// do not decrease; two equal offsets make an empty segment. Elements before the first offset, or
/// from the last one on, are in no segment. The offsets are integers, accessed by random-access
/// iterators that the policy reaches.
template <class I>
THRUM_HD constexpr offset_segments<I> segments_at(I offsets_first, I offsets_last) {
  return {offsets_first, offsets_last};
}

/// Returns segments of `size` > 0 elements each; what is left at the end of the range is a shorter
/// segment.
template <std::integral Size>
THRUM_HD constexpr equal_segments segments_of(Size size) {
  return equal_segments{detail::length_of(size)};
}

namespace detail {

template <class A>
struct argument_space;

/// Lets the offsets take part in deciding where a call without a policy runs.
template <class I>
struct argument_space<offset_segments<I>> : memory_space_of<I> {};

}  // namespace detail
}  // namespace thrum

#include <thrum/detail/public_header/end.h>
