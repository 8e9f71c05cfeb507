// Compares searches, selections, histograms, sums by key and shuffles over split vectors with std::
// and with thrum under seq, for any group of parts: in one process, on devices, or on ranks. Every
// process of the group calls the same function.
#pragma once

#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/multi_device.h>
#include <algorithm>
#include <cstddef>
#include <functional>
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
void check_selections(Group const& group, std::ptrdiff_t n) {
  for (int const bound : {1, 3, 1 << 20}) {
    auto h = random_ints(n, bound);
    if (bound == 3) std::sort(h.begin(), h.begin() + n / 2);
    for (sizes const& split : splits(n, group.parts())) {
      CAPTURE(n);
      CAPTURE(bound);
      CAPTURE(group.parts());
      check_searches(group, h, split);
    }
  }
}

}  // namespace split_vectors
