// Set operations for policies whose scratch memory host code cannot read: each index of for_each_n
// walks a short piece, twice.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/set_operations/balanced_path.h>
#include <thrum/detail/algorithms/set_operations/walk.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <cstddef>

namespace thrum::detail {

inline constexpr std::ptrdiff_t set_piece = 32;

/// Finds where piece p begins, and counts its rows. After the last piece there are no rows.
template <class Rule, class I, class J, class Less>
struct count_set_piece {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  path_point* begins;
  std::ptrdiff_t* counts;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t p) {
    std::ptrdiff_t const n = na + nb, begin = detail::least(n, p * set_piece);
    path_point const at = detail::balanced_path(a, na, b, nb, begin, less);
    begins[p] = at;
    counts[p] = detail::walk<Rule>(a, na, b, nb, at, detail::least(n, begin + set_piece), no_rows{}, 0, less);
  }
};

/// Takes only the rows before row `most`, the greatest number of rows that there are.
template <class Rows>
struct rows_before {
  Rows rows;
  std::ptrdiff_t most;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_first(std::ptrdiff_t i, std::ptrdiff_t k) const {
    if (k < most) rows.take_first(i, k);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_second(std::ptrdiff_t j, std::ptrdiff_t k) const {
    if (k < most) rows.take_second(j, k);
  }
};

/// Takes the rows of piece p. If the order contradicts itself, all pieces together may have more
/// rows than there are.
template <class Rule, class I, class J, class Rows, class Less>
struct take_set_piece {
  I a;
  std::ptrdiff_t na;
  J b;
  std::ptrdiff_t nb;
  path_point const* begins;
  std::ptrdiff_t const* places;
  Rows rows;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t p) {
    std::ptrdiff_t const end = detail::least(na + nb, (p + 1) * set_piece);
    rows_before<Rows> const to{rows, Rule::most(na, nb)};
    detail::walk<Rule>(a, na, b, nb, begins[p], end, to, places[p], less);
  }
};

template <class Rule, class B, class I, class J, class Rows, class Less>
std::ptrdiff_t set_operation_in_pieces(B const& exec, I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows,
                                       Less less) {
  if (na + nb <= 0) return 0;
  std::ptrdiff_t const pieces = (na + nb + set_piece - 1) / set_piece;
  B const step = detail::step_of(exec);
  scratch_array<path_point, B> const begins(exec, pieces + 1);
  scratch_array<std::ptrdiff_t, B> const places(exec, pieces + 1);
  step.for_each_n(pieces + 1, count_set_piece<Rule, I, J, Less>{a, na, b, nb, begins.data(), places.data(), less},
                  1);
  step.scan(places.data(), pieces + 1, places.data(), seed<std::ptrdiff_t>{0}, plus<std::ptrdiff_t>{},
            exclusive{});
  step.for_each_n(
      pieces, take_set_piece<Rule, I, J, Rows, Less>{a, na, b, nb, begins.data(), places.data(), rows, less}, 1);
  std::ptrdiff_t const taken =
      detail::reduce(exec, places.data() + pieces, 1, std::ptrdiff_t{0}, plus<std::ptrdiff_t>{});
  return detail::least(taken, Rule::most(na, nb));
}

}  // namespace thrum::detail
