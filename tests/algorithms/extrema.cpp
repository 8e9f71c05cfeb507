// min_element, max_element, minmax_element.
#include <thrum/extrema.h>
#include <thrum/extrema_into.h>
#include <thrum/functional.h>
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 16384, 32768, 65536});

/// Orders by the last two digits; callable only when it is not const.
struct by_last_digits {
  int calls = 0;
  THRUM_HD static std::int64_t digits(std::int64_t x) { return (x % 100 + 100) % 100; }
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) {
    ++calls;
    return digits(static_cast<std::int64_t>(a)) < digits(static_cast<std::int64_t>(b));
  }
};

template <class S, class T, class Less>
void check_order(std::vector<T> const& host, Less less) {
  auto const v = vector_of<S>(host);
  auto const least = std::min_element(host.begin(), host.end(), less) - host.begin();
  auto const greatest = std::max_element(host.begin(), host.end(), less) - host.begin();
  CHECK(S::run(thrum::min_element, v.begin(), v.end(), less) - v.begin() == least);
  CHECK(S::run(thrum::max_element, v.begin(), v.end(), less) - v.begin() == greatest);
  auto const both = S::run(thrum::minmax_element, v.begin(), v.end(), less);
  CHECK(both.first - v.begin() == least);
  CHECK(both.second - v.begin() == greatest);
}

