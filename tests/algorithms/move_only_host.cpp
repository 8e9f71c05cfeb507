// Algorithms on move-only elements.
#include <thrum/thrum.h>
#include <algorithm>
#include <iterator>
#include <memory>
#include <random>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using pointer = std::unique_ptr<int>;
template <class V>
V pointers(std::vector<int> const& values) {
  V result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    thrum::for_each_n(thrum::seq, result.begin() + static_cast<std::ptrdiff_t>(i), 1,
                      [x = values[i]](pointer& p) { p = std::make_unique<int>(x); });
  }
  return result;
}
template <class V>
std::vector<int> pointees(V const& v, std::ptrdiff_t n) {
  std::vector<int> values;
  thrum::for_each_n(thrum::seq, v.begin(), n, [&](pointer const& p) { values.push_back(p ? *p : -1); });
  return values;
}

auto const sizes = {0, 1, 100, 5000, 40'000};

}  // namespace

TEST_CASE_TEMPLATE("move-only elements", S, HOST_BACKENDS, on_device) {
  using V = typename S::template vector<pointer>;
  auto const less = [](pointer const& a, pointer const& b) { return *a < *b; };
  auto const odd = [](pointer const& p) { return *p % 2 != 0; };
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const values = random_values<int>(n, 0, 1000);
    auto expected = values;

    auto v = pointers<V>(values);
    std::sort(expected.begin(), expected.end());
    S::run(thrum::sort, v.begin(), v.end(), less);
    CHECK(pointees(v, n) == expected);
    CHECK(S::run(thrum::is_sorted, v.begin(), v.end(), less));
    S::run(thrum::reverse, v.begin(), v.end());
    std::reverse(expected.begin(), expected.end());
    CHECK(pointees(v, n) == expected);

    v = pointers<V>(values);
    expected = values;
    auto const kept = S::run(thrum::remove_if, v.begin(), v.end(), odd) - v.begin();
    std::erase_if(expected, [](int x) { return x % 2 != 0; });
    CHECK(pointees(v, kept) == expected);

    v = pointers<V>(values);
    expected = values;
    auto const accepted = S::run(thrum::partition, v.begin(), v.end(), odd) - v.begin();
    auto const middle = std::stable_partition(expected.begin(), expected.end(), [](int x) { return x % 2 != 0; });
    CHECK(accepted == middle - expected.begin());
    CHECK(pointees(v, n) == expected);

    v = pointers<V>(values);
    expected = values;
    auto const same = [](pointer const& a, pointer const& b) { return *a / 100 == *b / 100; };
    auto const different = S::run(thrum::unique, v.begin(), v.end(), same) - v.begin();
    expected.erase(std::unique(expected.begin(), expected.end(), [](int a, int b) { return a / 100 == b / 100; }),
                   expected.end());
    CHECK(pointees(v, different) == expected);

    v = pointers<V>(values);
    auto keys = values;
    S::run(thrum::sort_by_key, keys.begin(), keys.end(), v.begin());
    CHECK(pointees(v, n) == keys);
    CHECK(S::run(thrum::count_if, v.begin(), v.end(), odd) ==
          std::count_if(values.begin(), values.end(), [](int x) { return x % 2 != 0; }));
    S::run(thrum::for_each, v.begin(), v.end(), [](pointer& p) { ++*p; });
    S::run(thrum::generate, v.begin(), v.end(), [] { return std::make_unique<int>(3); });
    CHECK(pointees(v, n) == std::vector<int>(values.size(), 3));
    std::vector<int> read(values.size());
    S::run(thrum::transform, v.begin(), v.end(), read.begin(), [](pointer const& p) { return *p; });
    CHECK(read == std::vector<int>(values.size(), 3));
  }
}

