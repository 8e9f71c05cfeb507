// merge, merge_by_key, inplace_merge, lower_bound, upper_bound, binary_search, equal_range.
#include <thrum/binary_search.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/merge.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({512, 4096, 8192, 16384});

template <class T>
std::vector<T> sorted_values(std::ptrdiff_t n, std::int64_t greatest, std::uint64_t seed) {
  auto values = random_values<T>(n, 0, greatest, seed);
  std::sort(values.begin(), values.end());
  return values;
}

/// Callable only when it is not const.
struct falling {
  int calls = 0;
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) {
    ++calls;
    return b < a;
  }
};

template <class S, class T>
void check_merge(std::ptrdiff_t n1, std::ptrdiff_t n2, std::int64_t greatest) {
  CAPTURE(n1);
  CAPTURE(n2);
  CAPTURE(greatest);
  auto host1 = sorted_values<T>(n1, greatest, 1), host2 = sorted_values<T>(n2, greatest, 2);
  std::vector<T> expected(host1.size() + host2.size() + 1, T(99));
  typename S::template vector<T> out(expected.size(), T(99));
  auto const end = out.end() - 1;
  auto v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), expected.begin());
  CHECK(S::run(thrum::merge, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin()) == end);
  CHECK(host_copy(out) == expected);

  std::reverse(host1.begin(), host1.end());
  std::reverse(host2.begin(), host2.end());
  v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), expected.begin(), falling{});
  CHECK(S::run(thrum::merge, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin(), falling{}) == end);
  CHECK(host_copy(out) == expected);
}

/// Returns sorted records with few distinct keys. Each record knows its index and its range.
std::vector<record> sorted_records(std::ptrdiff_t n, std::int64_t distinct, std::int64_t range) {
  auto records = random_records(n, distinct);
  for (record& r : records) r.payload += range;
  std::stable_sort(records.begin(), records.end());
  return records;
}

/// The keys and the values of the second range have other types than those of the first.
template <class S>
void check_merge_by_key(std::ptrdiff_t n1, std::ptrdiff_t n2, std::int64_t distinct) {
  CAPTURE(n1);
  CAPTURE(n2);
  CAPTURE(distinct);
  auto const host1 = sorted_records(n1, distinct, 0), host2 = sorted_records(n2, distinct, 1 << 30);
  std::vector<int> k1, v1;
  std::vector<std::int64_t> k2;
  std::vector<double> v2;
  for (record const& r : host1) k1.push_back(static_cast<int>(r.key)), v1.push_back(static_cast<int>(r.payload));
  for (record const& r : host2) k2.push_back(r.key), v2.push_back(static_cast<double>(r.payload));
  std::vector<record> expected(host1.size() + host2.size());
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), expected.begin());
  typename S::template vector<std::int64_t> keys(expected.size());
  typename S::template vector<double> values(expected.size());
  auto const dk1 = vector_of<S>(k1), dv1 = vector_of<S>(v1);
  auto const dk2 = vector_of<S>(k2);
  auto const dv2 = vector_of<S>(v2);
  auto const ends = S::run(thrum::merge_by_key, dk1.begin(), dk1.end(), dk2.begin(), dk2.end(), dv1.begin(),
                           dv2.begin(), keys.begin(), values.begin());
  CHECK(ends.first == keys.end());
  CHECK(ends.second == values.end());
  std::vector<record> found;
  auto const host_keys = host_copy(keys);
  auto const host_values = host_copy(values);
  for (std::size_t i = 0; i < host_keys.size(); ++i)
    found.push_back(record(host_keys[i], static_cast<std::int64_t>(host_values[i])));
  CHECK(found == expected);
}

/// Returns two sorted parts; the first has n1 elements.
template <class S>
void check_inplace_merge(std::vector<record> elements, std::ptrdiff_t n1) {
  CAPTURE(elements.size());
  CAPTURE(n1);
  auto expected = elements;
  auto v = vector_of<S>(elements);
  std::inplace_merge(expected.begin(), expected.begin() + n1, expected.end());
  S::run(thrum::inplace_merge, v.begin(), v.begin() + n1, v.end());
  CHECK(host_copy(v) == expected);
}

