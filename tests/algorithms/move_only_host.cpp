// Elements that can be moved and not copied.
#include <thrum/thrum.h>
#include <algorithm>
#include <iterator>
#include <memory>
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
