// Radix sort. A large range is split by the most significant digit that differs, in parallel: count
// the digits of each chunk of elements, sum the counts over digits and chunks, scatter each chunk
// in order (Zagha and Blelloch, 1991). The elements of one bucket fit into a cache and are sorted
// there from their least significant digit, buckets in parallel. A bucket that is still large is
// split again. Every step is stable. Digits are cut out of the bits that differ among the keys:
// keys of several parts, each of a small range, have few differing bits. Floating-point keys are
// first split as fixed-point numbers.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/host/vector_sort.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/radix/digit.h>
#include <thrum/detail/kernels/radix/leaf.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace thrum::detail {

/// A sorter of records by their unsigned numbers. Records move between two arrays, of which the
/// second is scratch memory.
template <class R, class NumberOf>
class radix_sorter : radix_leaf<R, NumberOf> {
  using base = radix_leaf<R, NumberOf>;
  using base::differing_bits, base::leaf, base::number_, base::sort_majority;
  /// The size of a chunk: the elements that a task counts or scatters.
  static constexpr std::ptrdiff_t chunk_of(std::ptrdiff_t n) {
    return std::clamp(n / radix_chunks, least_radix_chunk, longest_radix_chunk);
  }
  static constexpr std::ptrdiff_t chunks_of(std::ptrdiff_t n) { return (n + chunk_of(n) - 1) / chunk_of(n); }
  /// The width of the digit that splits n records. The digit makes enough buckets to leave some ten
  /// thousand records in each.
  static int bits_for(std::ptrdiff_t n) {
    return std::clamp(detail::width_of(static_cast<std::uint64_t>(n)) - bucket_size_bits, least_split_bits,
                      most_split_bits);
  }

 public:
  using base::sort_by_digits, base::sort_leaf;
  using typename base::U;
  /// Whether keys are floating-point numbers, which are sorted as fixed-point numbers first.
  static constexpr bool has_values = base::has_values;

  /// The size up to which splitting a range among tasks is not worth the effort.
  template <class B>
  static constexpr std::ptrdiff_t leaf_of =
      backend_traits<B>::is_serial ? leaf : std::min(leaf, radix_leaf_of_task);

  /// What a task finds out about a chunk of records.
  struct findings {
    U differing;
    double greatest;
    bool holds;
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
    return std::max<std::ptrdiff_t>(33, chunks_of(n));
  }

  /// Sorts records that are already in order, or in the opposite order. Returns whether they were.
  template <class B>
  bool sort_ordered(B const& exec, R* records, std::ptrdiff_t n) const {
    if (all_neighbours(exec, records, n, std::less_equal<>())) return true;
    if (reverse_falling(exec, records, n)) return true;
    if (!all_neighbours(exec, records, n, std::greater_equal<>())) return false;
    detail::reverse_stably(exec, records, n,
                           [this](R const& a, R const& b) { return base::key_of(a) < base::key_of(b); });
    return true;
  }
  /// Reverses records if each key is less than the one before it. Returns whether it is. A task
  /// compares what it reverses: then its processor has the memory, and no other one has. 230,000
  /// uint64 that fall take two threads 0.22 ns an element, and 0.58 if all are compared first.
  template <class B>
  bool reverse_falling(B const& exec, R* records, std::ptrdiff_t n) const {
    std::greater<> const falls;
    std::ptrdiff_t const alone = std::min(n, neighbours_alone_of<R, base::is_its_key>), half = n / 2;
    if (!base::all_neighbours(records, 0, alone - 1, falls)) return false;
    auto const exchange = [=](std::ptrdiff_t begin, std::ptrdiff_t end) {
      detail::independent_loop(begin, end, reverse_body<R*>{records, n - 1});
    };
    if (alone == n) {
      exchange(0, half);
      return true;
    }
    // Chunk c, [first, last], takes the place of [n - 1 - last, n - 1 - first].
    std::ptrdiff_t const chunk = chunk_of(n), chunks = (half + chunk - 1) / chunk;
    auto const last_of = [=](std::ptrdiff_t c) { return std::min(half, (c + 1) * chunk) - 1; };
    auto const rises = [=, this](std::ptrdiff_t i, std::ptrdiff_t j) {
      return falls(base::key_of(records[j]), base::key_of(records[i]));
    };
    for (std::ptrdiff_t c = 0; c < chunks; ++c) {
      std::ptrdiff_t const first = c * chunk, last = last_of(c);
      if (rises(first, last) || rises(n - 1 - last, n - 1 - first)) return false;
      if (!base::all_neighbours(records, last, last + 1, falls) ||
          !base::all_neighbours(records, n - 2 - last, n - 1 - last, falls))
        return false;
    }
    exec.for_each_n(
        chunks,
        [=, *this, found = found_](std::ptrdiff_t c) {
          std::ptrdiff_t const first = c * chunk, last = last_of(c);
          found[c].holds = base::all_neighbours(records, first, last, falls) &&
                           base::all_neighbours(records, n - 1 - last, n - 1 - first, falls);
          if (found[c].holds) exchange(first, last + 1);
        },
        1);
    if (all_hold(chunks)) return true;
    exec.for_each_n(
        chunks,
        [=, found = found_](std::ptrdiff_t c) {
          if (found[c].holds) exchange(c * chunk, last_of(c) + 1);
        },
        1);
    return false;
  }
  /// Returns whether `are` holds for the keys of all neighbours. Ends soon if it does not.
  template <class B, class Are>
  bool all_neighbours(B const& exec, R const* records, std::ptrdiff_t n, Are are) const {
    std::ptrdiff_t const alone = std::min(n, neighbours_alone_of<R, base::is_its_key>);
    if (!base::all_neighbours(records, 0, alone - 1, are)) return false;
    if (alone == n) return true;
    std::ptrdiff_t const chunk = chunk_of(n), chunks = chunks_of(n);
    exec.for_each_n(
        chunks,
        [=, *this, found = found_](std::ptrdiff_t c) {
          found[c].holds = base::all_neighbours(records, c * chunk, std::min(n - 1, (c + 1) * chunk), are);
        },
        1);
    return all_hold(chunks);
  }

