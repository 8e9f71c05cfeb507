// Ranges whose elements are flagged as accepted or not, tile by tile: the first half of every
// algorithm that tells elements apart. A predicate is called once for each element, and its answers
// are flags. The elements of a tile are then written without a branch on the data.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

/// A stretch of a range whose tiles have been flagged and counted. The tiles are to be written
/// while the stretch is in the cache.
template <class B>
class flagged_stretch {
 public:
  static constexpr std::ptrdiff_t most_tiles = most_flagged_stretch_tiles;
  /// Returns how many elements a stretch has, at most.
  static std::ptrdiff_t most_elements(B const& exec) {
    return std::clamp(flagged_tiles_of_thread * backend_traits<B>::concurrency(exec), flagged_stretch_tiles,
                      most_tiles) *
           flagged_tile_size;
  }

  std::ptrdiff_t const begin, length;

  /// Calls accept for the elements of the stretch, at most `most`, and for the element after the
  /// stretch. Unless the stretch begins at 0, first_flag is the answer about the first element.
  template <class P>
  flagged_stretch(B const& exec, std::ptrdiff_t from, std::ptrdiff_t n, std::ptrdiff_t most, unsigned char* flags,
                  unsigned char first_flag, P accept, std::ptrdiff_t before)
      : begin(from), length(detail::least(most, n - from)), exec_(exec), flags_(flags) {
    std::ptrdiff_t const known = from == 0 ? 0 : 1;
    flags[0] = first_flag;
    exec.for_each_n(
        tiles(),
        [=, size = length, next = from + length < n ? &next_flag_ : nullptr,
         count = places_ + 1](std::ptrdiff_t t) {
          std::ptrdiff_t const at = t * flagged_tile_size, end = detail::least(size, at + flagged_tile_size);
          std::ptrdiff_t const first = t == 0 ? known : at;
          count[t] = detail::set_flags(from + first, end - first, flags + first, accept);
          if (next != nullptr && end == size) detail::set_flags(from + size, 1, next, accept);
        },
        1);
    places_[0] = before;
    if (known != 0) places_[1] += first_flag;
    for (std::ptrdiff_t t = 0; t < tiles(); ++t) places_[t + 1] += places_[t];
  }
  flagged_stretch(flagged_stretch const&) = delete;

  /// Returns the answer about the element after the stretch.
  unsigned char next_flag() const { return next_flag_; }
  std::ptrdiff_t tiles() const { return (length + flagged_tile_size - 1) / flagged_tile_size; }
  std::ptrdiff_t accepted_before() const { return places_[0]; }
  /// Returns how many elements are accepted in this stretch and before.
  std::ptrdiff_t accepted() const { return places_[tiles()]; }
  flagged_tile tile(std::ptrdiff_t t) const {
    std::ptrdiff_t const at = t * flagged_tile_size;
    return {begin + at, detail::least(flagged_tile_size, length - at), flags_ + at, places_[t + 1] - places_[t],
            places_[t]};
  }
  /// Calls write(flagged_tile) for each tile, in parallel.
  template <class W>
  void for_each_tile(W write) const {
    exec_.for_each_n(tiles(), [this, write](std::ptrdiff_t t) { write(tile(t)); }, 1);
  }

 private:
  B const& exec_;
  unsigned char const* flags_;
  std::ptrdiff_t places_[most_tiles + 1];
  unsigned char next_flag_ = 0;
};

/// How many elements are moved aside at once if they move within their range: few enough that their
/// memory stays in the cache and is read from there again.
template <class T>
inline constexpr std::ptrdiff_t elements_aside =
    detail::least(flagged_stretch_tiles,
                  4 + bytes_aside / static_cast<std::ptrdiff_t>(sizeof(T)) / flagged_tile_size) *
    flagged_tile_size;

/// Calls write(flagged_stretch) for the stretches of [0, n), n > 0, from left to right. Returns how
/// many elements are accepted. write may move elements of its stretch and before: accept(i) may
/// look at elements i - 1 and i, and has already been called for the first element after the
/// stretch. A stretch has at most `most` elements, or as many as have been rejected before it.
/// Composed of for_each_n.
template <class B, class P, class W>
std::ptrdiff_t for_flagged_stretches(B const& exec, std::ptrdiff_t n, std::ptrdiff_t most, P accept, W write) {
  using stretch = flagged_stretch<B>;
  std::ptrdiff_t const longest = stretch::most_elements(exec);
  scratch_array<unsigned char, B> const flags(exec, detail::least(n, longest));
  std::ptrdiff_t accepted = 0;
  unsigned char next = 0;
  for (std::ptrdiff_t begin = 0; begin < n;) {
    std::ptrdiff_t const rejected = (begin - accepted) / flagged_tile_size * flagged_tile_size;
    std::ptrdiff_t const size = rejected < most ? most : detail::least(rejected, longest);
    stretch const flagged(exec, begin, n, size, flags.data(), next, accept, accepted);
    write(flagged);
    accepted = flagged.accepted();
    next = flagged.next_flag();
    begin += flagged.length;
  }
  return accepted;
}

/// Calls write(flagged_tile) for all tiles of [0, n), in parallel.
template <class B, class P, class W>
std::ptrdiff_t for_flagged_tiles(B const& exec, std::ptrdiff_t n, P accept, W write) {
  auto const alone = [&] { return detail::for_flagged_tiles_in_order(0, n, accept, write); };
  return detail::alone_or_together(exec, n, flagged_tile_size, alone, [&] {
    return detail::for_flagged_stretches(exec, n, flagged_stretch<B>::most_elements(exec), accept,
                                         [write](auto const& stretch) { stretch.for_each_tile(write); });
  });
}

}  // namespace thrum::detail
