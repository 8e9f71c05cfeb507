// Properties of the algorithms by key, compared with plain loops.
#pragma once

#include <thrum/histogram.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/scan_by_key.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>
#include "choices.h"
#include "property.h"

namespace by_key {

/// Composes maps x -> a x + b: associative, not commutative, and exact.
struct affine {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  friend bool operator==(affine const&, affine const&) = default;
};
struct composed {
  affine operator()(affine const& f, affine const& g) const {
    give_way();
    return {f.a * g.a, g.a * f.b + g.b};
  }
};
inline std::vector<affine> affine_functions(choices& c, std::size_t n) {
  std::vector<affine> v(n);
  std::uint64_t const base = c.bits();
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(base + i);
    v[i] = {static_cast<std::uint32_t>(bits) | 1U, static_cast<std::uint32_t>(bits >> 32)};
  }
  return v;
}
inline std::vector<std::int64_t> numbered(std::size_t n) {
  std::vector<std::int64_t> v(n);
  std::iota(v.begin(), v.end(), 0);
  return v;
}
template <class V>
void keep(V& v, typename V::iterator last) {
  v.erase(last, v.end());
}

/// The keys and the values of a result, with room for the operations.
template <class K>
struct pairs {
  std::vector<K> keys;
  std::vector<std::int64_t> values;
  explicit pairs(std::size_t n = 0) : keys(n), values(n) {}
  void add(K const& key, std::int64_t value) {
    keys.push_back(key);
    values.push_back(value);
  }
  template <class Ends>
  void end_at(Ends const& ends) {
    keys.erase(ends.first, keys.end());
    values.erase(ends.second, values.end());
  }
};
template <class K>
void same(char const* what, pairs<K> const& result, pairs<K> const& expected) {
  ::same(what, result.keys, expected.keys);
  ::same(what, result.values, expected.values);
}

template <class K>
void reductions(choices& c) {
  auto const keys = c.elements<K>(c.size());
  auto const values = affine_functions(c, keys.size());
  std::vector<K> expected_keys;
  std::vector<affine> sums;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || !(keys[i] == keys[i - 1])) {
      expected_keys.push_back(keys[i]);
      sums.push_back(values[i]);
    } else {
      sums.back() = composed{}(sums.back(), values[i]);
    }
  }
  under_some_policy<K>(c, [&](auto const& exec) {
    std::vector<K> keys_out(keys.size());
    std::vector<affine> out(keys.size());
    auto const ends = thrum::reduce_by_key(exec, keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                                           out.begin(), thrum::equal_to<>{}, composed{});
    keep(keys_out, ends.first);
    keep(out, ends.second);
    ::same("keys of reduce_by_key", keys_out, expected_keys);
    ::same("reduce_by_key", out, sums);
  });
}

template <class K>
void scans(choices& c) {
  auto const keys = c.elements<K>(c.size());
  auto const values = affine_functions(c, keys.size());
  affine const init{3, 5};
  std::vector<affine> inclusive, exclusive;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    bool const begins = i == 0 || !(keys[i] == keys[i - 1]);
    exclusive.push_back(begins ? init : composed{}(exclusive.back(), values[i - 1]));
    inclusive.push_back(begins ? values[i] : composed{}(inclusive.back(), values[i]));
  }
  bool const in_place = c.chance(4);
  c.note("in place", in_place);
  under_some_policy<K>(c, [&](auto const& exec) {
    auto input = values;
    std::vector<affine> other(keys.size());
    auto& out = in_place ? input : other;
    auto end = thrum::inclusive_scan_by_key(exec, keys.begin(), keys.end(), input.begin(), out.begin(),
                                            thrum::equal_to<>{}, composed{});
    holds("inclusive_scan_by_key returns the end", end == out.end());
    ::same("inclusive_scan_by_key", out, inclusive);
    input = values;
    end = thrum::exclusive_scan_by_key(exec, keys.begin(), keys.end(), input.begin(), out.begin(), init,
                                       thrum::equal_to<>{}, composed{});
    holds("exclusive_scan_by_key returns the end", end == out.end());
    ::same("exclusive_scan_by_key", out, exclusive);
  });
}

