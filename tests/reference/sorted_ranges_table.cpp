// The rows of the calls that need sorted ranges.
#include <thrum/functional.h>
#include <thrum/inner_join.h>
#include <thrum/merge.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

/// Returns numbers whose halves are sorted.
void sort_halves(samples& s) {
  thrum::sort(s.numbers.begin(), s.numbers.begin() + s.n / 2);
  thrum::sort(s.numbers.begin() + s.n / 2, s.numbers.end());
}

}  // namespace

TEST_CASE("sorted ranges") {
  reference_table t("sorted ranges");
  auto const two = [](auto const& algorithm) {
    return [algorithm](auto const& exec, samples& s) {
      algorithm(exec, s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), s.out.begin());
    };
  };
  auto const two_by_key = [](auto const& algorithm) {
    return [algorithm](auto const& exec, samples& s) {
      algorithm(exec, s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), s.a_values.begin(), s.b_values.begin(),
                s.out.begin(), s.out2.begin());
    };
  };
  t.row("merge(first1, last1, first2, last2, out[, less])", "merge.h", "two sorted ranges into one; stable",
        two(thrum::merge));
  t.row("merge_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, less])", "merge.h",
        "the values with the keys", two_by_key(thrum::merge_by_key));
  t.row(
      "inplace_merge(first, middle, last[, less])", "merge.h", "two sorted parts of one range; stable",
      [](auto const& exec, samples& s) {
        thrum::inplace_merge(exec, s.numbers.begin(), s.numbers.begin() + s.n / 2, s.numbers.end());
      },
      "O(n)", sort_halves);
  t.row("includes(first1, last1, first2, last2[, less])", "set_operations.h",
        "whether the first range has all of the second's elements; stops early", [](auto const& exec, samples& s) {
          thrum::includes(exec, s.sorted.begin(), s.sorted.end(), s.sorted.begin(), s.sorted.end());
        });
  t.row("set_union(first1, last1, first2, last2, out[, less])", "set_operations.h", "what is in either",
        two(thrum::set_union));
  t.row("set_intersection(first1, last1, first2, last2, out[, less])", "set_operations.h", "what is in both",
        two(thrum::set_intersection));
  t.row("set_difference(first1, last1, first2, last2, out[, less])", "set_operations.h",
        "what is in the first alone", two(thrum::set_difference));
  t.row("set_symmetric_difference(first1, last1, first2, last2, out[, less])", "set_operations.h",
        "what is in one alone", two(thrum::set_symmetric_difference));
  t.row("set_union_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, less])",
        "set_operations.h", "the values with the keys", two_by_key(thrum::set_union_by_key));
  t.row("set_intersection_by_key(keys1, last1, keys2, last2, values1, keys_out, values_out[, less])",
        "set_operations.h", "the values with the keys", [](auto const& exec, samples& s) {
          thrum::set_intersection_by_key(exec, s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), s.a_values.begin(),
                                         s.out.begin(), s.out2.begin());
        });
  t.row("set_difference_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, less])",
        "set_operations.h", "the values with the keys", two_by_key(thrum::set_difference_by_key));
  t.row(
      "set_symmetric_difference_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, "
      "less])",
      "set_operations.h", "the values with the keys", two_by_key(thrum::set_symmetric_difference_by_key));
  t.row(
      "inner_join(keys1, last1, keys2, last2, places1, places2[, less])", "inner_join.h",
      "the indices of all pairs of equal keys",
      [](auto const& exec, samples& s) {
        thrum::inner_join(exec, s.a.begin(), s.a.end(), s.b.begin(), s.b.end(), s.out.begin(), s.out2.begin());
      },
      "O(n log n)");
  t.row(
      "inner_join_size(keys1, last1, keys2, last2[, less])", "inner_join.h", "the number of these pairs",
      [](auto const& exec, samples& s) {
        thrum::inner_join_size(exec, s.a.begin(), s.a.end(), s.b.begin(), s.b.end());
      },
      "O(n log n)");
  t.row(
      "inner_join_size_into(keys1, last1, result, keys2, last2[, less])", "inner_join.h",
      "the same, left in memory",
      [](auto const& exec, samples& s) {
        thrum::inner_join_size_into(exec, s.a.begin(), s.a.end(), s.count.begin(), s.b.begin(), s.b.end());
      },
      "O(n log n)");
  t.check();
}
