// sort, stable_sort.
#include "data.h"
#include "policies.h"
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace {

/// By the last two digits; callable only when it is not const.
struct by_last_digits {
  int calls = 0;
  THRUM_HD bool operator()(int a, int b) {
    ++calls;
    return a % 100 < b % 100;
  }
};
struct by_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return a.key < b.key; }
};
struct by_falling_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return b.key < a.key; }
};

/// The inputs that sorts are known to stumble over.
template <class T>
std::vector<std::vector<T>> inputs(std::ptrdiff_t n) {
  std::vector<std::vector<T>> result;
  if constexpr (std::is_integral_v<T>) result.push_back(random_patterns<T>(n));
  else result.push_back(random_values<T>(n, -1'000'000, 1'000'000));
  result.push_back(random_values<T>(n, -2, 2));
  result.push_back(std::vector<T>(static_cast<std::size_t>(n), T(5)));
  auto sorted = result.front();
  std::sort(sorted.begin(), sorted.end());
  result.push_back(sorted);
  std::reverse(sorted.begin(), sorted.end());
  result.push_back(sorted);
  return result;
}

template <class S, class T>
void check_sorts(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    for (auto const& input : inputs<T>(n)) {
      CAPTURE(n);
      auto expected = input;
      auto v = vector_of<S>(input);
      std::sort(expected.begin(), expected.end());
      S::run(thrum::sort, v.begin(), v.end());
      CHECK(host_copy(v) == expected);
      v = vector_of<S>(input);
      S::run(thrum::stable_sort, v.begin(), v.end(), std::less<T>{});
      CHECK(host_copy(v) == expected);

      std::reverse(expected.begin(), expected.end());
      v = vector_of<S>(input);
      S::run(thrum::sort, v.begin(), v.end(), thrum::greater<>{});
      CHECK(host_copy(v) == expected);
    }
  }
}

auto const sizes = sizes_around({256, 4096, 16384, 32768, 65536});
std::vector<std::ptrdiff_t> const some_sizes{0, 1, 2, 255, 256, 4097, 70'000, 200'000};

}  // namespace

TEST_CASE_TEMPLATE("sort int", S, ALL_SYSTEMS) { check_sorts<S, int>(sizes); }
TEST_CASE_TEMPLATE("sort int8", S, MAIN_SYSTEMS) { check_sorts<S, std::int8_t>(some_sizes); }
TEST_CASE_TEMPLATE("sort uint16", S, MAIN_SYSTEMS) { check_sorts<S, std::uint16_t>(some_sizes); }
TEST_CASE_TEMPLATE("sort int64", S, MAIN_SYSTEMS) { check_sorts<S, std::int64_t>(some_sizes); }
TEST_CASE_TEMPLATE("sort uint64", S, MAIN_SYSTEMS) { check_sorts<S, std::uint64_t>(some_sizes); }
TEST_CASE_TEMPLATE("sort float", S, MAIN_SYSTEMS) { check_sorts<S, float>(some_sizes); }
TEST_CASE_TEMPLATE("sort double", S, MAIN_SYSTEMS) { check_sorts<S, double>(some_sizes); }

TEST_CASE_TEMPLATE("sort a large range", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {(std::ptrdiff_t{1} << 20) + 1, std::ptrdiff_t{1} << 22}) {
    auto expected = random_patterns<int>(n);
    auto v = vector_of<S>(expected);
    std::sort(expected.begin(), expected.end());
    S::run(thrum::sort, v.begin(), v.end());
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort with a comparator of one's own is stable", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto expected = random_values<int>(n, 0, 1'000'000);
    auto v = vector_of<S>(expected);
    std::stable_sort(expected.begin(), expected.end(), by_last_digits{});
    S::run(thrum::sort, v.begin(), v.end(), by_last_digits{});
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort of records is stable", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {2, 64, 16'384, 16'385, 32'769, 49'153, 200'000}) {
    CAPTURE(n);
    auto const host = random_records(n, 30);
    auto expected = host;
    auto v = vector_of<S>(host);
    std::stable_sort(expected.begin(), expected.end(), by_key{});
    S::run(thrum::stable_sort, v.begin(), v.end());
    CHECK(host_copy(v) == expected);
    expected = host;
    v = vector_of<S>(host);
    std::stable_sort(expected.begin(), expected.end(), by_falling_key{});
    S::run(thrum::sort, v.begin(), v.end(), by_falling_key{});
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort of aligned elements", S, MAIN_SYSTEMS) {
  auto expected = random_values<cache_line>(40'000);
  auto v = vector_of<S>(expected);
  std::sort(expected.begin(), expected.end());
  S::run(thrum::sort, v.begin(), v.end());
  CHECK(host_copy(v) == expected);
}

TEST_CASE_TEMPLATE("zeros of both signs are equal keys, infinities are the ends", S, MAIN_SYSTEMS) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (std::ptrdiff_t const n : {100, 1000, 100'000}) {
    CAPTURE(n);
    std::vector<double> const some{0.0, -0.0, 1.5, infinity, -infinity, -2.5, std::numeric_limits<double>::denorm_min(),
                                   -std::numeric_limits<double>::denorm_min()};
    std::vector<double> host;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      host.push_back(some[static_cast<std::size_t>(random_bits(static_cast<std::uint64_t>(i)) % some.size())]);
    }
    auto const check = [&](auto before) {
      auto expected = host;
      auto v = vector_of<S>(host);
      std::stable_sort(expected.begin(), expected.end(), before);
      S::run(thrum::stable_sort, v.begin(), v.end(), before);
      auto const sorted = host_copy(v);
      CHECK(sorted == expected);
      // The zeros are in the order that they came in.
      auto const same_sign = [](double a, double b) { return std::signbit(a) == std::signbit(b); };
      CHECK(std::equal(sorted.begin(), sorted.end(), expected.begin(), same_sign));
    };
    check(thrum::less<>{});
    check(thrum::greater<double>{});
  }
}

TEST_CASE_TEMPLATE("sort bool", S, MAIN_SYSTEMS) {
  std::vector<bool> bits;
  for (std::uint64_t i = 0; i < 1000; ++i) bits.push_back(random_bits(i) % 3 == 0);
  auto flags = vector_of<S>(bits);
  S::run(thrum::sort, flags.begin(), flags.end());
  std::sort(bits.begin(), bits.end());
  CHECK(host_copy(flags) == bits);
}