template <class K>
void uniques(choices& c) {
  auto const keys = c.elements<K>(c.size());
  auto const values = numbered(keys.size());
  pairs<K> expected;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || !(keys[i] == keys[i - 1])) expected.add(keys[i], values[i]);
  }
  under_some_policy<K>(c, [&](auto const& exec) {
    pairs<K> out(keys.size());
    out.end_at(thrum::unique_by_key_copy(exec, keys.begin(), keys.end(), values.begin(), out.keys.begin(),
                                         out.values.begin()));
    same("unique_by_key_copy", out, expected);
    out.keys = keys;
    out.values = values;
    out.end_at(thrum::unique_by_key(exec, out.keys.begin(), out.keys.end(), out.values.begin()));
    same("unique_by_key", out, expected);
    std::ptrdiff_t const count = thrum::unique_count(exec, keys.begin(), keys.end());
    ::same("unique_count", count, std::ssize(expected.keys));
  });
}

template <class K>
void sorts(choices& c) {
  auto const keys = c.elements<K>(c.size());
  auto order = numbered(keys.size());
  auto const key = [&](std::int64_t i) -> K const& { return keys[static_cast<std::size_t>(i)]; };
  bool const falling = c.chance(2);
  c.note("falling", falling);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t i, std::int64_t j) { return falling ? key(j) < key(i) : key(i) < key(j); });
  pairs<K> expected;
  for (std::int64_t const i : order) expected.add(key(i), i);
  under_some_policy<K>(c, [&](auto const& exec) {
    pairs<K> v;
    v.keys = keys;
    v.values = numbered(keys.size());
    if (falling)
      thrum::sort_by_key(exec, v.keys.begin(), v.keys.end(), v.values.begin(),
                         [](K const& a, K const& b) { return b < a; });
    else thrum::sort_by_key(exec, v.keys.begin(), v.keys.end(), v.values.begin());
    same("sort_by_key", v, expected);
  });
}

/// What a set operation, or the merge, takes of i equal elements of one range and j of the other:
/// how many of the first range, from its first on, and then how many of the last ones of the
/// second.
struct taken {
  std::ptrdiff_t of_first, of_second;
};
inline taken merged(std::ptrdiff_t i, std::ptrdiff_t j) { return {i, j}; }
inline taken united(std::ptrdiff_t i, std::ptrdiff_t j) { return {i, std::max<std::ptrdiff_t>(j - i, 0)}; }
inline taken intersected(std::ptrdiff_t i, std::ptrdiff_t j) { return {std::min(i, j), 0}; }

/// Computes the same by a plain loop. The difference takes the last ones of the first range, as the
/// symmetric difference does.
template <class K, class Rule>
pairs<K> combined(pairs<K> const& a, pairs<K> const& b, Rule rule, bool last_of_first) {
  pairs<K> out;
  std::size_t i = 0, j = 0;
  while (i < a.keys.size() || j < b.keys.size()) {
    bool const from_first = j == b.keys.size() || (i < a.keys.size() && !(b.keys[j] < a.keys[i]));
    K const& key = from_first ? a.keys[i] : b.keys[j];
    std::size_t const i_begin = i, j_begin = j;
    while (i < a.keys.size() && !(key < a.keys[i])) ++i;
    while (j < b.keys.size() && !(key < b.keys[j])) ++j;
    taken const t = rule(static_cast<std::ptrdiff_t>(i - i_begin), static_cast<std::ptrdiff_t>(j - j_begin));
    auto const of_first = static_cast<std::size_t>(t.of_first), of_second = static_cast<std::size_t>(t.of_second);
    for (std::size_t k = 0; k < of_first; ++k) {
      std::size_t const at = last_of_first ? i - of_first + k : i_begin + k;
      out.add(a.keys[at], a.values[at]);
    }
    for (std::size_t k = j - of_second; k < j; ++k) out.add(b.keys[k], b.values[k]);
  }
  return out;
}

