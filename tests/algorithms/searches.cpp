// find, find_if, find_if_not, all_of, any_of, none_of, equal, mismatch, is_sorted, is_sorted_until.
#include <thrum/equal.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/sort.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 8192, 16384, 65536});

struct is_negative {
  template <class T>
  THRUM_HD bool operator()(T const& x) const {
    return x < T(0);
  }
};
/// Callable only when it is not const.
struct is_not_negative {
  int calls = 0;
  template <class T>
  THRUM_HD bool operator()(T const& x) {
    ++calls;
    return !(x < T(0));
  }
};
struct same_modulo_100 {
  THRUM_HD bool operator()(int a, int b) { return a % 100 == b % 100; }
};

/// Returns the indices among n at which the tests place a hit: none, the ends, the edges of tiles,
/// and two indices.
std::vector<std::vector<std::ptrdiff_t>> places_among(std::ptrdiff_t n) {
  std::vector<std::vector<std::ptrdiff_t>> result{{}};
  for (std::ptrdiff_t at : {std::ptrdiff_t{0}, std::ptrdiff_t{63}, std::ptrdiff_t{64}, std::ptrdiff_t{4095},
                            std::ptrdiff_t{4096}, n / 2, n - 1}) {
    if (at < 0 || at >= n) continue;
    result.push_back({at});
    result.push_back({at, n - 1});
  }
  return result;
}

template <class S, class T>
void check_finds() {
  for (std::ptrdiff_t const n : sizes) {
    for (auto const& places : places_among(n)) {
      std::ptrdiff_t const at = places.empty() ? n : places.front();
      CAPTURE(n);
      CAPTURE(at);
      auto host = random_values<T>(n, 0, 100);
      for (std::ptrdiff_t p : places) host[static_cast<std::size_t>(p)] = T(-5);
      auto const v = vector_of<S>(host);
      auto const hit = v.begin() + at;
      CHECK(S::run(thrum::find, v.begin(), v.end(), T(-5)) == hit);
      CHECK(S::run(thrum::find_if, v.begin(), v.end(), is_negative{}) == hit);
      CHECK(S::run(thrum::find_if_not, v.begin(), v.end(), is_not_negative{}) == hit);
      CHECK(S::run(thrum::all_of, v.begin(), v.end(), is_not_negative{}) == (at == n));
      CHECK(S::run(thrum::any_of, v.begin(), v.end(), is_negative{}) == (at < n));
      CHECK(S::run(thrum::none_of, v.begin(), v.end(), is_negative{}) == (at == n));
    }
  }
}

/// Finds a hit at each index, with another one behind it or without.
template <class S, class T>
void check_every_place() {
  for (std::ptrdiff_t const n : {1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 319, 320, 511, 512, 513, 2600}) {
    CAPTURE(n);
    auto v = random_values<T>(n, 0, 100);
    for (std::ptrdiff_t at = 0; at < n; at += n < 600 ? 1 : 7) {
      CAPTURE(at);
      for (std::ptrdiff_t const next : {at, std::min(at + 5, n - 1), n - 1}) {
        T const before = v[static_cast<std::size_t>(at)], behind = v[static_cast<std::size_t>(next)];
        v[static_cast<std::size_t>(at)] = v[static_cast<std::size_t>(next)] = T(120);
        REQUIRE(S::run(thrum::find, v.begin(), v.end(), T(120)) - v.begin() == at);
        v[static_cast<std::size_t>(next)] = behind;
        v[static_cast<std::size_t>(at)] = before;
      }
    }
    REQUIRE(S::run(thrum::find, v.begin(), v.end(), T(120)) == v.end());
  }
}

}  // namespace

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("finds at every index", S, HOST_BACKENDS) {
  check_every_place<S, std::uint8_t>();
  check_every_place<S, short>();
  check_every_place<S, int>();
  check_every_place<S, std::int64_t>();
  check_every_place<S, float>();
  check_every_place<S, double>();
}
#endif
TEST_CASE_TEMPLATE("finds of int", S, ALL_SYSTEMS) { check_finds<S, int>(); }
TEST_CASE_TEMPLATE("finds of int8", S, MORE_SYSTEMS) { check_finds<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("finds of float", S, MAIN_SYSTEMS) { check_finds<S, float>(); }

TEST_CASE_TEMPLATE("equal and mismatch of ranges with two ends", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 100, 40'000}) {
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    for (std::ptrdiff_t const shorter : {n, n - 1, n / 2, std::ptrdiff_t{0}}) {
      if (shorter < 0) continue;
      CAPTURE(n);
      CAPTURE(shorter);
      auto other = std::vector<int>(host.begin(), host.begin() + shorter);
      auto const check = [&](std::ptrdiff_t at) {
        auto const w = vector_of<S>(other);
        bool const alike = at == n && shorter == n;
        CHECK(S::run(thrum::equal, v.begin(), v.end(), w.begin(), w.end()) == alike);
        CHECK(S::run(thrum::equal, w.begin(), w.end(), v.begin(), v.end(), same_modulo_100{}) == alike);
        auto const differ = S::run(thrum::mismatch, v.begin(), v.end(), w.begin(), w.end());
        CHECK(differ.first - v.begin() == at);
        CHECK(differ.second - w.begin() == at);
        auto const modulo = S::run(thrum::mismatch, w.begin(), w.end(), v.begin(), v.end(), same_modulo_100{});
        CHECK(modulo.first - w.begin() == at);
        CHECK(modulo.second - v.begin() == at);
      };
      check(shorter);
      if (shorter == 0) continue;
      ++other[static_cast<std::size_t>(shorter / 2)];
      check(shorter / 2);
    }
  }
}

