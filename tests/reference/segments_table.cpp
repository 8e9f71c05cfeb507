// The rows of the calls by key or by segment.
#include <thrum/extrema.h>
#include <thrum/for_each_expanded.h>
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/histogram.h>
#include <thrum/reduce.h>
#include <thrum/segmented_copy.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/segmented_top_k.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

auto const hundreds = thrum::segments_of(100);
struct no_pair {
  THRUM_HD void operator()(std::ptrdiff_t, std::ptrdiff_t) const {}
};

}  // namespace

TEST_CASE("segments") {
  reference_table t("segments");
  t.row("reduce_by_key(keys, keys_last, values, keys_out, values_out[, equal[, op]])", "reduce.h",
        "a sum for each run of equal keys", [](auto const& exec, samples& s) {
          thrum::reduce_by_key(exec, s.keys.begin(), s.keys.end(), s.flags.begin(), s.out.begin(), s.out2.begin());
        });
  t.row("reduce_by_key_into(keys, keys_last, result, values, keys_out, values_out[, equal[, op]])", "reduce.h",
        "reduce_by_key, with the number of runs left in memory", [](auto const& exec, samples& s) {
          thrum::reduce_by_key_into(exec, s.keys.begin(), s.keys.end(), s.count.begin(), s.flags.begin(),
                                    s.out.begin(), s.out2.begin());
        });
  t.row("group_reduce(keys, keys_last, values, keys_out, sums_out[, op[, hash[, equal]]])", "group_reduce.h",
        "a sum for each group of equal keys, in any order", [](auto const& exec, samples& s) {
          thrum::group_reduce(exec, s.keys.begin(), s.keys.end(), s.flags.begin(), s.out.begin(), s.out2.begin());
        });
  t.row("segmented_reduce(first, last, segments, out[, init[, op]])", "segmented_reduce.h",
        "a sum for each segment", [](auto const& exec, samples& s) {
          thrum::segmented_reduce(exec, s.flags.begin(), s.flags.end(), hundreds, s.out.begin());
        });
  t.row("segmented_inclusive_scan(first, last, segments, out[, [init,] op])", "segmented_scan.h",
        "prefix sums in each segment", [](auto const& exec, samples& s) {
          thrum::segmented_inclusive_scan(exec, s.flags.begin(), s.flags.end(), hundreds, s.out.begin());
        });
  t.row("segmented_exclusive_scan(first, last, segments, out[, init[, op]])", "segmented_scan.h",
        "sums of what is before in each segment", [](auto const& exec, samples& s) {
          thrum::segmented_exclusive_scan(exec, s.flags.begin(), s.flags.end(), hundreds, s.out.begin());
        });
  t.row(
      "segmented_sort(first, last, segments[, less[, projection]])", "segmented_sort.h",
      "sorts each segment; stable",
      [](auto const& exec, samples& s) {
        thrum::segmented_sort(exec, s.numbers.begin(), s.numbers.end(), hundreds);
      },
      "O(n log longest segment)");
  t.row(
      "segmented_sort_by_key(keys, keys_last, values, segments[, less[, projection]])", "segmented_sort.h",
      "the values with the keys; stable",
      [](auto const& exec, samples& s) {
        thrum::segmented_sort_by_key(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin(), hundreds);
      },
      "O(n log longest segment)");
  thrum::device_vector<thrum::indexed_value<int>> places(measured_n / 100 + 1);
  t.row("segmented_argmin(first, last, segments, out[, less])", "segmented_extrema.h",
        "the least value of each segment, and its place there", [&](auto const& exec, samples& s) {
          thrum::segmented_argmin(exec, s.numbers.begin(), s.numbers.end(), hundreds, places.begin());
        });
  t.row("segmented_argmax(first, last, segments, out[, less])", "segmented_extrema.h", "the greatest",
        [&](auto const& exec, samples& s) {
          thrum::segmented_argmax(exec, s.numbers.begin(), s.numbers.end(), hundreds, places.begin());
        });
  t.row("for_each_expanded(counts, counts_last, f)", "for_each_expanded.h",
        "f(i, j) for each j below counts[i], shared evenly", [](auto const& exec, samples& s) {
          thrum::for_each_expanded(exec, s.flags.begin(), s.flags.end(), no_pair{});
        });
  t.row("segmented_copy(begins, begins_last, sizes, first, out, out_begins)", "segmented_copy.h",
        "many copies, from anywhere to anywhere", [](auto const& exec, samples& s) {
          thrum::segmented_copy(exec, s.indices.begin(), s.indices.end(), s.flags.begin(), s.numbers.begin(),
                                s.out.begin(), s.indices.begin());
        });
  t.row("segmented_top_k(first, last, segments, k, out[, less])", "segmented_top_k.h",
        "the k greatest of each segment", [](auto const& exec, samples& s) {
          thrum::segmented_top_k(exec, s.numbers.begin(), s.numbers.end(), hundreds, 10, s.out.begin());
        });
  t.check();
}

TEST_CASE("histograms") {
  reference_table t("histograms");
  t.row("histogram_even(first, last, bins, bins_last, lower, upper)", "histogram.h",
        "how many elements fall into each of equal bins", [](auto const& exec, samples& s) {
          thrum::histogram_even(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out.begin() + 256, 0,
                                1'000'000);
        });
  t.row(
      "histogram(first, last, bins, bins_last, bounds)", "histogram.h", "the same for given bounds",
      [](auto const& exec, samples& s) {
        thrum::histogram(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out.begin() + 256,
                         s.indices.begin());
      },
      "O(n log bins)");
  t.row("histogram_by_key(keys, keys_last, values, bins, bins_last)", "histogram.h",
        "the sum of the values of each integer key", [](auto const& exec, samples& s) {
          thrum::histogram_by_key(exec, s.flags.begin(), s.flags.end(), s.numbers.begin(), s.out.begin(),
                                  s.out.begin() + 256);
        });
  t.check();
}