  /// Sorts records that are numbers in vectors, in parallel. Returns false, without having moved
  /// any, if the processor has none, or if zeros of both signs have an order to keep.
  template <class B>
  bool sort_in_vectors(B const& exec, R* records, R* buffer, std::ptrdiff_t n) const {
    return in_vectors<NumberOf>::sort(exec, records, buffer, n, chunk_of(n), places_);
  }

  /// Returns the bits in which any two of the records differ.
  template <class B>
  U all_differing(B const& exec, R const* a, std::ptrdiff_t n) const {
    std::ptrdiff_t const chunk = chunk_of(n), chunks = chunks_of(n);
    U const any = number_(a[0]);
    exec.for_each_n(
        chunks,
        [=, *this, found = found_](std::ptrdiff_t c) {
          found[c].differing = differing_bits(a, c * chunk, std::min(n, (c + 1) * chunk), any);
        },
        std::max<std::ptrdiff_t>(1, 65536 / chunk));
    U all = 0;
    for (std::ptrdiff_t c = 0; c < chunks; ++c) all = static_cast<U>(all | found_[c].differing);
    return all;
  }
  /// Returns what makes fixed-point numbers of the records. Its scale is 0 if there is none.
  template <class B>
  auto fixed_point_lead(B const& exec, R const* a, std::ptrdiff_t n) const {
    using lead = fixed_point<NumberOf, U>;
    std::ptrdiff_t const chunk = chunk_of(n), chunks = chunks_of(n);
    exec.for_each_n(
        chunks,
        [=, *this, found = found_](std::ptrdiff_t c) {
          found[c].greatest = base::greatest_value(a, c * chunk, std::min(n, (c + 1) * chunk));
        },
        std::max<std::ptrdiff_t>(1, 65536 / chunk));
    double greatest = 0;
    for (std::ptrdiff_t c = 0; c < chunks; ++c)
      greatest = greatest < found_[c].greatest ? found_[c].greatest : greatest;
    return lead{number_, detail::fixed_point_scale(static_cast<typename lead::real>(greatest))};
  }

  /// Sorts the n records at a into a or, with to_b, into b: splits them by the first digit of the
  /// numbers that `lead` makes, and sorts the records with equal digits.
  template <class B, class Lead>
  void split(B const& exec, Lead lead, U differing, R* a, R* b, std::ptrdiff_t n, bool to_b) const {
    auto const digit = detail::cut_digit(differing, bits_for(n));
    std::ptrdiff_t ends[std::size_t{1} << most_split_bits];
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
      if (size <= large) continue;
      U const left = all_differing(exec, b + begin, size);
      if (left != 0) split(exec, number_, left, b + begin, a + begin, size, !to_b);
      else if (!to_b) exec.for_each_n(size, [=](std::ptrdiff_t i) { a[begin + i] = b[begin + i]; }, default_grain);
    }
  }

 private:
  bool all_hold(std::ptrdiff_t chunks) const {
    return std::all_of(found_, found_ + chunks, [](findings const& of_chunk) { return of_chunk.holds; });
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
  template <class B, class Lead>
    requires(backend_traits<B>::is_serial)
  void scatter(B const&, Lead lead, radix_digit<U> digit, R const* from, R* to, std::ptrdiff_t n,
               std::ptrdiff_t* ends) const {
    detail::count_digits(lead, digit, from, n, ends);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < digit.radix(); ++d) sum += std::exchange(ends[d], sum);
    detail::scatter_by_digit<true>(lead, digit, from, n, to, ends);
  }

  /// Scatters records by one digit, chunks of records in parallel.
  template <class B, class Lead>
  void scatter(B const& exec, Lead lead, radix_digit<U> digit, R const* from, R* to, std::ptrdiff_t n,
               std::ptrdiff_t* ends) const {
    std::ptrdiff_t const chunk = chunk_of(n), chunks = chunks_of(n), radix = digit.radix();
    exec.for_each_n(
        chunks,
        [=, counts = places_](std::ptrdiff_t c) {
          std::uint32_t seen[std::size_t{1} << most_split_bits];
          detail::count_digits(lead, digit, from + c * chunk, std::min(chunk, n - c * chunk), seen);
          std::copy_n(seen, radix, counts + c * radix);
        },
        1);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      for (std::ptrdiff_t c = 0; c < chunks; ++c) sum += std::exchange(places_[c * radix + d], sum);
      ends[d] = sum;
    }
    exec.for_each_n(
        chunks,
        [=, first = static_cast<std::ptrdiff_t const*>(places_)](std::ptrdiff_t c) {
          std::ptrdiff_t place[std::size_t{1} << most_split_bits];
          std::copy_n(first + c * radix, radix, place);
          detail::scatter_by_digit<true>(lead, digit, from + c * chunk, std::min(chunk, n - c * chunk), to, place);
        },
        1);
  }

  std::ptrdiff_t* places_;
  findings* found_;
};

