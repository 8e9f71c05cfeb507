// Radix sort. A large range is split by the most significant digit that differs, in parallel: count the digits of each
// block, sum the counts over digits and blocks, scatter each block in order (Zagha and Blelloch, 1991). What falls into
// one bucket fits into a cache and is sorted there from its least significant digit, buckets in parallel; a bucket that
// is still large is split again. Every step is stable.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/radix_key.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Below this size comparisons are faster than counting.
inline constexpr std::ptrdiff_t radix_sort_minimum = 256;

/// The sort of a range of records by the low bits of their keys' numbers. Records move between two arrays, the second of
/// which is scratch, as is the table of places that parallel steps share. Nothing is allocated once records move.
template <class Less, class R, class KeyOf>
class radix_sorter {
  using K = std::remove_cvref_t<std::invoke_result_t<KeyOf, R const&>>;
  using U = uint_of_size<sizeof(K)>;
  static constexpr std::ptrdiff_t radix = 256, block = 65536;
  /// A range that one task sorts on its own, with both its arrays in a second-level cache.
  static constexpr std::ptrdiff_t leaf = std::max<std::ptrdiff_t>(4096, (std::ptrdiff_t{1} << 18) / sizeof(R));

 public:
  /// `places` is room for places_for(n).
  radix_sorter(KeyOf key_of, std::ptrdiff_t* places) : key_of_(key_of), places_(places) {}

  template <class B>
  static std::ptrdiff_t places_for(std::ptrdiff_t n) {
    return std::same_as<B, seq_policy> || n <= leaf ? 0 : blocks_of(n) * radix;
  }

