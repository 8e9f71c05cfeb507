// Radix sort. A large range is split by the most significant digit that differs, in parallel: count the digits of each
// block, sum the counts over digits and blocks, scatter each block in order (Zagha and Blelloch, 1991). What falls into
// one bucket fits into a cache and is sorted there from its least significant digit, buckets in parallel; a bucket that
// is still large is split again. Every step is stable. Digits are cut out of the bits that differ among the keys: keys of
// several parts, each of a small range, have few.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/radix_leaf.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thrum::detail {

/// Below this size comparisons are faster than counting.
inline constexpr std::ptrdiff_t radix_sort_minimum = 256;

/// The sort of a range of records by their unsigned numbers. Records move between two arrays, the second of which is
/// scratch, as is the table of places that parallel steps share. Nothing is allocated once records move.
template <class R, class NumberOf>
class radix_sorter : radix_leaf<R, NumberOf> {
  using base = radix_leaf<R, NumberOf>;
  using base::differing_bits, base::digit, base::in_order, base::leaf, base::number, base::radix, base::shifts_;
  using base::sort_leaf;
  using typename base::U;

  /// Below that size it is not worth its while to share it.
  template <class B>
  static std::ptrdiff_t leaf_of() {
    return std::same_as<B, seq_policy> ? leaf : std::min(leaf, std::ptrdiff_t{1} << 15);
  }

 public:
  /// `places` is room for places_for(n).
  radix_sorter(NumberOf number_of, std::ptrdiff_t* places) : base(number_of), places_(places) {}

  template <class B>
  static std::ptrdiff_t places_for(std::ptrdiff_t n) {
    return std::same_as<B, seq_policy> || n <= leaf_of<B>() ? 0
                                                            : std::max<std::ptrdiff_t>(33, blocks_of(n)) * radix;
  }

  /// What a look at all records tells: in how many digits their numbers differ, and whether they are in order already, or
  /// in the opposite one without equal numbers.
  struct findings {
    int digits;
    bool ascending, descending;
  };
  template <class B>
  findings look_at(B const& exec, R const* records, std::ptrdiff_t n) {
    struct of_block {
      U differing;
      bool ascending, descending;
    };
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n);
    scratch_array<of_block, B> const found(exec, blocks);
    U const any = number(records[0]);
    exec.for_each_n(
        blocks,
        [=, *this, found = found.data()](std::ptrdiff_t b) {
          std::ptrdiff_t const begin = b * block, end = std::min(n, begin + block);
          found[b] = {differing_bits(records, begin, end, any),
                      in_order(records, begin, end, [](U x, U next) { return x <= next; }),
                      in_order(records, begin, end, [](U x, U next) { return x > next; })};
        },
        1);
    findings all{0, true, true};
    U differs = 0;
    for (std::ptrdiff_t b = 0; b < blocks; ++b) {
      differs = static_cast<U>(differs | found[b].differing);
      all.ascending = all.ascending && found[b].ascending;
      all.descending = all.descending && found[b].descending;
    }
    // From the top, each digit begins with a bit that differs. The last may share bits with the one above.
    while (differs != 0) {
      int const shift = std::max(0, detail::width_of(differs) - 8);
      differs = static_cast<U>(differs & ((U{1} << shift) - 1));
      shifts_[all.digits++] = shift;
    }
    std::reverse(shifts_, shifts_ + all.digits);
    return all;
  }

  /// Sorts the n records at a by the lowest `digits` digits of their numbers, into a or, with to_b, into b.
  template <class B>
  void sort(B const& exec, R* a, R* b, std::ptrdiff_t n, int digits, bool to_b) const {
    if (n <= leaf_of<B>()) return sort_leaf(a, b, n, digits, to_b);
    if (digits == 0) {
      if (to_b) exec.for_each_n(n, [=](std::ptrdiff_t i) { b[i] = a[i]; }, default_grain);
      return;
    }
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
  /// What a task counts or scatters.
  static std::ptrdiff_t block_of(std::ptrdiff_t n) { return std::clamp<std::ptrdiff_t>(n / 32, 8192, 65536); }
  static std::ptrdiff_t blocks_of(std::ptrdiff_t n) { return (n + block_of(n) - 1) / block_of(n); }

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
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n);
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

  std::ptrdiff_t* places_;
};

/// Sorts n trivially copyable records, stably, by their numbers.
template <class B, class R, class NumberOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, NumberOf number_of) {
  using sorter_type = radix_sorter<R, NumberOf>;
  scratch_array<std::ptrdiff_t, B> const places(exec, sorter_type::template places_for<B>(n));
  sorter_type sorter(number_of, places.data());
  auto const found = sorter.look_at(exec, records, n);
  if (found.ascending) return;
  if (found.descending) {
    exec.for_each_n(n / 2, [=](std::ptrdiff_t i) { std::swap(records[i], records[n - 1 - i]); }, default_grain);
    return;
  }
  scratch_array<R, B> const buffer(exec, n);
  sorter.sort(exec, records, buffer.data(), n, found.digits, false);
}

}  // namespace thrum::detail