/// Searches for one value, and for each of many.
template <class S, class T>
void check_bounds(std::ptrdiff_t n, std::ptrdiff_t many, std::int64_t greatest) {
  CAPTURE(n);
  CAPTURE(many);
  auto const host = sorted_values<T>(n, greatest, 1);
  auto const host_values = random_values<T>(many, -3, greatest + 3, 2);
  auto const v = vector_of<S>(host), values = vector_of<S>(host_values);
  std::vector<std::ptrdiff_t> lower, upper;
  std::vector<char> present;
  for (T const x : host_values) {
    lower.push_back(std::lower_bound(host.begin(), host.end(), x) - host.begin());
    upper.push_back(std::upper_bound(host.begin(), host.end(), x) - host.begin());
    present.push_back(std::binary_search(host.begin(), host.end(), x));
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(host_values.size(), 5); ++i) {
    T const x = host_values[i];
    CHECK(S::run(thrum::lower_bound, v.begin(), v.end(), x) - v.begin() == lower[i]);
    CHECK(S::run(thrum::upper_bound, v.begin(), v.end(), x) - v.begin() == upper[i]);
    CHECK(S::run(thrum::binary_search, v.begin(), v.end(), x) == (present[i] != 0));
  }
  typename S::template vector<std::ptrdiff_t> places(host_values.size());
  typename S::template vector<char> flags(host_values.size());
  CHECK(S::run(thrum::lower_bound, v.begin(), v.end(), values.begin(), values.end(), places.begin()) ==
        places.end());
  CHECK(host_copy(places) == lower);
  CHECK(S::run(thrum::upper_bound, v.begin(), v.end(), values.begin(), values.end(), places.begin()) ==
        places.end());
  CHECK(host_copy(places) == upper);
  CHECK(S::run(thrum::binary_search, v.begin(), v.end(), values.begin(), values.end(), flags.begin()) ==
        flags.end());
  CHECK(host_copy(flags) == present);
}

}  // namespace

