// compact: copies the elements that are kept, in order. keep(i) is asked once for each i. Its answers go to an array of
// flags; the elements of a block are then copied without a branch on the data.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/compact.cuh>
#endif

namespace thrum {

template <class T>
class counting_iterator;  // thrum/iterator/counting_iterator.h

namespace detail {

/// Whether any element of a range may be read, wanted or not: a stored one, or a number that is counted. Another iterator's
/// may be none at all: an index out of range, a function that throws.
template <class I>
inline constexpr bool always_readable = std::is_pointer_v<I>;
template <class T>
inline constexpr bool always_readable<counting_iterator<T>> = true;

/// Whether an assignment may be made and then be overwritten: a copy of plain bytes into plain memory.
template <class I, class O>
constexpr bool plain_assignment() {
  if constexpr (std::is_pointer_v<O> && always_readable<I>) {
    return std::is_trivially_copyable_v<std::remove_pointer_t<O>> &&
           std::is_trivially_copyable_v<std::iter_value_t<I>>;
  } else {
    return false;
  }
}

/// Sets flags[i] to keep(begin + i) for i in [0, n), n <= 2^31; returns how many are set.
THRUM_EXEC_CHECK_DISABLE
template <class K>
THRUM_HD std::ptrdiff_t set_flags(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags, K keep) {
  constexpr std::ptrdiff_t block = 64;
  std::ptrdiff_t count = 0, i = 0;
  for (; n - i >= block; i += block) {
    int kept = 0;
    for (std::ptrdiff_t j = 0; j < block; ++j) {
      auto const flag = static_cast<unsigned char>(keep(begin + i + j) ? 1 : 0);
      flags[i + j] = flag;
      kept += flag;
    }
    count += kept;
  }
  for (; i < n; ++i) {
    flags[i] = static_cast<unsigned char>(keep(begin + i) ? 1 : 0);
    count += flags[i];
  }
  return count;
}

/// Copies the `count` flagged elements of [first, ...) to out. Plain elements are all stored, and the next place
/// advances by the flag; it stops at the last flagged one, so that nothing behind out + count is touched.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void copy_flagged(I first, unsigned char const* flags, std::ptrdiff_t count, O out) {
  if constexpr (detail::plain_assignment<I, O>()) {
    O const end = out + count;
    for (std::ptrdiff_t i = 0; out != end; ++i) {
      *out = static_cast<std::remove_pointer_t<O>>(first[i]);
      out += flags[i];
    }
  } else {
    for (std::ptrdiff_t i = 0, k = 0; k < count; ++i) {
      if (flags[i] != 0) detail::store(out[k++], first[i]);
    }
  }
}

}  // namespace detail

/// For plain elements out may be first: an element is never stored behind its own place.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class K>
THRUM_HD std::ptrdiff_t seq_policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  std::ptrdiff_t kept = 0;
  if constexpr (detail::plain_assignment<I, O>()) {
    constexpr std::ptrdiff_t block = 256;
    unsigned char flags[block];
    for (std::ptrdiff_t begin = 0; begin < n; begin += block) {
      std::ptrdiff_t const set = detail::set_flags(begin, n - begin < block ? n - begin : block, flags, keep);
      detail::copy_flagged(first + begin, flags, set, out + kept);
      kept += set;
    }
  } else {
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      if (keep(i)) detail::store(out[kept++], first[i]);
    }
  }
  return kept;
}

namespace detail {

/// Copies the elements first[i] with keep(i) to out, in order; returns their number. The ranges do not overlap. Tiles
/// are flagged and counted in parallel, their places are the sums of the counts, then they are copied in parallel; a
/// stretch of 2^20 elements at a time, which the second pass finds in the cache.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class K>
THRUM_HD std::ptrdiff_t compact(B const& exec, I first, std::ptrdiff_t n, O out, K keep) {
  if constexpr (requires { exec.compact(first, n, out, keep); }) {
    return exec.compact(first, n, out, keep);
  } else {
    constexpr std::ptrdiff_t tile = 16384, tiles_per_stretch = 64, stretch = tile * tiles_per_stretch;
    if (n <= tile) return seq_policy{}.compact(first, n, out, keep);
    scratch_array<unsigned char, B> const flags(exec, detail::least(n, stretch));
    std::ptrdiff_t places[tiles_per_stretch + 1];
    std::ptrdiff_t kept = 0;
    for (std::ptrdiff_t begin = 0; begin < n; begin += stretch) {
      std::ptrdiff_t const length = detail::least(stretch, n - begin);
      std::ptrdiff_t const tiles = (length + tile - 1) / tile;
      exec.for_each_n(
          tiles,
          [=, f = flags.data(), count = places + 1](std::ptrdiff_t t) {
            std::ptrdiff_t const at = t * tile;
            count[t] = detail::set_flags(begin + at, detail::least(tile, length - at), f + at, keep);
          },
          1);
      places[0] = kept;
      for (std::ptrdiff_t t = 0; t < tiles; ++t) places[t + 1] += places[t];
      exec.for_each_n(
          tiles,
          [=, f = flags.data(), place = static_cast<std::ptrdiff_t const*>(places)](std::ptrdiff_t t) {
            std::ptrdiff_t const at = t * tile;
            detail::copy_flagged(first + begin + at, f + at, place[t + 1] - place[t], out + place[t]);
          },
          1);
      kept = places[tiles];
    }
    return kept;
  }
}

}  // namespace detail
}  // namespace thrum
