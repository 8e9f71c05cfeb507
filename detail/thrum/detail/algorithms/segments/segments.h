// The segments of a call, and how tasks share segments: many tiny segments as well as one
// that is the whole range.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/segments.h>
#include <thrum/segments.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

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
      "thrum: these are no segments: write segments_at(offsets_first, offsets_last), or segments_of(size)");
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

/// The segments of a range as the tasks of a policy of the host share them. A task is a tile of
/// elements and segments. A segment that is too long for one task is the work of all tasks. Which
/// segments are too long changes no result, because a primitive gives the same result for a range
/// under every policy of the host.
template <class B, class S>
class segment_tiles {
 public:
  segment_tiles(B const& exec, S segments, std::ptrdiff_t least_tile)
      : exec_(exec),
        segments_(segments),
        start_(segments.begin(0)),
        weight_(segments.begin(segments.count) - start_ + segments.count * weight_of_end),
        tiles_(tiles_of(weight_, least_tile)),
        tile_((weight_ - 1) / tiles_ + 1),
        longest_(longest_in(weight_, tile_)),
        long_segments_(exec, tiles_) {
    if (segments.n <= longest_) return;
    exec_.for_each_n(
        tiles_,
        [this, out = long_segments_.data()](std::ptrdiff_t t) {
          std::ptrdiff_t const last = first_of(t + 1) - 1;
          out[t] = first_of(t) <= last && is_long(last) ? last : -1;
        },
        1);
  }

  /// Calls work(seq, s) for each segment that is not long, or work.each_of(first, last) for the
  /// segments of a tile that are not long, tiles in parallel.
  template <class Work>
  void for_each_short(Work work) const {
    exec_.for_each_n(
        tiles_,
        [this, work](std::ptrdiff_t t) {
          Work own = work;
          std::ptrdiff_t const first = first_of(t), last = first_of(t + 1);
          if constexpr (requires { own.each_of(first, last); }) {
            if (first < last) own.each_of(first, is_long(last - 1) ? last - 1 : last);
          } else {
            for (std::ptrdiff_t s = first; s < last; ++s) {
              if (!is_long(s)) own(seq_policy{}, s);
            }
          }
        },
        1);
  }
  /// Calls work(policy, s) for each long segment, one after the other.
  template <class Work>
  void for_each_long(Work work) const {
    if (segments_.n <= longest_) return;
    for (std::ptrdiff_t t = 0; t < tiles_; ++t) {
      if (long_segments_[t] >= 0) work(exec_, long_segments_[t]);
    }
  }

 private:
  /// Returns the number of tiles: enough for many threads, but no more than make the search for
  /// tiles worth while.
  static std::ptrdiff_t tiles_of(std::ptrdiff_t weight, std::ptrdiff_t least_tile) {
    std::ptrdiff_t const wanted = weight / task_of_little_work;
    std::ptrdiff_t const most =
        detail::least(weight / least_tile, wanted > least_tiles_of_segments ? wanted : least_tiles_of_segments);
    return most > 1 ? most : 1;
  }
  /// Returns the length of the longest segment that is not long. It is at least that of a tile, so
  /// that a longer segment is the last one that begins in a tile.
  static std::ptrdiff_t longest_in(std::ptrdiff_t weight, std::ptrdiff_t tile) {
    std::ptrdiff_t const longest = tile > least_long_segment ? tile : least_long_segment;
    std::ptrdiff_t const part = weight / long_segments_at_most;
    return detail::least(longest_of_task, part > longest ? part : longest);
  }
  bool is_long(std::ptrdiff_t s) const { return segments_.size(s) > longest_; }
  /// Returns the first segment of tile t.
  std::ptrdiff_t first_of(std::ptrdiff_t t) const {
    return detail::find_between(0, segments_.count, [&](std::ptrdiff_t s) {
      return segments_.begin(s) - start_ + s * weight_of_end >= t * tile_;
    });
  }

  B const& exec_;
  S segments_;
  std::ptrdiff_t start_, weight_, tiles_, tile_, longest_;
  scratch_array<std::ptrdiff_t, B> long_segments_;
};

/// Segments that follow each other and have no more elements than a group, for loops over elements
/// that do not branch at the end of each segment.
template <class S>
struct segment_group {
  /// The most elements of a group, and the length of segments, on average, from which on to treat
  /// them one by one is as fast. Not measured by themselves.
  static constexpr std::ptrdiff_t most = 1024, long_segment = 64;
  std::ptrdiff_t first, last, begin, end;

  /// Makes the group that begins with segment s; `limit` is the end of the segments. Calls
  /// begins(i), i the place in the group at which a segment begins.
  template <class Begins>
  segment_group(S const& segments, std::ptrdiff_t s, std::ptrdiff_t limit, Begins begins)
      : first(s), last(s), begin(segments.begin(s)), end(begin) {
    for (std::ptrdiff_t next; last < limit && (next = segments.end(last)) - begin <= most; ++last) {
      begins(end - begin);
      end = next;
    }
  }
  /// Whether the segments are so short that to treat them together pays.
  bool is_worth_it() const { return begin < end && end - begin < (last - first) * long_segment; }
};

/// Calls work(policy, s) once for each segment, or work.each_of(first, last) for segments that
/// follow each other and are the work of one task.
THRUM_EXEC_CHECK_DISABLE
template <class B, class S, class Work>
THRUM_HD void for_each_segment(B const& exec, S segments, Work work) {
  if constexpr (backend_traits<B>::is_serial) {
#if !defined(__CUDA_ARCH__)
    if constexpr (requires { work.each_of(std::ptrdiff_t{0}, segments.count); })
      return work.each_of(std::ptrdiff_t{0}, segments.count);
#endif
    for (std::ptrdiff_t s = 0; s < segments.count; ++s) work(exec, s);
  } else {
    if (segments.count <= 0) return;
    // These would be one tile, without a long segment.
    bool const are_few = segments.n <= least_long_segment && segments.count * weight_of_end < task_of_little_work;
    if (are_few) return detail::for_each_segment(seq_policy{}, segments, std::move(work));
    segment_tiles<B, S> const tiles(exec, segments, task_of_little_work);
    tiles.for_each_short(work);
    tiles.for_each_long(work);
  }
}

/// Clears flag i.
struct flag_reset {
  unsigned char* flags;
  THRUM_HD void operator()(std::ptrdiff_t i) const { flags[i] = 0; }
};

/// Marks where segment s begins and where the last one ends.
template <class S>
struct segment_mark {
  S segments;
  unsigned char* flags;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    std::ptrdiff_t const begin = segments.begin(s);
    if (begin < segments.n) flags[begin] = 1;
    if (s == 0 && segments.n > 0) flags[0] = 1;
  }
};

struct equal_segment_starts {
  std::ptrdiff_t length;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return i % length == 0; }
};

/// The beginnings of segments, for scans of a whole range: starts()(i) holds at the beginning of
/// each segment, at the end of the last one, and at 0.
template <class B, class S>
class segment_starts {
 public:
  segment_starts(B const& exec, S segments) : flags_(exec, segments.n) {
    detail::step_of(exec).for_each_n(segments.n, flag_reset{flags_.data()}, default_grain);
    detail::step_of(exec).for_each_n(segments.count + 1, segment_mark<S>{segments, flags_.data()}, default_grain);
  }
  ~segment_starts() {}  // nvcc would also compile a defaulted destructor for the device
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
  equal_segment_starts starts() const { return {length_}; }

 private:
  std::ptrdiff_t length_;
};

}  // namespace thrum::detail