/// The memory of a radix sort, from its policy: a table of places, the indices that parallel steps
/// share, findings, and a buffer.
template <class B, class R, class NumberOf>
class radix_scratch {
  using sorter = radix_sorter<R, NumberOf>;

 public:
  radix_scratch(B const& exec, std::ptrdiff_t n)
      : exec_(exec), places_(exec, sorter::template places_for<B>(n)), found_(exec, sorter::findings_for(n)) {}
  std::ptrdiff_t* places() const { return places_.data(); }
  typename sorter::findings* found() const { return found_.data(); }
  scratch_array<R, B> buffer(std::ptrdiff_t n) const { return scratch_array<R, B>(exec_, n); }

 private:
  B const& exec_;
  scratch_array<std::ptrdiff_t, B> places_;
  scratch_array<typename sorter::findings, B> found_;
};

/// Sorts n trivially copyable records stably by their numbers, in the memory of `scratch`.
template <class B, class R, class NumberOf, class Scratch>
void radix_sort_in(Scratch const& scratch, B const& exec, R* records, std::ptrdiff_t n, NumberOf number_of) {
  using sorter_type = radix_sorter<R, NumberOf>;
  using U = typename sorter_type::U;
  sorter_type const sorter(number_of, scratch.places(), scratch.found());
  if (sorter.sort_ordered(exec, records, n)) return;
  constexpr std::ptrdiff_t leaf = sorter_type::template leaf_of<B>;
  bool const alone = backend_traits<B>::is_serial || n <= leaf;
  if constexpr (sorts_in_vectors<R, NumberOf>) {
    if (alone && in_vectors<NumberOf>::sort(records, n)) return;
  }
  auto const buffer = scratch.buffer(n);
  if constexpr (sorts_in_vectors<R, NumberOf>) {
    if (!alone && sorter.sort_in_vectors(exec, records, buffer.data(), n)) return;
  }
  if constexpr (sorter_type::has_values) {
    auto const lead = sorter.fixed_point_lead(exec, records, n);
    if (lead.scale != 0) {
      U const differing = static_cast<U>((U{1} << lead.bits) - 1);
      if (n > leaf) return sorter.split(exec, lead, differing, records, buffer.data(), n, false);
      if (sorter.sort_by_digits(lead, differing, records, buffer.data(), n, records)) return;
    }
  }
  if (n <= leaf) return sorter.sort_leaf(records, buffer.data(), n, false);
  U const differing = sorter.all_differing(exec, records, n);
  if (differing != 0) sorter.split(exec, number_of, differing, records, buffer.data(), n, false);
}

/// Sorts n trivially copyable records stably by their numbers. Nothing is allocated while a record
/// is out of its place.
template <class B, class R, class NumberOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, NumberOf number_of) {
  radix_scratch<B, R, NumberOf> const scratch(exec, n);
  detail::radix_sort_in(scratch, exec, records, n, number_of);
}

/// The greatest number of records that a task sorts by radix without memory of its own.
inline constexpr std::ptrdiff_t longest_radix_sort_of_task = std::ptrdiff_t{1} << 22;

/// The memory of a radix sort of a task, which allocates nothing: the caller gives a buffer of n
/// records, n <= longest_radix_sort_of_task.
template <class R, class NumberOf>
class radix_scratch_of_task {
  using sorter = radix_sorter<R, NumberOf>;

 public:
  struct given_buffer {
    R* records;
    R* data() const { return records; }
  };
  explicit radix_scratch_of_task(R* buffer) : buffer_{buffer} {}
  std::ptrdiff_t* places() const { return nullptr; }
  typename sorter::findings* found() const { return found_; }
  given_buffer buffer(std::ptrdiff_t) const { return buffer_; }

 private:
  given_buffer buffer_;
  mutable typename sorter::findings found_[sorter::findings_for(longest_radix_sort_of_task)];
};

}  // namespace thrum::detail
