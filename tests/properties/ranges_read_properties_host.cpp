// Random cases of the algorithms of thrum::ranges that read ranges, beside std::ranges or a loop:
// each name of C++26 that writes nothing has a property here, and a row in docs/reference/ranges.md.
#include <thrum/ranges/adjacent_find.h>
#include <thrum/ranges/contains.h>
#include <thrum/ranges/count.h>
#include <thrum/ranges/equal.h>
#include <thrum/ranges/extrema.h>
#include <thrum/ranges/find.h>
#include <thrum/ranges/find_last.h>
#include <thrum/ranges/for_each.h>
#include <thrum/ranges/is_heap.h>
#include <thrum/ranges/lexicographical_compare.h>
#include <thrum/ranges/logical.h>
#include <thrum/ranges/mismatch.h>
#include <thrum/ranges/partition.h>
#include <thrum/ranges/search.h>
#include <thrum/ranges/set_operations.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/starts_with.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>
#include "range_calls.h"
#include "run_properties.h"

using namespace range_calls;

namespace {

/// Of a range and a value or a predicate.
void of_one(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c));
    auto const of = chosen(c, what, v, projection);
    auto const expected = figures_of(oracle(v, of, projection), v.begin());
    under_some_calls(c, [&](auto const& call) {
      same("result", figures_of(call(algorithm, v, of, projection), v.begin()), expected);
    });
  });
}
void with_value(choices& c, auto const& oracle, auto const& algorithm) {
  of_one(c, oracle, algorithm, value_of_one());
}
void with_predicate(choices& c, auto const& oracle, auto const& algorithm) {
  of_one(c, oracle, algorithm, some_bound(c));
}
void with_relation(choices& c, auto const& oracle, auto const& algorithm) {
  of_one(c, oracle, algorithm, some_alike(c));
}

/// Of a range whose first part is sorted, or a heap.
void with_order(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto v = some_elements<T>(c, some_size(c));
    auto const middle = v.begin() + c.below(std::ssize(v) + 1);
    if (c.below(2) == 0) std::ranges::stable_sort(v.begin(), middle, {}, projection);
    else std::ranges::make_heap(v.begin(), middle, {}, projection);
    auto const expected = figures_of(oracle(v, std::ranges::less(), projection), v.begin());
    under_some_calls(c, [&](auto const& call) {
      same("result", figures_of(call(algorithm, v, std::ranges::less(), projection), v.begin()), expected);
    });
  });
}
void same_values(auto const& result, auto const& expected) {
  if constexpr (requires { result.min; }) {
    holds("least value", result.min == expected.min);
    holds("greatest value", result.max == expected.max);
  } else holds("value", result == expected);
}
/// Of a range that has elements, whose values are the result.
void with_values(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c) + 1);
    auto const expected = oracle(v, std::ranges::less(), projection);
    under_some_calls(c, [&](auto const& call) {
      auto const result = call(algorithm, v, std::ranges::less(), projection);
      same_values(result, expected);
    });
  });
}

/// Of a range and a pattern: a part of the range, sometimes with one other element, and sometimes
/// longer than the range.
void with_pattern(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, 2000));
    std::ptrdiff_t const n = std::ssize(v), kind = c.below(4);
    std::ptrdiff_t const length = kind == 0 ? n : std::min(n, kind == 1 ? c.below(n + 1) : c.below(5));
    constexpr std::ptrdiff_t ends = 3;
    std::ptrdiff_t const place = c.below(ends);
    std::ptrdiff_t const first = place == 0 ? 0 : place == 1 ? n - length : c.below(n - length + 1);
    c.note("pattern of", length);
    times const negative{-1};
    std::vector<int> pattern;
    for (std::ptrdiff_t i = first; i < first + length; ++i)
      pattern.push_back(-std::invoke(projection, v[static_cast<std::size_t>(i)]));
    if (length > 0 && c.chance(3)) pattern[static_cast<std::size_t>(c.below(length))] += 1;
    if (c.chance(6)) pattern.push_back(static_cast<int>(c.below(3)));
    alike const same_but_for = c.below(2) == 0 ? alike{0} : some_alike(c);
    auto const expected =
        figures_of(oracle(v, pattern, same_but_for, projection, negative), v.begin(), pattern.begin());
    under_some_calls(c, [&](auto const& call) {
      auto const result = call(algorithm, v, pattern, same_but_for, projection, negative);
      same("result", figures_of(result, v.begin(), pattern.begin()), expected);
    });
  });
}

