// The steps of a set operation's walk: record_steps writes the steps down when comparisons are
// made, and replay_steps repeats the steps when rows are taken. For elements that cannot be copied
// before their places (indices in the output) are known.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/algorithms/set_operations/balanced_path.h>
#include <thrum/detail/algorithms/set_operations/walk.h>
#include <cstddef>

namespace thrum::detail {

/// Walks on until either range ends, and writes the steps down. Returns the end of the written
/// steps.
template <class I, class J, class Less>
unsigned char* record_steps(I a, J b, path_point& at, path_point end, unsigned char* steps, Less& less) {
  std::ptrdiff_t i = at.i, j = at.j;
  while (i < end.i && j < end.j) {
    unsigned const step = detail::step_at(a, i, b, j, less);
    i += step & 1U;
    j += step >> 1;
    *steps++ = static_cast<unsigned char>(step);
  }
  at = {i, j};
  return steps;
}

/// Takes the rows [k, end) by the recorded steps of the walk from a point.
template <class Rule, class Rows>
void replay_steps(unsigned char const* steps, path_point at, Rows const& rows, std::ptrdiff_t k,
                  std::ptrdiff_t end) {
  for (; k != end; ++steps) {
    detail::take_row<Rule>(*steps, at.i, at.j, rows, k);
    k += Rule::takes(*steps);
    at.i += *steps & 1U;
    at.j += *steps >> 1;
  }
}

}  // namespace thrum::detail
