// inner_join, inner_join_size.
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/inner_join.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

struct pairs_of_indices {
  std::vector<std::int64_t> first, second;
};
/// Joins by two loops over runs of equal keys.
template <class T, class U, class Less>
pairs_of_indices join_of(std::vector<T> const& a, std::vector<U> const& b, Less less) {
  pairs_of_indices pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto const [first, last] = std::equal_range(b.begin(), b.end(), a[i], less);
    for (auto it = first; it != last; ++it) {
      pairs.first.push_back(static_cast<std::int64_t>(i));
      pairs.second.push_back(it - b.begin());
    }
  }
  return pairs;
}

template <class S, class P, class T, class U, class Less, class StdLess>
void check_join(std::vector<T> const& host_a, std::vector<U> const& host_b, Less less, StdLess std_less) {
  CAPTURE(host_a.size());
  CAPTURE(host_b.size());
  auto const expected = join_of(host_a, host_b, std_less);
  auto const n = std::ssize(expected.first);
  auto const a = vector_of<S>(host_a);
  auto const b = vector_of<S>(host_b);
  CHECK(S::run(thrum::inner_join_size, a.begin(), a.end(), b.begin(), b.end(), less) == n);
  typename S::template vector<std::ptrdiff_t> size(1);
  S::run(thrum::inner_join_size_into, a.begin(), a.end(), size.begin(), b.begin(), b.end(), less);
  CHECK(host_copy(size)[0] == n);
  auto first = vector_of<S>(std::vector<P>(expected.first.size() + 1, P(77)));
  auto second = vector_of<S>(std::vector<std::int64_t>(expected.first.size() + 1, -7));
  auto const ends =
      S::run(thrum::inner_join, a.begin(), a.end(), b.begin(), b.end(), first.begin(), second.begin(), less);
  CHECK(ends.first - first.begin() == n);
  CHECK(ends.second - second.begin() == n);
  auto places1 = host_copy(first);
  auto places2 = host_copy(second);
  CHECK(places1.back() == P(77));
  CHECK(places2.back() == -7);
  places1.pop_back();
  places2.pop_back();
  CHECK(std::equal(places1.begin(), places1.end(), expected.first.begin(), expected.first.end(),
                   [](P x, std::int64_t y) { return x == static_cast<P>(y); }));
  CHECK(places2 == expected.second);
}

template <class T>
std::vector<T> sorted_values(std::ptrdiff_t n, std::int64_t high, std::uint64_t seed) {
  auto v = random_values<T>(n, 0, high, seed);
  std::sort(v.begin(), v.end());
  return v;
}

/// Joins within a functor, sequentially.
struct join_of_four {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int const a[4] = {0, 1, static_cast<int>(1 + i % 2), 3}, b[4] = {1, 1, 2, static_cast<int>(2 + i % 3)};
    int places1[16], places2[16];
    auto const ends = thrum::inner_join(thrum::seq, a, a + 4, b, b + 4, places1, places2);
    int code = static_cast<int>(thrum::inner_join_size(thrum::seq, a, a + 4, b, b + 4));
    for (int k = 0; k < ends.first - places1; ++k) code = (code * 17 + places1[k] * 4 + places2[k]) % 1'000'003;
    return code;
  }
};

struct lower_half {
  THRUM_HD int operator()(int x) const { return x / 2; }
};

}  // namespace