/// Of two ranges of one type, which may have a common beginning; sorted for includes.
template <bool Sorted>
void with_two_in_order(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto v = some_elements<T>(c, some_size(c)), w = v;
    if (c.below(2) == 0) w = some_elements<T>(c, some_size(c));
    else if (!w.empty() && c.below(2) == 0) w.erase(w.begin() + c.below(std::ssize(w)));
    else if (!w.empty()) w[static_cast<std::size_t>(c.below(std::ssize(w)))] = some_element<T>(c);
    if (Sorted) {
      std::ranges::stable_sort(v, {}, projection);
      std::ranges::stable_sort(w, {}, projection);
    }
    bool const expected = oracle(v, w, std::ranges::less(), projection, projection);
    under_some_calls(c, [&](auto const& call) {
      same("result", call(algorithm, v, w, std::ranges::less(), projection, projection), expected);
    });
  });
}

void with_run(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c));
    std::ptrdiff_t const length = c.chance(3) ? c.below(std::ssize(v) + 2) : c.below(6);
    c.note("length", length);
    int const value = v.empty() ? 0 : std::invoke(projection, v[static_cast<std::size_t>(c.below(std::ssize(v)))]);
    alike const same_but_for = some_alike(c);
    auto const expected = figures_of(oracle(v, length, value, same_but_for, projection), v.begin());
    under_some_calls(c, [&](auto const& call) {
      auto const result = call(algorithm, v, length, value, same_but_for, projection);
      same("result", figures_of(result, v.begin()), expected);
    });
  });
}

struct adds {
  int number;
  void operator()(int& x) const { x += number; }
};
/// Changes the elements, or what the projection makes of them.
template <class T>
void with_function(choices& c, auto const& oracle, auto const& algorithm, auto projection) {
  auto const original = some_elements<T>(c, some_size(c));
  auto expected = original;
  auto const end = figures_of(oracle(expected, adds{5}, projection), expected.begin());
  under_some_calls(c, [&](auto const& call) {
    auto v = original;
    auto const result = call(algorithm, v, adds{5}, projection);
    same("result", figures_of(result, v.begin()), end);
    same("functor", result.fun.number, 5);
    holds("elements", v == expected);
  });
}
void for_all(choices& c, auto const& oracle, auto const& algorithm) {
  if (c.below(2) == 0) with_function<int>(c, oracle, algorithm, std::identity());
  else with_function<numbered>(c, oracle, algorithm, &numbered::key);
}
void for_first(choices& c, auto const& oracle, auto const& algorithm) {
  auto const original = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const n = c.below(std::ssize(original) + 1);
  auto expected = original;
  auto const end = figures_of(oracle(expected.begin(), n, adds{5}, &numbered::key), expected.begin());
  under_some_calls(c, [&](auto const& call) {
    auto v = original;
    auto const result = call.as_given(algorithm, v.begin(), n, adds{5}, &numbered::key);
    same("result", figures_of(result, v.begin()), end);
    holds("elements", v == expected);
  });
}

}  // namespace

