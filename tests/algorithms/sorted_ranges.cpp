// merge, lower_bound, upper_bound, binary_search.
#include <thrum/binary_search.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
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

/// Of one value, and of each of many.
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
  check_merge<S, int>((1 << 20) + 1, (1 << 19) - 1, 1'000'000);
}
TEST_CASE_TEMPLATE("merge is stable: of equal elements the first range's come first", S, MAIN_SYSTEMS) {
  auto host1 = random_records(30'000, 20), host2 = random_records(20'000, 20);
  for (record& r : host2) r.payload += 1'000'000;
  std::stable_sort(host1.begin(), host1.end());
  std::stable_sort(host2.begin(), host2.end());
  std::vector<record> expected(50'000);
  std::merge(host1.begin(), host1.end(), host2.begin(), host2.end(), expected.begin());
  auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  typename S::template vector<record> out(expected.size());
  S::run(thrum::merge, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin());
  CHECK(host_copy(out) == expected);
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
}
