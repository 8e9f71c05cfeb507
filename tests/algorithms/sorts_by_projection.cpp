// Sorts by the results of a projection, by tuples and by several keys, and the order of NaNs.
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/ordered_by.h>
#include <thrum/pair.h>
#include <thrum/sort.h>
#include <thrum/tuple.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

/// Keys of several types, and the original index.
struct item {
  int id = 0;
  float weight = 0;
  std::int16_t group = 0;
  std::uint8_t kind = 0;
  int place = 0;
  THRUM_HD friend bool operator==(item const& a, item const& b) { return a.place == b.place; }
};
static_assert(sizeof(item) == 16);

/// An element that a sort by digits moves once.
struct large_item {
  item key;
  int rest[12] = {};
  THRUM_HD friend bool operator==(large_item const& a, large_item const& b) { return a.key == b.key; }
};

struct last_digits {
  THRUM_HD int operator()(item const& x) const { return x.id % 100; }
};
/// Callable only when it is not const.
struct weight_of_key {
  int calls = 0;
  THRUM_HD float operator()(large_item const& x) {
    ++calls;
    return x.key.weight;
  }
};
struct group_and_weight {
  THRUM_HD thrum::tuple<std::int16_t, float> operator()(item const& x) const { return {x.group, x.weight}; }
};

std::vector<item> random_items(std::ptrdiff_t n) {
  std::vector<item> items;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(static_cast<std::uint64_t>(i));
    items.push_back(item{static_cast<int>(bits), static_cast<float>(static_cast<int>(bits >> 32 & 1023) - 500),
                         static_cast<std::int16_t>((bits >> 45 & 7) - 3),
                         static_cast<std::uint8_t>(bits >> 50 & 3), static_cast<int>(i)});
  }
  return items;
}

auto const sizes = sizes_around({256, 4096, 16'384});

/// Sorts with the arguments of a call, and compares the result with a stable sort by the test's own
/// order.
template <class S, class T, class Before, class... Args>
void check(std::vector<T> const& host, Before before, Args... args) {
  CAPTURE(host.size());
  auto expected = host;
  auto v = vector_of<S>(host);
  std::stable_sort(expected.begin(), expected.end(), before);
  S::run(thrum::stable_sort, v.begin(), v.end(), args...);
  CHECK(host_copy(v) == expected);
  if constexpr (sizeof...(Args) != 0) {
    CHECK(S::run(thrum::is_sorted, v.begin(), v.end(), args...));
    auto const unsorted = vector_of<S>(host);
    auto const until = std::is_sorted_until(host.begin(), host.end(), before) - host.begin();
    CHECK(S::run(thrum::is_sorted_until, unsorted.begin(), unsorted.end(), args...) == unsorted.begin() + until);
    CHECK(S::run(thrum::is_sorted, unsorted.begin(), unsorted.end(), args...) == (until == std::ssize(host)));
  }
}

std::vector<large_item> random_large_items(std::ptrdiff_t n) {
  std::vector<large_item> result;
  for (item const& x : random_items(n)) result.push_back(large_item{x, {}});
  return result;
}

/// Returns NaNs of both signs and some numbers.
std::vector<double> numbers_and_nans(std::ptrdiff_t n, bool positive, bool negative) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto numbers = random_values<double>(n);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (positive && i % 5 == 1) numbers[i] = nan;
    if (negative && i % 7 == 2) numbers[i] = -nan;
    if (i % 11 == 3) numbers[i] = -0.0;
  }
  return numbers;
}

}  // namespace

TEST_CASE_TEMPLATE("sort by a member", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    check<S>(
        random_items(n), [](auto const& a, auto const& b) { return a.weight < b.weight; }, thrum::less<>{},
        &item::weight);
  }
}
TEST_CASE_TEMPLATE("sort by projections of all kinds", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 1000, 70'000}) {
    auto const items = random_items(n);
    check<S>(
        items, [](auto const& a, auto const& b) { return b.id % 100 < a.id % 100; }, thrum::greater<>{},
        last_digits{});
    auto const id_of = THRUM_LAMBDA(item const& x) { return x.id; };
    check<S>(items, [](auto const& a, auto const& b) { return a.id < b.id; }, thrum::less<>{}, id_of);
    check<S>(
        items,
        [](auto const& a, auto const& b) { return std::pair(a.group, a.weight) < std::pair(b.group, b.weight); },
        thrum::less<>{}, group_and_weight{});
    check<S>(
        random_large_items(n), [](auto const& a, auto const& b) { return a.key.weight < b.key.weight; },
        thrum::less<>{}, weight_of_key{});
  }
}