TEST_CASE_TEMPLATE("move iterators over elements that cannot be copied", S, HOST_BACKENDS) {
  std::vector<std::unique_ptr<int>> v, out(10'000);
  for (int i = 0; i < 10'000; ++i) v.push_back(std::make_unique<int>(i));
  S::run(thrum::copy, std::make_move_iterator(v.rbegin()), std::make_move_iterator(v.rend()), out.begin());
  CHECK(std::all_of(v.begin(), v.end(), [](auto const& p) { return p == nullptr; }));
  bool reversed = true;
  for (int i = 0; i < 10'000; ++i) reversed &= *out[static_cast<std::size_t>(i)] == 9'999 - i;
  CHECK(reversed);
}

namespace {

/// A move-only type that is trivially copyable, since its moves are trivial.
struct moved_only {
  int value = 0;
  int place = 0;
  moved_only() = default;
  explicit moved_only(int v, int p = 0) : value(v), place(p) {}
  moved_only(moved_only const&) = delete;
  moved_only(moved_only&&) = default;
  moved_only& operator=(moved_only const&) = delete;
  moved_only& operator=(moved_only&&) = default;
  friend bool operator==(moved_only const& a, moved_only const& b) { return a.value == b.value; }
  friend bool operator<(moved_only const& a, moved_only const& b) { return a.value < b.value; }
};
static_assert(std::is_trivially_copyable_v<moved_only> && !std::is_copy_constructible_v<moved_only>);

struct plain_pair {
  int value, place;
  friend bool operator==(plain_pair const&, plain_pair const&) = default;
};

std::vector<moved_only> moved_elements(std::vector<int> const& values) {
  std::vector<moved_only> v;
  for (std::size_t i = 0; i < values.size(); ++i) v.emplace_back(values[i], static_cast<int>(i));
  return v;
}
std::vector<plain_pair> as_pairs(std::vector<moved_only> const& v) {
  std::vector<plain_pair> pairs;
  for (moved_only const& x : v) pairs.push_back({x.value, x.place});
  return pairs;
}
std::vector<plain_pair> as_pairs(std::vector<int> const& values) { return as_pairs(moved_elements(values)); }

}  // namespace

TEST_CASE_TEMPLATE("trivially copyable elements that are only moved", S, HOST_BACKENDS) {
  auto const lesser = [](auto const& a, auto const& b) { return a.value < b.value; };
  auto const alike = [](auto const& a, auto const& b) { return a.value == b.value; };
  auto const odd = [](auto const& x) { return x.value % 2 != 0; };
  auto const by_value = [](moved_only const& x) { return x.value; };
  for (std::ptrdiff_t const n : {0, 1, 100, 5000, 40'000, 100'000}) {
    CAPTURE(n);
    auto const values = random_values<int>(n, 0, 1000);
    auto const third = n / 3;
    auto const pairs = as_pairs(values);
    auto sorted = pairs;
    std::stable_sort(sorted.begin(), sorted.end(), lesser);

    auto v = moved_elements(values);
    S::run(thrum::sort, v.begin(), v.end());
    CHECK(as_pairs(v) == sorted);
    v = moved_elements(values);
    S::run(thrum::stable_sort, v.begin(), v.end(), lesser);
    CHECK(as_pairs(v) == sorted);
    v = moved_elements(values);
    S::run(thrum::sort, v.begin(), v.end(), thrum::less<>{}, by_value);
    CHECK(as_pairs(v) == sorted);

    v = moved_elements(values);
    auto keys = values;
    S::run(thrum::sort_by_key, keys.begin(), keys.end(), v.begin());
    CHECK(as_pairs(v) == sorted);
    v = moved_elements(values);
    auto others = moved_elements(values);
    S::run(thrum::sort_by_key, v.begin(), v.end(), others.begin());
    CHECK(as_pairs(v) == sorted);
    CHECK(as_pairs(others) == sorted);

    v = moved_elements(values);
    S::run(thrum::partial_sort, v.begin(), v.begin() + third, v.end(), lesser);
    bool least = true;
    for (std::ptrdiff_t i = 0; i < third; ++i)
      least &= v[static_cast<std::size_t>(i)].value == sorted[static_cast<std::size_t>(i)].value;
    CHECK(least);
    v = moved_elements(values);
    S::run(thrum::nth_element, v.begin(), v.begin() + third, v.end());
    CHECK((n == 0 || v[static_cast<std::size_t>(third)].value == sorted[static_cast<std::size_t>(third)].value));

    v = moved_elements(values);
    auto expected = pairs;
    auto const accepted = S::run(thrum::partition, v.begin(), v.end(), odd) - v.begin();
    auto const middle = std::stable_partition(expected.begin(), expected.end(), odd);
    CHECK(accepted == middle - expected.begin());
    CHECK(as_pairs(v) == expected);
    v = moved_elements(values);
    S::run(thrum::stable_partition, v.begin(), v.end(), pairs.begin(), odd);
    CHECK(as_pairs(v) == expected);

    v = moved_elements(values);
    expected = pairs;
    std::erase_if(expected, odd);
    v.resize(static_cast<std::size_t>(S::run(thrum::remove_if, v.begin(), v.end(), odd) - v.begin()));
    CHECK(as_pairs(v) == expected);
    v = moved_elements(values);
    v.resize(
        static_cast<std::size_t>(S::run(thrum::remove_if, v.begin(), v.end(), pairs.begin(), odd) - v.begin()));
    CHECK(as_pairs(v) == expected);

    v = moved_elements(keys);
    expected = as_pairs(keys);
    expected.erase(std::unique(expected.begin(), expected.end(), alike), expected.end());
    v.resize(static_cast<std::size_t>(S::run(thrum::unique, v.begin(), v.end()) - v.begin()));
    CHECK(as_pairs(v) == expected);
    v = moved_elements(keys);
    auto runs = keys;
    v.resize(static_cast<std::size_t>(S::run(thrum::unique_by_key, runs.begin(), runs.end(), v.begin()).second -
                                      v.begin()));
    CHECK(as_pairs(v) == expected);

    v = moved_elements(values);
    S::run(thrum::sort, v.begin(), v.begin() + third);
    S::run(thrum::sort, v.begin() + third, v.end());
    S::run(thrum::inplace_merge, v.begin(), v.begin() + third, v.end());
    CHECK(as_pairs(v) == sorted);

    v = moved_elements(values);
    expected = pairs;
    S::run(thrum::segmented_sort, v.begin(), v.end(), thrum::segments_of(700));
    for (std::ptrdiff_t begin = 0; begin < n; begin += 700)
      std::stable_sort(expected.begin() + begin, expected.begin() + std::min(n, begin + 700), lesser);
    CHECK(as_pairs(v) == expected);

    v = moved_elements(values);
    expected = pairs;
    S::run(thrum::rotate, v.begin(), v.begin() + third, v.end());
    std::rotate(expected.begin(), expected.begin() + third, expected.end());
    CHECK(as_pairs(v) == expected);
    S::run(thrum::reverse, v.begin(), v.end());
    std::reverse(expected.begin(), expected.end());
    CHECK(as_pairs(v) == expected);
    v.resize(static_cast<std::size_t>(S::run(thrum::shift_left, v.begin(), v.end(), third) - v.begin()));
    expected.erase(expected.begin(), expected.begin() + third);
    CHECK(as_pairs(v) == expected);
    auto w = moved_elements(values);
    S::run(thrum::swap_ranges, v.begin(), v.end(), w.begin());
    w.resize(v.size());
    CHECK(as_pairs(w) == expected);

    v = moved_elements(values);
    auto shuffled = values;
    S::run(thrum::shuffle, v.begin(), v.end(), std::mt19937(1));
    S::run(thrum::shuffle, shuffled.begin(), shuffled.end(), std::mt19937(1));
    CHECK(std::equal(v.begin(), v.end(), shuffled.begin(), shuffled.end(),
                     [](moved_only const& x, int y) { return x.value == y; }));
    w.resize(v.size());
    S::run(thrum::move, v.begin(), v.end(), w.begin());
    CHECK(std::equal(w.begin(), w.end(), shuffled.begin(), shuffled.end(),
                     [](moved_only const& x, int y) { return x.value == y; }));
  }
}
