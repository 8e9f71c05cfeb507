// The calls that need sorted ranges.
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/set_operations.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

/// Half of the sorted numbers, and the other half.
struct halves {
  thrum::device_vector<int> a, b, a_values, b_values;
  explicit halves(samples const& s) {
    for (std::size_t i = 0; i < s.sorted.size(); ++i) (s.flags[i] != 0 ? a : b).push_back(s.sorted[i]);
    a_values = a;
    b_values = b;
  }
};

}  // namespace

TEST_CASE("sorted ranges") {
  reference_table t("sorted ranges");
  halves const h{samples{}};
  auto const two = [&](auto const& algorithm) {
    return [&h, algorithm](auto const& exec, samples& s) {
      algorithm(exec, h.a.begin(), h.a.end(), h.b.begin(), h.b.end(), s.out.begin());
    };
  };
  auto const two_by_key = [&](auto const& algorithm) {
    return [&h, algorithm](auto const& exec, samples& s) {
      algorithm(exec, h.a.begin(), h.a.end(), h.b.begin(), h.b.end(), h.a_values.begin(), h.b_values.begin(),
                s.out.begin(), s.out2.begin());
    };
  };
  t.row("merge(first1, last1, first2, last2, out[, less])", "merge.h", "two sorted ranges into one; stable",
        two(thrum::merge));
  t.row("merge_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, less])", "merge.h",
        "the values with the keys", two_by_key(thrum::merge_by_key));
  t.row("inplace_merge(first, middle, last[, less])", "merge.h", "two sorted parts of one range; stable",
        [](auto const& exec, samples& s) {
          std::sort(s.numbers.begin(), s.numbers.begin() + measured_n / 2);
          std::sort(s.numbers.begin() + measured_n / 2, s.numbers.end());
          thrum::inplace_merge(exec, s.numbers.begin(), s.numbers.begin() + measured_n / 2, s.numbers.end());
        });
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
        "set_operations.h", "the values with the keys", [&](auto const& exec, samples& s) {
          thrum::set_intersection_by_key(exec, h.a.begin(), h.a.end(), h.b.begin(), h.b.end(), h.a_values.begin(),
                                         s.out.begin(), s.out2.begin());
        });
  t.row("set_difference_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, less])",
        "set_operations.h", "the values with the keys", two_by_key(thrum::set_difference_by_key));
  t.row(
      "set_symmetric_difference_by_key(keys1, last1, keys2, last2, values1, values2, keys_out, values_out[, "
      "less])",
      "set_operations.h", "the values with the keys", two_by_key(thrum::set_symmetric_difference_by_key));
  t.check();
}
