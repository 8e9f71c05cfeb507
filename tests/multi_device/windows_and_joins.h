// Compares windows and joins over split vectors with loops over one vector, for any group of parts:
// in one process, on devices, or on ranks. Every process of the group calls the same function.
#pragma once

#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/functional.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/multi_device/join.h>
#include <thrum/multi_device/windows.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>
#include "multi_device/split_vectors.h"

namespace windows_and_joins {

namespace md = thrum::multi_device;
using split_vectors::random_ints;
using split_vectors::sizes;
using split_vectors::splits;

/// A sum whose bits depend on the order of the elements and on the place of each one. It divides,
/// because nvcc would fuse a product and the sum, which the host does not.
struct weighted_sum {
  template <class W>
  THRUM_HD float operator()(W const& window) const {
    float sum = 0;
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(window.size()); ++i) sum = sum / 1.5F + window[i];
    return sum;
  }
};

/// Returns the windows of weighted_sum over h, where element(i) is what is at place i, which may be
/// beyond the ends.
template <class Element>
std::vector<float> sums_of(std::ptrdiff_t n, std::ptrdiff_t left, std::ptrdiff_t right, Element element) {
  std::vector<float> sums, window(static_cast<std::size_t>(left + 1 + right));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t k = -left; k <= right; ++k) window[static_cast<std::size_t>(k + left)] = element(i + k);
    sums.push_back(weighted_sum()(thrum::iterator_range<float const*>(window.data(), left + 1 + right)));
  }
  return sums;
}

template <class Group>
void check_windows(Group const& group, std::vector<float> const& h, sizes const& split, std::ptrdiff_t left,
                   std::ptrdiff_t right) {
  CAPTURE(left);
  CAPTURE(right);
  auto const n = static_cast<std::ptrdiff_t>(h.size());
  auto const at = [&](std::ptrdiff_t i) { return h[static_cast<std::size_t>(i)]; };
  thrum::multi_device_vector<float, Group> const v(group, split, h);
  thrum::multi_device_vector<float, Group> out(group, split, std::vector<float>(h.size(), -1.0F));

  // As over one vector.
  std::vector<float> expected(h.size(), -1.0F);
  auto const windows = thrum::make_sliding_window_iterator(h.begin(), left + 1 + right);
  std::ptrdiff_t const count = thrum::number_of_windows(n, left + 1 + right);
  if (count > 0) thrum::transform(thrum::seq, windows, windows + count, expected.begin() + left, weighted_sum());
  md::transform_windows(v, out, left, right, weighted_sum());
  CHECK(out.to_host() == expected);

  md::transform_windows(v, out, left, right, weighted_sum(), md::periodic);
  CHECK(out.to_host() == sums_of(n, left, right, [&](std::ptrdiff_t i) { return at((i % n + n) % n); }));
  md::transform_windows(v, out, left, right, weighted_sum(), md::clamped);
  CHECK(out.to_host() ==
        sums_of(n, left, right, [&](std::ptrdiff_t i) { return at(std::clamp<std::ptrdiff_t>(i, 0, n - 1)); }));
  md::transform_windows(v, out, left, right, weighted_sum(), md::value_beyond(7.5F));
  CHECK(out.to_host() ==
        sums_of(n, left, right, [&](std::ptrdiff_t i) { return i < 0 || i >= n ? 7.5F : at(i); }));
  CHECK(v.to_host() == h);
}

template <class Group>
void check_all_windows(Group const& group, std::ptrdiff_t n) {
  std::vector<float> h;
  for (int x : random_ints(n, 1 << 20)) h.push_back(static_cast<float>(x) * 1e-3F);
  for (sizes const& split : splits(n, group.parts())) {
    CAPTURE(n);
    CAPTURE(group.parts());
    for (auto const& [left, right] :
         std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>>{{0, 0}, {1, 1}, {0, 2}, {3, 0}, {5, 2}, {17, 11}})
      check_windows(group, h, split, left, right);
  }
}

