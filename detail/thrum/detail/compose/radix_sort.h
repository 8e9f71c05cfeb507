// Radix sort. A large range is split by the most significant digit that differs, in parallel: count the digits of each
// block, sum the counts over digits and blocks, scatter each block in order (Zagha and Blelloch, 1991). What falls into
// one bucket fits into a cache and is sorted there from its least significant digit, buckets in parallel; a bucket that
// is still large is split again. Every step is stable. Digits are cut out of the bits that differ among the keys: keys of
// several parts, each of a small range, have few.
#pragma once

#include <thrum/detail/backend.h>
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

/// std::bit_width, of 128 bits too.
template <class U>
int width_of(U bits) {
  if constexpr (sizeof(U) <= 8) return static_cast<int>(std::bit_width(bits));
  else if (auto const high = static_cast<std::uint64_t>(bits >> 64); high != 0) return 64 + detail::width_of(high);
  else return detail::width_of(static_cast<std::uint64_t>(bits));
}

/// The sort of a range of records by their unsigned numbers. Records move between two arrays, the second of which is
/// scratch, as is the table of places that parallel steps share. Nothing is allocated once records move.
template <class R, class NumberOf>
class radix_sorter {
  using U = std::invoke_result_t<NumberOf const&, R const&>;
  static constexpr std::ptrdiff_t radix = 256, block = 65536;
  /// A range that one task sorts on its own, with both its arrays in a second-level cache.
  static constexpr std::ptrdiff_t leaf = std::max<std::ptrdiff_t>(4096, (std::ptrdiff_t{1} << 18) / sizeof(R));

 public:
  /// `places` is room for places_for(n).
  radix_sorter(NumberOf number_of, std::ptrdiff_t* places) : number_of_(number_of), places_(places) {}

  template <class B>
  static std::ptrdiff_t places_for(std::ptrdiff_t n) {
    return std::same_as<B, seq_policy> || n <= leaf ? 0 : blocks_of(n) * radix;
  }

  /// Finds the digits that differ among the numbers; returns how many there are.
  template <class B>
  int find_digits(B const& exec, R const* records, std::ptrdiff_t n) {
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
    // From the top, each digit begins with a bit that differs. The last may share bits with the one above.
    int digits = 0;
    while (differs != 0) {
      int const shift = std::max(0, detail::width_of(differs) - 8);
      differs = static_cast<U>(differs & ((U{1} << shift) - 1));
      shifts_[digits++] = shift;
    }
    std::reverse(shifts_, shifts_ + digits);
    return digits;
  }

  /// Sorts the n records at a by the lowest `digits` digits of their numbers, into a or, with to_b, into b.
  template <class B>
  void sort(B const& exec, R* a, R* b, std::ptrdiff_t n, int digits, bool to_b) const {
    if (n <= leaf || digits <= 1) return sort_from_least(exec, a, b, n, digits, to_b);
    int const shift = shifts_[digits - 1];
    std::ptrdiff_t starts[radix + 1];
    scatter(exec, a, b, n, shift, starts);
    std::ptrdiff_t const large = std::max(leaf, n / 4);
    exec.for_each_n(
        radix,
        [=, *this, start = static_cast<std::ptrdiff_t const*>(starts)](std::ptrdiff_t d) {
          std::ptrdiff_t const size = start[d + 1] - start[d];
          if (size > 0 && size <= large) sort(seq_policy{}, b + start[d], a + start[d], size, digits - 1, !to_b);
        },
        1);
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      std::ptrdiff_t const size = starts[d + 1] - starts[d];
      if (size > large) sort(exec, b + starts[d], a + starts[d], size, digits - 1, !to_b);
    }
  }

 private:
  static std::ptrdiff_t blocks_of(std::ptrdiff_t n) { return (n + block - 1) / block; }
  U number(R const& record) const { return number_of_(record); }
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
  void sort_from_least(B const& exec, R* a, R* b, std::ptrdiff_t n, int digits, bool to_b) const {
    R* const result = to_b ? b : a;
    if (n <= leaf) {
      sort_leaf(a, b, n, digits);
    } else {
      for (int d = 0; d < digits; ++d) {
        std::ptrdiff_t starts[radix + 1];
        scatter(exec, a, b, n, shifts_[d], starts);
        std::swap(a, b);
      }
    }
    if (a != result) exec.for_each_n(n, [=](std::ptrdiff_t i) { result[i] = a[i]; }, default_grain);
  }

  /// The same on the calling thread; the digits of all passes are counted in one. Leaves the result in a.
  void sort_leaf(R*& a, R*& b, std::ptrdiff_t n, int digits) const {
    if (n < 2) return;
    std::uint32_t places[sizeof(U)][radix] = {};
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      U const x = number(a[i]);
      for (int d = 0; d < digits; ++d) ++places[d][(x >> shifts_[d]) & 255];
    }
    for (int d = 0; d < digits; ++d) {
      std::uint32_t* const place = places[d];
      if (place[digit(a[0], shifts_[d])] == static_cast<std::uint32_t>(n)) continue;
      std::uint32_t sum = 0;
      for (std::ptrdiff_t k = 0; k < radix; ++k) sum += std::exchange(place[k], sum);
      for (std::ptrdiff_t i = 0; i < n; ++i) b[place[digit(a[i], shifts_[d])]++] = a[i];
      std::swap(a, b);
    }
  }

  NumberOf number_of_;
  std::ptrdiff_t* places_;
  int shifts_[sizeof(U)] = {};
};

/// Sorts n trivially copyable records, stably, by their numbers.
template <class B, class R, class NumberOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, NumberOf number_of) {
  using sorter_type = radix_sorter<R, NumberOf>;
  scratch_array<std::ptrdiff_t, B> const places(exec, sorter_type::template places_for<B>(n));
  sorter_type sorter(number_of, places.data());
  int const digits = sorter.find_digits(exec, records, n);
  if (digits == 0) return;
  scratch_array<R, B> const buffer(exec, n);
  sorter.sort(exec, records, buffer.data(), n, digits, false);
}

}  // namespace thrum::detail
