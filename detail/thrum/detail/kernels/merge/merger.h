// The stable merge of two sorted ranges on one thread. Merge path (Odeh, Green, Mwassi, Shmueli and
// Birk: Merge Path, 2012) finds where a part of the merge begins. The merger is the state of a
// merge, with steps of one element and of runs of one side. Functions at the end take these steps.
// The merger serves ranges of any iterators and lengths. The merges of sort_run.h are those of a
// sort: of short neighbours in one array, several side by side.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace thrum::detail {

/// Returns how many of the first `diagonal` elements of the stable merge of a and b come from a. N
/// is a type that has room for na + nb.
THRUM_EXEC_CHECK_DISABLE
template <class N = std::ptrdiff_t, class I, class J, class Less>
THRUM_HD N merge_path(I a, std::type_identity_t<N> na, J b, std::type_identity_t<N> nb,
                      std::type_identity_t<N> diagonal, Less less) {
  N low = diagonal > nb ? diagonal - nb : 0;
  N high = diagonal < na ? diagonal : na;
  while (low < high) {
    N const middle = low + (high - low) / 2;
    bool const first = !less(b[diagonal - 1 - middle], a[middle]);
    low = first ? middle + 1 : low;
    high = first ? high : middle;
  }
  return low;
}

/// Returns how many rows of the first range are before a tile. The tile begins `rows` rows after
/// the previous tile, which has `before` such rows. The result is `found`, unless the order
/// contradicts itself; then it is the nearest number with which no row is in two tiles.
THRUM_HD inline std::ptrdiff_t consistent_split(std::ptrdiff_t before, std::ptrdiff_t found, std::ptrdiff_t rows) {
  return found < before ? before : detail::least(found, before + rows);
}

/// A place on the way of a merge, and the end of the merge. Unless a comment says otherwise, no
/// step branches on the result of `less`.
template <class I, class J>
struct merger {
  I a;
  std::ptrdiff_t i, i_end;
  J b;
  std::ptrdiff_t j, j_end;

  /// The number of elements that are copied at once if they are all of one side, with none of the
  /// other side between them.
  static constexpr std::ptrdiff_t run = 32;

