// Sorts, partitions and removals through adaptors move the elements that the adaptors refer to.
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/reverse.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include "data.h"
#include "policies.h"

TEST_CASE_TEMPLATE("algorithms that move elements, through zip_iterator", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {0, 1, 300, 40'000}) {
    CAPTURE(n);
    auto const keys = random_values<int>(n, 0, 500);
    std::vector<std::pair<int, std::string>> pairs;
    for (int k : keys) pairs.emplace_back(k, std::to_string(pairs.size()));
    auto const check = [&](auto algorithm, auto oracle) {
      auto a = keys;
      std::vector<std::string> b;
      for (auto const& p : pairs) b.push_back(p.second);
      auto expected = pairs;
      auto const first = thrum::make_zip_iterator(a.begin(), b.begin());
      std::ptrdiff_t const length = algorithm(first, first + n);
      CHECK(length == oracle(expected));
      bool same = true;
      for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i) {
        same = same && a[i] == expected[i].first && b[i] == expected[i].second;
      }
      CHECK(same);
    };
    auto const by_first = [](auto const& x, auto const& y) { return thrum::get<0>(x) < thrum::get<0>(y); };
    auto const even = [](auto const& x) { return thrum::get<0>(x) % 2 == 0; };
    auto const same_tens = [](auto const& x, auto const& y) {
      return thrum::get<0>(x) / 10 == thrum::get<0>(y) / 10;
    };
    check(
        [&](auto f, auto l) {
          S::run(thrum::sort, f, l, by_first);
          return n;
        },
        [&](auto& v) {
          std::stable_sort(v.begin(), v.end(), [](auto const& x, auto const& y) { return x.first < y.first; });
          return n;
        });
    check([&](auto f, auto l) { return S::run(thrum::partition, f, l, even) - f >= 0 ? n : -1; },
          [&](auto& v) {
            std::stable_partition(v.begin(), v.end(), [](auto const& x) { return x.first % 2 == 0; });
            return n;
          });
    check([&](auto f, auto l) { return S::run(thrum::remove_if, f, l, even) - f; },
          [&](auto& v) {
            std::erase_if(v, [](auto const& x) { return x.first % 2 == 0; });
            return static_cast<std::ptrdiff_t>(v.size());
          });
    check([&](auto f, auto l) { return S::run(thrum::unique, f, l, same_tens) - f; },
          [&](auto& v) {
            auto const end = std::unique(
                v.begin(), v.end(), [](auto const& x, auto const& y) { return x.first / 10 == y.first / 10; });
            return end - v.begin();
          });
    check(
        [&](auto f, auto l) {
          S::run(thrum::reverse, f, l);
          return n;
        },
        [&](auto& v) {
          std::reverse(v.begin(), v.end());
          return n;
        });
  }
}

TEST_CASE_TEMPLATE("elements of zips are moved, not copied", S, HOST_BACKENDS) {
  using pointers = std::vector<std::unique_ptr<int>>;
  using zip = thrum::zip_iterator<thrum::tuple<int*, std::unique_ptr<int>*>>;
  static_assert(thrum::detail::object_mover<std::iter_value_t<zip>, zip>::is_noexcept);
  for (std::ptrdiff_t const n : {0, 1, 2, 300, 40'000}) {
    CAPTURE(n);
    auto keys = random_values<int>(n, 0, 500);
    auto expected = keys;
    pointers values;
    for (int k : keys) values.push_back(std::make_unique<int>(k));
    auto const first = thrum::make_zip_iterator(keys.begin(), values.begin());
    // Each key is still beside the pointer to its copy.
    auto const check = [&] {
      CHECK(keys == expected);
      bool together = true;
      for (std::size_t i = 0; i < keys.size(); ++i) together = together && values[i] && *values[i] == keys[i];
      CHECK(together);
    };
    auto const by_key = [](auto const& x, auto const& y) { return thrum::get<0>(x) < thrum::get<0>(y); };
    auto const by_pointee = [](auto const& x, auto const& y) { return *thrum::get<1>(x) < *thrum::get<1>(y); };
    auto const even = [](auto const& x) { return thrum::get<0>(x) % 2 == 0; };

    S::run(thrum::partition, first, first + n, even);
    std::stable_partition(expected.begin(), expected.end(), [](int k) { return k % 2 == 0; });
    check();
    S::run(thrum::sort, first, first + n, by_key);
    std::sort(expected.begin(), expected.end());
    check();
    S::run(thrum::reverse, first, first + n);
    std::reverse(expected.begin(), expected.end());
    check();
    auto const backwards = thrum::make_reverse_iterator(first + n);
    S::run(thrum::sort, first, first + n, by_pointee);
    S::run(thrum::sort, backwards, backwards + n, by_pointee);
    check();
    std::vector<int> places(keys.size());
    std::iota(places.begin(), places.end(), 0);
    auto const permuted = thrum::make_permutation_iterator(first, places.begin());
    S::run(thrum::sort, permuted, permuted + n, by_key);
    std::reverse(expected.begin(), expected.end());
    check();
    auto const shrink_to = [&](std::ptrdiff_t size) {
      keys.resize(static_cast<std::size_t>(size));
      values.resize(static_cast<std::size_t>(size));
    };
    auto const same_key = [](auto const& x, auto const& y) { return thrum::get<0>(x) == thrum::get<0>(y); };
    shrink_to(S::run(thrum::unique, first, first + n, same_key) - first);
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    check();
    shrink_to(S::run(thrum::remove_if, first, first + std::ssize(keys), even) - first);
    std::erase_if(expected, [](int k) { return k % 2 == 0; });
    check();
    // Sorts the adaptor's elements as values, by other keys.
    auto other_keys = keys;
    std::reverse(other_keys.begin(), other_keys.end());
    S::run(thrum::sort_by_key, other_keys.begin(), other_keys.end(), first);
    std::reverse(expected.begin(), expected.end());
    check();
  }
}

TEST_CASE_TEMPLATE("sort through reverse and permutation iterators", S, HOST_BACKENDS) {
  auto const host = random_values<int>(40'000);
  auto expected = host;
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  auto v = host;
  S::run(thrum::sort, thrum::make_reverse_iterator(v.end()), thrum::make_reverse_iterator(v.begin()));
  CHECK(v == expected);
  v = host;
  S::run(thrum::sort, v.rbegin(), v.rend());
  CHECK(v == expected);
  // Sorts only every second element.
  v = host;
  std::vector<int> places(20'000), evens;
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(2 * i);
  auto const first = thrum::make_permutation_iterator(v.begin(), places.begin());
  S::run(thrum::sort, first, first + 20'000);
  for (std::size_t i = 0; i < v.size(); i += 2) evens.push_back(v[i]);
  CHECK(std::is_sorted(evens.begin(), evens.end()));
  bool others_stay = true;
  for (std::size_t i = 1; i < v.size(); i += 2) others_stay = others_stay && v[i] == host[i];
  CHECK(others_stay);
}
