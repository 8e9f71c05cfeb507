// Selection by two bounds of a sample. Two elements of a sorted sample enclose the wanted element
// with near certainty, and few others. The elements between the two are kept (Floyd and Rivest:
// Expected Time Bounds for Selection, 1975), and the selection goes on among them in the same way.
// If the wanted element equals one of the two, the search ends. The sample is of fixed size and
// deterministic. If the wanted element is not between the two, it is among the elements on one side
// of them: for a median these are about half of the elements, and the next sample is as likely to
// be good as any. If a sample was so bad that more than three quarters of the elements are left,
// these are sorted. At worst the work is that of a sort, which is O(n) for numbers.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/candidate_classes.h>
#include <thrum/detail/algorithms/selection/selected_element.h>
#include <thrum/detail/kernels/sample.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Returns the square root of the size of the sample of n elements. The root is the amount by which
/// ranks in the sample differ from what is expected, or at most twice that amount.
constexpr std::ptrdiff_t sample_root_of(std::ptrdiff_t n) { return n < 4096 ? 8 : n < 65536 ? 16 : 32; }

template <class Pick>
struct index_picker {
  candidate_indices candidates;
  Pick pick;
  std::ptrdiff_t* indices;
  THRUM_HD void operator()(std::ptrdiff_t j) const { indices[j] = candidates(pick(j)); }
};

/// Some candidates in the order of their elements. If elements have numbers, the numbers are held
/// in one type for all types of elements, so that the code that sorts them is the same, too.
template <class B, class I, class Less>
class sorted_candidates {
  using T = std::iter_value_t<I>;
  static constexpr bool numbers = has_word<T, Less>;
  using item = std::conditional_t<numbers, indexed_number<std::uint64_t, std::ptrdiff_t>, std::ptrdiff_t>;

 public:
  template <class Pick>
  sorted_candidates(B const& exec, I first, Less const& less, candidate_indices candidates, Pick pick,
                    std::ptrdiff_t n)
      : items_(exec, n) {
    if constexpr (numbers) {
      exec.for_each_n(
          n,
          [=, items = items_.data()](std::ptrdiff_t j) {
            std::ptrdiff_t const index = candidates(pick(j));
            items[j] = {digits<T, Less>::number(less, first[index]), index};
          },
          default_grain);
      detail::radix_sort(exec, items_.data(), n, own_number{});
    } else {
      exec.for_each_n(n, index_picker<Pick>{candidates, pick, items_.data()}, default_grain);
      detail::sort(exec, items_.data(), n, key_order{less, element_at<I>{first}});
    }
  }
  std::ptrdiff_t index(std::ptrdiff_t j) const {
    if constexpr (numbers) return items_[j].index;
    else return items_[j];
  }

 private:
  scratch_array<item, B> items_;
};

/// Returns the index, among n candidates in ascending order, of the candidate whose element is the
/// nth in order.
template <class B, class I, class Less>
std::ptrdiff_t floyd_rivest_select(B const& exec, candidate_indices candidates, std::ptrdiff_t n,
                                   std::ptrdiff_t nth, I first, Less less, bool sample_was_good = true) {
  std::ptrdiff_t const margin = detail::sample_root_of(n), sample_size = margin * margin;
  using sorted = sorted_candidates<B, I, Less>;
  if (n <= 4 * sample_size || !sample_was_good) {
    return sorted(exec, first, less, candidates, identity<>{}, n).index(nth);
  }
  sorted const sample(exec, first, less, candidates, sample_indices{n, sample_size}, sample_size);
  std::ptrdiff_t const expected = detail::least(nth / (n / sample_size), sample_size - 1);
  std::ptrdiff_t const low = expected < margin ? 0 : expected - margin;
  std::ptrdiff_t const high = detail::least(expected + margin, sample_size - 1);
  candidate_classes<B, I, Less> const classes(exec, first, less, candidates, n, sample.index(low),
                                              sample.index(high));
  // The wanted element is most likely between the bounds.
  int wanted = 2;
  std::ptrdiff_t begin = classes.count_to(1), end = classes.count_to(2);
  if (nth < begin) {
    std::ptrdiff_t const split = classes.count_to(0);
    wanted = nth < split ? 0 : 1;
    end = wanted == 0 ? split : begin;
    begin = wanted == 0 ? 0 : split;
  } else if (nth >= end) {
    std::ptrdiff_t const split = classes.count_to(3);
    wanted = nth < split ? 3 : 4;
    begin = wanted == 3 ? end : split;
    end = wanted == 3 ? split : n;
  }
  std::ptrdiff_t const left = end - begin;
  scratch_array<std::ptrdiff_t, B> const next(exec, left);
  classes.with_test(wanted, [&](auto test) {
    return detail::compact(exec, detail::computed<std::ptrdiff_t>(candidates), n, next.data(), test);
  });
  // Equal elements are in order already.
  if (wanted % 2 != 0) return next[nth - begin];
  return detail::floyd_rivest_select(exec, candidate_indices{next.data()}, left, nth - begin, first, less,
                                     left <= n - n / 4);
}

/// Returns the index of the nth of all elements, without memory, for device code: a quickselect
/// that leaves every element where it is. O(n log n) work on most inputs, O(n^2) on the worst.
THRUM_EXEC_CHECK_DISABLE
template <class I, class Less>
THRUM_HD std::ptrdiff_t quickselect(I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less) {
  std::ptrdiff_t lower = -1, upper = -1, left = n;  // no bounds
  for (;;) {
    auto const above = detail::comparison_with(first, less, lower < 0 ? 0 : lower);
    auto const below = detail::comparison_with(first, less, upper < 0 ? 0 : upper);
    auto const is_candidate = [&](std::ptrdiff_t i) {
      return (lower < 0 || above.after(i)) && (upper < 0 || below.before(i));
    };
    std::ptrdiff_t pivot = 0;
    for (std::ptrdiff_t seen = 0; pivot < n; ++pivot) {
      if (is_candidate(pivot) && seen++ == left / 2) break;
    }
    // An order that contradicts itself may have fewer candidates now, or none that is not before
    // the pivot.
    if (pivot == n) return nth;
    auto const indices = detail::comparison_with(first, less, pivot);
    std::ptrdiff_t before = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) before += is_candidate(i) && indices.before(i);
    if (before == nth || before >= left) return pivot;
    if (nth < before) {
      upper = pivot;
      left = before;
    } else {
      lower = pivot;
      left -= before + 1;
      nth -= before + 1;
    }
  }
}

}  // namespace thrum::detail
