// Segments as algorithms see them: where each begins and ends, and which one an element is in.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>

namespace thrum::detail {

/// A predicate: whether offset s is greater than i.
template <class I>
struct begins_after {
  I offsets;
  std::ptrdiff_t i;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t s) const { return static_cast<std::ptrdiff_t>(offsets[s]) > i; }
};

/// The segments of a range of n elements. begin(count) is the end of the last segment.
template <class I>
struct segments_between {
  I offsets;
  std::ptrdiff_t count;
  std::ptrdiff_t n;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t begin(std::ptrdiff_t s) const { return static_cast<std::ptrdiff_t>(offsets[s]); }
  THRUM_HD std::ptrdiff_t end(std::ptrdiff_t s) const { return begin(s + 1); }
  THRUM_HD std::ptrdiff_t size(std::ptrdiff_t s) const { return end(s) - begin(s); }
  /// Returns the segment of element i; -1 before the first segment, count after the last one.
  THRUM_HD std::ptrdiff_t find(std::ptrdiff_t i) const {
    return detail::find_between(0, count + 1, begins_after<I>{offsets, i}) - 1;
  }
  THRUM_HD bool has(std::ptrdiff_t i) const { return count > 0 && begin(0) <= i && i < begin(count); }
};

/// The segments of equal length of a range of n elements. The last one may be shorter.
struct segments_by_size {
  std::ptrdiff_t length;
  std::ptrdiff_t count;
  std::ptrdiff_t n;

  THRUM_HD std::ptrdiff_t begin(std::ptrdiff_t s) const { return s == count ? n : s * length; }
  THRUM_HD std::ptrdiff_t end(std::ptrdiff_t s) const { return begin(s + 1); }
  THRUM_HD std::ptrdiff_t size(std::ptrdiff_t s) const { return end(s) - begin(s); }
  THRUM_HD std::ptrdiff_t find(std::ptrdiff_t i) const { return i / length; }
  THRUM_HD bool has(std::ptrdiff_t) const { return true; }
};

/// A predicate: whether a segment begins at element i, or the last one ends there; it holds at 0.
template <class S>
struct starts_of_segments {
  S segments;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const s = segments.find(i);
    return i == 0 || (s >= 0 && segments.begin(s) == i);
  }
};

}  // namespace thrum::detail
