// Random cases of sorts, selections, and what is done with sorted ranges.
#include <thrum/binary_search.h>
#include <thrum/is_heap.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/ordered_by.h>
#include <thrum/partial_sort.h>
#include <thrum/segmented_sort.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <cmath>
#include "run_properties.h"

namespace {

/// Elements with NaNs among them, if they are floating-point numbers.
template <class T>
std::vector<T> elements_with_nans(choices& c) {
  auto v = c.elements<T>(c.size());
  if constexpr (std::is_floating_point_v<T>) {
    std::ptrdiff_t const one_in = c.between(1, 20);
    c.note("a NaN at most in", one_in);
    for (std::ptrdiff_t const i : c.places(std::ssize(v) / one_in, std::ssize(v) + 1)) {
      if (i < std::ssize(v)) v[static_cast<std::size_t>(i)] = std::numeric_limits<T>::quiet_NaN();
    }
  }
  return v;
}
/// The documented order: NaNs last, rising and falling.
template <class T>
struct documented_order {
  bool falling;
  bool operator()(T const& a, T const& b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
    }
    return falling ? b < a : a < b;
  }
};
template <class T>
std::vector<T> sorted_copy(std::vector<T> v, bool falling) {
  if constexpr (std::is_floating_point_v<T>) {
    auto const last = std::stable_partition(v.begin(), v.end(), [](T x) { return !std::isnan(x); });
    std::stable_sort(v.begin(), last, documented_order<T>{falling});
  } else {
    std::stable_sort(v.begin(), v.end(), documented_order<T>{falling});
  }
  return v;
}

template <class T>
void sorts(choices& c) {
  auto const input = elements_with_nans<T>(c);
  constexpr bool either_way = !std::is_integral_v<T>;  // integers only rise here, and fall in selections
  bool const falling = either_way && c.chance(2);
  c.note("falling", falling);
  auto const expected = sorted_copy(input, falling);
  under_some_policy<T>(c, [&](auto const& exec) {
    auto v = input;
    if constexpr (std::is_same_v<T, record>) {
      thrum::sort(exec, v.begin(), v.end(), documented_order<T>{falling});
      holds("is_sorted", thrum::is_sorted(exec, v.begin(), v.end(), documented_order<T>{falling}));
    } else if (!falling) {
      thrum::sort(exec, v.begin(), v.end());
    } else if constexpr (either_way) {
      thrum::sort(exec, v.begin(), v.end(), thrum::greater<>{});
    }
    same("sort", v, expected);
  });
}

/// Records by several keys, by a projection, and inside of segments.
void sorts_by_members(choices& c) {
  auto const input = c.elements<record>(c.size());
  auto const offsets = c.offsets(std::ssize(input));
  auto const by_both = [](record const& a, record const& b) {
    return a.key != b.key ? a.key < b.key : b.payload < a.payload;
  };
  auto by_payload = input;
  std::stable_sort(by_payload.begin(), by_payload.end(),
                   [](record const& a, record const& b) { return a.payload < b.payload; });
  auto by_keys = input;
  std::stable_sort(by_keys.begin(), by_keys.end(), by_both);
  auto in_segments = input;
  for (std::size_t s = 1; s < offsets.size(); ++s)
    std::stable_sort(in_segments.begin() + offsets[s - 1], in_segments.begin() + offsets[s]);
  under_some_policy<record>(c, [&](auto const& exec) {
    auto v = input;
    thrum::sort(exec, v.begin(), v.end(), thrum::less<>{}, &record::payload);
    same("sort by a projection", v, by_payload);
    v = input;
    thrum::sort(exec, v.begin(), v.end(), thrum::ordered_by(&record::key, thrum::descending(&record::payload)));
    same("sort by two keys", v, by_keys);
    v = input;
    thrum::segmented_sort(exec, v.begin(), v.end(), thrum::segments_at(offsets.begin(), offsets.end()));
    same("segmented_sort", v, in_segments);
  });
}

void sorts_segments_by_key(choices& c) {
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

/// Whether one is a permutation of the other.
template <class T>
bool same_elements(std::vector<T> a, std::vector<T> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

template <class T>
void selections(choices& c) {
  auto const input = c.elements<T>(c.size());
  std::ptrdiff_t const n = std::ssize(input),
                       k = c.below(c.chance(2) ? n + 1 : std::min<std::ptrdiff_t>(n, 10) + 1);
  c.note("k", k);
  auto const rising = sorted_copy(input, false), falling = sorted_copy(input, true);
  std::vector<T> const least(rising.begin(), rising.begin() + k), greatest(falling.begin(), falling.begin() + k);
  under_some_policy<T>(c, [&](auto const& exec) {
    std::vector<T> out(greatest.size());
    auto end = thrum::top_k(exec, input.begin(), input.end(), k, out.begin());
    holds("top_k returns the end", end == out.end());
    same("top_k", out, greatest);
    std::vector<T> keys(least.size());
    std::vector<std::ptrdiff_t> places(least.size());
    thrum::top_k_by_key(exec, input.begin(), input.end(), thrum::counting_iterator<std::ptrdiff_t>(0), k,
                        keys.begin(), places.begin(), thrum::greater<>{}, thrum::unsorted);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      same("key of top_k_by_key", keys[i], input[static_cast<std::size_t>(places[i])]);
      holds("top_k_by_key, unsorted, leaves the order", i == 0 || places[i - 1] < places[i]);
    }
    same("top_k_by_key, sorted afterwards", sorted_copy(keys, false), least);

    end = thrum::partial_sort_copy(exec, input.begin(), input.end(), out.begin(), out.end());
    holds("partial_sort_copy returns the end", end == out.end());
    same("partial_sort_copy", out, least);
    auto v = input;
    thrum::partial_sort(exec, v.begin(), v.begin() + k, v.end());
    same("partial_sort", std::vector<T>(v.begin(), v.begin() + k), least);
    holds("partial_sort keeps the elements", same_elements(v, input));
    v = input;
    thrum::nth_element(exec, v.begin(), v.begin() + k, v.end());
    if (k < n) {
      T const& nth = v[static_cast<std::size_t>(k)];
      same("nth_element", nth, rising[static_cast<std::size_t>(k)]);
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        T const& x = v[static_cast<std::size_t>(i)];
        holds("nth_element parts the others", i < k ? !(nth < x) : !(x < nth));
      }
    }
    holds("nth_element keeps the elements", same_elements(v, input));
  });
}