  THRUM_HD bool has_both() const { return i < i_end && j < j_end; }
  THRUM_HD std::ptrdiff_t rest() const { return i_end - i + j_end - j; }
  /// Returns whether one side has so few elements that merging by runs costs less than a step for
  /// each row.
  THRUM_HD bool is_uneven() const { return 18 * sure_steps() <= rest(); }
  /// Makes the merge end after `most` rows, if there are more. Returns the number of rows.
  THRUM_EXEC_CHECK_DISABLE
  template <class Less>
  THRUM_HD std::ptrdiff_t end_after(std::ptrdiff_t most, Less& less) {
    std::ptrdiff_t const na = detail::least(i_end - i, most), nb = detail::least(j_end - j, most);
    std::ptrdiff_t const n = detail::least(na + nb, most);
    i_end = i + detail::merge_path(a + i, na, b + j, nb, n, less);
    j_end = j + n - (i_end - i);
    return n;
  }
  /// Returns a number of steps within which neither side can end.
  THRUM_HD std::ptrdiff_t sure_steps() const { return detail::least(i_end - i, j_end - j); }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_step(Rows const& rows, Less& less) {
    bool const second = static_cast<bool>(less(b[j], a[i]));
    rows.take(second, i, j, i + j);
    j += second;
    i += !second;
  }
  /// Takes at most n steps, until one side ends.
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_steps(std::ptrdiff_t n, Rows const& rows, Less& less) {
    for (std::ptrdiff_t m; (m = detail::least(n, sure_steps())) > 0; n -= m) {
      for (std::ptrdiff_t s = 0; s < m; ++s) take_step(rows, less);
    }
  }
  /// Returns how many elements of one side are left.
  template <bool Second>
  THRUM_HD std::ptrdiff_t rest() const {
    return Second ? j_end - j : i_end - i;
  }
  /// Returns whether the m-th element left of one side goes before the next element of the other
  /// side.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Second, class Less>
  THRUM_HD bool goes_before(std::ptrdiff_t m, Less& less) const {
    if constexpr (Second) return static_cast<bool>(less(b[j + m], a[i]));
    else return !less(b[j], a[i + m]);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <bool Second, std::ptrdiff_t Most = run, class Rows>
  THRUM_HD void take_run(Rows const& rows, std::ptrdiff_t length = Most) {
    if constexpr (Second) rows.template take_second_run<Most>(j, i + j, length);
    else rows.template take_first_run<Most>(i, i + j, length);
    (Second ? j : i) += length;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <bool Second, class Rows>
  THRUM_HD void take_one(Rows const& rows) {
    if constexpr (Second) rows.take_second(j, i + j);
    else rows.take_first(i, i + j);
    ++(Second ? j : i);
  }
  /// Takes the elements of one side that go before the next element of the other side, in runs. The
  /// last run is looked for and copied without a branch. Returns false if there is not even one
  /// run.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Second, class Rows, class Less>
  THRUM_HD bool take_runs_of(Rows const& rows, Less& less) {
    if (!has_both() || rest<Second>() < run || !goes_before<Second>(run - 1, less)) return false;
    do {
      take_run<Second>(rows);
      if (rest<Second>() < run) return true;
    } while (goes_before<Second>(run - 1, less));
    std::ptrdiff_t length = 0;
    for (std::ptrdiff_t half_size = run / 2; half_size > 0; half_size /= 2)
      length += half_size * goes_before<Second>(length + half_size - 1, less);
    take_run<Second>(rows, length);
    return true;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows>
  THRUM_HD void take_rest(Rows const& rows) {
    while (i_end - i >= run) take_run<false>(rows);
    for (; i < i_end; ++i) rows.take_first(i, i + j);
    while (j_end - j >= run) take_run<true>(rows);
    for (; j < j_end; ++j) rows.take_second(j, i + j);
  }
  /// Takes runs as long as there are some.
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_runs(Rows const& rows, Less& less) {
    for (int attempts = 3; attempts > 0 && has_both(); --attempts) {
      while (true) {
        bool const first = take_runs_of<false>(rows, less), second = take_runs_of<true>(rows, less);
        if (!has_both() || (!first && !second)) break;
        attempts = 3;
        take_step(rows, less);
      }
      take_steps(run / 2, rows, less);
    }
  }
  /// Merges until one side ends. Copies blocks of elements of the longer side while the whole block
  /// precedes the next element of the shorter side. Then it counts and copies those elements of the
  /// next block that precede the next element of the shorter side. There is thus one branch to
  /// guess for each element of the shorter side, and memory is read in order.
  THRUM_EXEC_CHECK_DISABLE
  template <bool SecondIsLonger, class Rows, class Less>
  THRUM_HD void take_between(Rows const& rows, Less& less) {
    constexpr std::ptrdiff_t block = 8;
    merger self = *this;
    while (self.has_both()) {
      std::ptrdiff_t blocks = self.template rest<SecondIsLonger>() / block;
      for (; blocks > 0 && self.template goes_before<SecondIsLonger>(block - 1, less); --blocks)
        self.template take_run<SecondIsLonger, block>(rows);
      if (blocks == 0) break;
      std::ptrdiff_t length = 0;
      for (std::ptrdiff_t m = 0; m < block - 1; ++m) length += self.template goes_before<SecondIsLonger>(m, less);
      self.template take_run<SecondIsLonger, block>(rows, length);
      self.template take_one<!SecondIsLonger>(rows);
    }
    self.take_by_branches(rows, less);
    *this = self;
  }
  /// Merges until one side ends, with a branch on the result of `less`.
  THRUM_EXEC_CHECK_DISABLE
  template <class Rows, class Less>
  THRUM_HD void take_by_branches(Rows const& rows, Less& less) {
    while (has_both()) {
      if (less(b[j], a[i])) {
        rows.take_second(j, i + j);
        ++j;
      } else {
        rows.take_first(i, i + j);
        ++i;
      }
    }
  }
};

/// Merges x, to its end. Parts of x are merged side by side, because each part waits for its
/// elements at every step.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_abreast(merger<I, J>& x, Rows const& rows, Less& less) {
  constexpr std::ptrdiff_t parts = Rows::merges_abreast;
  std::ptrdiff_t const n = x.rest();
  std::ptrdiff_t begin[parts], i[parts], i_end[parts], j_end[parts];
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    std::ptrdiff_t const end = n * (p + 1) / parts;
    begin[p] = x.i + x.j + n * p / parts;
    i[p] = p == 0 ? x.i : i_end[p - 1];
    // The end of each part is looked for after the part before, so that no part begins before the
    // previous one, whatever `less` says.
    std::ptrdiff_t const j = begin[p] - i[p], rows_of_part = end - n * p / parts;
    i_end[p] = p == parts - 1 ? x.i_end
                              : i[p] + detail::merge_path(x.a + i[p], x.i_end - i[p], x.b + j, x.j_end - j,
                                                          rows_of_part, less);
    j_end[p] = x.i + x.j + end - i_end[p];
  }
  // These are the same as x.a and x.b, but need fewer registers.
  auto const a = rows.first();
  auto const b = rows.second();
  std::ptrdiff_t done = 0;
  while (true) {
    std::ptrdiff_t steps = n;
    for (std::ptrdiff_t p = 0; p < parts; ++p)
      steps = detail::least(steps, detail::least(i_end[p] - i[p], j_end[p] - (begin[p] + done - i[p])));
    if (steps <= 0) break;
    for (std::ptrdiff_t const stop = done + steps; done < stop; ++done) {
      std::ptrdiff_t* const at = detail::places<Rows::needs_registers>(+i);
      THRUM_UNROLL
      for (std::ptrdiff_t p = 0; p < parts; ++p) {
        std::ptrdiff_t const k = begin[p] + done, at_a = at[p], at_b = k - at_a;
        std::ptrdiff_t const taken = rows.take(static_cast<bool>(less(b[at_b], a[at_a])), at_a, at_b, k);
        at[p] = at_a + detail::opaque_to_clang(taken);  // clang would make vectors of the sums
      }
    }
  }
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    merger<I, J> rest{x.a, i[p], i_end[p], x.b, begin[p] + done - i[p], j_end[p]};
    while (rest.has_both()) {
      rest.take_runs(rows, less);
      rest.take_steps(256, rows, less);
    }
    rest.take_rest(rows);
  }
  x.i = x.i_end;
  x.j = x.j_end;
}

