// includes: whether one sorted range has the elements of another, as multisets.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/balanced_path.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>

namespace thrum::detail {

/// The elements of the second range that one thread of a device looks for.
inline constexpr std::ptrdiff_t includes_piece_of_thread = 32;

/// Whether a lacks an element of a piece of b: for the m-th of equal elements of b, a has fewer
/// than m equal elements. Parts of the piece begin at their own places in a. If both ranges are
/// plain memory, the parts go on side by side, because each waits for its elements at every step.
template <class B, class I, class J, class Less>
struct lacks_some {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  Less less;

  /// A backend whose code runs elsewhere has a thread for each piece.
  static constexpr bool runs_elsewhere = !backend_traits<B>::runs_on_host;
  static constexpr std::ptrdiff_t piece = runs_elsewhere ? includes_piece_of_thread : includes_piece;
  static constexpr bool plain = !runs_elsewhere && detail::selects_by_address<I, J>();
  static constexpr std::ptrdiff_t parts = plain ? 4 : 1;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t p) const {
    Less order = less;
    std::ptrdiff_t const begin = p * piece, count = detail::least(nb - begin, piece);
    std::ptrdiff_t i[parts], j[parts], j_end[parts], first = 0;
    for (std::ptrdiff_t q = 0; q < parts; ++q) {
      j[q] = begin + count * q / parts;
      j_end[q] = begin + count * (q + 1) / parts;
      not_less_than<I, J, Less> const reached{a, b, j[q], __builtin_addressof(order)};
      first = q == 0 ? detail::find_without_branch(na, reached) : detail::find_forwards(first, na, reached);
      if (first == na || order(b[j[q]], a[first])) return true;
      // Equal elements of b before b[j[q]] need equal elements of a for themselves.
      i[q] = first + j[q] -
             detail::find_backwards(j[q], not_less_than<J, I, Less>{b, a, first, __builtin_addressof(order)});
    }
    if constexpr (plain) {
      // If a does not have many more elements here, all elements of a are walked over.
      std::ptrdiff_t const reach = 16 * count, i_end = detail::least(na, i[0] + reach);
      if (first - i[0] < reach / 2) {
        if (lacks_abreast<parts>(i, i_end, j, j_end, order)) return true;
        for (std::ptrdiff_t q = 0; q < parts; ++q) {
          if (lacks_abreast<1>(i + q, i_end, j + q, j_end + q, order)) return true;
        }
      }
    }
    for (std::ptrdiff_t q = 0; q < parts; ++q) {
      if (lacks(i[q], j[q], j_end[q], order)) return true;
    }
    return false;
  }

 private:
  /// Searches for each element of b[j, j_end) near the one before. Returns whether a lacks one.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool lacks(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t j_end, Less& order) const {
    for (; j < j_end; ++i, ++j) {
      i = i < na ? detail::find_forwards(i, na, not_less_than<I, J, Less>{a, b, j, __builtin_addressof(order)})
                 : na;
      if (i == na || order(b[j], a[i])) return true;
    }
    return false;
  }
  /// Skips many pairs of equal elements, or many elements of a before the next of b, by a few
  /// comparisons.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void skip_runs(std::ptrdiff_t& i, std::ptrdiff_t i_end, std::ptrdiff_t& j, std::ptrdiff_t j_end,
                          Less& order) const {
    constexpr std::ptrdiff_t run = 64;
    while (i_end - i >= run && j_end - j >= run && !order(a[i], b[j + run - 1]) && !order(b[j], a[i + run - 1])) {
      i += run;
      j += run;
    }
    if (i_end - i >= run && j < j_end && order(a[i + run - 1], b[j]))
      i = detail::find_forwards(i + run, i_end, not_less_than<I, J, Less>{a, b, j, __builtin_addressof(order)});
  }
  /// Walks on in `Count` parts at once, until one of them ends. Returns whether a lacks an element.
  THRUM_EXEC_CHECK_DISABLE
  template <std::ptrdiff_t Count>
  THRUM_HD bool lacks_abreast(std::ptrdiff_t* from, std::ptrdiff_t i_end, std::ptrdiff_t* to,
                              std::ptrdiff_t const* j_end, Less& order) const {
    std::ptrdiff_t i[Count], j[Count];
    for (std::ptrdiff_t q = 0; q < Count; ++q) {
      i[q] = from[q];
      j[q] = to[q];
    }
    unsigned lacking = 0;
    while (lacking == 0) {
      std::ptrdiff_t steps = 256;
      for (std::ptrdiff_t q = 0; q < Count; ++q) skip_runs(i[q], i_end, j[q], j_end[q], order);
      for (std::ptrdiff_t q = 0; q < Count; ++q)
        steps = detail::least(steps, detail::least(i_end - i[q], j_end[q] - j[q]));
      if (steps <= 0) break;
      for (; steps > 0; --steps) {
        THRUM_UNROLL
        for (std::ptrdiff_t q = 0; q < Count; ++q) {
          lacking |= static_cast<unsigned>(static_cast<bool>(order(b[j[q]], a[i[q]])));
          j[q] += !order(a[i[q]], b[j[q]]);
          ++i[q];
        }
      }
    }
    for (std::ptrdiff_t q = 0; q < Count; ++q) {
      from[q] = i[q];
      to[q] = j[q];
    }
    return lacking != 0;
  }
};

}  // namespace thrum::detail
