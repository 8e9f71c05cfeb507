// Ranges whose elements are flagged as accepted or not, tile by tile: the first half of every
// algorithm that tells elements apart. A predicate is called once for each element, and its answers
// are flags. The elements of a tile are then written without a branch on the data.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/flags/answers.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

/// A part of a range: which of its elements are accepted, how many of them, and how many before the
/// part.
struct flagged_tile {
  std::ptrdiff_t begin, size;
  unsigned char const* flags;
  std::ptrdiff_t accepted, accepted_before;

  /// Returns whether all elements up to the end of the tile are accepted, and therefore stay where
  /// they are.
  THRUM_HD bool stays() const { return accepted_before + accepted == begin + size; }
};

/// Predicates that answer about all elements after the first one without testing for the first one.
template <class P>
concept knows_first = requires(P const& accept, std::ptrdiff_t i) { accept.behind_first(i); };
template <class P>
struct behind_first {
  P accept;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return accept.behind_first(i); }
};
template <class P>
struct numbers_of<behind_first<P>> : numbers_of<P> {};

/// Tells whether answers are scalar work: answers about elements that are no numbers, or about
/// integers of 64 bits if their comparison is not a vector instruction.
template <class P>
inline constexpr bool answers_one_by_one = !block_of_answers<P>::vectorises && !block_of_answers<P>::is_unknown;

/// Sets answers[i] to accept(begin + i) for flag_block elements. `answers` is memory that nothing
/// else can refer to: otherwise the compiler would have to expect that each store changes an
/// element. Answers about doubles are first stored as floats, a floating-point type as narrow as
/// vectors make them.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD void answer_block(std::ptrdiff_t begin, unsigned char (&answers)[flag_block], P& accept) {
  if constexpr (std::is_same_v<typename numbers_of<P>::type, double>) {
    float wide[flag_block];
    for (std::ptrdiff_t i = 0; i < flag_block; ++i) wide[i] = accept(begin + i) ? 1.F : 0.F;
    for (std::ptrdiff_t i = 0; i < flag_block; ++i) answers[i] = static_cast<unsigned char>(wide[i]);
  } else {
    for (std::ptrdiff_t i = 0; i < flag_block; ++i)
      answers[i] = static_cast<unsigned char>(accept(begin + i) ? 1 : 0);
  }
}

/// Sets flags[i] to accept(begin + i) for i in [0, n), n <= 2^31. Returns how many flags are set.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t set_flags(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags, P accept) {
  if constexpr (knows_first<P>) {
    std::ptrdiff_t const known = begin == 0 && n > 0 ? 1 : 0;
    if (known != 0) flags[0] = accept(std::ptrdiff_t{0}) ? 1 : 0;
    std::ptrdiff_t const set = detail::set_flags(begin + known, n - known, flags + known, behind_first<P>{accept});
    return known != 0 ? set + flags[0] : set;
  } else {
    std::ptrdiff_t count = 0, i = 0;
    if constexpr (answers_one_by_one<P>) {
      for (; n - i >= flag_block; i += flag_block) {
        for (std::ptrdiff_t j = i; j < i + flag_block; j += 8) {
          THRUM_UNROLL
          for (std::ptrdiff_t k = 0; k < 8; ++k)
            flags[j + k] = static_cast<unsigned char>(accept(begin + j + k) ? 1 : 0);
        }
      }
      // Reads words from the flags only after the bytes have left the processor; otherwise the
      // processor would wait for them.
      for (std::ptrdiff_t j = 0; j < i; j += flag_block) count += detail::count_flags(flags + j);
    } else {
      for (; n - i >= flag_block; i += flag_block) {
        unsigned char answers[flag_block];
        detail::answer_block(begin + i, answers, accept);
        count += detail::count_flags(answers);
        std::memcpy(flags + i, answers, flag_block);
      }
    }
    for (; i < n; ++i) {
      flags[i] = static_cast<unsigned char>(accept(begin + i) ? 1 : 0);
      count += flags[i];
    }
    return count;
  }
}

