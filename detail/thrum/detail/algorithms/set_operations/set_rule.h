// The steps of a walk through two sorted ranges, and which steps each set operation takes.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>

namespace thrum::detail {

// The steps of a walk: over one element of the first range alone, over one of the second alone, or
// over one of each, which are equal.
inline constexpr unsigned first_step = 1, second_step = 2, both_step = 3;

/// Which steps take an element. A step over the second range alone takes the element of the second
/// range; any other step takes the element of the first.
template <bool First, bool Second, bool Both>
struct set_rule {
  static constexpr bool takes_first = First, takes_second = Second;
  static constexpr char const* name = !First    ? "set_intersection"
                                      : !Second ? "set_difference"
                                      : Both    ? "set_union"
                                                : "set_symmetric_difference";
  static constexpr unsigned steps = First << first_step | Second << second_step | Both << both_step;
  THRUM_HD static constexpr unsigned takes(unsigned step) { return steps >> step & 1U; }
  /// Returns the same for a step over an element of the first range alone, of the second alone, or
  /// of neither alone.
  THRUM_HD static constexpr unsigned takes(unsigned first, unsigned second) {
    if constexpr (First && Second && Both) return 1;
    else return First * first + Second * second + Both * ((first | second) ^ 1U);
  }
  /// Returns the greatest number of elements that are taken from ranges of na and nb elements. If
  /// the order contradicts itself, no more than these are written.
  THRUM_HD static constexpr std::ptrdiff_t most(std::ptrdiff_t na, std::ptrdiff_t nb) {
    if constexpr (First && Second) return na + nb;
    else if constexpr (First) return na;
    else if constexpr (Second) return nb;
    else return detail::least(na, nb);
  }
  /// Returns how many elements are taken by `count` steps over `of_a` and `of_b` elements of the
  /// ranges.
  THRUM_HD static constexpr std::ptrdiff_t taken(std::ptrdiff_t count, std::ptrdiff_t of_a, std::ptrdiff_t of_b) {
    return (First ? count - of_b : 0) + (Second ? count - of_a : 0) + (Both ? of_a + of_b - count : 0);
  }
};

// What each operation takes: elements of the first range alone, of the second alone, of pairs.
using union_rule = set_rule<true, true, true>;
using intersection_rule = set_rule<false, false, true>;
using difference_rule = set_rule<true, false, false>;
using symmetric_difference_rule = set_rule<true, true, false>;

}  // namespace thrum::detail
