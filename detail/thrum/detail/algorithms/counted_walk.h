// The walk through all pairs of an index and a number below the count at that index: a step for
// each pair, and one more to the next index, so that indices without pairs are shared, too. Equal
// numbers of steps are equal work, however the counts differ.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <cstddef>

namespace thrum::detail {

/// How many pairs each index has: none if its count is negative.
template <class C>
struct repetitions {
  C counts;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return detail::length_of(counts[i]); }
};

/// Returns the number of pairs of the indices [i, last).
THRUM_EXEC_CHECK_DISABLE
template <class C>
THRUM_HD std::ptrdiff_t total_of(repetitions<C> const& times, std::ptrdiff_t i, std::ptrdiff_t last) {
  std::ptrdiff_t total = 0;
  for (; i < last; ++i) total += times(i);
  return total;
}

/// A predicate: whether what has index i ends after `place`.
struct ends_after {
  std::ptrdiff_t const* ends;
  std::ptrdiff_t place;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return ends[i] > place; }
};

/// The number of indices of for_each_n that do the work of all pairs, whose number the host does
/// not know: about as many as the threads that a large GPU runs at once.
inline constexpr std::ptrdiff_t walk_strides = std::ptrdiff_t{1} << 18;

/// The number of blocks of counts_of_sum indices that n > 0 indices are in.
constexpr std::ptrdiff_t blocks_of_counts(std::ptrdiff_t n) { return (n - 1) / counts_of_sum + 1; }

/// A walk through the pairs of n > 0 indices, which a host cuts where it likes.
template <class C>
struct counted_walk {
  repetitions<C> times;
  std::ptrdiff_t n;
  /// ends[b]: the steps up to the end of block b of counts_of_sum indices.
  std::ptrdiff_t const* ends;

  std::ptrdiff_t steps() const { return ends[blocks_of_counts(n) - 1]; }

  /// An index, and the steps before its first one.
  struct place {
    std::ptrdiff_t index, begin;
  };
  /// Returns the index that a step is at.
  place at(std::ptrdiff_t step) const {
    std::ptrdiff_t const block = detail::find_without_branch(blocks_of_counts(n) - 1, ends_after{ends, step});
    std::ptrdiff_t i = block * counts_of_sum, begin = block == 0 ? 0 : ends[block - 1];
    for (std::ptrdiff_t end; (end = begin + times(i) + 1) <= step; ++i) begin = end;
    return {i, begin};
  }
};

/// The sums of counts that a walk begins at. Scratch memory: 8 bytes for each counts_of_sum
/// indices, and none for few blocks of them.
template <class B>
class walk_sums {
 public:
  template <class C>
  walk_sums(B const& exec, repetitions<C> const& times, std::ptrdiff_t n)
      : more_(exec, blocks_of_counts(n) > few ? blocks_of_counts(n) : 0),
        ends_(blocks_of_counts(n) > few ? more_.data() : few_) {
    std::ptrdiff_t const blocks = blocks_of_counts(n);
    auto const sum = [times, n, ends = ends_](std::ptrdiff_t b) {
      std::ptrdiff_t const begin = b * counts_of_sum, last = detail::least(n, begin + counts_of_sum);
      ends[b] = last - begin + detail::total_of(times, begin, last);
    };
    if (blocks <= few) {
      std::ptrdiff_t steps = 0;
      for (std::ptrdiff_t b = 0; b < blocks; ++b) {
        sum(b);
        ends_[b] = steps += ends_[b];
      }
    } else {
      exec.for_each_n(blocks, sum, 1);
      detail::scan(exec, ends_, blocks, ends_, no_seed<std::ptrdiff_t>{}, plus<>{}, inclusive{});
    }
  }
  ~walk_sums() {}  // a host function, as the destructor of the scratch memory is; nvcc warns if it is implicit
  walk_sums(walk_sums const&) = delete;
  walk_sums& operator=(walk_sums const&) = delete;

  std::ptrdiff_t const* ends() const { return ends_; }

 private:
  static constexpr std::ptrdiff_t few = 16;

  std::ptrdiff_t few_[few];
  scratch_array<std::ptrdiff_t, B> more_;
  std::ptrdiff_t* ends_;
};

}  // namespace thrum::detail