TEST_CASE_TEMPLATE("inner_join of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n1 : {0, 1, 2, 64, 1000, 20'000}) {
    for (std::ptrdiff_t const n2 : {0, 1, 3, 1000, 30'000}) {
      auto const a = sorted_values<int>(n1, 10'000, 1), b = sorted_values<int>(n2, 10'000, 2);
      check_join<S, int>(a, b, thrum::less<>{}, std::less<>{});
    }
  }
}
TEST_CASE_TEMPLATE("inner_join of numbers that lie near each other", S, MAIN_SYSTEMS) {
  // Each number occurs once to thrice; the steps between numbers cannot be guessed.
  auto const check = []<class T>(T, std::ptrdiff_t n1, std::ptrdiff_t n2, int step) {
    auto const keys = [&](std::ptrdiff_t n, std::uint64_t seed) {
      auto const words = random_values<int>(2 * n, 0, 299, seed);
      std::vector<T> all;
      int key = 0;
      for (std::size_t i = 0; std::ssize(all) < n; ++i) {
        key += 1 + words[2 * i] % step;
        all.insert(all.end(), static_cast<std::size_t>(1 + words[2 * i + 1] % 3), static_cast<T>(key));
      }
      all.resize(static_cast<std::size_t>(n));
      return all;
    };
    check_join<S, std::int32_t>(keys(n1, 5), keys(n2, 6), thrum::less<>{}, std::less<>{});
  };
  for (std::ptrdiff_t const n : {63, 64, 65, 67, 68, 69, 127, 1023, 1024, 1025, 5000}) {
    check(std::int32_t{}, n, n, 3);
    check(0.F, n, n, 2);
  }
  check(std::int64_t{}, 20'000, 3000, 4);  // the second range ends first
  check(0., 3000, 20'000, 30);             // steps that are long at times
  check(std::uint16_t{}, 9000, 9000, 2);
}
TEST_CASE_TEMPLATE("inner_join of numbers of which some later ones occur often", S, MAIN_SYSTEMS) {
  // The first numbers of a walk cannot be guessed; later ones make more pairs than a walk keeps.
  for (std::ptrdiff_t const run : {3, 100, 3000}) {
    auto a = sorted_values<int>(3000, 4000, 3), b = sorted_values<int>(5000, 6000, 4);
    for (std::size_t const at : {std::size_t{600}, std::size_t{1500}}) {
      b.insert(std::lower_bound(b.begin(), b.end(), a[at]), static_cast<std::size_t>(run), a[at]);
      std::fill(a.begin() + static_cast<std::ptrdiff_t>(at), a.begin() + static_cast<std::ptrdiff_t>(at) + 3,
                a[at]);
    }
    check_join<S, std::int32_t>(a, b, thrum::less<>{}, std::less<>{});
  }
}
TEST_CASE_TEMPLATE("inner_join of ranges that end in NaNs writes indices of both", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n1 : {80, 1100}) {
    for (std::ptrdiff_t const n2 : {106, 460}) {
      auto a = sorted_values<float>(n1, n1, 1), b = sorted_values<float>(n2, n2, 2);
      std::fill(a.begin() + n1 / 3, a.end(), std::numeric_limits<float>::quiet_NaN());
      std::fill(b.end() - 10, b.end(), std::numeric_limits<float>::quiet_NaN());
      auto const keys = vector_of<S>(a), other_keys = vector_of<S>(b);
      // NaNs have no order: any pairs will do.
      auto const most = static_cast<std::size_t>(n1 * n2);
      auto places1 = vector_of<S>(std::vector<std::int64_t>(most, -1)), places2 = places1;
      auto const ends = S::run(thrum::inner_join, keys.begin(), keys.end(), other_keys.begin(), other_keys.end(),
                               places1.begin(), places2.begin());
      auto const first = host_copy(places1), second = host_copy(places2);
      std::ptrdiff_t const pairs = ends.first - places1.begin();
      CHECK(std::all_of(first.begin(), first.begin() + pairs, [=](auto i) { return i >= 0 && i < n1; }));
      CHECK(std::all_of(second.begin(), second.begin() + pairs, [=](auto k) { return k >= 0 && k < n2; }));
      CHECK(std::all_of(first.begin() + pairs, first.end(), [](auto i) { return i == -1; }));
    }
  }
}
TEST_CASE_TEMPLATE("inner_join of ranges one of which is much longer", S, MAIN_SYSTEMS) {
  auto const few = sorted_values<int>(1500, 100'000, 1), many = sorted_values<int>(60'000, 100'000, 2);
  check_join<S, int>(few, many, thrum::less<>{}, std::less<>{});
  check_join<S, std::uint16_t>(many, few, thrum::less<>{}, std::less<>{});
}
TEST_CASE_TEMPLATE("inner_join of keys that occur often", S, MAIN_SYSTEMS) {
  check_join<S, std::uint16_t>(sorted_values<int>(500, 3, 1), sorted_values<int>(700, 5, 2), thrum::less<>{},
                               std::less<>{});
  check_join<S, std::uint16_t>(std::vector<int>{7}, std::vector<int>(300'000, 7), thrum::less<>{}, std::less<>{});
  check_join<S, std::uint32_t>(std::vector<int>(100'000, 7), std::vector<int>{6, 7}, thrum::less<>{},
                               std::less<>{});
}
TEST_CASE_TEMPLATE("inner_join of some keys that occur seldom, some often and some very often", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n1 : {1023, 1024, 1025, 70'000}) {
    auto a = sorted_values<int>(n1, n1, 3), b = sorted_values<int>(80'000, 60'000, 4);
    std::fill(a.begin() + n1 / 2, a.begin() + n1 / 2 + 40, a[static_cast<std::size_t>(n1) / 2 + 40]);
    b.insert(std::lower_bound(b.begin(), b.end(), a[static_cast<std::size_t>(n1) / 2]), 2500,
             a[static_cast<std::size_t>(n1) / 2]);
    std::fill(b.begin() + 200, b.begin() + 900, b[200]);
    check_join<S, std::uint32_t>(a, b, thrum::less<>{}, std::less<>{});
  }
}
TEST_CASE_TEMPLATE("inner_join of keys of two types, by another order", S, MAIN_SYSTEMS) {
  auto a = sorted_values<double>(5000, 3000, 1);
  auto b = sorted_values<std::int64_t>(4000, 3000, 2);
  check_join<S, int>(a, b, thrum::less<>{}, std::less<>{});
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  check_join<S, int>(a, b, thrum::greater<>{}, std::greater<>{});
}
TEST_CASE_TEMPLATE("inner_join of records", S, MORE_SYSTEMS) {
  auto a = random_records(3000, 1000), b = random_records(2000, 1000);
  std::stable_sort(a.begin(), a.end());
  std::stable_sort(b.begin(), b.end());
  check_join<S, int>(a, b, thrum::less<>{}, std::less<>{});
}

TEST_CASE_TEMPLATE("inner_join of computed keys brings values together", S, MAIN_SYSTEMS) {
  int const n = 3000;
  thrum::counting_iterator<int> const first(0);
  auto const halves = thrum::make_transform_iterator(first, lower_half{});
  typename S::template vector<int> places1(2 * n), places2(2 * n), values(2 * n);
  auto const ends =
      S::run(thrum::inner_join, first, first + n, halves, halves + 2 * n, places1.begin(), places2.begin());
  REQUIRE(ends.first == places1.end());
  S::run(thrum::gather, places1.begin(), places1.end(), first, values.begin());
  std::vector<int> expected1, expected2;
  for (int i = 0; i < 2 * n; ++i) {
    expected1.push_back(i / 2);
    expected2.push_back(i);
  }
  CHECK(host_copy(values) == expected1);
  CHECK(host_copy(places2) == expected2);
  auto const counted = S::run(thrum::inner_join, first, first + n, halves, halves + 2 * n,
                              thrum::discard_iterator{}, thrum::discard_iterator{});
  CHECK(counted.first - thrum::discard_iterator{} == 2 * n);
}

TEST_CASE_TEMPLATE("seq joins within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), join_of_four{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = join_of_four{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("inner_join of strings", S, HOST_BACKENDS) {
  auto const strings = [](std::ptrdiff_t n, std::uint64_t seed) {
    std::vector<std::string> v;
    for (int const x : random_values<int>(n, 0, 800, seed)) v.push_back("the string " + std::to_string(x));
    std::sort(v.begin(), v.end());
    return v;
  };
  check_join<S, int>(strings(1000, 1), strings(2000, 2), thrum::less<>{}, std::less<>{});
}

#if defined(THRUM_WITH_TBB)
/// What inner_join says and writes under tbb::par on few threads, whose stretches are short.
template <class I, class J>
pairs_of_indices join_on_threads(int threads, I first1, std::ptrdiff_t n1, J first2, std::ptrdiff_t n2) {
  auto const policy = thrum::tbb::policy().threads(threads);
  auto const size =
      static_cast<std::size_t>(thrum::inner_join_size(policy, first1, first1 + n1, first2, first2 + n2));
  pairs_of_indices pairs{std::vector<std::int64_t>(size + 1, -7), std::vector<std::int64_t>(size + 1, -7)};
  auto const ends = thrum::inner_join(policy, first1, first1 + n1, first2, first2 + n2, pairs.first.begin(),
                                      pairs.second.begin());
  CHECK(ends.first == pairs.first.end() - 1);
  CHECK(ends.second == pairs.second.end() - 1);
  CHECK(pairs.first.back() == -7);
  CHECK(pairs.second.back() == -7);
  pairs.first.pop_back();
  pairs.second.pop_back();
  return pairs;
}

TEST_CASE("inner_join of keys that occur very often far from the first") {
  auto a = sorted_values<int>(140'000, 1'000'000, 5), b = sorted_values<int>(90'000, 1'000'000, 6);
  for (std::size_t const at : {100'000U, 139'000U}) {
    std::fill(a.begin() + static_cast<std::ptrdiff_t>(at), a.begin() + static_cast<std::ptrdiff_t>(at) + 60,
              a[at + 60]);
    b.insert(std::lower_bound(b.begin(), b.end(), a[at]), 3000, a[at]);
  }
  auto const expected = join_of(a, b, std::less<>{});
  for (int const threads : {1, 2, 3}) {
    auto const pairs = join_on_threads(threads, a.begin(), std::ssize(a), b.begin(), std::ssize(b));
    CHECK(pairs.first == expected.first);
    CHECK(pairs.second == expected.second);
  }
}
TEST_CASE("inner_join of a few keys with more than 2^33") {
  std::ptrdiff_t const n = 3000;
  auto const keys = thrum::make_transform_iterator(thrum::counting_iterator<std::int64_t>(0),
                                                   [](std::int64_t i) { return i << 22; });
  auto const pairs =
      join_on_threads(2, keys, n, thrum::counting_iterator<std::int64_t>(0), std::ptrdiff_t{1} << 34);
  REQUIRE(std::ssize(pairs.first) == n);
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    CHECK(pairs.first[i] == static_cast<std::int64_t>(i));
    CHECK(pairs.second[i] == static_cast<std::int64_t>(i) << 22);
  }
}
TEST_CASE("inner_join of keys with NaNs at the ends writes as many pairs as it says") {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> a(3000, 0.25F), b(200'000, 0.75F);
  std::fill(b.begin(), b.begin() + 100'000, 0.125F);
  a[1500] = 0.5F;
  std::fill(a.begin() + 1501, a.end(), nan);
  b.back() = nan;
  auto const pairs = join_on_threads(2, a.begin(), 1503, b.begin(), std::ssize(b));
  CHECK(std::is_sorted(pairs.first.begin(), pairs.first.end()));
}
#endif
#endif
