// Compares searches, selections, histograms, sums by key and shuffles over split vectors with std::
// and with thrum under seq, for any group of parts: in one process, on devices, or on ranks. Every
// process of the group calls the same function.
#pragma once

#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/histogram.h>
#include <thrum/multi_device.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/shuffle.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <vector>
#include "split_vectors.h"

namespace split_vectors {

struct same_key {
  bool operator()(tagged x, tagged y) const { return x.key == y.key; }
};

template <class Group>
void check_searches(Group const& group, std::vector<int> const& h, sizes const& split) {
  thrum::multi_device_vector<int, Group> const v(group, split, h);
  auto const n = static_cast<std::ptrdiff_t>(h.size());
  // Values that are at the beginning, in the middle, at the end and nowhere.
  std::vector<int> wanted{-1};
  for (std::ptrdiff_t i : {std::ptrdiff_t{0}, n / 2, n - 1})
    if (i >= 0 && i < n) wanted.push_back(h[static_cast<std::size_t>(i)]);
  for (int const x : wanted) {
    CHECK(md::find(v, x) == std::find(h.begin(), h.end(), x) - h.begin());
    auto const is_x = [x](int y) { return y == x; };
    CHECK(md::find_if(v, is_x) == std::find_if(h.begin(), h.end(), is_x) - h.begin());
    CHECK(md::find_if_not(v, is_x) == std::find_if_not(h.begin(), h.end(), is_x) - h.begin());
    CHECK(md::all_of(v, is_x) == std::all_of(h.begin(), h.end(), is_x));
    CHECK(md::any_of(v, is_x) == std::any_of(h.begin(), h.end(), is_x));
    CHECK(md::none_of(v, is_x) == std::none_of(h.begin(), h.end(), is_x));
  }
  CHECK(md::is_sorted_until(v) == std::is_sorted_until(h.begin(), h.end()) - h.begin());
  CHECK(md::is_sorted(v) == std::is_sorted(h.begin(), h.end()));
  // One descent, at each place: also where a part begins.
  std::vector<int> steps(h.size());
  std::ptrdiff_t begin = 0;
  for (std::ptrdiff_t const size : split) {
    for (std::ptrdiff_t const i : {begin, begin + size / 2}) {
      if (i < 1 || i >= n) continue;
      for (std::ptrdiff_t j = 0; j < n; ++j)
        steps[static_cast<std::size_t>(j)] = static_cast<int>(j < i ? j + n : j);
      thrum::multi_device_vector<int, Group> const w(group, split, steps);
      CHECK(md::is_sorted_until(w) == i);
      CHECK_FALSE(md::is_sorted(w));
      CHECK(md::is_sorted_until(w, std::greater<>{}) == (i == 1 && n > 2 ? 2 : i == 1 ? 2 : 1));
    }
    begin += size;
  }
}

template <class Group>
void check_runs(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<tagged> records;
  for (std::size_t i = 0; i < h.size(); ++i) records.push_back({h[i], static_cast<int>(i)});
  thrum::multi_device_vector<tagged, Group> const v(group, split, records);
  auto firsts = records;
  firsts.erase(std::unique(firsts.begin(), firsts.end(), same_key{}), firsts.end());
  CHECK(md::unique(v, same_key{}).to_host() == firsts);

  // The sums of an operator that is not commutative.
  std::vector<line> lines, expected;
  for (int x : h) lines.push_back({static_cast<std::uint32_t>(2 * x + 1), static_cast<std::uint32_t>(x)});
  thrum::multi_device_vector<line, Group> const values(group, split, lines);
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (i > 0 && h[i] == h[i - 1]) expected.back() = compose{}(expected.back(), lines[i]);
    else expected.push_back(lines[i]);
  }
  auto const sums = md::reduce_by_key(v, values, same_key{}, compose{});
  CHECK(sums.first.to_host() == firsts);
  CHECK(sums.second.to_host() == expected);
  thrum::multi_device_vector<int, Group> const keys(group, split, h);
  std::vector<int> counts, places;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (i > 0 && h[i] == h[i - 1]) ++counts.back();
    else counts.push_back(1);
  }
  thrum::multi_device_vector<int, Group> const ones(group, split, std::vector<int>(h.size(), 1));
  CHECK(md::reduce_by_key(keys, ones).second.to_host() == counts);
}

template <class Group>
void check_histograms(Group const& group, std::vector<int> const& h, sizes const& split) {
  thrum::multi_device_vector<int, Group> const v(group, split, h);
  for (std::ptrdiff_t const bins : {0, 1, 2, 7, 300}) {
    std::vector<std::ptrdiff_t> expected(static_cast<std::size_t>(bins));
    thrum::histogram_even(thrum::seq, h.begin(), h.end(), expected.begin(), expected.end(), 1, 1000);
    CHECK(md::histogram_even(v, bins, 1, 1000) == expected);
  }
  for (std::vector<double> const& bounds : {std::vector<double>{}, {0.5}, {0, 1}, {-1, 0.5, 0.5, 2, 700, 1e9}}) {
    std::vector<std::ptrdiff_t> expected(bounds.empty() ? 0 : bounds.size() - 1);
    if (!bounds.empty())
      thrum::histogram(thrum::seq, h.begin(), h.end(), expected.begin(), expected.end(), bounds.begin());
    CHECK(md::histogram(v, bounds) == expected);
  }
}

