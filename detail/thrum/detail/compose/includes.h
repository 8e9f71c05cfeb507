// includes: whether one sorted range has the elements of another, as multisets.
#pragma once

#include <thrum/detail/compose/balanced_path.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <cstddef>

namespace thrum::detail {

/// How many elements one index of find_first looks for.
inline constexpr std::ptrdiff_t includes_piece = 32;

/// Whether a lacks one of 32 elements of b: of the m-th of equal ones, a has fewer than m. The first is looked for in
/// all of a, each other one near the one before.
template <class I, class J, class Less>
struct lacks_some {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t p) const {
    Less order = less;
    std::ptrdiff_t j = p * includes_piece;
    std::ptrdiff_t const end = detail::least(nb, j + includes_piece);
    std::ptrdiff_t i = 0;
    for (std::ptrdiff_t left = na; left > 0;) {
      std::ptrdiff_t const half_size = left / 2;
      bool const is_less = static_cast<bool>(order(a[i + half_size], b[j]));
      i = is_less ? i + half_size + 1 : i;
      left = is_less ? left - half_size - 1 : half_size;
    }
    if (i == na || order(b[j], a[i])) return true;
    // Equal elements before j have their own equals in a.
    i += j - detail::find_backwards(j, not_less_than<J, I, Less>{b, a, i, &order});
    if (i >= na || order(b[j], a[i])) return true;
    for (++i, ++j; j < end; ++i, ++j) {
      i = detail::find_forwards(i, na, not_less_than<I, J, Less>{a, b, j, &order});
      if (i == na || order(b[j], a[i])) return true;
    }
    return false;
  }
};

}  // namespace thrum::detail
