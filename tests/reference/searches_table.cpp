// The rows of the calls that search.
#include <thrum/adjacent_find.h>
#include <thrum/binary_search.h>
#include <thrum/contains.h>
#include <thrum/equal.h>
#include <thrum/find.h>
#include <thrum/find_last.h>
#include <thrum/functional.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/search.h>
#include <thrum/starts_with.h>
#include <string>
#include <vector>
#include "table.h"

TEST_CASE("searches") {
  reference_table t("searches");
  t.row("find(first, last, value)", "find.h", "the first element that equals value; stops early",
        [](auto const& exec, samples& s) { thrum::find(exec, s.numbers.begin(), s.numbers.end(), -1); });
  t.row(
      "find_if(first, last, pred)", "find.h", "the first that pred accepts; stops early",
      [](auto const& exec, samples& s) { thrum::find_if(exec, s.numbers.begin(), s.numbers.end(), negative{}); });
  t.row("find_if_not(first, last, pred)", "find.h", "the first that pred rejects; stops early",
        [](auto const& exec, samples& s) {
          thrum::find_if_not(exec, s.numbers.begin(), s.numbers.end(), not_negative{});
        });
  t.row("find_last(first, last, value)", "find_last.h", "the last element that equals value; stops early",
        [](auto const& exec, samples& s) { thrum::find_last(exec, s.numbers.begin(), s.numbers.end(), -1); });
  t.row("find_last_if(first, last, pred)", "find_last.h", "the last that pred accepts; stops early",
        [](auto const& exec, samples& s) {
          thrum::find_last_if(exec, s.numbers.begin(), s.numbers.end(), negative{});
        });
  t.row("find_last_if_not(first, last, pred)", "find_last.h", "the last that pred rejects; stops early",
        [](auto const& exec, samples& s) {
          thrum::find_last_if_not(exec, s.numbers.begin(), s.numbers.end(), not_negative{});
        });
  t.row("all_of(first, last, pred)", "logical.h", "whether pred accepts all; stops early",
        [](auto const& exec, samples& s) {
          thrum::all_of(exec, s.numbers.begin(), s.numbers.end(), not_negative{});
        });
  t.row("any_of(first, last, pred)", "logical.h", "whether pred accepts any; stops early",
        [](auto const& exec, samples& s) { thrum::any_of(exec, s.numbers.begin(), s.numbers.end(), negative{}); });
  t.row(
      "none_of(first, last, pred)", "logical.h", "whether pred accepts none; stops early",
      [](auto const& exec, samples& s) { thrum::none_of(exec, s.numbers.begin(), s.numbers.end(), negative{}); });
  t.row("find_into(first, last, result, value)", "find.h", "the place of find, left in memory",
        [](auto const& exec, samples& s) {
          thrum::find_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), -1);
        });
  t.row("find_if_into(first, last, result, pred)", "find.h", "the same of find_if",
        [](auto const& exec, samples& s) {
          thrum::find_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), negative{});
        });
  t.row("find_if_not_into(first, last, result, pred)", "find.h", "the same of find_if_not",
        [](auto const& exec, samples& s) {
          thrum::find_if_not_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), not_negative{});
        });
  t.row("find_last_into(first, last, result, value)", "find_last.h", "the place of find_last, left in memory",
        [](auto const& exec, samples& s) {
          thrum::find_last_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), -1);
        });
  t.row("find_last_if_into(first, last, result, pred)", "find_last.h", "the same of find_last_if",
        [](auto const& exec, samples& s) {
          thrum::find_last_if_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), negative{});
        });
  t.row("find_last_if_not_into(first, last, result, pred)", "find_last.h", "the same of find_last_if_not",
        [](auto const& exec, samples& s) {
          thrum::find_last_if_not_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), not_negative{});
        });
  t.row("all_of_into(first, last, result, pred)", "logical.h", "the answer of all_of, left in memory",
        [](auto const& exec, samples& s) {
          thrum::all_of_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), not_negative{});
        });
  t.row("any_of_into(first, last, result, pred)", "logical.h", "the same of any_of",
        [](auto const& exec, samples& s) {
          thrum::any_of_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), negative{});
        });
  t.row("none_of_into(first, last, result, pred)", "logical.h", "the same of none_of",
        [](auto const& exec, samples& s) {
          thrum::none_of_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), negative{});
        });
  t.row("contains(first, last, value)", "contains.h", "whether an element equals value; stops early",
        [](auto const& exec, samples& s) { thrum::contains(exec, s.numbers.begin(), s.numbers.end(), -1); });
  t.row("contains_into(first, last, result, value)", "contains.h", "the answer of contains, left in memory",
        [](auto const& exec, samples& s) {
          thrum::contains_into(exec, s.numbers.begin(), s.numbers.end(), s.count.begin(), -1);
        });
  t.row("equal(first1, last1, first2[, last2][, equal])", "equal.h", "whether two ranges are alike; stops early",
        [](auto const& exec, samples& s) {
          thrum::equal(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin());
        });
  t.row("mismatch(first1, last1, first2[, last2][, equal])", "mismatch.h", "where they first differ; stops early",
        [](auto const& exec, samples& s) {
          thrum::mismatch(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin());
        });
  t.row("starts_with(first1, last1, first2, last2[, equal])", "starts_with.h",
        "whether a range begins with another; stops early", [](auto const& exec, samples& s) {
          thrum::starts_with(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin(), s.numbers.end());
        });
  t.row("ends_with(first1, last1, first2, last2[, equal])", "starts_with.h",
        "whether a range ends with another; stops early", [](auto const& exec, samples& s) {
          thrum::ends_with(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin(), s.numbers.end());
        });
  t.row("lexicographical_compare(first1, last1, first2, last2[, less])", "lexicographical_compare.h",
        "whether the first range is less; stops early", [](auto const& exec, samples& s) {
          thrum::lexicographical_compare(exec, s.numbers.begin(), s.numbers.end(), s.numbers.begin(),
                                         s.numbers.end());
        });
  t.row("adjacent_find(first, last[, equal])", "adjacent_find.h", "the first of two equal neighbours; stops early",
        [](auto const& exec, samples& s) { thrum::adjacent_find(exec, s.indices.begin(), s.indices.end()); });
  t.row(
      "find_first_of(first1, last1, first2, last2[, equal])", "search.h",
      "the first element that is one of a few; stops early",
      [](auto const& exec, samples& s) {
        thrum::find_first_of(exec, s.numbers.begin(), s.numbers.end(), s.absent.begin(), s.absent.end());
      },
      "O(n1 n2)");
  t.row(
      "search(first1, last1, first2, last2[, equal])", "search.h",
      "the first occurrence of a sequence; stops early",
      [](auto const& exec, samples& s) {
        thrum::search(exec, s.numbers.begin(), s.numbers.end(), s.half_absent.begin(), s.half_absent.end());
      },
      "O(n1 n2)");
  t.row("search_n(first, last, count, value[, equal])", "search.h", "the first run of count values; stops early",
        [](auto const& exec, samples& s) { thrum::search_n(exec, s.numbers.begin(), s.numbers.end(), 3, -1); });
  t.row(
      "find_end(first1, last1, first2, last2[, equal])", "search.h",
      "the last occurrence of a sequence; stops early",
      [](auto const& exec, samples& s) {
        thrum::find_end(exec, s.numbers.begin(), s.numbers.end(), s.half_absent.begin(), s.half_absent.end());
      },
      "O(n1 n2)");
  t.row(
      "contains_subrange(first1, last1, first2, last2[, equal])", "contains.h",
      "whether a sequence occurs; stops early",
      [](auto const& exec, samples& s) {
        thrum::contains_subrange(exec, s.numbers.begin(), s.numbers.end(), s.half_absent.begin(),
                                 s.half_absent.end());
      },
      "O(n1 n2)");
  t.check();
}