template <class Group>
void check_ranks(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<tagged> records;
  for (std::size_t i = 0; i < h.size(); ++i) records.push_back({h[i], static_cast<int>(i)});
  thrum::multi_device_vector<tagged, Group> const v(group, split, records);
  auto sorted = records, reversed = records;
  std::stable_sort(sorted.begin(), sorted.end(), less_key{});
  std::stable_sort(reversed.begin(), reversed.end(), [](tagged x, tagged y) { return x.key > y.key; });
  auto const n = static_cast<std::ptrdiff_t>(h.size());
  for (std::ptrdiff_t const k : {std::ptrdiff_t{-1}, std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 3, n, n + 5}) {
    auto const most = reversed.begin() + std::clamp<std::ptrdiff_t>(k, 0, n);
    CHECK(md::top_k(v, k, less_key{}) == std::vector<tagged>(reversed.begin(), most));
  }
  for (std::ptrdiff_t const k : {std::ptrdiff_t{0}, n / 3, n - 1}) {
    if (k < 0 || k >= n) continue;
    CHECK(md::nth_element(v, k, less_key{}) == sorted[static_cast<std::size_t>(k)]);
  }
  for (std::ptrdiff_t const k : {std::ptrdiff_t{-1}, n})
    CHECK_THROWS_AS(static_cast<void>(md::nth_element(v, k, less_key{})), std::out_of_range);
  CHECK(v.to_host() == records);
}

template <class Group>
void check_shuffles(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<tagged> records;
  for (std::size_t i = 0; i < h.size(); ++i) records.push_back({h[i], static_cast<int>(i)});
  thrum::multi_device_vector<tagged, Group> v(group, split, records);
  thrum::philox4x32 g(static_cast<unsigned>(h.size())), same = g;
  thrum::shuffle(thrum::seq, records.begin(), records.end(), g);
  md::shuffle(v, same);
  CHECK(v.to_host() == records);
  CHECK(g == same);
}

/// Compares elements of some ranks among many, which take several rounds, with a sorted vector.
template <class Group>
void check_long_ranks(Group const& group, std::ptrdiff_t n) {
  for (int const bound : {1, 5, 1 << 30}) {
    std::vector<tagged> records;
    for (int x : random_ints(n, bound)) records.push_back({x, static_cast<int>(records.size())});
    if (bound == 1 << 30) std::sort(records.begin(), records.begin() + n / 2, less_key{});
    for (sizes const& split : splits(n, group.parts())) {
      thrum::multi_device_vector<tagged, Group> const v(group, split, records);
      auto sorted = records;
      std::stable_sort(sorted.begin(), sorted.end(), less_key{});
      for (std::ptrdiff_t const k : {std::ptrdiff_t{0}, std::ptrdiff_t{3}, n / 7, n / 2, n - 1})
        CHECK(md::nth_element(v, k, less_key{}) == sorted[static_cast<std::size_t>(k)]);
    }
  }
}

template <class Group>
void check_selections(Group const& group, std::ptrdiff_t n) {
  for (int const bound : {1, 3, 1 << 20}) {
    auto h = random_ints(n, bound);
    if (bound == 3) std::sort(h.begin(), h.begin() + n / 2);
    for (sizes const& split : splits(n, group.parts())) {
      CAPTURE(n);
      CAPTURE(bound);
      CAPTURE(group.parts());
      check_searches(group, h, split);
      check_runs(group, h, split);
      check_histograms(group, h, split);
      check_ranks(group, h, split);
      check_shuffles(group, h, split);
    }
  }
}

/// Returns keys whose runs are of all lengths: of one element, of some thousands, and longer than a
/// part.
inline std::vector<int> keys_of_runs(std::ptrdiff_t n, unsigned start) {
  std::mt19937 random(start);
  std::vector<int> keys;
  while (static_cast<std::ptrdiff_t>(keys.size()) < n) {
    std::size_t const most = std::vector<std::size_t>{3, 40, 400, 9000, 70'000}[random() % 5];
    std::size_t const together = keys.size() + most * 2;  // some runs of one kind
    while (keys.size() < together) {
      int const key = keys.empty() ? 0 : keys.back() + 1;
      keys.insert(keys.end(), 1 + random() % most, key);
    }
  }
  keys.resize(static_cast<std::size_t>(n));
  return keys;
}

/// Compares sums of floats by key with those of seq, bit by bit.
template <class Group>
void check_bits_by_key(Group const& group, std::vector<int> const& keys) {
  std::vector<float> values;
  for (int x : random_ints(static_cast<std::ptrdiff_t>(keys.size()), 1 << 24))
    values.push_back(static_cast<float>(x) * 1e-3F);
  std::vector<int> firsts(keys.size());
  std::vector<float> sums(keys.size());
  auto const ends =
      thrum::reduce_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), firsts.begin(), sums.begin());
  firsts.erase(ends.first, firsts.end());
  sums.erase(ends.second, sums.end());
  thrum::multi_device_vector<int, Group> const split_keys(group, keys);
  thrum::multi_device_vector<float, Group> const split_values(group, values);
  auto const found = md::reduce_by_key(split_keys, split_values);
  CHECK(found.first.to_host() == firsts);
  CHECK(found.second.to_host() == sums);
}

}  // namespace split_vectors