/// Merges x until one of its sides ends, or until i is not less than `safe`. Until then, rows may
/// be written in any order. The output may be the range of b, if the next element of b is not
/// before row safe + run + j.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_both(merger<I, J>& x, std::ptrdiff_t safe, Rows const& rows, Less& less) {
  constexpr std::ptrdiff_t least_abreast = 256, most_abreast = 65536;
  while (x.has_both() && x.i < safe) {
    merger<I, J> next = x;
    std::ptrdiff_t n = next.end_after(most_abreast, less);
    if (n > safe - x.i && (next.i_end > safe || !next.is_uneven())) n = next.end_after(safe - x.i, less);
    if (next.is_uneven()) {
      if (next.template rest<false>() < next.template rest<true>()) next.template take_between<true>(rows, less);
      else next.template take_between<false>(rows, less);
      next.take_rest(rows);
    } else {
      next.take_runs(rows, less);
      if (next.rest() < least_abreast) {
        next.take_steps(least_abreast, rows, less);
        next.take_rest(rows);
      } else if (next.rest() > n / 2) {
        detail::merge_abreast(next, rows, less);
      }
    }
    x.i = next.i;
    x.j = next.j;
  }
}

/// Merges a[i, i_end) and b[j, j_end) into the rows from k = i + j on, in the order that `less`
/// gives to a and b.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class Rows, class Less>
THRUM_HD void merge_rows_in_order(I a, std::ptrdiff_t i, std::ptrdiff_t i_end, J b, std::ptrdiff_t j,
                                  std::ptrdiff_t j_end, Rows const& rows, Less& less) {
  merger<I, J> x{a, i, i_end, b, j, j_end};
  if constexpr (Rows::selects) {
    detail::merge_both(x, std::numeric_limits<std::ptrdiff_t>::max(), rows, less);
  } else {
    x.take_by_branches(rows, less);
  }
  x.take_rest(rows);
}

}  // namespace thrum::detail
