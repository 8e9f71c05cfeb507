// find_last, find_last_if, find_last_if_not, contains, contains_subrange, starts_with, ends_with.
#include <thrum/contains.h>
#include <thrum/find_last.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/starts_with.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({64, 4096, 16384, 65536});

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

/// Returns the place of the last element that pred accepts, by the standard library.
template <class T, class P>
std::ptrdiff_t last_place(std::vector<T> const& v, P pred) {
  auto const hit = std::find_if(v.rbegin(), v.rend(), pred);
  return hit == v.rend() ? std::ssize(v) : std::ssize(v) - 1 - (hit - v.rbegin());
}

template <class S, class T>
void check_finds() {
  for (std::ptrdiff_t const n : sizes) {
    for (std::ptrdiff_t const last : {std::ptrdiff_t{-1}, std::ptrdiff_t{0}, n - 1, n - 65, n / 2, n - 16400}) {
      for (std::ptrdiff_t const first : {std::ptrdiff_t{-1}, std::ptrdiff_t{0}}) {
        if (last >= n || last < -1 || (last < 0 && first >= 0) || first >= n) continue;
        CAPTURE(n);
        CAPTURE(last);
        auto host = random_values<T>(n, 0, 100);
        if (first >= 0) host[static_cast<std::size_t>(first)] = T(-5);
        if (last >= 0) host[static_cast<std::size_t>(last)] = T(-5);
        auto const v = vector_of<S>(host);
        std::ptrdiff_t const place = last_place(host, is_negative{});
        REQUIRE(place == (last < 0 ? n : last));
        CHECK(S::run(thrum::find_last, v.begin(), v.end(), T(-5)) - v.begin() == place);
        CHECK(S::run(thrum::find_last_if, v.begin(), v.end(), is_negative{}) - v.begin() == place);
        CHECK(S::run(thrum::find_last_if_not, v.begin(), v.end(), is_not_negative{}) - v.begin() == place);
        CHECK(S::run(thrum::contains, v.begin(), v.end(), T(-5)) == (place < n));
      }
    }
  }
}

template <class S, class T, class Equal>
void check_ends(std::vector<T> const& host, std::vector<T> const& other, Equal same) {
  auto const v = vector_of<S>(host), w = vector_of<S>(other);
  bool const fits = other.size() <= host.size();
  auto const distance = std::ssize(host) - std::ssize(other);
  CHECK(S::run(thrum::starts_with, v.begin(), v.end(), w.begin(), w.end(), same) ==
        (fits && std::equal(other.begin(), other.end(), host.begin(), same)));
  CHECK(S::run(thrum::ends_with, v.begin(), v.end(), w.begin(), w.end(), same) ==
        (fits && std::equal(other.begin(), other.end(), host.begin() + (fits ? distance : 0), same)));
  bool const occurs =
      other.empty() || std::search(host.begin(), host.end(), other.begin(), other.end(), same) != host.end();
  CHECK(S::run(thrum::contains_subrange, v.begin(), v.end(), w.begin(), w.end(), same) == occurs);
}

}  // namespace

TEST_CASE_TEMPLATE("finds from the end of int", S, ALL_SYSTEMS) { check_finds<S, int>(); }
TEST_CASE_TEMPLATE("finds from the end of int8", S, MORE_SYSTEMS) { check_finds<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("finds from the end of double", S, MAIN_SYSTEMS) { check_finds<S, double>(); }
TEST_CASE_TEMPLATE("finds from the end of records", S, MAIN_SYSTEMS) { check_finds<S, record>(); }

TEST_CASE_TEMPLATE("the last of many hits is found", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(200'000, 0, 20'000);
  auto const v = vector_of<S>(host);
  for (int value = 0; value < 30; ++value) {
    auto const equal = [value](int x) { return x == value; };
    CHECK(S::run(thrum::find_last, v.begin(), v.end(), value) - v.begin() == last_place(host, equal));
  }
}

TEST_CASE_TEMPLATE("a search from the end of more than 2^32 elements ends soon", S, MAIN_SYSTEMS) {
  std::int64_t const n = std::int64_t{1} << 33;
  auto const first = thrum::make_counting_iterator(std::int64_t{0});
  CHECK(S::run(thrum::find_last, first, first + n, n - 70'001) - first == n - 70'001);
  CHECK(S::run(thrum::contains, first, first + n, std::int64_t{70'001}));
}

TEST_CASE_TEMPLATE("beginnings, ends and subranges", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 100, 40'000}) {
    auto const host = random_values<int>(n, 0, 99);
    for (std::ptrdiff_t const length : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 2, n - 1, n, n + 1}) {
      if (length < 0) continue;
      CAPTURE(n);
      CAPTURE(length);
      std::ptrdiff_t const copied = std::min(n, length);
      for (std::ptrdiff_t const from : {std::ptrdiff_t{0}, (n - copied) / 2, n - copied}) {
        std::vector<int> other(host.begin() + from, host.begin() + from + copied);
        other.resize(static_cast<std::size_t>(length), 5);
        check_ends<S>(host, other, thrum::equal_to<>{});
        for (int& x : other) x += 300;
        check_ends<S>(host, other, same_modulo_100{});
        if (length == 0) continue;
        for (std::size_t const at : {std::size_t{0}, other.size() / 2, other.size() - 1}) {
          auto changed = other;
          ++changed[at];
          check_ends<S>(host, changed, same_modulo_100{});
        }
      }
    }
  }
  std::vector<int> const text{1, 2, 3}, end{2, 3}, begin{1, 2};
  auto const v = vector_of<S>(text), e = vector_of<S>(end), b = vector_of<S>(begin);
  CHECK(S::run(thrum::starts_with, v.begin(), v.end(), b.begin(), b.end()));
  CHECK(!S::run(thrum::starts_with, v.begin(), v.end(), e.begin(), e.end()));
  CHECK(S::run(thrum::ends_with, v.begin(), v.end(), e.begin(), e.end()));
  CHECK(!S::run(thrum::ends_with, v.begin(), v.end(), b.begin(), b.end()));
  CHECK(S::run(thrum::contains_subrange, v.begin(), v.end(), e.begin(), e.end()));
}

TEST_CASE_TEMPLATE("last places and what is contained are left where they are wanted", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 50'000;
  std::vector<int> host(static_cast<std::size_t>(n), 5);
  host[30'000] = host[40'000] = -7;
  auto const v = vector_of<S>(host);
  typename S::template vector<std::ptrdiff_t> places(5, -1);
  typename S::template vector<int> answers(3, -1);
  S::run(thrum::find_last_into, v.begin(), v.end(), places.begin(), -7);
  S::run(thrum::find_last_if_into, v.begin(), v.begin() + 40'000, places.begin() + 1, is_negative{});
  S::run(thrum::find_last_if_not_into, v.begin(), v.end(), places.begin() + 2, is_not_negative{});
  S::run(thrum::find_last_into, v.begin(), v.begin() + 30'000, places.begin() + 3, -7);
  S::run(thrum::find_last_into, v.begin(), v.begin(), places.begin() + 4, 5);
  S::run(thrum::contains_into, v.begin(), v.end(), answers.begin(), -7);
  S::run(thrum::contains_into, v.begin(), v.begin() + 30'000, answers.begin() + 1, -7);
  S::run(thrum::contains_into, v.begin(), v.begin(), answers.begin() + 2, -7);
  CHECK(host_copy(places) == std::vector<std::ptrdiff_t>{40'000, 30'000, 40'000, 30'000, 0});
  CHECK(host_copy(answers) == std::vector<int>{1, 0, 0});
}
