// Element-wise calls, rearrangements and searches of the matrix.
#include <thrum/adjacent_difference.h>
#include <thrum/adjacent_find.h>
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/equal.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/is_heap.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/partition.h>
#include <thrum/random.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/scatter.h>
#include <thrum/search.h>
#include <thrum/sequence.h>
#include <thrum/shift.h>
#include <thrum/shuffle.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/uninitialized_copy.h>
#include "matrix.h"

namespace {

using matrix::add;
using matrix::alike;
using matrix::call;
using matrix::increment;
using matrix::is_low;
using matrix::is_set;
using matrix::named;
using matrix::ranges;
using matrix::twice;

template <class T>
struct element_of {
  THRUM_HD T operator()(std::ptrdiff_t i) const { return T(static_cast<int>(i % 100)); }
};

template <class T>
std::vector<call<T>> element_wise() {
  using R = ranges<T> const&;
  return {
      named<T>("for_each", [](auto const& e, R r) { thrum::for_each(e, r.a, r.a + r.n, increment{}); }),
      named<T>("transform", [](auto const& e, R r) { thrum::transform(e, r.a, r.a + r.n, r.out, twice{}); }),
      named<T>("transform of two",
               [](auto const& e, R r) { thrum::transform(e, r.a, r.a + r.n, r.b, r.out + 1, add{}); }),
      named<T>(
          "transform_if",
          [](auto const& e, R r) { thrum::transform_if(e, r.a, r.a + r.n, r.flags, r.out, twice{}, is_set{}); }),
      named<T>("fill", [](auto const& e, R r) { thrum::fill(e, r.out, r.out + r.n, T(9)); }),
      named<T>("tabulate", [](auto const& e, R r) { thrum::tabulate(e, r.out, r.out + r.n, element_of<T>{}); }),
      named<T>("copy, and to where it lies otherwise",
               [](auto const& e, R r) {
                 thrum::copy(e, r.a, r.a + r.n, r.out);
                 thrum::copy(e, r.b, r.b + r.n, r.more + (r.n > 0));
               }),
      named<T>("swap_ranges", [](auto const& e, R r) { thrum::swap_ranges(e, r.a, r.a + r.n, r.b); }),
      named<T>("gather", [](auto const& e, R r) { thrum::gather(e, r.map, r.map + r.n, r.a, r.out); }),
      named<T>("gather_if",
               [](auto const& e, R r) { thrum::gather_if(e, r.map, r.map + r.n, r.flags, r.a, r.out, is_set{}); }),
      named<T>("scatter", [](auto const& e, R r) { thrum::scatter(e, r.a, r.a + r.n, r.map, r.out); }),
      named<T>("scatter_if",
               [](auto const& e, R r) { thrum::scatter_if(e, r.a, r.a + r.n, r.map, r.flags, r.out, is_set{}); }),
      named<T>("replace_if", [](auto const& e, R r) { thrum::replace_if(e, r.a, r.a + r.n, is_low{}, T(9)); }),
      named<T>("replace_copy_if",
               [](auto const& e, R r) { thrum::replace_copy_if(e, r.a, r.a + r.n, r.out, is_low{}, T(9)); }),
      named<T>("uninitialized_copy",
               [](auto const& e, R r) { thrum::uninitialized_copy(e, r.a, r.a + r.n, r.out); }),
  };
}

template <class T>
std::vector<call<T>> rearrangements() {
  using R = ranges<T> const&;
  using engine = thrum::random::default_random_engine;
  return {
      named<T>("adjacent_difference",
               [](auto const& e, R r) {
                 thrum::adjacent_difference(e, r.a, r.a + r.n, r.out, add{});
                 thrum::adjacent_difference(e, r.b, r.b + r.n, r.b, add{});
               }),
      named<T>("reverse", [](auto const& e, R r) { thrum::reverse(e, r.a, r.a + r.n); }),
      named<T>("reverse_copy", [](auto const& e, R r) { thrum::reverse_copy(e, r.a, r.a + r.n, r.out); }),
      named<T>("rotate", [](auto const& e, R r) { thrum::rotate(e, r.a, r.a + r.n / 3, r.a + r.n); }),
      named<T>("rotate_copy",
               [](auto const& e, R r) { thrum::rotate_copy(e, r.a, r.a + r.n / 3, r.a + r.n, r.out); }),
      // The elements that a shift leaves are unspecified.
      named<T>("shift_left",
               [](auto const& e, R r) {
                 thrum::shift_left(e, r.b, r.b + r.n, r.n / 4);
                 thrum::fill(e, r.b + r.n - r.n / 4, r.b + r.n, T(0));
               }),
      named<T>("shift_right",
               [](auto const& e, R r) {
                 thrum::shift_right(e, r.b, r.b + r.n, r.n / 4);
                 thrum::fill(e, r.b, r.b + r.n / 4, T(0));
               }),
      named<T>("shuffle", [](auto const& e, R r) { thrum::shuffle(e, r.a, r.a + r.n, engine(5)); }),
      named<T>("shuffle_copy",
               [](auto const& e, R r) { thrum::shuffle_copy(e, r.a, r.a + r.n, r.out, engine(5)); }),
  };
}

template <class T>
std::vector<call<T>> searches() {
  using R = ranges<T> const&;
  return {
      named<T>("find_if, find_if_not",
               [](auto const& e, R r) {
                 r.note(thrum::find_if(e, r.a, r.a + r.n, is_low{}) - r.a);
                 r.note(thrum::find_if_not(e, r.low, r.low + r.n, is_low{}) - r.low);
               }),
      named<T>("find_if_into",
               [](auto const& e, R r) { thrum::find_if_into(e, r.b, r.b + r.n, r.numbers, is_low{}); }),
      named<T>("all_of, any_of, none_of",
               [](auto const& e, R r) {
                 r.note(thrum::all_of(e, r.a, r.a + r.n, is_low{}));
                 r.note(thrum::any_of(e, r.a, r.a + r.n, is_low{}));
                 r.note(thrum::none_of(e, r.a, r.a + r.n / 2, is_low{}));
               }),
      named<T>("equal, mismatch",
               [](auto const& e, R r) {
                 r.note(thrum::equal(e, r.a, r.a + r.n, r.a));
                 r.note(thrum::equal(e, r.a, r.a + r.n, r.b));
                 r.note(thrum::mismatch(e, r.low, r.low + r.n, r.high, alike{}).first - r.low);
               }),
      named<T>("lexicographical_compare",
               [](auto const& e, R r) {
                 r.note(thrum::lexicographical_compare(e, r.a, r.a + r.n, r.b, r.b + r.n));
                 r.note(thrum::lexicographical_compare(e, r.a, r.a + r.n / 2, r.a, r.a + r.n));
               }),
      named<T>("adjacent_find",
               [](auto const& e, R r) { r.note(thrum::adjacent_find(e, r.low, r.low + r.n, alike{}) - r.low); }),
      named<T>("search, find_end, search_n, find_first_of",
               [](auto const& e, R r) {
                 auto const last = r.a + r.n, middle = r.a + r.n / 2, behind = middle + (r.n > 8 ? 3 : 0);
                 r.note(thrum::search(e, r.a, last, middle, behind) - r.a);
                 r.note(thrum::find_end(e, r.a, last, middle, behind) - r.a);
                 r.note(thrum::search_n(e, r.low, r.low + r.n, 2, T(0), alike{}) - r.low);
                 r.note(thrum::find_first_of(e, r.a, last, middle, behind) - r.a);
               }),
      named<T>("is_heap_until, is_partitioned",
               [](auto const& e, R r) {
                 r.note(thrum::is_heap_until(e, r.a, r.a + r.n) - r.a);
                 r.note(thrum::is_partitioned(e, r.low, r.low + r.n, is_low{}));
                 r.note(thrum::partition_point(e, r.low, r.low + r.n, is_low{}) - r.low);
               }),
      named<T>("lower_bound, upper_bound, equal_range of a value",
               [](auto const& e, R r) {
                 r.note(thrum::lower_bound(e, r.low, r.low + r.n, T(3)) - r.low);
                 r.note(thrum::upper_bound(e, r.low, r.low + r.n, T(3)) - r.low);
                 r.note(thrum::equal_range(e, r.low, r.low + r.n, T(-3)).second - r.low);
               }),
      named<T>("lower_bound, binary_search of many",
               [](auto const& e, R r) {
                 thrum::lower_bound(e, r.low, r.low + r.n, r.a, r.a + r.n, r.numbers);
                 thrum::binary_search(e, r.high, r.high + r.n, r.a, r.a + r.n, r.more_numbers);
               }),
  };
}

}  // namespace

