// set_union, set_intersection, set_difference, set_symmetric_difference, the same by key, and includes.
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/set_operations.h>
#include <algorithm>
#include <iterator>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({32, 256, 4096, 8192, 16384});

/// Callable only when it is not const.
struct falling {
  int calls = 0;
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) {
    ++calls;
    return b < a;
  }
};
struct doubled {
  THRUM_HD std::int64_t operator()(std::int64_t x) const { return 2 * x; }
};

template <class T>
std::vector<T> sorted_values(std::ptrdiff_t n, std::int64_t greatest, std::uint64_t seed) {
  auto values = random_values<T>(n, 0, greatest, seed);
  std::sort(values.begin(), values.end());
  return values;
}

// The standard's algorithms, one after the other, each beside the library's.
template <class T, class Less, class Check>
void for_each_operation(std::vector<T> const& a, std::vector<T> const& b, Less less, Check check) {
  auto const expect = [&](auto operation, auto expected_of) {
    std::vector<T> expected(a.size() + b.size());
    expected.erase(expected_of(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), less), expected.end());
    check(operation, expected);
  };
  expect(thrum::set_union, [](auto... x) { return std::set_union(x...); });
  expect(thrum::set_intersection, [](auto... x) { return std::set_intersection(x...); });
  expect(thrum::set_difference, [](auto... x) { return std::set_difference(x...); });
  expect(thrum::set_symmetric_difference, [](auto... x) { return std::set_symmetric_difference(x...); });
}

template <class S, class T, class Less>
void check_operations(std::vector<T> const& host1, std::vector<T> const& host2, Less less) {
  auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  // The outputs have one element more, which no call may write to.
  auto const blank = vector_of<S>(std::vector<T>(host1.size() + host2.size() + 1, T(99)));
  for_each_operation(host1, host2, less, [&](auto operation, std::vector<T> const& expected) {
    auto out = blank;
    auto whole = host_copy(blank);
    std::copy(expected.begin(), expected.end(), whole.begin());
    auto const end = out.begin() + static_cast<std::ptrdiff_t>(expected.size());
    if constexpr (std::is_same_v<Less, std::less<>>) {
      CHECK(S::run(operation, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin()) == end);
    } else {
      CHECK(S::run(operation, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin(), less) == end);
    }
    CHECK(host_copy(out) == whole);
  });
}

template <class S, class T>
void check_type(std::ptrdiff_t n1, std::ptrdiff_t n2, std::int64_t greatest) {
  CAPTURE(n1);
  CAPTURE(n2);
  CAPTURE(greatest);
  check_operations<S>(sorted_values<T>(n1, greatest, 1), sorted_values<T>(n2, greatest, 2), std::less<>{});
}

/// Returns sorted records with few distinct keys. Each record knows its index and its range.
std::vector<record> sorted_records(std::ptrdiff_t n, std::int64_t distinct, std::int64_t range) {
  auto records = random_records(n, distinct);
  for (record& r : records) r.payload += range;
  std::stable_sort(records.begin(), records.end());
  return records;
}

