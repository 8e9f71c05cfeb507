// argsort.
#include <thrum/argsort.h>
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/ordered_by.h>
#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({16, 256, 4096, 16384, 65536});

/// Callable only when it is not const.
struct by_last_digit {
  THRUM_HD bool operator()(int a, int b) { return a % 10 < b % 10; }
};
struct last_digit {
  THRUM_HD int operator()(int x) const { return x % 10; }
};
struct key_of {
  THRUM_HD std::int64_t operator()(record const& x) const { return x.key; }
};

/// Returns the stable order of a range by the standard library.
template <class P, class T, class Less>
std::vector<P> order_of(std::vector<T> const& v, Less less) {
  std::vector<P> places(v.size());
  std::iota(places.begin(), places.end(), P(0));
  std::stable_sort(places.begin(), places.end(),
                   [&](P a, P b) { return less(v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)]); });
  return places;
}

template <class S, class P, class T, class... Order>
std::vector<P> places_of(std::vector<T> const& host, Order... order) {
  auto const v = vector_of<S>(host);
  typename S::template vector<P> places(host.size() + 1, P(-7));
  CHECK(S::run(thrum::argsort, v.begin(), v.end(), places.begin(), order...) - places.begin() == std::ssize(host));
  auto result = host_copy(places);
  CHECK(result.back() == P(-7));
  result.pop_back();
  return result;
}

template <class S, class T, class P = int>
void check_numbers(std::int64_t low, std::int64_t high) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const v = random_values<T>(n, low, high);
    CHECK((places_of<S, P>(v) == order_of<P>(v, std::less<>{})));
    CHECK((places_of<S, P>(v, thrum::greater<>{}) == order_of<P>(v, std::greater<>{})));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("argsort of int", S, ALL_SYSTEMS) {
  check_numbers<S, int>(-1000, 1000);
  auto const sorted = order_of<int>(random_values<int>(70'000), std::less<>{});
  CHECK((places_of<S, std::int64_t>(sorted) == order_of<std::int64_t>(sorted, std::less<>{})));
}
TEST_CASE_TEMPLATE("argsort of int8 into 64 bits", S, MORE_SYSTEMS) {
  check_numbers<S, std::int8_t, std::int64_t>(-100, 100);
}
TEST_CASE_TEMPLATE("argsort of uint64 into 32 bits", S, MAIN_SYSTEMS) {
  check_numbers<S, std::uint64_t, std::uint32_t>(0, std::int64_t{1} << 40);
}

TEST_CASE_TEMPLATE("argsort of floating-point numbers with zeros of both signs and NaNs", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {3, 300, 70'000}) {
    CAPTURE(n);
    auto v = random_values<float>(n, -20, 20);
    for (std::size_t i = 0; i < v.size(); i += 3) v[i] = i % 2 != 0 ? -0.0F : 0.0F;
    auto const plain = order_of<int>(v, std::less<>{});
    CHECK((places_of<S, int>(v) == plain));
    v[1] = std::numeric_limits<float>::quiet_NaN();
    auto const is_nan = [](float x) { return x != x; };
    auto const nans_last = [=](auto less) {
      return [=](float a, float b) { return is_nan(b) ? !is_nan(a) : !is_nan(a) && less(a, b); };
    };
    CHECK((places_of<S, int>(v) == order_of<int>(v, nans_last(std::less<>{}))));
    CHECK((places_of<S, int>(v, thrum::greater<>{}) == order_of<int>(v, nans_last(std::greater<>{}))));
  }
}

TEST_CASE_TEMPLATE("argsort by an order of one's own and by projections", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 17, 5'000, 70'000}) {
    CAPTURE(n);
    auto const v = random_values<int>(n, 0, 10'000);
    auto const expected = order_of<int>(v, by_last_digit{});
    CHECK((places_of<S, int>(v, by_last_digit{}) == expected));
    CHECK((places_of<S, int>(v, thrum::less<>{}, last_digit{}) == expected));
  }
}

TEST_CASE_TEMPLATE("argsort of records by comparison and by a member", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 17, 300, 5'000, 70'000}) {
    CAPTURE(n);
    auto const v = random_records(n, 500);
    auto const expected = order_of<int>(v, std::less<>{});
    CHECK((places_of<S, int>(v) == expected));
    CHECK((places_of<S, int>(v, thrum::less<>{}, &record::key) == expected));
    CHECK((places_of<S, int>(v, thrum::ordered_by(key_of{}, thrum::descending(&record::payload))) ==
           order_of<int>(v, [](record const& a, record const& b) {
             return a.key != b.key ? a.key < b.key : b.payload < a.payload;
           })));
  }
}

TEST_CASE_TEMPLATE("argsort of large elements", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 17, 5'000, 70'000}) {
    CAPTURE(n);
    auto const v = random_values<cache_line>(n, 0, 300);
    auto const expected = order_of<std::uint32_t>(v, std::less<>{});
    CHECK((places_of<S, std::uint32_t>(v) == expected));
    CHECK((places_of<S, std::uint32_t>(v, thrum::less<>{}, &cache_line::value) == expected));
  }
}

TEST_CASE_TEMPLATE("argsort of pairs in two ranges", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 40'000;
  auto const host_a = random_values<int>(n, 0, 50), host_b = random_values<int>(n, 0, 50, 2);
  auto const a = vector_of<S>(host_a), b = vector_of<S>(host_b);
  std::vector<std::pair<int, int>> both;
  for (std::size_t i = 0; i < host_a.size(); ++i) both.emplace_back(host_a[i], host_b[i]);
  typename S::template vector<int> places(host_a.size());
  auto const first = thrum::make_zip_iterator(a.begin(), b.begin());
  S::run(thrum::argsort, first, first + n, places.begin());
  CHECK(host_copy(places) == order_of<int>(both, std::less<>{}));
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("argsort of strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 17, 5'000, 70'000}) {
    std::vector<std::string> v;
    for (int const x : random_values<int>(n, 0, 1000)) v.push_back("the string " + std::to_string(x));
    CHECK((places_of<S, int>(v) == order_of<int>(v, std::less<>{})));
  }
}
#endif
