// Compares windows and joins over split vectors with loops over one vector, for any group of parts:
// in one process, on devices, or on ranks. Every process of the group calls the same function.
#pragma once

#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/multi_device/windows.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>
#include "multi_device/split_vectors.h"

namespace windows_and_joins {

namespace md = thrum::multi_device;
using split_vectors::random_ints;
using split_vectors::sizes;
using split_vectors::splits;

/// A sum whose bits depend on the order of the elements and on the place of each one.
struct weighted_sum {
  template <class W>
  THRUM_HD float operator()(W const& window) const {
    float sum = 0;
    for (float x : window) sum = sum * 0.75F + x;
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
    sums.push_back(weighted_sum()(window));
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

}  // namespace windows_and_joins
