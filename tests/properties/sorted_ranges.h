// Properties of algorithms on sorted ranges: merges, set operations, binary searches.
#pragma once

#include <thrum/binary_search.h>
#include <thrum/is_heap.h>
#include <thrum/merge.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>
#include "choices.h"
#include "property.h"

namespace sorted_ranges {

template <class T>
void operations(choices& c) {
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

inline constexpr std::array properties{property{"sorted ranges, int16", operations<std::int16_t>},
                                       property{"sorted ranges, record", operations<record>},
                                       property{"sorted ranges, string", operations<std::string>},
                                       property{"bounds, int32", bounds<std::int32_t>}};

}  // namespace sorted_ranges
