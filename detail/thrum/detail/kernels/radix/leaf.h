// The sort of records that fit into a cache, by digits of unsigned numbers, on the calling thread.
// The sort takes two digits, from the most significant bit that differs. They are as wide as is
// needed to tell most records apart: 18 bits for ten thousand records. Records are sorted by these
// digits from the least significant one, then by insertion. If many records are equal in both
// digits, more digits are taken.
#pragma once

#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/radix/digit.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The base of radix_sorter: inspects records, and sorts them on the calling thread.
template <class R, class NumberOf>
class radix_leaf {
 protected:
  using U = std::invoke_result_t<NumberOf const&, R const&>;
  /// The number of records of a leaf. Both arrays of a leaf fit into a second-level cache.
  static constexpr std::ptrdiff_t leaf = std::max<std::ptrdiff_t>(4096, (std::ptrdiff_t{1} << 19) / sizeof(R));
  static constexpr int most_bits = 11, next_bits = 8;
  static constexpr int most_digits = 2 + static_cast<int>(sizeof(U));
  /// The size up to which insertion is faster than counting.
  static constexpr std::ptrdiff_t shortest = 32;

  /// Whether keys are floating-point numbers.
  static constexpr bool has_values = requires(NumberOf f, R const& r) { f.value(r); };

  explicit radix_leaf(NumberOf number_of) : number_(number_of) {}

  /// Returns the key of a record as a number that compares by one instruction.
  auto key_of(R const& record) const {
    if constexpr (has_values) return number_.value(record);
    else return number_(record);
  }
  /// Whether a record is its key, so that vectors compare neighbours.
  static constexpr bool is_its_key = sizeof(R) == sizeof(U);
  /// Returns whether `are` holds for the keys of all records of [begin, end) and of the next ones.
  /// No comparison holds for NaNs. Ends soon if it does not hold.
  template <class Are>
  bool all_neighbours(R const* records, std::ptrdiff_t begin, std::ptrdiff_t end, Are are) const {
    auto const fails = [=, this](std::ptrdiff_t i) { return !are(key_of(records[i]), key_of(records[i + 1])); };
    using key = decltype(key_of(*records));
    if constexpr (is_its_key) return detail::none_accepted<key>(begin, end, fails);
    else return detail::none_accepted_in_order(begin, end, fails);
  }

  /// Returns the bits in which any number of [begin, end) differs from `any`. Works in lanes, which
  /// vectorise.
  U differing_bits(R const* records, std::ptrdiff_t begin, std::ptrdiff_t end, U any) const {
    constexpr std::ptrdiff_t lanes = 16;
    U bits[lanes] = {};
    std::ptrdiff_t i = begin;
    THRUM_ITERATIONS_APART
    for (; end - i >= lanes; i += lanes) {
      for (std::ptrdiff_t j = 0; j < lanes; ++j)
        bits[j] = static_cast<U>(bits[j] | (number_(records[i + j]) ^ any));
    }
    for (; i < end; ++i) bits[0] = static_cast<U>(bits[0] | (number_(records[i]) ^ any));
    for (std::ptrdiff_t j = 1; j < lanes; ++j) bits[0] = static_cast<U>(bits[0] | bits[j]);
    return bits[0];
  }

