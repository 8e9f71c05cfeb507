// Sorts, selections, merges, sets, partitions and compactions of the matrix.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/run_length.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <thrum/unique.h>
#include "matrix.h"

namespace {

using matrix::alike;
using matrix::call;
using matrix::comes_first;
using matrix::is_low;
using matrix::is_set;
using matrix::named;
using matrix::ranges;

template <class T>
std::vector<call<T>> sorts() {
  using R = ranges<T> const&;
  return {
      named<T>("sort", [](auto const& e, R r) { thrum::sort(e, r.a, r.a + r.n); }),
      named<T>("sort by a comparison", [](auto const& e, R r) { thrum::sort(e, r.a, r.a + r.n, comes_first{}); }),
      named<T>("sort_by_key", [](auto const& e, R r) { thrum::sort_by_key(e, r.a, r.a + r.n, r.map); }),
      named<T>("sort_by_key by a comparison, of large values",
               [](auto const& e, R r) { thrum::sort_by_key(e, r.keys, r.keys + r.n, r.a, comes_first{}); }),
      named<T>("is_sorted, is_sorted_until",
               [](auto const& e, R r) {
                 r.note(thrum::is_sorted(e, r.low, r.low + r.n));
                 r.note(thrum::is_sorted_until(e, r.a, r.a + r.n) - r.a);
               }),
  };
}

template <class T>
std::vector<call<T>> selections() {
  using R = ranges<T> const&;
  return {
      // The elements on either side of the selected ones are in no specified order.
      named<T>("nth_element",
               [](auto const& e, R r) {
                 if (r.n == 0) return;
                 thrum::nth_element(e, r.a, r.a + r.n / 3, r.a + r.n);
                 thrum::copy(e, r.a + r.n / 3, r.a + r.n / 3 + 1, r.out);
                 thrum::sort(e, r.a, r.a + r.n / 3);
                 thrum::sort(e, r.a + r.n / 3, r.a + r.n);
               }),
      named<T>("partial_sort",
               [](auto const& e, R r) {
                 thrum::partial_sort(e, r.a, r.a + r.n / 2, r.a + r.n);
                 thrum::sort(e, r.a + r.n / 2, r.a + r.n);
               }),
      named<T>("partial_sort_copy by a comparison",
               [](auto const& e, R r) {
                 r.note(thrum::partial_sort_copy(e, r.a, r.a + r.n, r.out, r.out + r.n / 2, comes_first{}) -
                        r.out);
               }),
      named<T>("top_k",
               [](auto const& e, R r) { r.note(thrum::top_k(e, r.a, r.a + r.n, r.n / 5, r.out) - r.out); }),
      named<T>("top_k_by_key, unsorted",
               [](auto const& e, R r) {
                 thrum::top_k_by_key(e, r.a, r.a + r.n, r.map, r.n / 5, r.out, r.numbers, thrum::less<>{},
                                     thrum::unsorted);
               }),
  };
}

template <class T>
std::vector<call<T>> merges() {
  using R = ranges<T> const&;
  return {
      named<T>("merge",
               [](auto const& e, R r) {
                 r.note(thrum::merge(e, r.low, r.low + r.n, r.high, r.high + r.n / 2, r.out) - r.out);
               }),
      named<T>("merge_by_key",
               [](auto const& e, R r) {
                 thrum::merge_by_key(e, r.low, r.low + r.n, r.high, r.high + r.n, r.map, r.flags, r.out,
                                     r.numbers);
               }),
      named<T>("inplace_merge",
               [](auto const& e, R r) {
                 thrum::sort(e, r.a, r.a + r.n / 3);
                 thrum::sort(e, r.a + r.n / 3, r.a + r.n);
                 thrum::inplace_merge(e, r.a, r.a + r.n / 3, r.a + r.n);
               }),
      named<T>("set_union",
               [](auto const& e, R r) {
                 r.note(thrum::set_union(e, r.low, r.low + r.n, r.high, r.high + r.n, r.out) - r.out);
               }),
      named<T>("set_symmetric_difference_by_key",
               [](auto const& e, R r) {
                 auto const ends = thrum::set_symmetric_difference_by_key(
                     e, r.low, r.low + r.n, r.high, r.high + r.n, r.map, r.flags, r.out, r.numbers);
                 r.note(ends.first - r.out);
               }),
      named<T>("set_intersection",
               [](auto const& e, R r) {
                 r.note(thrum::set_intersection(e, r.low, r.low + r.n, r.high, r.high + r.n, r.out) - r.out);
               }),
      named<T>("set_difference",
               [](auto const& e, R r) {
                 r.note(thrum::set_difference(e, r.low, r.low + r.n, r.high, r.high + r.n / 2, r.out) - r.out);
               }),
      named<T>("includes",
               [](auto const& e, R r) {
                 r.note(thrum::includes(e, r.low, r.low + r.n, r.high, r.high + r.n));
                 r.note(thrum::includes(e, r.low, r.low + r.n, r.low + r.n / 3, r.low + r.n / 2));
               }),
  };
}

template <class T>
std::vector<call<T>> compactions() {
  using R = ranges<T> const&;
  return {
      named<T>("partition",
               [](auto const& e, R r) { r.note(thrum::partition(e, r.a, r.a + r.n, is_low{}) - r.a); }),
      named<T>(
          "stable_partition by flags",
          [](auto const& e, R r) { r.note(thrum::stable_partition(e, r.a, r.a + r.n, r.flags, is_set{}) - r.a); }),
      named<T>("partition_copy",
               [](auto const& e, R r) {
                 auto const ends = thrum::partition_copy(e, r.a, r.a + r.n, r.out, r.more, is_low{});
                 r.note(ends.first - r.out);
                 r.note(ends.second - r.more);
               }),
      named<T>("copy_if",
               [](auto const& e, R r) { r.note(thrum::copy_if(e, r.a, r.a + r.n, r.out, is_low{}) - r.out); }),
      named<T>(
          "copy_if by flags",
          [](auto const& e, R r) { r.note(thrum::copy_if(e, r.a, r.a + r.n, r.flags, r.out, is_set{}) - r.out); }),
      // The elements after the end that a removal returns are unspecified.
      named<T>("remove_if",
               [](auto const& e, R r) {
                 auto const end = thrum::remove_if(e, r.b, r.b + r.n, is_low{});
                 r.note(end - r.b);
                 thrum::copy(e, r.a, r.a + (r.b + r.n - end), end);
               }),
      named<T>("remove_copy_if by flags",
               [](auto const& e, R r) {
                 r.note(thrum::remove_copy_if(e, r.a, r.a + r.n, r.flags, r.out, is_set{}) - r.out);
               }),
      named<T>("unique",
               [](auto const& e, R r) {
                 auto const end = thrum::unique(e, r.low, r.low + r.n, alike{});
                 r.note(end - r.low);
                 thrum::copy(e, r.a, r.a + (r.low + r.n - end), end);
               }),
      named<T>("unique_count",
               [](auto const& e, R r) { r.note(thrum::unique_count(e, r.low, r.low + r.n, alike{})); }),
      named<T>("unique_into",
               [](auto const& e, R r) {
                 thrum::unique_into(e, r.low, r.low + r.n, r.numbers, alike{});
                 thrum::copy(e, r.a, r.a + r.n, r.low);  // the elements after the end are unspecified
               }),
      named<T>("copy_if_into",
               [](auto const& e, R r) { thrum::copy_if_into(e, r.a, r.a + r.n, r.numbers, r.out, is_low{}); }),
      named<T>("partition_into",
               [](auto const& e, R r) { thrum::partition_into(e, r.a, r.a + r.n, r.numbers, is_low{}); }),
      named<T>("unique_by_key",
               [](auto const& e, R r) {
                 auto const ends = thrum::unique_by_key(e, r.keys, r.keys + r.n, r.b);
                 r.note(ends.first - r.keys);
                 thrum::copy(e, r.map, r.map + (r.keys + r.n - ends.first), ends.first);
                 thrum::copy(e, r.a, r.a + (r.b + r.n - ends.second), ends.second);
               }),
      named<T>("unique_copy",
               [](auto const& e, R r) { r.note(thrum::unique_copy(e, r.low, r.low + r.n, r.out) - r.out); }),
      named<T>("unique_by_key_copy",
               [](auto const& e, R r) {
                 auto const ends = thrum::unique_by_key_copy(e, r.keys, r.keys + r.n, r.a, r.numbers, r.out);
                 r.note(ends.first - r.numbers);
               }),
      named<T>("run_length_encode",
               [](auto const& e, R r) {
                 auto const ends = thrum::run_length_encode(e, r.low, r.low + r.n, r.out, r.numbers, alike{});
                 r.note(ends.second - r.numbers);
               }),
      named<T>(
          "run_length_decode",
          [](auto const& e, R r) { r.note(thrum::run_length_decode(e, r.a, r.a + r.n, r.flags, r.out) - r.out); }),
  };
}

}  // namespace