template <class T>
void sorted_ranges(choices& c) {
  auto a = c.sorted_elements<T>(c.size());
  auto b = c.sorted_elements<T>(c.size());
  if (c.chance(3) && a.size() <= b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i];
  }
  auto const less = std::less<>{};
  std::ptrdiff_t const operation = c.below(6);
  c.note("operation", operation);
  std::vector<T> expected(a.size() + b.size()), joined = a;
  joined.insert(joined.end(), b.begin(), b.end());
  auto apply = [&](auto const& merge, auto const& unite, auto const& intersect, auto const& subtract,
                   auto const& difference, std::vector<T>& out) {
    auto end = out.end();
    switch (operation) {
      case 0:
        end = merge(a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
        break;
      case 1:
        end = unite(a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
        break;
      case 2:
        end = intersect(a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
        break;
      case 3:
        end = subtract(a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
        break;
      default:
        end = difference(a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
        break;
    }
    out.erase(end, out.end());
  };
#define STD(name) [](auto... x) { return std::name(x...); }
  apply(STD(merge), STD(set_union), STD(set_intersection), STD(set_difference), STD(set_symmetric_difference),
        expected);
#undef STD
  under_some_policy<T>(c, [&](auto const& exec) {
    std::vector<T> out(joined.size());
    auto const on = [&](auto algorithm) {
      return [&exec, algorithm](auto... x) { return algorithm(exec, x...); };
    };
    apply(on(thrum::merge), on(thrum::set_union), on(thrum::set_intersection), on(thrum::set_difference),
          on(thrum::set_symmetric_difference), out);
    same("operation on sorted ranges", out, expected);
    auto v = joined;
    if (operation == 0) {
      thrum::inplace_merge(exec, v.begin(), v.begin() + std::ssize(a), v.end());
      same("inplace_merge", v, expected);
    }
    same("includes", thrum::includes(exec, b.begin(), b.end(), a.begin(), a.end()),
         std::includes(b.begin(), b.end(), a.begin(), a.end()));
    same("is_sorted_until", thrum::is_sorted_until(exec, joined.begin(), joined.end()) - joined.begin(),
         std::is_sorted_until(joined.begin(), joined.end()) - joined.begin());
  });
}

template <class T>
void bounds(choices& c) {
  auto const v = c.sorted_elements<T>(c.size());
  auto const wanted = c.elements<T>(c.size());
  std::vector<std::ptrdiff_t> lower, upper;
  std::vector<char> present;
  for (T const& x : wanted) {
    lower.push_back(std::lower_bound(v.begin(), v.end(), x) - v.begin());
    upper.push_back(std::upper_bound(v.begin(), v.end(), x) - v.begin());
    present.push_back(std::binary_search(v.begin(), v.end(), x));
  }
  under_some_policy<T>(c, [&](auto const& exec) {
    std::vector<std::ptrdiff_t> out(wanted.size());
    std::vector<char> found(wanted.size());
    thrum::lower_bound(exec, v.begin(), v.end(), wanted.begin(), wanted.end(), out.begin());
    same("lower_bound", out, lower);
    thrum::upper_bound(exec, v.begin(), v.end(), wanted.begin(), wanted.end(), out.begin());
    same("upper_bound", out, upper);
    thrum::binary_search(exec, v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin());
    same("binary_search", found, present);
    if (wanted.empty()) return;
    auto const range = thrum::equal_range(exec, v.begin(), v.end(), wanted.front());
    same("first of equal_range", range.first - v.begin(), lower.front());
    same("second of equal_range", range.second - v.begin(), upper.front());
    same("is_heap_until", thrum::is_heap_until(exec, wanted.begin(), wanted.end()) - wanted.begin(),
         std::is_heap_until(wanted.begin(), wanted.end()) - wanted.begin());
  });
}

constexpr std::array properties{property{"sort, int8", sorts<std::int8_t>},
                                property{"sort, float", sorts<float>},
                                property{"sort, record", sorts<record>},
                                property{"sort, segmented_sort by members", sorts_by_members},
                                property{"segmented_sort_by_key, int32", sorts_segments_by_key},
                                property{"selections, int32", selections<std::int32_t>},
                                property{"sorted ranges, int16", sorted_ranges<std::int16_t>},
                                property{"sorted ranges, record", sorted_ranges<record>},
                                property{"bounds, int32", bounds<std::int32_t>}};

}  // namespace

TEST_CASE("sorts do as the standard's") { run_properties(properties); }