template <class K>
pairs<K> sorted_pairs(choices& c, std::int64_t first_value) {
  pairs<K> v;
  v.keys = c.sorted_elements<K>(c.size());
  v.values = numbered(v.keys.size());
  for (std::int64_t& value : v.values) value += first_value;
  return v;
}

/// merge_by_key and the set operations by key.
template <class K>
void sets(choices& c) {
  auto const a = sorted_pairs<K>(c, 0);
  auto const b = sorted_pairs<K>(c, 10'000'000);
  std::ptrdiff_t const operation = c.below(5);
  c.note("operation", operation);
  auto const left = [](std::ptrdiff_t i, std::ptrdiff_t j) {
    return taken{std::max<std::ptrdiff_t>(i - j, 0), 0};
  };
  auto const either = [](std::ptrdiff_t i, std::ptrdiff_t j) {
    return taken{std::max<std::ptrdiff_t>(i - j, 0), std::max<std::ptrdiff_t>(j - i, 0)};
  };
  under_some_policy<K>(c, [&](auto const& exec) {
    pairs<K> out(a.keys.size() + b.keys.size());
    auto apply = [&](char const* name, auto algorithm, pairs<K> const& expected) {
      out.end_at(algorithm(exec, a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(), a.values.begin(),
                           b.values.begin(), out.keys.begin(), out.values.begin()));
      same(name, out, expected);
    };
    switch (operation) {
      case 0:
        apply("merge_by_key", thrum::merge_by_key, combined(a, b, merged, false));
        break;
      case 1:
        apply("set_union_by_key", thrum::set_union_by_key, combined(a, b, united, false));
        break;
      case 2:
        apply("set_difference_by_key", thrum::set_difference_by_key, combined(a, b, left, true));
        break;
      case 3:
        apply("set_symmetric_difference_by_key", thrum::set_symmetric_difference_by_key,
              combined(a, b, either, true));
        break;
      default:
        out.end_at(thrum::set_intersection_by_key(exec, a.keys.begin(), a.keys.end(), b.keys.begin(), b.keys.end(),
                                                  a.values.begin(), out.keys.begin(), out.values.begin()));
        same("set_intersection_by_key", out, combined(a, b, intersected, false));
    }
  });
}

template <class K>
void histograms(choices& c) {
  auto const keys = c.small_numbers<K>(c.size());
  auto const values = numbered(keys.size());
  std::ptrdiff_t const bins = c.chance(3) ? c.size() : c.below(120);
  std::vector<std::int64_t> expected(static_cast<std::size_t>(bins));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] >= 0 && keys[i] < bins) expected[static_cast<std::size_t>(keys[i])] += values[i];
  }
  under_some_policy<K>(c, [&](auto const& exec) {
    std::vector<std::int64_t> sums(expected.size(), 77);
    auto const end =
        thrum::histogram_by_key(exec, keys.begin(), keys.end(), values.begin(), sums.begin(), sums.end());
    holds("histogram_by_key returns the end", end == sums.end());
    ::same("histogram_by_key", sums, expected);
  });
}

inline constexpr std::array properties{property{"reduce_by_key, int8", reductions<std::int8_t>},
                                       property{"reduce_by_key, double", reductions<double>},
                                       property{"scan_by_key, int32", scans<std::int32_t>},
                                       property{"unique_by_key, int64", uniques<std::int64_t>},
                                       property{"unique_by_key, string", uniques<std::string>},
                                       property{"sort_by_key, int16", sorts<std::int16_t>},
                                       property{"sort_by_key, float", sorts<float>},
                                       property{"sort_by_key, string", sorts<std::string>},
                                       property{"set operations by key, int32", sets<std::int32_t>},
                                       property{"histogram_by_key", histograms<std::int32_t>}};

}  // namespace by_key
