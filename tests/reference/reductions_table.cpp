// The rows of the calls that compute sums.
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/extrema_into.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/mean.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <thrum/variance.h>
#include <string>
#include <vector>
#include "table.h"

TEST_CASE("reductions") {
  reference_table t("reductions");
  t.row("reduce(first, last[, init[, op]])", "reduce.h", "the sum",
        [](auto const& exec, samples& s) { thrum::reduce(exec, s.numbers.begin(), s.numbers.end(), 0L); });
  t.row("reduce_into(first, last, out[, init[, op]])", "reduce.h", "the same, left in memory",
        [](auto const& exec, samples& s) {
          thrum::reduce_into(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
        });
  t.row("transform_reduce(first, last, f, init, op)", "transform_reduce.h", "the sum of f",
        [](auto const& exec, samples& s) {
          thrum::transform_reduce(exec, s.numbers.begin(), s.numbers.end(), twice{}, 0, thrum::plus<>{});
        });
  t.row("transform_reduce(first1, last1, first2, init[, op, f])", "transform_reduce.h",
        "the sum of products, or of f", [](auto const& exec, samples& s) {
          thrum::transform_reduce(exec, s.flags.begin(), s.flags.end(), s.keys.begin(), 0L);
        });
  t.row("inner_product(first1, last1, first2, init[, op, f])", "inner_product.h", "the same",
        [](auto const& exec, samples& s) {
          thrum::inner_product(exec, s.flags.begin(), s.flags.end(), s.keys.begin(), 0L);
        });
  t.row("mean(first, last)", "mean.h", "the arithmetic mean",
        [](auto const& exec, samples& s) { thrum::mean(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("variance(first, last)", "variance.h", "the mean square of the distances from the mean",
        [](auto const& exec, samples& s) { thrum::variance(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("sample_variance(first, last)", "variance.h", "the same of a sample",
        [](auto const& exec, samples& s) { thrum::sample_variance(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("count(first, last, value)", "count.h", "how many equal value",
        [](auto const& exec, samples& s) { thrum::count(exec, s.flags.begin(), s.flags.end(), 1); });
  t.row("count_if(first, last, pred)", "count.h", "how many pred accepts",
        [](auto const& exec, samples& s) { thrum::count_if(exec, s.numbers.begin(), s.numbers.end(), odd{}); });
  t.row("transform_reduce_into(first, last, result, f, init, op)", "transform_reduce.h",
        "transform_reduce, left in memory", [](auto const& exec, samples& s) {
          thrum::transform_reduce_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), twice{}, 0,
                                       thrum::plus<>{});
        });
  t.row("inner_product_into(first1, last1, result, first2, init[, op, f])", "inner_product.h",
        "inner_product, left in memory", [](auto const& exec, samples& s) {
          thrum::inner_product_into(exec, s.flags.begin(), s.flags.end(), s.count.begin(), s.keys.begin(), 0L);
        });
  t.row("mean_into(first, last, result)", "mean.h", "mean, left in memory", [](auto const& exec, samples& s) {
    thrum::mean_into(exec, s.numbers.begin(), s.numbers.end(), s.real.begin());
  });
  t.row("variance_into(first, last, result)", "variance.h", "variance, left in memory",
        [](auto const& exec, samples& s) {
          thrum::variance_into(exec, s.numbers.begin(), s.numbers.end(), s.real.begin());
        });
  t.row("sample_variance_into(first, last, result)", "variance.h", "sample_variance, left in memory",
        [](auto const& exec, samples& s) {
          thrum::sample_variance_into(exec, s.numbers.begin(), s.numbers.end(), s.real.begin());
        });
  t.row("count_into(first, last, result, value)", "count.h", "count, left in memory",
        [](auto const& exec, samples& s) {
          thrum::count_into(exec, s.flags.begin(), s.flags.end(), s.count.begin(), 1);
        });
  t.row("count_if_into(first, last, result, pred)", "count.h", "count_if, left in memory",
        [](auto const& exec, samples& s) {
          thrum::count_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), odd{});
        });
  t.row("min_element(first, last[, less])", "extrema.h", "the first of the least elements",
        [](auto const& exec, samples& s) { thrum::min_element(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("max_element(first, last[, less])", "extrema.h", "the first of the greatest elements",
        [](auto const& exec, samples& s) { thrum::max_element(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("minmax_element(first, last[, less])", "extrema.h", "both",
        [](auto const& exec, samples& s) { thrum::minmax_element(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("min_element_into(first, last, result[, less])", "extrema_into.h",
        "the place of min_element, left in memory", [](auto const& exec, samples& s) {
          thrum::min_element_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin());
        });
  t.row("max_element_into(first, last, result[, less])", "extrema_into.h", "the same of max_element",
        [](auto const& exec, samples& s) {
          thrum::max_element_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin());
        });
  t.row("minmax_element_into(first, last, result[, less])", "extrema_into.h", "both places",
        [](auto const& exec, samples& s) {
          thrum::minmax_element_into(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
        });
  t.row("argmin(first, last[, less])", "extrema.h", "the least value and its index",
        [](auto const& exec, samples& s) { thrum::argmin(exec, s.numbers.begin(), s.numbers.end()); });
  t.row("argmax(first, last[, less])", "extrema.h", "the greatest value and its index",
        [](auto const& exec, samples& s) { thrum::argmax(exec, s.numbers.begin(), s.numbers.end()); });
  t.check();
}

TEST_CASE("scans") {
  reference_table t("scans");
  t.row("inclusive_scan(first, last, out[, op])", "scan.h", "prefix sums", [](auto const& exec, samples& s) {
    thrum::inclusive_scan(exec, s.flags.begin(), s.flags.end(), s.out.begin());
  });
  t.row("inclusive_scan(first, last, out, init, op)", "scan.h", "the same from init",
        [](auto const& exec, samples& s) {
          thrum::inclusive_scan(exec, s.flags.begin(), s.flags.end(), s.out.begin(), 1, thrum::plus<>{});
        });
  t.row("exclusive_scan(first, last, out[, init[, op]])", "scan.h", "sums of what is before",
        [](auto const& exec, samples& s) {
          thrum::exclusive_scan(exec, s.flags.begin(), s.flags.end(), s.out.begin());
        });
  t.row("transform_inclusive_scan(first, last, out, f[, init], op)", "transform_scan.h", "prefix sums of f",
        [](auto const& exec, samples& s) {
          thrum::transform_inclusive_scan(exec, s.flags.begin(), s.flags.end(), s.out.begin(), twice{},
                                          thrum::plus<>{});
        });
  t.row("transform_exclusive_scan(first, last, out, f, init, op)", "transform_scan.h", "sums of f before",
        [](auto const& exec, samples& s) {
          thrum::transform_exclusive_scan(exec, s.flags.begin(), s.flags.end(), s.out.begin(), twice{}, 0,
                                          thrum::plus<>{});
        });
  t.row("inclusive_scan_by_key(keys, keys_last, values, out[, equal[, op]])", "scan_by_key.h",
        "prefix sums in each run of equal keys", [](auto const& exec, samples& s) {
          thrum::inclusive_scan_by_key(exec, s.keys.begin(), s.keys.end(), s.flags.begin(), s.out.begin());
        });
  t.row("exclusive_scan_by_key(keys, keys_last, values, out[, init[, equal[, op]]])", "scan_by_key.h",
        "sums of what is before in each run", [](auto const& exec, samples& s) {
          thrum::exclusive_scan_by_key(exec, s.keys.begin(), s.keys.end(), s.flags.begin(), s.out.begin());
        });
  t.check();
}
