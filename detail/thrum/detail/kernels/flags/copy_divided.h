// Copies of the elements of a flagged tile to two ranges, the accepted ones and the others.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Copies the plain elements of a group to two ranges. Each element is stored in both ranges, and
/// the index in one of them advances. One element too many may be stored after the end of either
/// range.
template <class I, class A, class R>
THRUM_HD void divide_group(I from, unsigned char const* flags, A accepted, R rejected) {
  std::ptrdiff_t place = 0;
  THRUM_UNROLL
  for (std::ptrdiff_t i = 0; i < flag_group; ++i) {
    auto const element = from[i];
    rejected[i - place] = static_cast<std::remove_pointer_t<R>>(element);
    accepted[place] = static_cast<std::remove_pointer_t<A>>(element);
    place += flags[i];
  }
}

/// Copies the plain elements of [first, first + n), `count` of which are accepted, to two ranges.
/// Writes nothing after the ends of these ranges. The accepted elements may be moved to the front
/// of their own range.
template <class I, class A, class R>
THRUM_HD void copy_plain_divided(I first, unsigned char const* flags, std::ptrdiff_t n, std::ptrdiff_t count,
                                 A accepted, R rejected) {
  A const accepted_end = accepted + count;
  R const rejected_end = rejected + (n - count);
  std::ptrdiff_t i = 0;
  for (; n - i > flag_group && count != 0 && count != n; i += flag_group) {
    std::ptrdiff_t const here = detail::count_flags(flags + i), others = flag_group - here;
    if (here != 0 && others != 0 && accepted_end - accepted > here && rejected_end - rejected > others) {
      detail::divide_group(first + i, flags + i, accepted, rejected);
    } else {  // rejected elements first: the accepted ones may overwrite them
      detail::copy_plain_flagged<false>(first + i, flags + i, flag_group, others, rejected);
      detail::copy_plain_flagged<true>(first + i, flags + i, flag_group, here, accepted);
    }
    accepted += here;
    rejected += others;
  }
  detail::copy_plain_flagged<false>(first + i, flags + i, n - i, rejected_end - rejected, rejected);
  detail::copy_plain_flagged<true>(first + i, flags + i, n - i, accepted_end - accepted, accepted);
}

/// Copies the elements of a tile to two ranges.
template <class I, class A, class R>
struct divided_copy {
  I first;
  A accepted;
  R rejected;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const {
    I const in = first + tile.begin;
    A const to = accepted + tile.accepted_before;
    R const other = rejected + (tile.begin - tile.accepted_before);
    if constexpr (detail::plain_assignment<I, A>() && detail::plain_assignment<I, R>()) {
      detail::copy_plain_divided(in, tile.flags, tile.size, tile.accepted, to, other);
    } else {
      detail::for_each_flag(tile.flags, tile.size, false, tile.size - tile.accepted,
                            element_storer<I, R>{in, other});
      detail::copy_flagged(in, tile.flags, tile.size, tile.accepted, to);
    }
  }
};

}  // namespace thrum::detail
