// Segments as algorithms see them, and how tasks share them: many that are tiny as well as one that is all.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/memory_space.h>
#include <thrum/detail/predicates.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/step_of.h>
#include <thrum/segments.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The segments of a range of n elements. begin(count) is the end of the last one.
template <class I>
struct segments_between {
  I offsets;
  std::ptrdiff_t count;
  std::ptrdiff_t n;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t begin(std::ptrdiff_t s) const { return static_cast<std::ptrdiff_t>(offsets[s]); }
  THRUM_HD std::ptrdiff_t end(std::ptrdiff_t s) const { return begin(s + 1); }
  THRUM_HD std::ptrdiff_t size(std::ptrdiff_t s) const { return end(s) - begin(s); }
  /// The segment of element i; -1 if it is in none.
  THRUM_HD std::ptrdiff_t find(std::ptrdiff_t i) const {
    // The last offset that is not behind i.
    std::ptrdiff_t low = 0, high = count + 1;
    while (low < high) {
      std::ptrdiff_t const probe = low + (high - low) / 2;
      if (begin(probe) <= i) low = probe + 1;
      else high = probe;
    }
    return low > count ? -1 : low - 1;
  }
  THRUM_HD bool has(std::ptrdiff_t i) const { return count > 0 && begin(0) <= i && i < begin(count); }
};

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

THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD segments_between<unwrapped_t<I>> segments_in(offset_segments<I> const& s, std::ptrdiff_t n) {
  std::ptrdiff_t const offsets = s.offsets_last - s.offsets_first;
  return {detail::unwrap(s.offsets_first), offsets < 1 ? 0 : offsets - 1, n};
}
THRUM_HD inline segments_by_size segments_in(equal_segments const& s, std::ptrdiff_t n) {
  return {s.size, n <= 0 || s.size <= 0 ? 0 : (n - 1) / s.size + 1, n};
}

template <class S>
inline constexpr bool are_segments = false;
template <>
inline constexpr bool are_segments<equal_segments> = true;
template <class I>
inline constexpr bool are_segments<offset_segments<I>> = true;

/// Checks the segments of a call.
template <class B, class S>
THRUM_HD constexpr bool valid_segments() {
  static_assert(
      are_segments<S>,
      "thrum: the segments are not: write segments_at(offsets_first, offsets_last), or segments_of(size)");
  if constexpr (!are_segments<S>) {
    return false;
  } else if constexpr (requires(S s) { s.offsets_first; }) {
    using offset = std::iter_value_t<decltype(S::offsets_first)>;
    static_assert(std::is_integral_v<offset>, "thrum: the offsets of segments are integers");
    return detail::valid_iterators<B, decltype(S::offsets_first)>() && std::is_integral_v<offset>;
  } else {
    return true;
  }
}

/// Whether a policy runs on the host's processors: there a segment is one task's work, and a long one that of all. On a
/// device all elements are one scan.
template <class B>
THRUM_HD constexpr bool runs_on_host() {
  return detail::reaches<B, host_space>();
}

/// How many elements and segments are worth a task.
inline constexpr std::ptrdiff_t segment_tile = 16384;

/// Calls work(policy, s) once for each segment: in tasks, with seq, for those of a tile; for a segment that is longer than
/// tasks should be from here, with the policy itself. Which is which changes no result, for a primitive makes the same of a
/// range under every policy of the host.
THRUM_EXEC_CHECK_DISABLE
template <class B, class S, class Work>
THRUM_HD void for_each_segment(B const& exec, S segments, Work work) {
  if (segments.count <= 0) return;
  if constexpr (std::same_as<B, seq_policy>) {
    for (std::ptrdiff_t s = 0; s < segments.count; ++s) work(exec, s);
  } else {
    constexpr std::ptrdiff_t tile = segment_tile;
    // A segment weighs its elements and one: empty ones are work, too.
    std::ptrdiff_t const start = segments.begin(0);
    std::ptrdiff_t const weight = segments.begin(segments.count) - start + segments.count;
    std::ptrdiff_t const tiles = (weight - 1) / tile + 1;
    std::ptrdiff_t const longest = weight / 64 > tile ? weight / 64 : tile;
    // The last segment of a tile may be a long one; no other is, since the next one then begins in another tile.
    scratch_array<std::ptrdiff_t, B> const long_segments(exec, tiles);
    exec.for_each_n(
        tiles,
        [=, out = long_segments.data()](std::ptrdiff_t t) {
          // The first segment at or behind a weight.
          auto const first_behind = [&](std::ptrdiff_t w) {
            std::ptrdiff_t low = 0, high = segments.count;
            while (low < high) {
              std::ptrdiff_t const probe = low + (high - low) / 2;
              if (segments.begin(probe) - start + probe < w) low = probe + 1;
              else high = probe;
            }
            return low;
          };
          Work own = work;
          std::ptrdiff_t const last = first_behind((t + 1) * tile);
          out[t] = -1;
          for (std::ptrdiff_t s = first_behind(t * tile); s < last; ++s) {
            if (segments.size(s) > longest) out[t] = s;
            else own(seq_policy{}, s);
          }
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles; ++t) {
      if (long_segments[t] >= 0) work(exec, long_segments[t]);
    }
  }
}

/// flags[i] = 0.
struct clear_flag {
  unsigned char* flags;
  THRUM_HD void operator()(std::ptrdiff_t i) const { flags[i] = 0; }
};

/// Marks where segment s begins and where the last one ends.
template <class S>
struct mark_segment {
  S segments;
  unsigned char* flags;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    std::ptrdiff_t const begin = segments.begin(s);
    if (begin < segments.n) flags[begin] = 1;
    if (s == 0 && segments.n > 0) flags[0] = 1;
  }
};

struct begins_equal_segment {
  std::ptrdiff_t length;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return i % length == 0; }
};

/// Where segments begin, for scans of a whole range: starts()(i) holds there, at the end of the last one, and at 0.
template <class B, class S>
class segment_starts {
 public:
  segment_starts(B const& exec, S segments) : flags_(exec, segments.n) {
    detail::step_of(exec).for_each_n(segments.n, clear_flag{flags_.data()}, default_grain);
    detail::step_of(exec).for_each_n(segments.count + 1, mark_segment<S>{segments, flags_.data()}, default_grain);
  }
  ~segment_starts() {}  // nvcc would take a defaulted one for the device's, too
  segment_starts(segment_starts const&) = delete;
  segment_starts& operator=(segment_starts const&) = delete;
  flag_is starts() const { return {flags_.data(), true}; }

 private:
  scratch_array<unsigned char, B> flags_;
};
template <class B>
class segment_starts<B, segments_by_size> {
 public:
  segment_starts(B const&, segments_by_size segments) : length_(segments.length) {}
  begins_equal_segment starts() const { return {length_}; }

 private:
  std::ptrdiff_t length_;
};

}  // namespace thrum::detail