TEST_CASE_TEMPLATE("sort by several keys", S, ALL_SYSTEMS) {
  auto const order = thrum::ordered_by(&item::group, thrum::descending(&item::weight), &item::kind);
  for (std::ptrdiff_t const n : sizes) {
    check<S>(
        random_items(n),
        [](auto const& a, auto const& b) {
          return std::tuple(a.group, b.weight, a.kind) < std::tuple(b.group, a.weight, b.kind);
        },
        order);
  }
}
TEST_CASE_TEMPLATE("sort by keys of which one is there twice", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {1000, 40'000}) {
    check<S>(
        random_items(n), [](auto const& a, auto const& b) { return a.id < b.id; },
        thrum::ordered_by(&item::id, thrum::descending(&item::id)));
    check<S>(
        random_items(n),
        [](auto const& a, auto const& b) { return std::tuple(a.group, a.weight) < std::tuple(b.group, b.weight); },
        thrum::ordered_by(&item::group, &item::weight, &item::group));
  }
}
TEST_CASE_TEMPLATE("sort by more than 64 bits of keys", S, MAIN_SYSTEMS) {
  auto const order = thrum::ordered_by(&item::kind, &item::weight, thrum::descending(&item::id));
  for (std::ptrdiff_t const n : {100, 40'000}) {
    check<S>(
        random_items(n),
        [](auto const& a, auto const& b) {
          return std::tuple(a.kind, a.weight, b.id) < std::tuple(b.kind, b.weight, a.id);
        },
        order);
  }
}

TEST_CASE_TEMPLATE("sort pairs", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 1000, 70'000}) {
    std::vector<thrum::pair<int, std::int16_t>> pairs;
    for (auto const& x : random_items(n)) pairs.emplace_back(x.id % 50, x.group);
    check<S>(pairs, [](auto const& a, auto const& b) { return a < b; });
    check<S>(pairs, [](auto const& a, auto const& b) { return b < a; }, thrum::greater<>{});
  }
}

TEST_CASE_TEMPLATE("sort columns", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 70'000}) {
    auto const items = random_items(n);
    std::vector<int> groups, ids;
    for (auto const& x : items) {
      groups.push_back(x.group);
      ids.push_back(x.id % 1000);
    }
    auto const sorted_columns = [&](auto before, auto... less) {
      std::vector<std::pair<int, int>> rows;
      for (std::size_t i = 0; i < ids.size(); ++i) rows.emplace_back(groups[i], ids[i]);
      std::stable_sort(rows.begin(), rows.end(), before);
      auto a = vector_of<S>(groups), b = vector_of<S>(ids);
      auto const first = thrum::make_zip_iterator(a.begin(), b.begin());
      S::run(thrum::sort, first, first + n, less...);
      auto const sorted_a = host_copy(a), sorted_b = host_copy(b);
      bool same = true;
      for (std::size_t i = 0; i < rows.size(); ++i) same = same && rows[i] == std::pair(sorted_a[i], sorted_b[i]);
      CHECK(same);
    };
    sorted_columns([](auto const& x, auto const& y) { return x < y; });
    sorted_columns(
        [](auto const& x, auto const& y) { return std::pair(x.first, y.second) < std::pair(y.first, x.second); },
        thrum::ordered_by(thrum::tuple_member<0>, thrum::descending(thrum::tuple_member<1>)));
  }
}

TEST_CASE_TEMPLATE("sort_by_key by a member", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {100, 1000, 70'000}) {
    CAPTURE(n);
    auto const items = random_items(n);
    auto expected = items;
    std::stable_sort(expected.begin(), expected.end(),
                     [](auto const& a, auto const& b) { return a.kind > b.kind; });
    std::vector<int> places(items.size()), expected_places;
    std::iota(places.begin(), places.end(), 0);
    for (auto const& x : expected) expected_places.push_back(x.place);
    auto keys = vector_of<S>(items);
    auto values = vector_of<S>(places);
    S::run(thrum::sort_by_key, keys.begin(), keys.end(), values.begin(), thrum::greater<>{}, &item::kind);
    CHECK(host_copy(keys) == expected);
    CHECK(host_copy(values) == expected_places);
  }
}

TEST_CASE_TEMPLATE("NaNs come last, those of the end that bits put first behind the others", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {10, 1000, 100'000}) {
    for (int signs = 0; signs < 4; ++signs) {
      CAPTURE(n);
      auto const host = numbers_and_nans(n, signs % 2 != 0, signs / 2 != 0);
      std::vector<int> places(host.size());
      std::iota(places.begin(), places.end(), 0);
      auto const check_order = [&](auto before, bool negative_last) {
        auto const rank = [&](double x) { return !std::isnan(x) ? 0 : std::signbit(x) == negative_last ? 2 : 1; };
        auto expected = places;
        std::stable_sort(expected.begin(), expected.end(), [&](int i, int j) {
          double const a = host[static_cast<std::size_t>(i)], b = host[static_cast<std::size_t>(j)];
          return rank(a) != rank(b) ? rank(a) < rank(b) : rank(a) == 0 && before(a, b);
        });
        auto keys = vector_of<S>(host);
        auto values = vector_of<S>(places);
        S::run(thrum::sort_by_key, keys.begin(), keys.end(), values.begin(), before);
        CHECK(host_copy(values) == expected);
        auto const sorted = host_copy(keys);
        auto alone = vector_of<S>(host);
        S::run(thrum::sort, alone.begin(), alone.end(), before);
        auto const sorted_alone = host_copy(alone);
        bool same = true;
        for (std::size_t i = 0; i < host.size(); ++i) {
          double const x = host[static_cast<std::size_t>(expected[i])];
          for (double const y : {sorted[i], sorted_alone[i]}) {
            same = same && (x == y || (std::isnan(x) && std::isnan(y))) && std::signbit(x) == std::signbit(y);
          }
        }
        CHECK(same);
      };
      check_order(thrum::less<>{}, true);
      check_order(thrum::greater<>{}, false);
    }
  }
}
