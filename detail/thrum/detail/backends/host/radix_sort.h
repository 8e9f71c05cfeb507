// Radix sort. A large range is split by the most significant digit that differs, in parallel: count
// the digits of each block of elements, sum the counts over digits and blocks, scatter each block
// in order (Zagha and Blelloch, 1991). The elements of one bucket fit into a cache and are sorted
// there from their least significant digit, buckets in parallel. A bucket that is still large is
// split again. Every step is stable. Digits are cut out of the bits that differ among the keys:
// keys of several parts, each of a small range, have few differing bits. Floating-point keys are
// first split as fixed-point numbers.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/radix/leaf.h>
#include <thrum/detail/kernels/radix/pairs_in_order.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thrum::detail {

/// The size from which on counting is faster than comparisons.
inline constexpr std::ptrdiff_t radix_sort_minimum = 256;

/// A sorter of a range of records by their unsigned numbers. Records move between two arrays. The
/// second array is scratch memory, and so is the table of places, the indices that parallel steps
/// share. Nothing is allocated once records move.
template <class R, class NumberOf>
class radix_sorter : radix_leaf<R, NumberOf> {
  using base = radix_leaf<R, NumberOf>;
  using base::differing_bits, base::leaf, base::number_, base::sort_by_digits, base::sort_leaf,
      base::sort_majority;
  using typename base::U;
  static constexpr bool has_values = requires(NumberOf f, R const& r) { f.value(r); };

  /// The size up to which splitting a range among tasks is not worth the effort.
  template <class B>
  static constexpr std::ptrdiff_t leaf_of =
      backend_traits<B>::is_serial ? leaf : std::min(leaf, std::ptrdiff_t{1} << 15);

  /// The size of a block: the elements that a task counts or scatters.
  static constexpr std::ptrdiff_t block_of(std::ptrdiff_t n) {
    return std::clamp<std::ptrdiff_t>(n / 32, 4096, 1 << 18);
  }
  static constexpr std::ptrdiff_t blocks_of(std::ptrdiff_t n) { return (n + block_of(n) - 1) / block_of(n); }
  /// The width of the digit that splits n records. The digit makes enough buckets to leave some ten
  /// thousand records in each.
  static constexpr int most_bits_of_split = 11;
  static int bits_for(std::ptrdiff_t n) {
    return std::clamp(detail::width_of(static_cast<std::uint64_t>(n)) - 14, 6, most_bits_of_split);
  }

 public:
  /// What a task finds out about a block of records.
  struct findings {
    U differing;
    double greatest;
    bool in_order;
  };

  /// Takes scratch memory: `places` has room for places_for(n) numbers, `found` for findings_for(n)
  /// findings.
  radix_sorter(NumberOf number_of, std::ptrdiff_t* places, findings* found)
      : base(number_of), places_(places), found_(found) {}

  template <class B>
  static std::ptrdiff_t places_for(std::ptrdiff_t n) {
    return backend_traits<B>::is_serial || n <= leaf_of<B> ? 0 : findings_for(n) << bits_for(n);
  }
  static constexpr std::ptrdiff_t findings_for(std::ptrdiff_t n) {
    return std::max<std::ptrdiff_t>(33, blocks_of(n));
  }