TEST_CASE_TEMPLATE("element-wise calls at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(element_wise<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("rearrangements at every size", T, std::int8_t, int, double, record) {
  matrix::check_sizes(rearrangements<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("searches at every size", T, std::int8_t, float, record) {
  matrix::check_sizes(searches<T>(), matrix::small_sizes);
}

TEST_CASE("element-wise calls, rearrangements and searches of many elements") {
  matrix::check_many(element_wise<std::int8_t>());
  matrix::check_many(rearrangements<std::int8_t>());
  matrix::check_many(searches<float>());
}

// From 2^20 elements on a thread computes several elements, in words if the memory allows it.
TEST_CASE("words of many elements") {
  auto const all = element_wise<std::int8_t>();
  auto const calls = {all[1], all[2], all[4], all[8]};
  for (auto const& c : calls) matrix::check_call(c, matrix::par, (1 << 20) + 7, 0);
}

TEST_CASE("rearrangements and searches in two streams at once") {
  matrix::check_two_streams(element_wise<record>(), 5000);
  matrix::check_two_streams(rearrangements<record>(), 5000);
  matrix::check_two_streams(searches<record>(), 5000);
}

TEST_CASE("element-wise calls, rearrangements and searches captured and replayed") {
  CHECK(matrix::check_replays(element_wise<double>(), 5000) == element_wise<double>().size());
  CHECK(matrix::check_replays(rearrangements<record>(), 5000) == rearrangements<record>().size());
  CHECK(matrix::check_replays(searches<float>(), 5000) == 2);
}

TEST_CASE("rearrangements and searches where memory gives out") {
  matrix::check_failures(rearrangements<record>(), 5000);
  matrix::check_failures(searches<record>(), 5000);
}
