// The sort of what fits into a cache, by digits of unsigned numbers. As many of them are taken, from the most significant
// one, as leave few records equal in all; records are sorted by these from the least significant one, then by insertion:
// 16 bits of a random number of 64 tell ten thousand of them apart. Where many records are equal in all digits that were
// taken, as by the exponents of floating-point numbers, they are sorted by the next ones in the same way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// std::bit_width, of 128 bits too.
template <class U>
int width_of(U bits) {
  if constexpr (sizeof(U) <= 8) return static_cast<int>(std::bit_width(bits));
  else if (auto const high = static_cast<std::uint64_t>(bits >> 64); high != 0) return 64 + detail::width_of(high);
  else return detail::width_of(static_cast<std::uint64_t>(bits));
}

/// A look at records, and their sort on the calling thread.
template <class R, class NumberOf>
class radix_leaf {
 protected:
  using U = std::invoke_result_t<NumberOf const&, R const&>;
  static constexpr std::ptrdiff_t radix = 256;
  /// Both arrays of a leaf are in a second-level cache.
  static constexpr std::ptrdiff_t leaf = std::max<std::ptrdiff_t>(4096, (std::ptrdiff_t{1} << 18) / sizeof(R));
  /// Below this size insertion is faster than counting.
  static constexpr std::ptrdiff_t shortest = 32;

  explicit radix_leaf(NumberOf number_of) : number_of_(number_of) {}

  U number(R const& record) const { return number_of_(record); }
  std::ptrdiff_t digit(R const& record, int shift) const {
    return static_cast<std::ptrdiff_t>((number(record) >> shift) & 255);
  }

  /// The bits in which any number of [begin, end) differs from this one; in lanes, which vectorise.
  U differing_bits(R const* records, std::ptrdiff_t begin, std::ptrdiff_t end, U any) const {
    constexpr std::ptrdiff_t lanes = 16;
    U bits[lanes] = {};
    std::ptrdiff_t i = begin;
    for (; end - i >= lanes; i += lanes) {
      for (std::ptrdiff_t j = 0; j < lanes; ++j)
        bits[j] = static_cast<U>(bits[j] | (number(records[i + j]) ^ any));
    }
    for (; i < end; ++i) bits[0] = static_cast<U>(bits[0] | (number(records[i]) ^ any));
    for (std::ptrdiff_t j = 1; j < lanes; ++j) bits[0] = static_cast<U>(bits[0] | bits[j]);
    return bits[0];
  }
  /// Whether each number of [begin, end) and the one before it are; ends soon where they are not.
  template <class InOrder>
  bool in_order(R const* records, std::ptrdiff_t begin, std::ptrdiff_t end, InOrder are) const {
    U before = number(records[begin == 0 ? 0 : begin - 1]);
    for (std::ptrdiff_t i = begin == 0 ? 1 : begin; i < end; ++i) {
      if (!are(before, number(records[i]))) return false;
      before = number(records[i]);
    }
    return true;
  }

  /// Sorts a range that one task sorts on its own: from the least significant of so many digits that few records are equal
  /// in all of them, then by insertion.
  void sort_leaf(R* a, R* b, std::ptrdiff_t n, int digits, bool to_b) const {
    R* const result = to_b ? b : a;
    R* const room = to_b ? a : b;
    int from = digits;
    if (n > shortest) {
      std::uint32_t counts[sizeof(U)][radix];
      constexpr double few = 0.6;
      for (auto equal = static_cast<double>(n); equal > few && from > 0;) {
        int const to = from;
        for (double expected = equal; expected > few && from > 0; expected /= radix) --from;  // of random digits
        count(a, n, from, to, counts);
        for (int d = from; d < to; ++d) equal *= equal_pairs(counts[d], n);
      }
      for (int d = from; d < digits; ++d) {
        std::uint32_t* const place = counts[d];
        if (place[digit(a[0], shifts_[d])] == static_cast<std::uint32_t>(n)) continue;  // it is the same in all
        std::uint32_t sum = 0;
        for (std::ptrdiff_t k = 0; k < radix; ++k) sum += std::exchange(place[k], sum);
        for (std::ptrdiff_t i = 0; i < n; ++i) b[place[digit(a[i], shifts_[d])]++] = a[i];
        std::swap(a, b);
      }
    }
    if (a != result) std::copy_n(a, n, result);
    if (from > 0) finish(result, room, n, from, n <= shortest);
  }

  /// Counts the digits [from, to) of n records.
  void count(R const* a, std::ptrdiff_t n, int from, int to, std::uint32_t (*counts)[radix]) const {
    for (int d = from; d < to; ++d) std::fill_n(counts[d], radix, 0U);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      U const x = number(a[i]);
      for (int d = from; d < to; ++d) ++counts[d][(x >> shifts_[d]) & 255];
    }
  }
  /// How likely two of n records are to have the same digit.
  static double equal_pairs(std::uint32_t const* counts, std::ptrdiff_t n) {
    double pairs = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) pairs += static_cast<double>(counts[d]) * (counts[d] - 1.0);
    return pairs / (static_cast<double>(n) * static_cast<double>(n - 1));
  }

  /// Sorts by insertion n records that are in order but for their lowest `digits` digits. Where many are equal in all
  /// others, and unless there are few records at all, these are sorted by the digits that are left.
  void finish(R* a, R* room, std::ptrdiff_t n, int digits, bool few) const {
    std::ptrdiff_t const far = few ? n : 16;
    for (std::ptrdiff_t i = 1; i < n; ++i) {
      R const held = a[i];
      U const x = number(held);
      if (!(x < number(a[i - 1]))) continue;
      std::ptrdiff_t j = i, last = i > far ? i - far : 0;
      do {
        a[j] = a[j - 1];
        --j;
      } while (j > last && x < number(a[j - 1]));
      a[j] = held;
      if (i - j < far) continue;
      auto const equal = [&](std::ptrdiff_t k) { return number(a[k]) >> shifts_[digits] == x >> shifts_[digits]; };
      std::ptrdiff_t begin = j, end = i + 1;
      while (begin > 0 && equal(begin - 1)) --begin;
      while (end < n && equal(end)) ++end;
      sort_leaf(a + begin, room + begin, end - begin, digits, false);
      i = end - 1;
    }
  }

  NumberOf number_of_;
  int shifts_[sizeof(U)] = {};
};

}  // namespace thrum::detail