template <class S>
void check_by_key(std::vector<record> const& host1, std::vector<record> const& host2) {
  std::vector<int> host_keys[2];
  std::vector<double> host_values[2];
  for (int r = 0; r < 2; ++r) {
    for (record const& x : r == 0 ? host1 : host2) {
      host_keys[r].push_back(static_cast<int>(x.key));
      host_values[r].push_back(static_cast<double>(x.payload));
    }
  }
  auto const k1 = vector_of<S>(host_keys[0]), k2 = vector_of<S>(host_keys[1]);
  auto const v1 = vector_of<S>(host_values[0]), v2 = vector_of<S>(host_values[1]);
  auto const n = host1.size() + host2.size();
  for_each_operation(host1, host2, std::less<>{}, [&](auto operation, std::vector<record> const& expected) {
    typename S::template vector<int> keys(n);
    typename S::template vector<double> values(n);
    using ends_type = thrum::pair<decltype(keys.begin()), decltype(values.begin())>;
    ends_type ends;
    auto const run = [&](auto by_key) -> ends_type {
      return S::run(by_key, k1.begin(), k1.end(), k2.begin(), k2.end(), v1.begin(), v2.begin(), keys.begin(),
                    values.begin());
    };
    using named = decltype(operation);
    if constexpr (std::is_same_v<named, std::remove_const_t<decltype(thrum::set_union)>>) {
      ends = run(thrum::set_union_by_key);
    } else if constexpr (std::is_same_v<named, std::remove_const_t<decltype(thrum::set_difference)>>) {
      ends = run(thrum::set_difference_by_key);
    } else if constexpr (std::is_same_v<named, std::remove_const_t<decltype(thrum::set_intersection)>>) {
      ends = S::run(thrum::set_intersection_by_key, k1.begin(), k1.end(), k2.begin(), k2.end(), v1.begin(),
                    keys.begin(), values.begin());
    } else {
      ends = run(thrum::set_symmetric_difference_by_key);
    }
    auto const taken = static_cast<std::ptrdiff_t>(expected.size());
    CHECK(ends.first == keys.begin() + taken);
    CHECK(ends.second == values.begin() + taken);
    auto const host_k = host_copy(keys);
    auto const host_v = host_copy(values);
    std::vector<record> found;
    for (std::size_t i = 0; i < expected.size(); ++i)
      found.push_back(record(host_k[i], static_cast<std::int64_t>(host_v[i])));
    CHECK(found == expected);
  });
}

/// Keys of four bytes as the left or the right operand of a comparison with those of eight.
struct by_tens {
  THRUM_HD bool operator()(int a, std::int64_t b) const { return 10 * a < b; }
  THRUM_HD bool operator()(std::int64_t a, int b) const { return a < 10 * b; }
};

template <class S>
void check_two_types(std::ptrdiff_t n1, std::ptrdiff_t n2, std::int64_t greatest) {
  CAPTURE(n1);
  CAPTURE(n2);
  CAPTURE(greatest);
  auto const host1 = sorted_values<int>(n1, greatest, 1);
  auto host2 = sorted_values<std::int64_t>(n2, greatest, 2);
  for (std::int64_t& x : host2) x *= 10;
  auto const v1 = vector_of<S>(host1);
  auto const v2 = vector_of<S>(host2);
  auto const values = vector_of<S>(std::vector<cache_line>(host1.size(), cache_line{7}));
  std::vector<int> expected;
  std::set_intersection(host1.begin(), host1.end(), host2.begin(), host2.end(), std::back_inserter(expected),
                        by_tens{});
  auto keys_out = vector_of<S>(std::vector<int>(host1.size()));
  auto values_out = vector_of<S>(std::vector<cache_line>(host1.size()));
  auto const ends = S::run(thrum::set_intersection_by_key, v1.begin(), v1.end(), v2.begin(), v2.end(),
                           values.begin(), keys_out.begin(), values_out.begin(), by_tens{});
  auto found = host_copy(keys_out);
  found.resize(static_cast<std::size_t>(ends.first - keys_out.begin()));
  CHECK(found == expected);
  auto const with = host_copy(values_out);
  for (std::size_t k = 0; k < with.size(); ++k) CHECK(with[k].value == (k < expected.size() ? 7 : 0));
}

/// A relation that is no order: it seems to be tossed for each pair.
struct tossed {
  THRUM_HD bool operator()(int a, int b) const {
    auto const x = static_cast<unsigned>(a) * 2654435761U ^ static_cast<unsigned>(b) * 40503U;
    return (x >> 13 & 1U) != 0;
  }
};

template <class S>
void check_includes(std::vector<int> const& host1, std::vector<int> const& host2) {
  auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
  CHECK(S::run(thrum::includes, v1.begin(), v1.end(), v2.begin(), v2.end()) ==
        std::includes(host1.begin(), host1.end(), host2.begin(), host2.end()));
}

}  // namespace