TEST_CASE_TEMPLATE("sorts at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(sorts<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("selections at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(selections<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("merges and sets at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(merges<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("compactions at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(compactions<T>(), matrix::small_sizes);
}

TEST_CASE("orders of many elements") {
  matrix::check_many(sorts<int>());
  matrix::check_many(selections<int>());
  matrix::check_many(merges<int>());
  matrix::check_many(compactions<int>());
}

TEST_CASE("orders in two streams at once") {
  matrix::check_two_streams(sorts<record>(), 5000);
  matrix::check_two_streams(selections<record>(), 5000);
  matrix::check_two_streams(merges<record>(), 5000);
  matrix::check_two_streams(compactions<record>(), 5000);
}

// The other calls return the end of an output, or an answer, to the host.
TEST_CASE("orders captured and replayed") {
  CHECK(matrix::check_replays(sorts<double>(), 5000) == 4);
  CHECK(matrix::check_replays(selections<record>(), 5000) == 5);
  CHECK(matrix::check_replays(merges<int>(), 5000) == 3);
  CHECK(matrix::check_replays(compactions<record>(), 5000) == 3);
}

TEST_CASE("orders where memory gives out") {
  matrix::check_failures(sorts<record>(), 5000);
  matrix::check_failures(selections<record>(), 5000);
  matrix::check_failures(merges<record>(), 5000);
  matrix::check_failures(compactions<record>(), 5000);
}