TEST_CASE_TEMPLATE("equal and mismatch", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    for (auto const& places : places_among(n)) {
      std::ptrdiff_t const at = places.empty() ? n : places.front();
      CAPTURE(n);
      CAPTURE(at);
      auto const host1 = random_values<int>(n, 0, 99);
      auto host2 = host1, host3 = host1;
      for (int& x : host3) x += 500;
      for (std::ptrdiff_t p : places) {
        host2[static_cast<std::size_t>(p)] += 1;
        host3[static_cast<std::size_t>(p)] += 1;
      }
      auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2), v3 = vector_of<S>(host3);
      auto const differ = S::run(thrum::mismatch, v1.begin(), v1.end(), v2.begin());
      CHECK(differ.first == v1.begin() + at);
      CHECK(differ.second == v2.begin() + at);
      auto const differ3 = S::run(thrum::mismatch, v1.begin(), v1.end(), v3.begin(), same_modulo_100{});
      CHECK(differ3.first == v1.begin() + at);
      CHECK(differ3.second == v3.begin() + at);
      CHECK(S::run(thrum::equal, v1.begin(), v1.end(), v2.begin()) == (at == n));
      CHECK(S::run(thrum::equal, v1.begin(), v1.end(), v3.begin(), same_modulo_100{}) == (at == n));
    }
  }
}

TEST_CASE_TEMPLATE("is_sorted", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto host = random_values<int>(n, 0, 1000);
    std::sort(host.begin(), host.end());
    auto v = vector_of<S>(host);
    CHECK(S::run(thrum::is_sorted, v.begin(), v.end()));
    CHECK(S::run(thrum::is_sorted, v.begin(), v.end(), thrum::less<>{}));
    bool const constant = n == 0 || host.front() == host.back();
    CHECK(S::run(thrum::is_sorted, v.begin(), v.end(), thrum::greater<int>{}) == constant);
    CHECK(S::run(thrum::is_sorted_until, v.begin(), v.end()) == v.end());
    auto const constant_until = std::is_sorted_until(host.begin(), host.end(), std::greater<int>{}) - host.begin();
    CHECK(S::run(thrum::is_sorted_until, v.begin(), v.end(), thrum::greater<int>{}) == v.begin() + constant_until);
    for (std::ptrdiff_t const at : {n / 2, std::ptrdiff_t{4096}, n - 1}) {
      if (at < 1 || at >= n) continue;
      auto broken = host;
      broken[static_cast<std::size_t>(at)] = -1;
      v = vector_of<S>(broken);
      CHECK(!S::run(thrum::is_sorted, v.begin(), v.end()));
      CHECK(S::run(thrum::is_sorted_until, v.begin(), v.end()) == v.begin() + at);
    }
  }
}

TEST_CASE_TEMPLATE("a search ends soon after the first hit, in a range of more than 2^32 elements", S,
                   MAIN_SYSTEMS) {
  auto const first = thrum::make_counting_iterator(std::int64_t{0});
  auto const last = first + (std::int64_t{1} << 33);
  CHECK(S::run(thrum::find, first, last, std::int64_t{70'001}) - first == 70'001);
  CHECK(!S::run(thrum::all_of, first, last, is_negative{}));
}

#if defined(THRUM_WITH_TBB) && !defined(THRUM_WITH_CUDA)
TEST_CASE("of several hits the first is found, not the one that a thread comes to first") {
  auto const host = random_values<int>(1 << 20, 0, 20'000);
  for (int value = 0; value < 300; ++value) {
    CHECK(thrum::find(thrum::tbb::par, host.begin(), host.end(), value) ==
          std::find(host.begin(), host.end(), value));
  }
}
#endif

TEST_CASE_TEMPLATE("places and answers are left where they are wanted", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 50'000;
  std::vector<int> host(static_cast<std::size_t>(n), 5);
  host[30'000] = host[40'000] = -7;
  auto const v = vector_of<S>(host);
  typename S::template vector<std::ptrdiff_t> places(4, -1);
  typename S::template vector<int> answers(4, -1);
  S::run(thrum::find_into, v.begin(), v.end(), places.begin(), -7);
  S::run(thrum::find_if_into, v.begin(), v.begin() + 30'000, places.begin() + 1, is_negative{});
  S::run(thrum::find_if_not_into, v.begin(), v.end(), places.begin() + 2, is_not_negative{});
  S::run(thrum::find_into, v.begin(), v.begin(), places.begin() + 3, 5);
  S::run(thrum::all_of_into, v.begin(), v.end(), answers.begin(), is_not_negative{});
  S::run(thrum::any_of_into, v.begin(), v.end(), answers.begin() + 1, is_negative{});
  S::run(thrum::none_of_into, v.begin(), v.begin() + 30'000, answers.begin() + 2, is_negative{});
  S::run(thrum::any_of_into, v.begin(), v.begin(), answers.begin() + 3, is_negative{});
  CHECK(host_copy(places) == std::vector<std::ptrdiff_t>{30'000, 30'000, 30'000, 0});
  CHECK(host_copy(answers) == std::vector<int>{0, 1, 1, 0});
}