TEST_CASE_TEMPLATE("set operations of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    check_type<S, int>(n, n, 1000);
    check_type<S, int>(n, 100, 5);
    check_type<S, int>(100, n, 0);
    check_type<S, int>(0, n, 1000);
    check_type<S, int>(n, 0, 1000);
  }
}
TEST_CASE_TEMPLATE("set operations of other types", S, MAIN_SYSTEMS) {
  check_type<S, std::int8_t>(20'000, 30'000, 90);
  check_type<S, double>(20'000, 30'000, 90'000);
  check_type<S, cache_line>(10'000, 9'000, 90);
}
// A thread block of a device does 4351 steps through small elements, 2303 through elements of eight
// bytes, 1279 through records. Up to 16 blocks find their parts themselves.
TEST_CASE_TEMPLATE("set operations of sizes around those of blocks", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const block : {1279, 2303, 4351}) {
    for (std::ptrdiff_t const n : {block - 1, block, block + 1, 2 * block, 2 * block + 1, 3 * block - 1}) {
      for (std::int64_t const greatest : {0, 2, 3000}) {
        check_type<S, int>(n / 3, n - n / 3, greatest);
        check_type<S, double>(n - 10, 10, greatest);
        check_type<S, record>(n / 2, n - n / 2, greatest);
      }
      check_type<S, std::int64_t>(n, 0, 50);
      check_type<S, std::int64_t>(0, n, 50);
    }
  }
}
TEST_CASE_TEMPLATE("set operations of sizes around those of sixteen blocks", S, MAIN_SYSTEMS) {
  for (std::int64_t const greatest : {0, 2, 30'000}) {
    for (std::ptrdiff_t const n : {16 * 4351, 16 * 4351 + 1}) check_type<S, int>(n / 2, n - n / 2, greatest);
    for (std::ptrdiff_t const n : {16 * 1279, 16 * 1279 + 1}) check_type<S, record>(n / 3, n - n / 3, greatest);
  }
}
TEST_CASE_TEMPLATE("set operations of ranges that follow each other or are the same", S, MAIN_SYSTEMS) {
  std::vector<int> low(9000), high(9000);
  std::iota(low.begin(), low.end(), 0);
  std::iota(high.begin(), high.end(), 9000);
  check_operations<S>(low, high, std::less<>{});
  check_operations<S>(high, low, std::less<>{});
  check_operations<S>(low, low, std::less<>{});
}
TEST_CASE_TEMPLATE("set operations of large ranges", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : large_sizes({100'000, 1 << 20})) {
    check_type<S, int>(n + 1, n / 2 - 1, 1'000'000);
    check_type<S, int>(n, n + 77, 3);
    check_type<S, int>(n, n - 30'000, 0);
    check_type<S, int>(30, n + 1, 100);
  }
}
TEST_CASE_TEMPLATE("set operations by another order", S, MAIN_SYSTEMS) {
  auto host1 = sorted_values<int>(20'000, 300, 1), host2 = sorted_values<int>(10'007, 300, 2);
  std::reverse(host1.begin(), host1.end());
  std::reverse(host2.begin(), host2.end());
  check_operations<S>(host1, host2, falling{});
}
TEST_CASE_TEMPLATE("set operations take equal elements from the range that the standard says", S, MAIN_SYSTEMS) {
  for (std::int64_t const distinct : {1, 3, 20, 10'000}) {
    CAPTURE(distinct);
    auto const records1 = sorted_records(20'000, distinct, 0),
               records2 = sorted_records(30'000, distinct, 1 << 30);
    check_operations<S>(records1, records2, std::less<>{});
    check_operations<S>(records2, records1, std::less<>{});
  }
}
TEST_CASE_TEMPLATE("set operations by key", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 100, 8192, 30'000}) {
    for (std::int64_t const distinct : {1, 20, 20'000}) {
      CAPTURE(n);
      CAPTURE(distinct);
      check_by_key<S>(sorted_records(n, distinct, 0), sorted_records(10'007, distinct, 1 << 30));
      check_by_key<S>(sorted_records(10'007, distinct, 0), sorted_records(n, distinct, 1 << 30));
    }
  }
}
TEST_CASE_TEMPLATE("set operations of keys of two types, with large values", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {10, 4351, 9000}) {
    check_two_types<S>(n, n / 2, 20);
    check_two_types<S>(n / 2, n, 100'000);
  }
}
TEST_CASE_TEMPLATE("set operations by a relation that is no order write to no other place", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 4000, 9000, 20'000}) {
    auto const v1 = vector_of<S>(sorted_values<int>(n, 1 << 20, 1));
    auto const v2 = vector_of<S>(sorted_values<int>(n / 2, 1 << 20, 2));
    auto const check = [&](auto operation, std::ptrdiff_t most) {
      auto out = vector_of<S>(std::vector<int>(static_cast<std::size_t>(most + 1), -1));
      CHECK(S::run(operation, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin(), tossed{}) - out.begin() <=
            most);
      CHECK(host_copy(out).back() == -1);
    };
    check(thrum::set_union, n + n / 2);
    check(thrum::set_symmetric_difference, n + n / 2);
    check(thrum::set_difference, n);
    check(thrum::set_intersection, n / 2);
  }
}
TEST_CASE_TEMPLATE("set operations of computed elements", S, MAIN_SYSTEMS) {
  std::int64_t const n = 40'000;
  thrum::counting_iterator<std::int64_t> const numbers(0);
  auto const even = thrum::make_transform_iterator(numbers, doubled{});
  typename S::template vector<std::int64_t> out(static_cast<std::size_t>(2 * n));
  auto const first = out.begin();
  CHECK(S::run(thrum::set_intersection, numbers, numbers + n, even, even + n, first) == first + n / 2);
  CHECK(host_copy(out)[static_cast<std::size_t>(n / 2 - 1)] == n - 2);
  CHECK(S::run(thrum::set_difference, numbers, numbers + n, even, even + n, first) == first + n / 2);
  CHECK(host_copy(out)[static_cast<std::size_t>(n / 2 - 1)] == n - 1);
  auto const down = thrum::make_reverse_iterator(out.end());
  CHECK(S::run(thrum::set_union, numbers, numbers + n, even, even + n, down) == down + (n + n / 2));
  CHECK(host_copy(out)[static_cast<std::size_t>(n / 2)] == 2 * n - 2);
  auto const nowhere = thrum::make_discard_iterator();
  CHECK(S::run(thrum::set_symmetric_difference, numbers, numbers + n, even, even + n, nowhere) == nowhere + n);
  // Computed values, and pairs as keys.
  auto const ones = thrum::make_constant_iterator(std::int64_t{1});
  auto const pairs = thrum::make_zip_iterator(numbers, numbers);
  auto const other_pairs = thrum::make_zip_iterator(numbers, even);
  auto const ends = S::run(thrum::set_union_by_key, pairs, pairs + n, other_pairs, other_pairs + n, ones, numbers,
                           nowhere, first);
  CHECK(ends.second == first + (2 * n - 1));  // (0, 0) is in both ranges
  // The result has (k, k) with a one from the first range, and (k, 2k) with k from the second.
  auto const values = host_copy(out);
  for (std::size_t k = 1; k < 40'000; k += 1000) {
    CHECK(values[2 * k - 1] == 1);
    CHECK(values[2 * k] == static_cast<std::int64_t>(k));
  }
  CHECK(ends.first == nowhere + (2 * n - 1));
}
TEST_CASE_TEMPLATE("includes", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    for (std::int64_t const greatest : {0, 5, 100'000}) {
      CAPTURE(greatest);
      auto const all = sorted_values<int>(n, greatest, 1);
      auto some = all;
      check_includes<S>(all, some);
      if (n == 0) continue;
      some.erase(some.begin() + n / 2);
      check_includes<S>(all, some);  // all are there
      check_includes<S>(some, all);  // one is missing
      some.insert(some.begin(), some.front());
      check_includes<S>(all, some);  // as many, or one more than there are
      some.push_back(100'001);
      check_includes<S>(all, some);
    }
    check_includes<S>({}, sorted_values<int>(n, 9, 1));
    check_includes<S>(sorted_values<int>(n, 9, 1), {});
    check_includes<S>(sorted_values<int>(100'000, 2000, 1), sorted_values<int>(n, 2000, 2));
  }
}
TEST_CASE_TEMPLATE("includes in a range of 2^40 elements", S, MAIN_SYSTEMS) {
  thrum::counting_iterator<std::int64_t> const numbers(0);
  auto const last = numbers + (std::int64_t{1} << 40);
  auto const even = thrum::make_transform_iterator(numbers, doubled{});
  CHECK(S::run(thrum::includes, numbers, last, even, even + 200'000));
  CHECK(!S::run(thrum::includes, even, even + (std::int64_t{1} << 40), numbers, numbers + 200'000));
  CHECK(S::run(thrum::includes, numbers, last, last - 1000, last));
  CHECK(!S::run(thrum::includes, numbers, last, last - 1000, last + 1));
}
