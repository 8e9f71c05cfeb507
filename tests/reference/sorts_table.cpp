// The rows of the calls that sort or select.
#include <thrum/argsort.h>
#include <thrum/functional.h>
#include <thrum/is_heap.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/sort.h>
#include <thrum/swap.h>
#include <thrum/top_k.h>
#include <string>
#include <utility>
#include <vector>
#include "table.h"

namespace {

/// Restores the order: a sort of numbers that a previous call has sorted would take no scratch
/// memory.
void disorder(samples& s) { thrum::swap(s.numbers.front(), s.numbers.back()); }

std::string const by_digits = "O(n) by digits, else O(n log n)";
std::string const selection = "O(n), at worst that of a sort";

}  // namespace

TEST_CASE("sorts") {
  reference_table t("sorts");
  t.row(
      "sort(first, last[, less[, projection]])", "sort.h", "sorts; stable",
      [](auto const& exec, samples& s) { thrum::sort(exec, s.numbers.begin(), s.numbers.end()); }, by_digits,
      disorder);
  t.row(
      "stable_sort(first, last[, less[, projection]])", "sort.h", "the same",
      [](auto const& exec, samples& s) { thrum::stable_sort(exec, s.numbers.begin(), s.numbers.end()); },
      by_digits, disorder);
  t.row(
      "sort_by_key(keys, keys_last, values[, less[, projection]])", "sort.h", "the values with the keys; stable",
      [](auto const& exec, samples& s) {
        thrum::sort_by_key(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin());
      },
      by_digits, disorder);
  t.row(
      "stable_sort_by_key(keys, keys_last, values[, less[, projection]])", "sort.h", "the same",
      [](auto const& exec, samples& s) {
        thrum::stable_sort_by_key(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin());
      },
      by_digits, disorder);
  t.row(
      "argsort(first, last, places[, less[, projection]])", "argsort.h", "the order as indices; stable",
      [](auto const& exec, samples& s) {
        thrum::argsort(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin());
      },
      by_digits);
  t.row("is_sorted(first, last[, less[, projection]])", "sort.h", "whether it is sorted; stops early",
        [](auto const& exec, samples& s) { thrum::is_sorted(exec, s.sorted.begin(), s.sorted.end()); });
  t.row("is_sorted_until(first, last[, less[, projection]])", "sort.h", "up to where it is sorted; stops early",
        [](auto const& exec, samples& s) { thrum::is_sorted_until(exec, s.sorted.begin(), s.sorted.end()); });
  t.row("is_heap(first, last[, less])", "is_heap.h", "whether it is a heap; stops early",
        [](auto const& exec, samples& s) { thrum::is_heap(exec, s.out.begin(), s.out.end()); });
  t.row("is_heap_until(first, last[, less])", "is_heap.h", "up to where it is a heap; stops early",
        [](auto const& exec, samples& s) { thrum::is_heap_until(exec, s.out.begin(), s.out.end()); });
  t.check();
}

TEST_CASE("selections") {
  reference_table t("selections");
  t.row(
      "nth_element(first, nth, last[, less])", "nth_element.h", "the element that belongs at nth there",
      [](auto const& exec, samples& s) {
        thrum::nth_element(exec, s.numbers.begin(), s.numbers.begin() + s.n / 2, s.numbers.end());
      },
      selection);
  t.row(
      "partial_sort(first, middle, last[, less])", "partial_sort.h", "the least to the front, sorted",
      [](auto const& exec, samples& s) {
        thrum::partial_sort(exec, s.numbers.begin(), s.numbers.begin() + s.part, s.numbers.end());
      },
      selection);
  t.row(
      "partial_sort_copy(first, last, out, out_last[, less])", "partial_sort.h", "the same into another range",
      [](auto const& exec, samples& s) {
        thrum::partial_sort_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), s.out.begin() + s.part);
      },
      selection);
  t.row(
      "top_k(first, last, k, out[, less][, unsorted])", "top_k.h", "the k greatest",
      [](auto const& exec, samples& s) {
        thrum::top_k(exec, s.numbers.begin(), s.numbers.end(), s.part, s.out.begin());
      },
      selection);
  t.row(
      "top_k_by_key(keys, keys_last, values, k, keys_out, values_out[, less][, unsorted])", "top_k.h",
      "the k greatest keys and their values",
      [](auto const& exec, samples& s) {
        thrum::top_k_by_key(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin(), s.part, s.out.begin(),
                            s.out2.begin());
      },
      selection);
  t.check();
}
