// Reductions, scans, sums by key and by segment, and histograms of the matrix. The numbers are
// small integers, so that the order of additions does not change their sums; the sums of the
// deterministic policy are compared bit by bit, on numbers for which the order matters.
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/extrema_into.h>
#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <cmath>
#include "matrix.h"

namespace {

using matrix::add;
using matrix::alike;
using matrix::call;
using matrix::comes_first;
using matrix::is_low;
using matrix::last_of_two;
using matrix::named;
using matrix::ranges;
using matrix::twice;

template <class T>
auto segments_of(ranges<T> const& r) {
  return thrum::segments_at(r.cuts, r.cuts + r.segments + 1);
}

template <class T>
std::vector<call<T>> reductions() {
  using R = ranges<T> const&;
  return {
      named<T>("reduce_into",
               [](auto const& e, R r) { thrum::reduce_into(e, r.a, r.a + r.n, r.out, T(5), add{}); }),
      named<T>("reduce",
               [](auto const& e, R r) {
                 T const sum = thrum::reduce(e, r.a, r.a + r.n, T(5), add{});
                 if constexpr (std::is_same_v<T, record>) r.note(sum.key), r.note(sum.payload);
                 else r.note(static_cast<std::ptrdiff_t>(sum));
               }),
      named<T>("transform_reduce_into",
               [](auto const& e, R r) {
                 thrum::transform_reduce_into(e, r.a, r.a + r.n, r.out, twice{}, T(5), add{});
               }),
      named<T>("count_if", [](auto const& e, R r) { r.note(thrum::count_if(e, r.a, r.a + r.n, is_low{})); }),
      named<T>("count", [](auto const& e, R r) { r.note(thrum::count(e, r.a, r.a + r.n, T(7))); }),
      named<T>("min_element, max_element",
               [](auto const& e, R r) {
                 r.note(thrum::min_element(e, r.a, r.a + r.n) - r.a);
                 r.note(thrum::max_element(e, r.a, r.a + r.n, comes_first{}) - r.a);
                 auto const both = thrum::minmax_element(e, r.b, r.b + r.n);
                 r.note(both.first - r.b);
                 r.note(both.second - r.b);
               }),
      named<T>("min_element_into",
               [](auto const& e, R r) { thrum::min_element_into(e, r.a, r.a + r.n, r.numbers, comes_first{}); }),
      named<T>("reduce_by_key",
               [](auto const& e, R r) {
                 auto const ends = thrum::reduce_by_key(e, r.keys, r.keys + r.n, r.a, r.numbers, r.out,
                                                        thrum::equal_to<>{}, add{});
                 r.note(ends.first - r.numbers);
                 r.note(ends.second - r.out);
               }),
      named<T>("histogram_even",
               [](auto const& e, R r) {
                 if (r.n > 0) thrum::histogram_even(e, r.keys, r.keys + r.n, r.numbers, r.numbers + r.n, 0, 500);
               }),
      named<T>("histogram between bounds",
               [](auto const& e, R r) {
                 if (r.segments > 0)
                   thrum::histogram(e, r.map, r.map + r.n, r.numbers, r.numbers + r.segments, r.cuts);
               }),
      named<T>("reduce_by_key of an operator that does not commute",
               [](auto const& e, R r) {
                 auto const ends =
                     thrum::reduce_by_key(e, r.low, r.low + r.n, r.a, r.out, r.more, alike{}, last_of_two{});
                 r.note(ends.first - r.out);
               }),
  };
}

template <class T>
std::vector<call<T>> scans() {
  using R = ranges<T> const&;
  return {
      named<T>("inclusive_scan",
               [](auto const& e, R r) { thrum::inclusive_scan(e, r.a, r.a + r.n, r.out, add{}); }),
      named<T>("inclusive_scan from a start, of an operator that does not commute",
               [](auto const& e, R r) { thrum::inclusive_scan(e, r.a, r.a + r.n, r.a, T(9), last_of_two{}); }),
      named<T>("exclusive_scan in place",
               [](auto const& e, R r) { thrum::exclusive_scan(e, r.a, r.a + r.n, r.a, T(5), add{}); }),
      named<T>("transform_exclusive_scan",
               [](auto const& e, R r) {
                 thrum::transform_exclusive_scan(e, r.a, r.a + r.n, r.out, twice{}, T(5), add{});
               }),
      named<T>("inclusive_scan_by_key",
               [](auto const& e, R r) {
                 thrum::inclusive_scan_by_key(e, r.keys, r.keys + r.n, r.a, r.out, thrum::equal_to<>{},
                                              last_of_two{});
               }),
      named<T>("exclusive_scan_by_key",
               [](auto const& e, R r) {
                 thrum::exclusive_scan_by_key(e, r.keys, r.keys + r.n, r.a, r.out, T(5), thrum::equal_to<>{},
                                              add{});
               }),
  };
}

template <class T>
std::vector<call<T>> segments() {
  using R = ranges<T> const&;
  return {
      named<T>("segmented_reduce",
               [](auto const& e, R r) {
                 r.note(thrum::segmented_reduce(e, r.a, r.a + r.n, segments_of(r), r.out, T(5), add{}) - r.out);
               }),
      named<T>("segmented_inclusive_scan",
               [](auto const& e, R r) {
                 thrum::segmented_inclusive_scan(e, r.a, r.a + r.n, segments_of(r), r.out, last_of_two{});
               }),
      named<T>("segmented_exclusive_scan of equal segments",
               [](auto const& e, R r) {
                 thrum::segmented_exclusive_scan(e, r.a, r.a + r.n, thrum::segments_of(37), r.out, T(5), add{});
               }),
      named<T>(
          "segmented_sort",
          [](auto const& e, R r) { thrum::segmented_sort(e, r.a, r.a + r.n, segments_of(r), comes_first{}); }),
      named<T>("segmented_sort_by_key",
               [](auto const& e, R r) { thrum::segmented_sort_by_key(e, r.a, r.a + r.n, r.map, segments_of(r)); }),
  };
}

/// Numbers whose sums depend on the order of the additions.
template <class T>
T mixed_number(std::uint64_t bits, std::ptrdiff_t) {
  return static_cast<T>(
      std::ldexp(static_cast<double>(bits >> 20) * 1e-12 - 5.0, static_cast<int>(bits % 21) - 10));
}

/// Compares the bits of each call with those of seq.
template <class T>
void check_bits(std::vector<void (*)(thrum::cuda::deterministic_policy const&, ranges<T> const&)> const& on_card,
                std::vector<call<T>> const& calls) {
  REQUIRE(on_card.size() == calls.size());
  for (std::size_t k = 0; k < calls.size(); ++k) {
    CAPTURE(calls[k].name);
    for (std::ptrdiff_t const n : {0, 1, 16, 17, 32, 257, 2049, 8191, 8192, 8193, 16'383, 16'385, 40'000}) {
      CAPTURE(n);
      matrix::on_host<T> expected(n, 0, mixed_number<T>);
      matrix::on_card<T> found(n, n % 2, mixed_number<T>), again(n, 0, mixed_number<T>);
      calls[k].on_host(expected.get());
      on_card[k](matrix::par.deterministic(), again.get());
      CHECK(again == expected);
      matrix::on_host<T> shifted(n, n % 2, mixed_number<T>);
      calls[k].on_host(shifted.get());
      on_card[k](matrix::par_nosync.deterministic(), found.get());
      matrix::par.sync();
      CHECK(found == shifted);
    }
  }
}

/// The calls whose sums are rounded, under either policy.
struct rounded_sums {
  template <class Policy, class T>
  static void reduce(Policy const& e, ranges<T> const& r) {
    thrum::reduce_into(e, r.a, r.a + r.n, r.out, T(0.1), thrum::plus<>{});
  }
  template <class Policy, class T>
  static void inner_product(Policy const& e, ranges<T> const& r) {
    thrum::inner_product_into(e, r.a, r.a + r.n, r.out, r.b, T(0.1));
  }
  template <class Policy, class T>
  static void scan(Policy const& e, ranges<T> const& r) {
    thrum::inclusive_scan(e, r.a, r.a + r.n, r.out);
    thrum::exclusive_scan(e, r.b, r.b + r.n, r.b, T(0.1));
  }
  template <class Policy, class T>
  static void by_key(Policy const& e, ranges<T> const& r) {
    thrum::reduce_by_key(e, r.keys, r.keys + r.n, r.a, r.numbers, r.out);
    thrum::inclusive_scan_by_key(e, r.keys, r.keys + r.n, r.b, r.more);
  }
  template <class Policy, class T>
  static void by_segment(Policy const& e, ranges<T> const& r) {
    thrum::segmented_reduce(e, r.a, r.a + r.n, segments_of(r), r.out, T(0.1));
    thrum::segmented_inclusive_scan(e, r.b, r.b + r.n, segments_of(r), r.more);
  }
  template <class Policy, class T>
  static void by_bin(Policy const& e, ranges<T> const& r) {
    thrum::histogram_by_key(e, r.keys, r.keys + r.n, r.a, r.out, r.out + r.n / 2);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("reductions at every size", T, std::int8_t, int, std::int64_t, float, record) {
  matrix::check_sizes(reductions<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("scans at every size", T, std::int8_t, int, std::int64_t, float, record) {
  matrix::check_sizes(scans<T>(), matrix::small_sizes);
}
TEST_CASE_TEMPLATE("segments at every size", T, std::int8_t, float, record) {
  matrix::check_sizes(segments<T>(), matrix::small_sizes);
}

TEST_CASE("sums of many elements") {
  matrix::check_many(reductions<int>());
  matrix::check_many(scans<int>());
  matrix::check_many(segments<float>());
}

TEST_CASE("sums in two streams at once") {
  matrix::check_two_streams(reductions<record>(), 5000);
  matrix::check_two_streams(scans<record>(), 5000);
  matrix::check_two_streams(segments<record>(), 5000);
}

// The other calls return a sum, an index or the end of an output to the host.
TEST_CASE("sums captured and replayed") {
  CHECK(matrix::check_replays(reductions<record>(), 5000) == 5);
  CHECK(matrix::check_replays(scans<record>(), 5000) == scans<record>().size());
  CHECK(matrix::check_replays(segments<float>(), 5000) == segments<float>().size());
}

TEST_CASE("sums where memory gives out") {
  matrix::check_failures(reductions<record>(), 5000);
  // A scan in place may have written some sums before another step allocates memory.
  matrix::check_failures(segments<record>(), 5000);
}

TEST_CASE_TEMPLATE("the bits of seq at every size", T, float, double) {
  using policy = thrum::cuda::deterministic_policy;
  using sums = rounded_sums;
  auto const both = [](char const* name, auto host) { return call<T>{name, host, nullptr}; };
  check_bits<T>({sums::reduce<policy, T>, sums::inner_product<policy, T>, sums::scan<policy, T>,
                 sums::by_key<policy, T>, sums::by_segment<policy, T>, sums::by_bin<policy, T>},
                {both("reduce", [](ranges<T> const& r) { sums::reduce(thrum::seq, r); }),
                 both("inner_product", [](ranges<T> const& r) { sums::inner_product(thrum::seq, r); }),
                 both("scans", [](ranges<T> const& r) { sums::scan(thrum::seq, r); }),
                 both("sums by key", [](ranges<T> const& r) { sums::by_key(thrum::seq, r); }),
                 both("sums by segment", [](ranges<T> const& r) { sums::by_segment(thrum::seq, r); }),
                 both("sums by bin", [](ranges<T> const& r) { sums::by_bin(thrum::seq, r); })});
}