  /// Sorts records that are already in order, or in the opposite order without equal numbers.
  /// Returns whether they were.
  template <class B>
  bool sort_ordered(B const& exec, R* records, std::ptrdiff_t n) const {
    if (in_order(exec, records, n, false)) return true;
    if (!in_order(exec, records, n, true)) return false;
    exec.for_each_n(n / 2, [=](std::ptrdiff_t i) { std::swap(records[i], records[n - 1 - i]); }, default_grain);
    return true;
  }
  /// Returns whether the records are already in order or, with `descending`, in the opposite order
  /// without equal numbers. Ends soon if they are not.
  template <class B>
  bool in_order(B const& exec, R const* records, std::ptrdiff_t n, bool descending) const {
    if (!detail::pairs_in_order(number_, records, 0, std::min<std::ptrdiff_t>(n, 64) - 1, descending))
      return false;
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n);
    exec.for_each_n(
        blocks,
        [=, *this, found = found_](std::ptrdiff_t b) {
          found[b].in_order =
              detail::pairs_in_order(number_, records, b * block, std::min(n - 1, (b + 1) * block), descending);
        },
        1);
    return std::all_of(found_, found_ + blocks, [](findings const& of_block) { return of_block.in_order; });
  }

  /// Sorts the n records at a into a or, with to_b, into b. With by_value, may sort the records as
  /// fixed-point numbers first.
  template <class B>
  void sort(B const& exec, R* a, R* b, std::ptrdiff_t n, bool to_b, bool by_value) const {
    if constexpr (has_values) {
      if (by_value) {
        using fixed = fixed_point<NumberOf, U>;
        fixed const lead{number_, fixed_scale(exec, a, n)};
        if (lead.scale != 0) {
          U const differing = static_cast<U>((U{1} << fixed::bits) - 1);
          if (n > leaf_of<B>) return split(exec, lead, differing, a, b, n, to_b);
          if (sort_by_digits(lead, differing, a, b, n, to_b ? b : a)) return;
        }
      }
    }
    if (n <= leaf_of<B>) return sort_leaf(a, b, n, to_b);
    U const differing = all_differing(exec, a, n);
    if (differing != 0) return split(exec, number_, differing, a, b, n, to_b);
    if (to_b) exec.for_each_n(n, [=](std::ptrdiff_t i) { b[i] = a[i]; }, default_grain);
  }

 private:
  /// Returns the bits in which any two of the records differ.
  template <class B>
  U all_differing(B const& exec, R const* a, std::ptrdiff_t n) const {
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n);
    U const any = number_(a[0]);
    exec.for_each_n(
        blocks,
        [=, *this, found = found_](std::ptrdiff_t b) {
          found[b].differing = differing_bits(a, b * block, std::min(n, (b + 1) * block), any);
        },
        std::max<std::ptrdiff_t>(1, 65536 / block));
    U all = 0;
    for (std::ptrdiff_t b = 0; b < blocks; ++b) all = static_cast<U>(all | found_[b].differing);
    return all;
  }
  /// Returns the scale of the records as fixed-point numbers.
  template <class B>
  auto fixed_scale(B const& exec, R const* a, std::ptrdiff_t n) const {
    using real = typename fixed_point<NumberOf, U>::real;
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n);
    exec.for_each_n(
        blocks,
        [=, *this, found = found_](std::ptrdiff_t b) {
          found[b].greatest = base::greatest_value(a, b * block, std::min(n, (b + 1) * block));
        },
        std::max<std::ptrdiff_t>(1, 65536 / block));
    double greatest = 0;
    for (std::ptrdiff_t b = 0; b < blocks; ++b)
      greatest = greatest < found_[b].greatest ? found_[b].greatest : greatest;
    return detail::fixed_point_scale(static_cast<real>(greatest));
  }

  /// Splits records by their first digit, and sorts the records with equal digits.
  template <class B, class Lead>
  void split(B const& exec, Lead lead, U differing, R* a, R* b, std::ptrdiff_t n, bool to_b) const {
    auto const digit = detail::cut_digit(differing, bits_for(n));
    std::ptrdiff_t ends[std::size_t{1} << most_bits_of_split];
    scatter(exec, lead, digit, a, b, n, ends);
    std::ptrdiff_t const large = std::max(leaf, n / 4);
    exec.for_each_n(
        digit.radix(),
        [=, *this, ends = static_cast<std::ptrdiff_t const*>(ends)](std::ptrdiff_t d) {
          std::ptrdiff_t const begin = d == 0 ? 0 : ends[d - 1], size = ends[d] - begin;
          if (size == 0 || size > large) return;
          if constexpr (!std::same_as<Lead, NumberOf>) {
            // Sorts by the next digits of the numbers that the records were split by, unless most
            // of these numbers may be equal.
            R* const bucket = b + begin;
            bool const plain =
                size > base::shortest && size <= leaf && number_(bucket[0]) != number_(bucket[size / 2]);
            if (plain && sort_by_digits(lead, differing, bucket, a + begin, size, to_b ? bucket : a + begin))
              return;
          }
          sort_bucket(b + begin, a + begin, size, !to_b);
        },
        1);
    for (std::ptrdiff_t d = 0; d < digit.radix(); ++d) {
      std::ptrdiff_t const begin = d == 0 ? 0 : ends[d - 1], size = ends[d] - begin;
      if (size > large) sort(exec, b + begin, a + begin, size, !to_b, false);
    }
  }
  /// Sorts a bucket in one task.
  void sort_bucket(R* a, R* b, std::ptrdiff_t n, bool to_b) const {
    if (n <= leaf) return sort_leaf(a, b, n, to_b);
    U const differing = differing_bits(a, 0, n, number_(a[0]));
    if (differing == 0) {
      if (to_b) std::copy_n(a, n, b);
    } else if (!sort_majority(a, b, n, to_b, [this](auto... part) { sort_bucket(part...); })) {
      split(seq_policy{}, number_, differing, a, b, n, to_b);
    }
  }

  /// Scatters records by one digit from `from` to `to`. ends[d] becomes the end of the records with
  /// digit d.
  template <class Lead>
  void scatter(seq_policy const&, Lead lead, radix_digit<U> digit, R const* from, R* to, std::ptrdiff_t n,
               std::ptrdiff_t* ends) const {
    detail::count_digits(lead, digit, from, n, ends);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < digit.radix(); ++d) sum += std::exchange(ends[d], sum);
    detail::scatter_by_digit<true>(lead, digit, from, n, to, ends);
  }

  /// Scatters records by one digit, blocks of records in parallel.
  template <class B, class Lead>
  void scatter(B const& exec, Lead lead, radix_digit<U> digit, R const* from, R* to, std::ptrdiff_t n,
               std::ptrdiff_t* ends) const {
    std::ptrdiff_t const block = block_of(n), blocks = blocks_of(n), radix = digit.radix();
    exec.for_each_n(
        blocks,
        [=, counts = places_](std::ptrdiff_t b) {
          std::uint32_t seen[std::size_t{1} << most_bits_of_split];
          detail::count_digits(lead, digit, from + b * block, std::min(block, n - b * block), seen);
          std::copy_n(seen, radix, counts + b * radix);
        },
        1);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      for (std::ptrdiff_t b = 0; b < blocks; ++b) sum += std::exchange(places_[b * radix + d], sum);
      ends[d] = sum;
    }
    exec.for_each_n(
        blocks,
        [=, first = static_cast<std::ptrdiff_t const*>(places_)](std::ptrdiff_t b) {
          std::ptrdiff_t place[std::size_t{1} << most_bits_of_split];
          std::copy_n(first + b * radix, radix, place);
          detail::scatter_by_digit<true>(lead, digit, from + b * block, std::min(block, n - b * block), to, place);
        },
        1);
  }

  std::ptrdiff_t* places_;
  findings* found_;
};