/// Joins sorted keys, whose values are their indices, by two loops.
inline std::vector<md::joined<int, int, long>> pairs_of(std::vector<int> const& a, std::vector<int> const& b) {
  std::vector<md::joined<int, int, long>> pairs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto const equal = std::equal_range(b.begin(), b.end(), a[i]);
    for (auto k = equal.first; k != equal.second; ++k)
      pairs.push_back({a[i], static_cast<int>(i), static_cast<long>(k - b.begin())});
  }
  return pairs;
}

template <class Group>
void check_join(Group const& group, std::vector<int> const& a, sizes const& split1, std::vector<int> const& b,
                sizes const& split2) {
  std::vector<int> places1(a.size());
  std::vector<long> places2(b.size());
  std::iota(places1.begin(), places1.end(), 0);
  std::iota(places2.begin(), places2.end(), 0L);
  thrum::multi_device_vector<int, Group> const keys1(group, split1, a), values1(group, split1, places1),
      keys2(group, split2, b);
  thrum::multi_device_vector<long, Group> const values2(group, split2, places2);
  auto const pairs = md::inner_join(keys1, values1, keys2, values2);
  CHECK((pairs.to_host() == pairs_of(a, b)));
}

/// Joins n and m sorted keys below `bound`, some of which are most of the keys of one side.
template <class Group>
void check_joins(Group const& group, std::ptrdiff_t n, std::ptrdiff_t m) {
  for (int const bound : {1, 10, 1 << 20}) {
    if (n * m / bound > 60'000) continue;  // too many pairs
    for (bool const skewed : {false, true}) {
      auto a = random_ints(n, bound, 1), b = random_ints(m, bound, 2);
      if (skewed) {  // a key that many elements have on the one side, and few on the other
        std::fill(a.begin(), a.begin() + n / 2, bound / 2);
        if (m > 1) b[0] = b[1] = bound / 2;
      }
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      auto const splits1 = splits(n, group.parts()), splits2 = splits(m, group.parts());
      for (std::size_t s = 0; s < splits1.size(); ++s) {
        CAPTURE(n);
        CAPTURE(m);
        CAPTURE(bound);
        CAPTURE(skewed);
        CAPTURE(group.parts());
        check_join(group, a, splits1[s], b, splits2[(s + 1) % splits2.size()]);
        check_join(group, b, splits2[s], a, splits1[s]);
      }
    }
  }
}
template <class Group>
void check_all_joins(Group const& group) {
  for (std::ptrdiff_t const n : {0, 1, 2, 4, 5, 31, 700}) {
    check_joins(group, n, n);
    check_joins(group, n, 40);
  }
}

/// Values of other types, an order from the greatest key on, and NaNs.
template <class Group>
void check_orders_of_joins(Group const& group) {
  struct named {
    char name[5];
  };
  float const nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> const a{9, 7, 7, 4, 1, nan, nan}, b{9, 8, 7, 7, 1, nan};
  std::vector<named> const names{{"nine"}, {"a"}, {"b"}, {"four"}, {"one"}, {"x"}, {"y"}};
  std::vector<char> const letters{'p', 'q', 'r', 's', 't', 'u'};
  auto const split = [&](std::ptrdiff_t n) { return splits(n, group.parts()).back(); };
  thrum::multi_device_vector<float, Group> const keys1(group, split(7), a), keys2(group, split(6), b);
  thrum::multi_device_vector<named, Group> const values1(group, split(7), names);
  thrum::multi_device_vector<char, Group> const values2(group, split(6), letters);
  auto const pairs = md::inner_join(keys1, values1, keys2, values2, thrum::greater<>{}).to_host();
  std::string text;
  for (auto const& x : pairs) text += std::string(x.first.name) + x.second + ' ';
  CHECK(text == "ninep ar as br bs onet xu yu ");
}

}  // namespace windows_and_joins