/// What std::ranges of C++20 has not; and what returns subranges there, which clang before version 16
/// cannot compile.
namespace loops {

struct last {
  auto operator()(auto const& v, auto const& accepts, auto const& projection) const {
    auto const at = std::ranges::find_if(v.rbegin(), v.rend(), accepts, projection);
    return part{at == v.rend() ? v.end() : at.base() - 1, v.end()};
  }
};
inline constexpr last find_last_if{};
inline constexpr auto find_last_if_not = [](auto const& v, auto accepts, auto projection) {
  return last()(v, [=](int x) { return !accepts(x); }, projection);
};
inline constexpr auto find_last = [](auto const& v, int value, auto projection) {
  return last()(v, [=](int x) { return x == value; }, projection);
};
inline constexpr auto contains = [](auto const& v, int value, auto projection) {
  return std::ranges::find(v, value, projection) != v.end();
};
/// The relation of what projections make of elements.
inline constexpr auto projected = [](auto equal, auto of1, auto of2) {
  return [=](auto const& x, auto const& y) { return equal(std::invoke(of1, x), std::invoke(of2, y)); };
};
inline constexpr auto search = [](auto const& v, auto const& pattern, auto equal, auto of1, auto of2) {
  auto const at = std::search(v.begin(), v.end(), pattern.begin(), pattern.end(), projected(equal, of1, of2));
  return part{at, at == v.end() ? at : at + std::ssize(pattern)};
};
inline constexpr auto find_end = [](auto const& v, auto const& pattern, auto equal, auto of1, auto of2) {
  auto const at = std::find_end(v.begin(), v.end(), pattern.begin(), pattern.end(), projected(equal, of1, of2));
  return part{at, at == v.end() ? at : at + std::ssize(pattern)};
};
inline constexpr auto search_n = [](auto const& v, std::ptrdiff_t n, int value, auto equal, auto projection) {
  auto const at = std::search_n(v.begin(), v.end(), n, value, projected(equal, projection, std::identity()));
  return part{at, at == v.end() ? at : at + n};
};
inline constexpr auto contains_subrange = [](auto const& v, auto const& pattern, auto equal, auto of1, auto of2) {
  return pattern.empty() || search(v, pattern, equal, of1, of2).begin() != v.end();
};
inline constexpr auto starts_with = [](auto const& v, auto const& w, auto equal, auto of1, auto of2) {
  return std::ranges::mismatch(v, w, equal, of1, of2).in2 == w.end();
};
inline constexpr auto ends_with = [](auto const& v, auto const& w, auto equal, auto of1, auto of2) {
  return w.size() <= v.size() &&
         std::ranges::equal(v.end() - std::ssize(w), v.end(), w.begin(), w.end(), equal, of1, of2);
};

}  // namespace loops

namespace {

#define BESIDE(oracle, name, shape)                                                   \
  property {                                                                          \
    "ranges::" #name, [](choices& c) { shape(c, oracle::name, thrum::ranges::name); } \
  }
constexpr std::array properties{BESIDE(std::ranges, adjacent_find, with_relation),
                                BESIDE(std::ranges, all_of, with_predicate),
                                BESIDE(std::ranges, any_of, with_predicate),
                                BESIDE(std::ranges, none_of, with_predicate),
                                BESIDE(std::ranges, find, with_value),
                                BESIDE(std::ranges, find_if, with_predicate),
                                BESIDE(std::ranges, find_if_not, with_predicate),
                                BESIDE(loops, find_last, with_value),
                                BESIDE(loops, find_last_if, with_predicate),
                                BESIDE(loops, find_last_if_not, with_predicate),
                                BESIDE(loops, contains, with_value),
                                BESIDE(loops, contains_subrange, with_pattern),
                                BESIDE(std::ranges, count, with_value),
                                BESIDE(std::ranges, count_if, with_predicate),
                                BESIDE(loops, search, with_pattern),
                                BESIDE(loops, find_end, with_pattern),
                                BESIDE(std::ranges, find_first_of, with_pattern),
                                BESIDE(loops, search_n, with_run),
                                BESIDE(std::ranges, equal, with_pattern),
                                BESIDE(loops, starts_with, with_pattern),
                                BESIDE(loops, ends_with, with_pattern),
                                BESIDE(std::ranges, mismatch, with_pattern),
                                BESIDE(std::ranges, lexicographical_compare, with_two_in_order<false>),
                                BESIDE(std::ranges, min, with_values),
                                BESIDE(std::ranges, max, with_values),
                                BESIDE(std::ranges, minmax, with_values),
                                BESIDE(std::ranges, min_element, with_order),
                                BESIDE(std::ranges, max_element, with_order),
                                BESIDE(std::ranges, minmax_element, with_order),
                                BESIDE(std::ranges, is_sorted, with_order),
                                BESIDE(std::ranges, is_sorted_until, with_order),
                                BESIDE(std::ranges, is_heap, with_order),
                                BESIDE(std::ranges, is_heap_until, with_order),
                                BESIDE(std::ranges, is_partitioned, with_predicate),
                                BESIDE(std::ranges, includes, with_two_in_order<true>),
                                BESIDE(std::ranges, for_each, for_all),
                                BESIDE(std::ranges, for_each_n, for_first)};
#undef BESIDE

}  // namespace

TEST_CASE("algorithms that read ranges do as std::ranges") { run_properties(properties); }