template <class S, class T>
void check_extrema() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    for (std::int64_t const bound : {0, 3, 100}) {  // all equal, many equal extremes, few equal extremes
      auto const host = random_values<T>(n, -bound, bound);
      auto const v = vector_of<S>(host);
      CHECK(S::run(thrum::min_element, v.begin(), v.end()) - v.begin() ==
            std::min_element(host.begin(), host.end()) - host.begin());
      CHECK(S::run(thrum::max_element, v.begin(), v.end()) - v.begin() ==
            std::max_element(host.begin(), host.end()) - host.begin());
      CHECK(S::run(thrum::minmax_element, v.begin(), v.end()).first ==
            S::run(thrum::min_element, v.begin(), v.end()));
      check_order<S>(host, thrum::greater<>{});
      check_order<S>(host, by_last_digits{});
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("extrema of int", S, ALL_SYSTEMS) { check_extrema<S, int>(); }
TEST_CASE_TEMPLATE("extrema of int8", S, MORE_SYSTEMS) { check_extrema<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("extrema of double", S, MORE_SYSTEMS) { check_extrema<S, double>(); }

TEST_CASE_TEMPLATE("the ends of a type are its extrema", S, MAIN_SYSTEMS) {
  using limits = std::numeric_limits<std::int64_t>;
  check_order<S>(std::vector<std::int64_t>(1000, limits::max()), thrum::less<>{});
  check_order<S>(std::vector<std::int64_t>(1000, limits::min()), thrum::less<>{});
  auto host = random_values<std::int64_t>(50'000);
  host[40'000] = limits::max();
  host[40'001] = limits::min();
  check_order<S>(host, thrum::less<>{});
  check_order<S>(random_patterns<std::uint64_t>(50'000), thrum::less<>{});
  check_order<S>(random_patterns<std::int16_t>(50'000), thrum::greater<>{});
}

TEST_CASE_TEMPLATE("infinities and zeros of both signs", S, MAIN_SYSTEMS) {
  double const infinity = std::numeric_limits<double>::infinity();
  check_order<S>(std::vector<double>(20'000, infinity), thrum::less<>{});
  check_order<S>(std::vector<double>(20'000, -infinity), thrum::less<>{});
  check_order<S>(std::vector<double>{1, infinity, -infinity, infinity, -infinity}, thrum::less<>{});
  check_order<S>(std::vector<double>{0.0, -0.0, 0.0, -0.0}, thrum::less<>{});
  check_order<S>(std::vector<double>{-0.0, 0.0, -0.0}, thrum::greater<>{});
}

namespace {

/// Searches numbers among NaNs: the result is the index of the extreme number, whatever element a
/// search begins with.
template <class S, class T>
void check_nans() {
  T const nan = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t const n : {std::size_t{6}, std::size_t{50'000}}) {
    CAPTURE(n);
    std::vector<T> numbers(n, nan);
    auto v = vector_of<S>(numbers);
    CHECK(S::run(thrum::min_element, v.begin(), v.end()) == v.begin());
    CHECK(S::run(thrum::max_element, v.begin(), v.end()) == v.begin());
    CHECK(S::run(thrum::argmin, v.begin(), v.end()).index == 0);
    numbers[n - 4] = 2;
    numbers[n - 3] = 1;
    numbers[n - 2] = 2;
    auto const least = static_cast<std::ptrdiff_t>(n) - 3, greatest = least - 1;
    v = vector_of<S>(numbers);
    CHECK(S::run(thrum::min_element, v.begin(), v.end()) - v.begin() == least);
    CHECK(S::run(thrum::max_element, v.begin(), v.end()) - v.begin() == greatest);
    CHECK(S::run(thrum::min_element, v.begin(), v.end(), thrum::greater<T>{}) - v.begin() == greatest);
    CHECK(S::run(thrum::max_element, v.begin(), v.end(), thrum::greater<>{}) - v.begin() == least);
    auto const both = S::run(thrum::minmax_element, v.begin(), v.end());
    CHECK(both.first - v.begin() == least);
    CHECK(both.second - v.begin() == greatest);
    CHECK(S::run(thrum::argmin, v.begin(), v.end()) == thrum::indexed_value<T>{1, least});
    CHECK(S::run(thrum::argmax, v.begin(), v.end()) == thrum::indexed_value<T>{2, greatest});
    typename S::template vector<std::ptrdiff_t> places(3);
    S::run(thrum::min_element_into, v.begin(), v.end(), places.begin());
    S::run(thrum::minmax_element_into, v.begin(), v.end(), places.begin() + 1);
    CHECK(host_copy(places) == std::vector<std::ptrdiff_t>{least, least, greatest});
  }
}

}  // namespace

TEST_CASE_TEMPLATE("NaNs are passed over", S, MAIN_SYSTEMS) {
  check_nans<S, float>();
  check_nans<S, double>();
}
#if !defined(__CUDACC__)  // has no long double on a device, and warns about each of our functions
TEST_CASE_TEMPLATE("NaNs of long double are passed over", S, HOST_BACKENDS) { check_nans<S, long double>(); }
#else
TEST_CASE("nvcc says nothing of long doubles on the host") {
  long double const nan = std::numeric_limits<long double>::quiet_NaN();
  std::vector<long double> const v{nan, 2, 1, 3};
  CHECK(thrum::min_element(thrum::seq, v.begin(), v.end()) - v.begin() == 2);
}
#endif

TEST_CASE_TEMPLATE("extrema of records compare by key and find the first", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {1, 64, 16'385, 70'000}) check_order<S>(random_records(n, 50), thrum::less<>{});
}

TEST_CASE_TEMPLATE("extrema of a large range", S, ALL_SYSTEMS) {
  auto const host = random_patterns<int>(large_size((std::ptrdiff_t{1} << 22) + 1));
  check_order<S>(host, thrum::less<int>{});
}

TEST_CASE_TEMPLATE("places of extremes are left where they are wanted", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 1000, 70'000}) {
    auto const host = random_values<int>(n, -500, 500);
    auto const v = vector_of<S>(host);
    typename S::template vector<std::ptrdiff_t> places(4, -1);
    S::run(thrum::min_element_into, v.begin(), v.end(), places.begin());
    S::run(thrum::max_element_into, v.begin(), v.end(), places.begin() + 1, by_last_digits{});
    S::run(thrum::minmax_element_into, v.begin(), v.end(), places.begin() + 2);
    auto const least = std::min_element(host.begin(), host.end()) - host.begin();
    auto const last_digits = std::max_element(host.begin(), host.end(), by_last_digits{}) - host.begin();
    auto const greatest = std::max_element(host.begin(), host.end()) - host.begin();
    CHECK(host_copy(places) == std::vector<std::ptrdiff_t>{least, last_digits, least, greatest});
  }
}

namespace {

// Accepts constants too.
constexpr auto fewer_tens = [](int a, int b) { return a / 10 < b / 10; };
static_assert(thrum::minmax(3, 2).first == 2 && thrum::minmax(3, 2).second == 3);
static_assert(thrum::minmax(3, 2, thrum::greater<int>{}).first == 3);
static_assert(thrum::min({4, 2, 3}, thrum::greater<int>{}) == 4 &&
              thrum::max({4, 2, 3}, thrum::greater<int>{}) == 2);
static_assert(thrum::min({12, 11}, fewer_tens) == 12 && thrum::max({12, 11}, fewer_tens) == 12);
static_assert(thrum::minmax({12, 11, 15}, fewer_tens).first == 12 &&
              thrum::minmax({12, 11, 15}, fewer_tens).second == 15);
static_assert(thrum::minmax({4, 2, 9, 3}).first == 2 && thrum::minmax({4, 2, 9, 3}).second == 9);
static_assert(thrum::min({7}) == 7 && thrum::max({7}) == 7 && thrum::minmax({7}).second == 7);

}  // namespace

TEST_CASE("minmax of two values refers to them, as the standard's does") {
  int const a = 12, b = 15, c = 9;
  for (auto const& [x, y] : {std::pair(&a, &b), std::pair(&b, &a), std::pair(&a, &c)}) {
    auto const expected = std::minmax(*x, *y, fewer_tens);
    auto const both = thrum::minmax(*x, *y, fewer_tens);
    CHECK(&both.first == &expected.first);
    CHECK(&both.second == &expected.second);
    CHECK(&thrum::minmax(*x, *y).first == &std::minmax(*x, *y).first);
  }
}