TEST_CASE_TEMPLATE("merge int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    check_merge<S, int>(n, n, 1000);
    check_merge<S, int>(n, 100, 5);
    check_merge<S, int>(0, n, 1000);
    check_merge<S, int>(n, 0, 1000);
    check_merge<S, int>(10, n, 0);
  }
}
TEST_CASE_TEMPLATE("merge other types", S, MAIN_SYSTEMS) {
  check_merge<S, std::int8_t>(20'000, 30'000, 90);
  check_merge<S, double>(20'000, 30'000, 90);
  check_merge<S, cache_line>(10'000, 9'000, 90);
  check_merge<S, int>(large_size((1 << 20) + 1), large_size(1 << 20) / 2 - 1, 1'000'000);
}
TEST_CASE_TEMPLATE("merge is stable: of equal elements the first range's come first", S, MAIN_SYSTEMS) {
  auto const host1 = sorted_records(30'000, 20, 0), host2 = sorted_records(20'000, 20, 1'000'000);
  std::vector<record> expected(50'000);
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), expected.begin());
  auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  typename S::template vector<record> out(expected.size());
  S::run(thrum::merge, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin());
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("merge_by_key", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    check_merge_by_key<S>(n, 10'007, 1000);
    check_merge_by_key<S>(10'007, n, 3);
  }
  check_merge_by_key<S>(100'000, large_size(200'000), 1);
  check_merge_by_key<S>(large_size(400'000), 100'000, 1'000'000);
}
TEST_CASE_TEMPLATE("merge_by_key of one type, by another order, of computed values", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 20'000;
  std::vector<int> host1 = sorted_values<int>(n, 300, 1), host2 = sorted_values<int>(n, 300, 2);
  std::reverse(host1.begin(), host1.end());
  std::reverse(host2.begin(), host2.end());
  std::vector<int> merged(2 * host1.size());
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), merged.begin(), falling{});
  auto const k1 = vector_of<S>(host1), k2 = vector_of<S>(host2);
  typename S::template vector<int> keys(merged.size()), values(merged.size());
  thrum::counting_iterator<int> const numbers(0);
  auto const ends = S::run(thrum::merge_by_key, k1.begin(), k1.end(), k2.begin(), k2.end(), numbers,
                           numbers + 20'000, keys.begin(), values.begin(), falling{});
  CHECK(ends.first == keys.end());
  CHECK(ends.second == values.end());
  CHECK(host_copy(keys) == merged);
  std::vector<int> sources;
  host1.insert(host1.end(), host2.begin(), host2.end());
  for (int const place : host_copy(values)) sources.push_back(host1[static_cast<std::size_t>(place)]);
  CHECK(sources == merged);
}
TEST_CASE_TEMPLATE("inplace_merge is stable", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    for (std::int64_t const distinct : {1, 20, 10'000}) {
      auto elements = random_records(n, distinct);
      for (std::ptrdiff_t const n1 : {std::ptrdiff_t{0}, n / 3, n - n / 10, n}) {
        auto parts = elements;
        std::stable_sort(parts.begin(), parts.begin() + n1);
        std::stable_sort(parts.begin() + n1, parts.end());
        check_inplace_merge<S>(parts, n1);
      }
    }
  }
}
TEST_CASE_TEMPLATE("inplace_merge by another order, through an adaptor", S, MAIN_SYSTEMS) {
  auto host = random_values<int>(30'000, 0, 50'000);
  std::sort(host.begin(), host.begin() + 20'000);
  std::sort(host.begin() + 20'000, host.end());
  auto v = vector_of<S>(host);
  auto const first = thrum::make_reverse_iterator(v.end());
  S::run(thrum::inplace_merge, first, first + 10'000, first + 30'000, falling{});
  std::sort(host.begin(), host.end());
  CHECK(host_copy(v) == host);
}

TEST_CASE_TEMPLATE("equal_range", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 1000, 10'007}) {
    for (std::int64_t const greatest : {0, 5, 3000}) {
      auto const host = sorted_values<int>(n, greatest, 1);
      auto const v = vector_of<S>(host);
      for (int const x : {-1, 0, 1, 4, 5, 6, 1500, 3000}) {
        auto const expected = std::equal_range(host.begin(), host.end(), x);
        auto const found = S::run(thrum::equal_range, v.begin(), v.end(), x);
        CHECK(found.first - v.begin() == expected.first - host.begin());
        CHECK(found.second - v.begin() == expected.second - host.begin());
      }
    }
  }
  auto const v = vector_of<S>(std::vector<int>{9, 7, 7, 4, 1});
  auto const sevens = S::run(thrum::equal_range, v.begin(), v.end(), 7, falling{});
  CHECK(sevens.first == v.begin() + 1);
  CHECK(sevens.second == v.begin() + 3);
}

TEST_CASE_TEMPLATE("bounds in int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    check_bounds<S, int>(n, 100, 50);
    check_bounds<S, int>(1000, n, 3000);
  }
}
TEST_CASE_TEMPLATE("bounds in other types", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 1000, 20'000}) {
    check_bounds<S, std::int8_t>(n, 1000, 100);
    check_bounds<S, double>(n, 1000, 1000);
    check_bounds<S, std::int64_t>(n, 20'000, 10'000);
  }
}
TEST_CASE_TEMPLATE("bounds by another order", S, ALL_SYSTEMS) {
  auto const v = vector_of<S>(std::vector<int>{9, 7, 7, 4, 1});
  CHECK(S::run(thrum::lower_bound, v.begin(), v.end(), 7, falling{}) == v.begin() + 1);
  CHECK(S::run(thrum::upper_bound, v.begin(), v.end(), 7, thrum::greater<>{}) == v.begin() + 3);
  CHECK(S::run(thrum::binary_search, v.begin(), v.end(), 4, falling{}));
  CHECK(!S::run(thrum::binary_search, v.begin(), v.end(), 5, falling{}));
  auto const values = vector_of<S>(std::vector<int>{10, 7, 0});
  typename S::template vector<int> out(3);
  S::run(thrum::lower_bound, v.begin(), v.end(), values.begin(), values.end(), out.begin(), falling{});
  CHECK(host_copy(out) == std::vector<int>{0, 1, 5});
  S::run(thrum::upper_bound, v.begin(), v.end(), values.begin(), values.end(), out.begin(), falling{});
  CHECK(host_copy(out) == std::vector<int>{0, 3, 5});
  S::run(thrum::binary_search, v.begin(), v.end(), values.begin(), values.end(), out.begin(), falling{});
  CHECK(host_copy(out) == std::vector<int>{0, 1, 0});
}
TEST_CASE_TEMPLATE("bounds in a range of 2^40 elements", S, MAIN_SYSTEMS) {
  auto const first = thrum::make_counting_iterator(std::int64_t{-5});
  auto const last = first + (std::int64_t{1} << 40);
  CHECK(S::run(thrum::lower_bound, first, last, std::int64_t{1} << 39) - first == (std::int64_t{1} << 39) + 5);
  CHECK(S::run(thrum::upper_bound, first, last, std::int64_t{1} << 39) - first == (std::int64_t{1} << 39) + 6);
  CHECK(!S::run(thrum::binary_search, first, last, std::int64_t{1} << 40));
  auto const found = S::run(thrum::equal_range, first, last, std::int64_t{1} << 39);
  CHECK(found.first - first == (std::int64_t{1} << 39) + 5);
  CHECK(found.second - first == (std::int64_t{1} << 39) + 6);
}