/// Calls f(k, i) for the k-th of the n flags that is `wanted`, i its index, for k in [0, count).
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD void for_each_flag(unsigned char const* flags, std::ptrdiff_t n, bool wanted, std::ptrdiff_t count, F f) {
  std::uint64_t const others = wanted ? 0 : ~std::uint64_t{0};
  std::ptrdiff_t k = 0, begin = 0;
  for (; k < count && n - begin >= flag_block; begin += flag_block) {
    for (std::uint64_t left = detail::flag_bits(flags + begin) ^ others; left != 0 && k < count;
         left &= left - 1) {
      f(k++, begin + detail::lowest_bit(left));
    }
  }
  for (; k < count; ++begin) {
    if ((flags[begin] != 0) == wanted) f(k++, begin);
  }
}

/// Calls write(flagged_tile) for the tiles of [begin, end) from left to right. Returns how many
/// elements are accepted.
THRUM_EXEC_CHECK_DISABLE
template <class P, class W>
THRUM_HD std::ptrdiff_t for_flagged_tiles_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P accept, W write) {
  constexpr std::ptrdiff_t tile = 1024;
  unsigned char flags[tile];
  std::ptrdiff_t accepted = 0;
  for (; begin < end; begin += tile) {
    std::ptrdiff_t const size = detail::least(tile, end - begin);
    std::ptrdiff_t const set = detail::set_flags(begin, size, flags, accept);
    write(flagged_tile{begin, size, flags, set, accepted});
    accepted += set;
  }
  return accepted;
}

inline constexpr std::ptrdiff_t flagged_tile_size = 16384;

/// A stretch of a range whose tiles have been flagged and counted. The tiles are to be written
/// while the stretch is in the cache.
template <class B>
class flagged_stretch {
 public:
  static constexpr std::ptrdiff_t most_tiles = 64, most_elements = most_tiles * flagged_tile_size;

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
    detail::least(64, 4 + (std::ptrdiff_t{1} << 21) / static_cast<std::ptrdiff_t>(sizeof(T)) / flagged_tile_size) *
    flagged_tile_size;

/// Calls write(flagged_stretch) for the stretches of [0, n), n > 0, from left to right. Returns how
/// many elements are accepted. write may move elements of its stretch and before: accept(i) may
/// look at elements i - 1 and i, and has already been called for the first element after the
/// stretch. A stretch has at most `most` elements, or as many as have been rejected before it.
/// Composed of for_each_n.
template <class B, class P, class W>
std::ptrdiff_t for_flagged_stretches(B const& exec, std::ptrdiff_t n, std::ptrdiff_t most, P accept, W write) {
  using stretch = flagged_stretch<B>;
  scratch_array<unsigned char, B> const flags(exec, detail::least(n, stretch::most_elements));
  std::ptrdiff_t accepted = 0;
  unsigned char next = 0;
  for (std::ptrdiff_t begin = 0; begin < n;) {
    std::ptrdiff_t const rejected = (begin - accepted) / flagged_tile_size * flagged_tile_size;
    std::ptrdiff_t const size = rejected < most ? most : detail::least(rejected, stretch::most_elements);
    stretch const flagged(exec, begin, n, size, flags.data(), next, accept, accepted);
    write(flagged);
    accepted = flagged.accepted();
    next = flagged.next_flag();
    begin += flagged.length;
  }
  return accepted;
}

/// Calls write(flagged_tile) for all tiles of [0, n), n > 0, in parallel.
template <class B, class P, class W>
std::ptrdiff_t for_flagged_tiles(B const& exec, std::ptrdiff_t n, P accept, W write) {
  return detail::for_flagged_stretches(exec, n, flagged_stretch<B>::most_elements, accept,
                                       [write](auto const& stretch) { stretch.for_each_tile(write); });
}

}  // namespace thrum::detail