TEST_CASE("binary searches") {
  reference_table t("binary searches");
  std::string const place = "O(log n)", places = "O(n log n)";
  t.row(
      "lower_bound(first, last, value[, less])", "binary_search.h", "the first element not less than value",
      [](auto const& exec, samples& s) { thrum::lower_bound(exec, s.sorted.begin(), s.sorted.end(), 7); }, place);
  t.row(
      "upper_bound(first, last, value[, less])", "binary_search.h", "the first element that value is less than",
      [](auto const& exec, samples& s) { thrum::upper_bound(exec, s.sorted.begin(), s.sorted.end(), 7); }, place);
  t.row(
      "equal_range(first, last, value[, less])", "binary_search.h", "both",
      [](auto const& exec, samples& s) { thrum::equal_range(exec, s.sorted.begin(), s.sorted.end(), 7); }, place);
  t.row(
      "binary_search(first, last, value[, less])", "binary_search.h", "whether there is one equal to value",
      [](auto const& exec, samples& s) { thrum::binary_search(exec, s.sorted.begin(), s.sorted.end(), 7); },
      place);
  t.row(
      "lower_bound(first, last, values, values_last, out[, less])", "binary_search.h",
      "the same for many values, as distances",
      [](auto const& exec, samples& s) {
        thrum::lower_bound(exec, s.sorted.begin(), s.sorted.end(), s.numbers.begin(), s.numbers.end(),
                           s.out.begin());
      },
      places);
  t.row(
      "upper_bound(first, last, values, values_last, out[, less])", "binary_search.h", "the same",
      [](auto const& exec, samples& s) {
        thrum::upper_bound(exec, s.sorted.begin(), s.sorted.end(), s.numbers.begin(), s.numbers.end(),
                           s.out.begin());
      },
      places);
  t.row(
      "binary_search(first, last, values, values_last, out[, less])", "binary_search.h", "the same, as bools",
      [](auto const& exec, samples& s) {
        thrum::binary_search(exec, s.sorted.begin(), s.sorted.end(), s.numbers.begin(), s.numbers.end(),
                             s.out.begin());
      },
      places);
  t.check();
}