  /// How many low bits differ among the keys.
  template <class B>
  int differing_bits(B const& exec, R const* records, std::ptrdiff_t n) const {
    std::ptrdiff_t const blocks = blocks_of(n);
    scratch_array<U, B> const differing(exec, blocks);
    U const any = number(records[0]);
    exec.for_each_n(
        blocks,
        [=, *this, differs = differing.data()](std::ptrdiff_t b) {
          U bits = 0;
          for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i) {
            bits = static_cast<U>(bits | (number(records[i]) ^ any));
          }
          differs[b] = bits;
        },
        1);
    U differs = 0;
    for (std::ptrdiff_t b = 0; b < blocks; ++b) differs = static_cast<U>(differs | differing[b]);
    return static_cast<int>(std::bit_width(differs));
  }

  /// Sorts the n records at a by the lowest `bits` bits of their numbers, into a or, with to_b, into b.
  template <class B>
  void sort(B const& exec, R* a, R* b, std::ptrdiff_t n, int bits, bool to_b) const {
    if (n <= leaf || bits <= 8) return sort_from_least(exec, a, b, n, bits, to_b);
    int const shift = bits - 8;
    std::ptrdiff_t starts[radix + 1];
    scatter(exec, a, b, n, shift, starts);
    std::ptrdiff_t const large = std::max(leaf, n / 4);
    exec.for_each_n(
        radix,
        [=, *this, start = static_cast<std::ptrdiff_t const*>(starts)](std::ptrdiff_t d) {
          std::ptrdiff_t const size = start[d + 1] - start[d];
          if (size > 0 && size <= large) sort(seq_policy{}, b + start[d], a + start[d], size, shift, !to_b);
        },
        1);
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      std::ptrdiff_t const size = starts[d + 1] - starts[d];
      if (size > large) sort(exec, b + starts[d], a + starts[d], size, shift, !to_b);
    }
  }

 private:
  static std::ptrdiff_t blocks_of(std::ptrdiff_t n) { return (n + block - 1) / block; }
  U number(R const& record) const { return detail::to_radix<Less>(key_of_(record)); }
  std::ptrdiff_t digit(R const& record, int shift) const {
    return static_cast<std::ptrdiff_t>((number(record) >> shift) & 255);
  }

  /// Sorts by one digit from `from` to `to`. starts[d] is where digit d begins, starts[radix] is n.
  void scatter(seq_policy const&, R const* from, R* to, std::ptrdiff_t n, int shift,
               std::ptrdiff_t* starts) const {
    std::ptrdiff_t place[radix] = {};
    for (std::ptrdiff_t i = 0; i < n; ++i) ++place[digit(from[i], shift)];
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      starts[d] = sum;
      sum += std::exchange(place[d], sum);
    }
    starts[radix] = n;
    for (std::ptrdiff_t i = 0; i < n; ++i) to[place[digit(from[i], shift)]++] = from[i];
  }

  /// The same, blocks in parallel.
  template <class B>
  void scatter(B const& exec, R const* from, R* to, std::ptrdiff_t n, int shift, std::ptrdiff_t* starts) const {
    std::ptrdiff_t const blocks = blocks_of(n);
    exec.for_each_n(
        blocks,
        [=, *this, counts = places_](std::ptrdiff_t b) {
          std::uint32_t seen[radix] = {};
          for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i)
            ++seen[digit(from[i], shift)];
          for (std::ptrdiff_t d = 0; d < radix; ++d) counts[b * radix + d] = static_cast<std::ptrdiff_t>(seen[d]);
        },
        1);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      starts[d] = sum;
      for (std::ptrdiff_t b = 0; b < blocks; ++b) sum += std::exchange(places_[b * radix + d], sum);
    }
    starts[radix] = n;
    exec.for_each_n(
        blocks,
        [=, *this, first = static_cast<std::ptrdiff_t const*>(places_)](std::ptrdiff_t b) {
          std::ptrdiff_t place[radix];
          std::copy_n(first + b * radix, radix, place);
          for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i) {
            to[place[digit(from[i], shift)]++] = from[i];
          }
        },
        1);
  }

  /// Sorts by one digit after another, the least significant first. Digits that all records share need no pass.
  template <class B>
  void sort_from_least(B const& exec, R* a, R* b, std::ptrdiff_t n, int bits, bool to_b) const {
    R* const result = to_b ? b : a;
    if (n <= leaf) {
      sort_leaf(a, b, n, bits);
    } else {
      for (int shift = 0; shift < bits; shift += 8) {
        std::ptrdiff_t starts[radix + 1];
        scatter(exec, a, b, n, shift, starts);
        std::swap(a, b);
      }
    }
    if (a != result) exec.for_each_n(n, [=](std::ptrdiff_t i) { result[i] = a[i]; }, default_grain);
  }

  /// The same on the calling thread; the digits of all passes are counted in one. Leaves the result in a.
  void sort_leaf(R*& a, R*& b, std::ptrdiff_t n, int bits) const {
    if (n < 2) return;
    std::uint32_t places[sizeof(U)][radix] = {};
    int const digits = (bits + 7) / 8;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      U const x = number(a[i]);
      for (int d = 0; d < digits; ++d) ++places[d][(x >> (8 * d)) & 255];
    }
    for (int d = 0; d < digits; ++d) {
      std::uint32_t* const place = places[d];
      if (place[digit(a[0], 8 * d)] == static_cast<std::uint32_t>(n)) continue;
      std::uint32_t sum = 0;
      for (std::ptrdiff_t k = 0; k < radix; ++k) sum += std::exchange(place[k], sum);
      for (std::ptrdiff_t i = 0; i < n; ++i) b[place[digit(a[i], 8 * d)]++] = a[i];
      std::swap(a, b);
    }
  }

  KeyOf key_of_;
  std::ptrdiff_t* places_;
};

/// Sorts n trivially copyable records, stably, by the order of Less on key_of(record), an arithmetic value.
template <class Less, class B, class R, class KeyOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, KeyOf key_of) {
  using sorter_type = radix_sorter<Less, R, KeyOf>;
  scratch_array<std::ptrdiff_t, B> const places(exec, sorter_type::template places_for<B>(n));
  sorter_type const sorter(key_of, places.data());
  int const bits = sorter.differing_bits(exec, records, n);
  if (bits == 0) return;
  scratch_array<R, B> const buffer(exec, n);
  sorter.sort(exec, records, buffer.data(), n, bits, false);
}

}  // namespace thrum::detail
