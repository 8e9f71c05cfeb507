// Properties of the segmented algorithms, compared with loops over the segments.
#pragma once

#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>
#include "by_key.h"
#include "choices.h"
#include "property.h"

namespace segments {

inline void sums(choices& c) {
  auto const v = c.small_numbers<std::int32_t>(c.size());
  auto const offsets = c.offsets(std::ssize(v));
  std::vector<std::int32_t> sums, inclusive(v.size(), 77), exclusive(v.size(), 77);
  std::vector<thrum::indexed_value<std::int32_t>> least;
  for (std::size_t s = 1; s < offsets.size(); ++s) {
    auto const first = v.begin() + offsets[s - 1], last = v.begin() + offsets[s];
    sums.push_back(std::accumulate(first, last, 3));
    std::inclusive_scan(first, last, inclusive.begin() + offsets[s - 1]);
    std::exclusive_scan(first, last, exclusive.begin() + offsets[s - 1], 3);
    auto const at = std::min_element(first, last);
    if (first == last) least.emplace_back();
    else least.push_back({*at, at - first});
  }
  under_some_policy<int>(c, [&](auto const& exec) {
    auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
    std::vector<std::int32_t> out(sums.size());
    auto const end = thrum::segmented_reduce(exec, v.begin(), v.end(), segments, out.begin(), 3);
    holds("segmented_reduce returns the end", end == out.end());
    same("segmented_reduce", out, sums);
    out.assign(v.size(), 77);
    thrum::segmented_inclusive_scan(exec, v.begin(), v.end(), segments, out.begin());
    same("segmented_inclusive_scan", out, inclusive);
    out.assign(v.size(), 77);
    thrum::segmented_exclusive_scan(exec, v.begin(), v.end(), segments, out.begin(), 3);
    same("segmented_exclusive_scan", out, exclusive);
    std::vector<thrum::indexed_value<std::int32_t>> found(sums.size());
    thrum::segmented_argmin(exec, v.begin(), v.end(), segments, found.begin());
    holds("segmented_argmin", found == least);
  });
}

inline void sorts_by_key(choices& c) {
  auto const keys = c.elements<std::int32_t>(c.size());
  std::ptrdiff_t const length = c.chance(2) ? c.between(1, 100) : c.between(1, std::ssize(keys) + 1);
  c.note("segments of", length);
  auto expected = keys;
  for (std::ptrdiff_t i = 0; i < std::ssize(keys); i += length)
    std::stable_sort(expected.begin() + i, expected.begin() + std::min(i + length, std::ssize(keys)));
  under_some_policy<int>(c, [&](auto const& exec) {
    auto v = keys;
    std::vector<std::ptrdiff_t> places;
    for (std::ptrdiff_t i = 0; i < std::ssize(keys); ++i) places.push_back(i);
    thrum::segmented_sort_by_key(exec, v.begin(), v.end(), places.begin(), thrum::segments_of(length));
    same("keys of segmented_sort_by_key", v, expected);
    for (std::size_t i = 0; i < v.size(); ++i) {
      same("key of a value of segmented_sort_by_key", keys[static_cast<std::size_t>(places[i])], v[i]);
      if (i > 0 && v[i - 1] == v[i] && static_cast<std::ptrdiff_t>(i) % length != 0)
        holds("segmented_sort_by_key is stable", places[i - 1] < places[i]);
    }
  });
}

/// Elements that own memory, a descending order, and elements that are in no segment.
inline void sorts_of_words(choices& c) {
  auto const input = c.elements<std::string>(c.size());
  auto const offsets = c.offsets(std::ssize(input));
  auto expected = input;
  for (std::size_t s = 1; s < offsets.size(); ++s)
    std::stable_sort(expected.begin() + offsets[s - 1], expected.begin() + offsets[s], std::greater<>{});
  under_some_policy<std::string>(c, [&](auto const& exec) {
    auto v = input;
    thrum::segmented_sort(exec, v.begin(), v.end(), thrum::segments_at(offsets.begin(), offsets.end()),
                          thrum::greater<>{});
    same("segmented_sort of words", v, expected);
  });
}

/// An operator that is not commutative, and segments of one length.
inline void scans_of_functions(choices& c) {
  auto const v = by_key::affine_functions(c, static_cast<std::size_t>(c.size()));
  std::ptrdiff_t const n = std::ssize(v), length = c.chance(2) ? c.between(1, 100) : c.between(1, n + 1);
  c.note("segments of", length);
  by_key::composed const op;
  by_key::affine const init{3, 5};
  auto inclusive = v, onto_init = v, exclusive = v;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const at = static_cast<std::size_t>(i);
    bool const begins = i % length == 0;
    inclusive[at] = begins ? v[at] : op(inclusive[at - 1], v[at]);
    exclusive[at] = begins ? init : op(exclusive[at - 1], v[at - 1]);
    onto_init[at] = op(exclusive[at], v[at]);
  }
  under_some_policy<int>(c, [&](auto const& exec) {
    auto const segments = thrum::segments_of(length);
    auto out = v;
    thrum::segmented_inclusive_scan(exec, v.begin(), v.end(), segments, out.begin(), op);
    holds("segmented_inclusive_scan of functions", out == inclusive);
    thrum::segmented_inclusive_scan(exec, v.begin(), v.end(), segments, out.begin(), init, op);
    holds("segmented_inclusive_scan of functions onto init", out == onto_init);
    thrum::segmented_exclusive_scan(exec, v.begin(), v.end(), segments, out.begin(), init, op);
    holds("segmented_exclusive_scan of functions", out == exclusive);
  });
}

/// The indices of extrema, the first of equal ones.
template <class T>
void extremes(choices& c) {
  auto const v = c.elements<T>(c.size());
  auto const offsets = c.offsets(std::ssize(v));
  using result = thrum::indexed_value<T>;
  std::vector<result> least, greatest;
  for (std::size_t s = 1; s < offsets.size(); ++s) {
    auto const first = v.begin() + offsets[s - 1], last = v.begin() + offsets[s];
    auto const low = std::min_element(first, last), high = std::max_element(first, last);
    least.push_back(first == last ? result{} : result{*low, low - first});
    greatest.push_back(first == last ? result{} : result{*high, high - first});
  }
  under_some_policy<T>(c, [&](auto const& exec) {
    auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
    std::vector<result> found(least.size());
    auto const end = thrum::segmented_argmin(exec, v.begin(), v.end(), segments, found.begin());
    holds("segmented_argmin returns the end", end == found.end());
    holds("segmented_argmin", found == least);
    thrum::segmented_argmax(exec, v.begin(), v.end(), segments, found.begin());
    holds("segmented_argmax", found == greatest);
  });
}

inline constexpr std::array properties{
    property{"segmented sums, int32", sums}, property{"segmented_sort_by_key, int32", sorts_by_key},
    property{"segmented_sort, string", sorts_of_words}, property{"segmented scans, functions", scans_of_functions},
    property{"segmented extremes, int16", extremes<std::int16_t>}};

}  // namespace segments