/// Sorts n trivially copyable records stably by their numbers.
template <class B, class R, class NumberOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, NumberOf number_of) {
  using sorter_type = radix_sorter<R, NumberOf>;
  scratch_array<std::ptrdiff_t, B> const places(exec, sorter_type::template places_for<B>(n));
  scratch_array<typename sorter_type::findings, B> const found(exec, sorter_type::findings_for(n));
  sorter_type const sorter(number_of, places.data(), found.data());
  if (sorter.sort_ordered(exec, records, n)) return;
  scratch_array<R, B> const buffer(exec, n);
  sorter.sort(exec, records, buffer.data(), n, false, true);
}

/// The greatest number of records that radix_sort_within sorts.
inline constexpr std::ptrdiff_t longest_within_buffer = std::ptrdiff_t{1} << 22;

/// Sorts records on the calling thread without memory of its own: `buffer` has room for n records,
/// n <= longest_within_buffer.
template <class R, class NumberOf>
void radix_sort_within(R* records, R* buffer, std::ptrdiff_t n, NumberOf number_of) {
  using sorter_type = radix_sorter<R, NumberOf>;
  typename sorter_type::findings found[sorter_type::findings_for(longest_within_buffer)];
  sorter_type const sorter(number_of, nullptr, found);
  if (!sorter.sort_ordered(seq_policy{}, records, n)) sorter.sort(seq_policy{}, records, buffer, n, false, true);
}

}  // namespace thrum::detail