  /// Returns the greatest magnitude of a floating-point key of [begin, end), or infinity if a key
  /// is not finite. Works in lanes, too.
  auto greatest_value(R const* records, std::ptrdiff_t begin, std::ptrdiff_t end) const {
    using real = decltype(number_.value(*records));
    constexpr std::ptrdiff_t lanes = 8;
    real greatest[lanes] = {}, odd[lanes] = {};
    auto const see = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
      real const value = number_.value(records[i]), size = static_cast<real>(__builtin_fabs(value));
      greatest[j] = greatest[j] < size ? size : greatest[j];
      odd[j] += value - value;  // NaN if value is not finite
    };
    std::ptrdiff_t i = begin;
    for (; end - i >= lanes; i += lanes)
      for (std::ptrdiff_t j = 0; j < lanes; ++j) see(i + j, j);
    for (; i < end; ++i) see(i, 0);
    for (std::ptrdiff_t j = 1; j < lanes; ++j) {
      greatest[0] = std::max(greatest[0], greatest[j]);
      odd[0] += odd[j];
    }
    return odd[0] == 0 ? greatest[0] : std::numeric_limits<real>::infinity();
  }

  /// Sorts n records, the share of one task, from a into a or, with to_b, into b.
  void sort_leaf(R* a, R* b, std::ptrdiff_t n, bool to_b) const {
    R* const result = to_b ? b : a;
    if (n <= shortest) return insert(number_, 0, a, result, nullptr, n);
    U const differing = differing_bits(a, 0, n, number_(a[0]));
    if (differing == 0) {
      if (to_b) std::copy_n(a, n, b);
    } else if (!sort_majority(a, b, n, to_b, [this](auto... part) { sort_leaf(part...); })) {
      sort_by_digits(number_, differing, a, b, n, result);
    }
  }

  /// Sorts by digits of the numbers that `lead` makes of records. Returns false, without having
  /// moved any record, if `lead` is not number_ and tells too few records apart.
  template <class Lead>
  bool sort_by_digits(Lead lead, U differing, R* a, R* b, std::ptrdiff_t n, R* result) const {
    constexpr bool is_number = std::is_same_v<Lead, NumberOf>;
    constexpr double few = 0.6;
    std::uint32_t counters[(2 << most_bits) + ((most_digits - 2) << next_bits)];
    radix_digit<U> digits[most_digits];
    std::uint32_t* counts[most_digits];
    int count = 0;
    int const bits = std::min(most_bits, (detail::width_of(static_cast<std::uint64_t>(n)) + 5) / 2);
    std::uint32_t* free = counters;
    // `equal` is the expected number of other records that a record equals in the counted digits,
    // `expected` the number in random digits.
    for (auto equal = static_cast<double>(n); equal > few && differing != 0;) {
      int const before = count;
      double expected = equal;
      while (count < before + 2 && expected > few && differing != 0) {
        auto const digit = digits[count] = detail::cut_digit(differing, before == 0 ? bits : next_bits);
        counts[count++] = free;
        free += digit.radix();
        expected /= static_cast<double>(digit.radix());
      }
      if (count == before + 1) detail::count_digits(lead, digits[before], a, n, counts[before]);
      else
        detail::count_digits(lead, digits[before], digits[before + 1], a, n, counts[before], counts[before + 1]);
      for (int d = before; d < count; ++d) equal *= detail::equal_pairs(counts[d], digits[d].radix(), n);
      if (before == 0 && equal > few) {
        if (equal_numbers(a, n, free) * static_cast<double>(n) > equal / 2)
          break;  // most of these records are equal in all bits
        if (!is_number) return false;
      }
    }
    int const low = digits[count - 1].shift;
    for (int d = count - 1; d >= 0; --d) {
      auto const digit = digits[d];
      std::uint32_t* const place = counts[d];
      std::uint32_t sum = 0;
      for (std::ptrdiff_t k = 0; k < digit.radix(); ++k) sum += std::exchange(place[k], sum);
      detail::scatter_by_digit<false>(lead, digit, a, n, b, place);
      std::swap(a, b);
    }
    if (is_number && differing == 0) {
      if (a != result) std::copy_n(a, n, result);
    } else {
      insert(lead, low, a, result, a == result ? b : a, n);
    }
    return true;
  }

  /// Returns how likely two of n records are to be equal, estimated by the digits of a hash.
  /// `counts` has room for 256 counts.
  double equal_numbers(R const* a, std::ptrdiff_t n, std::uint32_t* counts) const {
    constexpr int bits = 8;
    auto const hash = [this](R const& record) {
      auto x = number_(record);
      if constexpr (sizeof(U) > 8) x ^= x >> 64;
      return static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U;
    };
    radix_digit<std::uint64_t> const digit{64 - bits, bits};
    detail::count_digits(hash, digit, a, n, counts);
    return detail::equal_pairs(counts, digit.radix(), n) - 1.0 / (1 << bits);
  }

  /// Returns the key that records are compared by if `Lead` makes numbers of them.
  template <class Lead>
  auto key(R const& record) const {
    if constexpr (std::is_same_v<Lead, NumberOf>) return number_(record);
    else return number_.value(record);
  }
  /// Copies n records to `to`, which may be `from`, and sorts them by insertion. The records are in
  /// order except for bits of `lead` below `low`.
  template <class Lead>
  void insert(Lead lead, int low, R* from, R* to, R* room, std::ptrdiff_t n) const {
    auto greatest = key<Lead>(from[0]);
    to[0] = from[0];
    for (std::ptrdiff_t i = 1; i < n;) {
      auto const x = key<Lead>(from[i]);
      if (x < greatest) {
        i = insert_one(lead, low, from, to, room, n, i);
        greatest = key<Lead>(to[i - 1]);
      } else {
        to[i] = from[i];
        greatest = x;
        ++i;
      }
    }
  }
  /// Inserts record i. If many records are equal in all higher bits, sorts these records by the
  /// other bits, unless there are few records at all. Returns how many records are sorted then.
  template <class Lead>
  std::ptrdiff_t insert_one(Lead lead, int low, R* from, R* to, R* room, std::ptrdiff_t n,
                            std::ptrdiff_t i) const {
    std::ptrdiff_t const far = n <= shortest ? n : 16;
    R const held = from[i];
    auto const x = key<Lead>(held);
    std::ptrdiff_t j = i, last = i > far ? i - far : 0;
    for (; j > last && x < key<Lead>(to[j - 1]); --j) to[j] = to[j - 1];
    to[j] = held;
    if (i - j < far) return i + 1;
    auto const equal = [&, prefix = lead(held) >> low](R const& other) { return lead(other) >> low == prefix; };
    std::ptrdiff_t begin = j, end = i + 1;
    while (begin > 0 && equal(to[begin - 1])) --begin;
    while (end < n && equal(from[end])) ++end;
    if (from != to) std::copy(from + i + 1, from + end, to + i + 1);
    sort_leaf(to + begin, room + begin, end - begin, false);
    return end;
  }

  /// Tries to sort records most of which are equal, as far as a look at some of them tells. Puts
  /// the equal records between those that are less and those that are greater, both of which
  /// sort_part(a, b, n, to_b) sorts. Returns false if most records are not equal.
  template <class SortPart>
  bool sort_majority(R* a, R* b, std::ptrdiff_t n, bool to_b, SortPart sort_part) const {
    U const x = number_(a[n / 2]);
    int same = 0;
    for (std::ptrdiff_t i = 0; i < 8; ++i) same += number_(a[n / 8 * i]) == x;
    if (same < 5) return false;
    std::ptrdiff_t less = 0, equal = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      U const y = number_(a[i]);
      less += y < x;
      equal += y == x;
    }
    if (2 * equal < n) return false;
    std::ptrdiff_t to_less = 0, to_equal = less, to_greater = less + equal;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      U const y = number_(a[i]);
      bool const is_less = y < x, is_greater = x < y;
      b[is_less ? to_less : is_greater ? to_greater : to_equal] = a[i];
      to_less += is_less;
      to_greater += is_greater;
      to_equal += !is_less && !is_greater;
    }
    std::ptrdiff_t const greater = less + equal;
    if (less > 0) sort_part(b, a, less, !to_b);
    if (!to_b) std::copy_n(b + less, equal, a + less);
    if (greater < n) sort_part(b + greater, a + greater, n - greater, !to_b);
    return true;
  }

  NumberOf number_;
};

}  // namespace thrum::detail
