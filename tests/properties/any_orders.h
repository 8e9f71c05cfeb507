// Properties of algorithms that compare, under relations that are no strict weak orders: calls end,
// touch nothing outside of their ranges, and neither lose nor duplicate an element.
#pragma once

#include <thrum/binary_search.h>
#include <thrum/extrema.h>
#include <thrum/is_heap.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_sort.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>
#include "choices.h"
#include "nans.h"
#include "property.h"

namespace any_orders {

/// A relation of elements: one of `kinds`, with two numbers that a case chooses.
struct relation {
  static constexpr std::ptrdiff_t kinds = 8;
  std::ptrdiff_t kind = 0;
  std::uint64_t salt = 0;
  std::uint64_t one_in = 1;

  /// Returns the same for the same two elements each time.
  template <class T>
  bool operator()(T const& a, T const& b) const {
    std::uint64_t const x = std::hash<T>()(a), y = std::hash<T>()(b);
    std::uint64_t const coin = random_bits(random_bits(x ^ salt) + y);
    switch (kind) {
      case 0:  // less, and false for NaNs
        return a < b;
      case 1:
        return !(b < a);
      case 2:  // all pairs, or none
        return salt % 2 == 0;
      case 3:  // some pairs
        return coin % one_in == 0;
      case 4:  // less, with a wrong result for some pairs
        return (a < b) != (coin % one_in == 0);
      case 5:  // a circle: each element is before those of the next class
        return (random_bits(x) + 1) % (one_in + 1) == random_bits(y) % (one_in + 1);
      case 6:  // far less: equality that is not transitive
        return random_bits(x) % 1000 + one_in < random_bits(y) % 1000;
      default:  // the parity of a sum
        return (x + y + salt) % 2 == 0;
    }
  }
};
inline relation some_relation(choices& c) {
  relation r{c.below(relation::kinds), c.bits(), static_cast<std::uint64_t>(std::ptrdiff_t{1} << c.below(9))};
  c.note("relation", r.kind);
  c.note("salt", r.salt);
  c.note("one in", r.one_in);
  return r;
}

/// Returns hashes in ascending order. NaNs have hashes of their own; both zeros have the same.
template <class T>
std::vector<std::size_t> identities(std::vector<T> const& v) {
  std::vector<std::size_t> all(v.size());
  std::transform(v.begin(), v.end(), all.begin(), std::hash<T>());
  std::sort(all.begin(), all.end());
  return all;
}
template <class T>
void permutes(char const* what, std::vector<T> const& v, std::vector<std::size_t> const& expected) {
  holds(what, identities(v) == expected);
}

/// Room for n results between elements that have to stay unchanged.
template <class T>
class room {
 public:
  explicit room(std::size_t n) : all_(n + 2 * around, guard()) {}
  auto begin() { return all_.begin() + around; }
  /// Returns the elements up to last, which points into the room.
  std::vector<T> until(char const* what, typename std::vector<T>::iterator last) {
    holds(what, begin() <= last && last <= all_.end() - around);
    for (std::ptrdiff_t i = 0; i < around; ++i) {
      holds(what, identical(all_[static_cast<std::size_t>(i)], guard()));
      holds(what, identical(all_[all_.size() - 1 - static_cast<std::size_t>(i)], guard()));
    }
    return std::vector<T>(begin(), last);
  }

 private:
  static constexpr std::ptrdiff_t around = 20;
  static T guard() {
    if constexpr (std::is_same_v<T, std::string>) return "a guard";
    else return T(77);
  }
  std::vector<T> all_;
};
/// Says whether each element of some is one of all, and, unless `again` is set, at most as often.
template <class T>
void are_of(char const* what, std::vector<T> const& some, std::vector<std::size_t> const& all,
            bool again = false) {
  auto found = identities(some);
  if (again) found.erase(std::unique(found.begin(), found.end()), found.end());
  holds(what, std::includes(all.begin(), all.end(), found.begin(), found.end()));
}

template <class T>
void sorts(choices& c) {
  auto const input = elements_with_nans<T>(c);
  auto const less = some_relation(c);
  std::ptrdiff_t const n = std::ssize(input), k = c.below(n + 1), length = c.between(1, n + 1);
  auto const offsets = c.offsets(n);
  c.note("k", k);
  c.note("segments of", length);
  auto const expected = identities(input);
  under_some_policy<T>(c, [&](auto const& exec) {
    auto v = input;
    thrum::sort(exec, v.begin(), v.end(), less);
    permutes("sort", v, expected);
    v = input;
    thrum::inplace_merge(exec, v.begin(), v.begin() + k, v.end(), less);
    permutes("inplace_merge", v, expected);
    v = input;
    thrum::segmented_sort(exec, v.begin(), v.end(), thrum::segments_of(length), less);
    permutes("segmented_sort of equal segments", v, expected);
    v = input;
    thrum::segmented_sort(exec, v.begin(), v.end(), thrum::segments_at(offsets.begin(), offsets.end()), less);
    permutes("segmented_sort", v, expected);
    v = input;
    auto values = input;
    thrum::sort_by_key(exec, v.begin(), v.end(), values.begin(), less);
    permutes("sort_by_key", v, expected);
    holds("values of sort_by_key", identities(values) == expected);
    for (std::size_t i = 0; i < v.size(); ++i)
      holds("sort_by_key keeps pairs", std::hash<T>()(v[i]) == std::hash<T>()(values[i]));
  });
}

template <class T>
void selections(choices& c) {
  auto const input = elements_with_nans<T>(c);
  auto const less = some_relation(c);
  std::ptrdiff_t const n = std::ssize(input),
                       k = c.below(c.chance(2) ? n + 1 : std::min<std::ptrdiff_t>(n, 10) + 1);
  c.note("k", k);
  auto const expected = identities(input);
  under_some_policy<T>(c, [&](auto const& exec) {
    auto v = input;
    thrum::nth_element(exec, v.begin(), v.begin() + k, v.end(), less);
    permutes("nth_element", v, expected);
    v = input;
    thrum::partial_sort(exec, v.begin(), v.begin() + k, v.end(), less);
    permutes("partial_sort", v, expected);
    room<T> out(static_cast<std::size_t>(k));
    auto end = thrum::partial_sort_copy(exec, input.begin(), input.end(), out.begin(), out.begin() + k, less);
    holds("partial_sort_copy returns the end", end == out.begin() + k);
    are_of("partial_sort_copy", out.until("room of partial_sort_copy", end), expected);
    end = thrum::top_k(exec, input.begin(), input.end(), k, out.begin(), less);
    holds("top_k returns the end", end == out.begin() + k);
    are_of("top_k", out.until("room of top_k", end), expected);
  });
}

template <class T>
void merges(choices& c) {
  auto const a = elements_with_nans<T>(c), b = elements_with_nans<T>(c);
  auto const less = some_relation(c);
  auto both = a;
  both.insert(both.end(), b.begin(), b.end());
  auto const expected = identities(both);
  under_some_policy<T>(c, [&](auto const& exec) {
    room<T> out(both.size());
    auto end = thrum::merge(exec, a.begin(), a.end(), b.begin(), b.end(), out.begin(), less);
    holds("merge returns the end", end - out.begin() == std::ssize(both));
    permutes("merge", out.until("room of merge", end), expected);
    auto const operation = [&](char const* what, auto algorithm, std::size_t most) {
      room<T> rows(most);
      auto const last = algorithm(exec, a.begin(), a.end(), b.begin(), b.end(), rows.begin(), less);
      are_of(what, rows.until(what, last), expected, true);
    };
    operation("set_union", thrum::set_union, both.size());
    operation("set_symmetric_difference", thrum::set_symmetric_difference, both.size());
    operation("set_intersection", thrum::set_intersection, std::min(a.size(), b.size()));
    operation("set_difference", thrum::set_difference, a.size());
    static_cast<void>(thrum::includes(exec, a.begin(), a.end(), b.begin(), b.end(), less));
  });
}

/// Searches and extrema: the result lies within the range.
template <class T>
void places(choices& c) {
  auto const v = elements_with_nans<T>(c), wanted = elements_with_nans<T>(c);
  auto const less = some_relation(c);
  auto const offsets = c.offsets(std::ssize(v));
  under_some_policy<T>(c, [&](auto const& exec) {
    auto const is_place = [&](char const* what, auto at) { holds(what, v.begin() <= at && at <= v.end()); };
    auto const ends = thrum::minmax_element(exec, v.begin(), v.end(), less);
    is_place("the least", ends.first);
    is_place("the greatest", ends.second);
    is_place("is_sorted_until", thrum::is_sorted_until(exec, v.begin(), v.end(), less));
    is_place("is_heap_until", thrum::is_heap_until(exec, v.begin(), v.end(), less));
    std::vector<std::ptrdiff_t> found(wanted.size());
    thrum::lower_bound(exec, v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin(), less);
    for (std::ptrdiff_t const at : found) holds("lower_bound", 0 <= at && at <= std::ssize(v));
    thrum::upper_bound(exec, v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin(), less);
    for (std::ptrdiff_t const at : found) holds("upper_bound", 0 <= at && at <= std::ssize(v));
    if (!wanted.empty()) {
      auto const range = thrum::equal_range(exec, v.begin(), v.end(), wanted.front(), less);
      is_place("first of equal_range", range.first);
      is_place("second of equal_range", range.second);
    }
    std::vector<thrum::indexed_value<T>> least(offsets.empty() ? 0 : offsets.size() - 1);
    thrum::segmented_argmin(exec, v.begin(), v.end(), thrum::segments_at(offsets.begin(), offsets.end()),
                            least.begin(), less);
    for (std::size_t s = 0; s < least.size(); ++s) {
      std::ptrdiff_t const size = offsets[s + 1] - offsets[s];
      holds("segmented_argmin", size == 0 ? least[s].index == -1 : 0 <= least[s].index && least[s].index < size);
    }
  });
}

inline constexpr std::array properties{property{"sorts by any relation, float", sorts<float>},
                                       property{"sorts by any relation, string", sorts<std::string>},
                                       property{"selections by any relation, float", selections<float>},
                                       property{"selections by any relation, int16", selections<std::int16_t>},
                                       property{"merges by any relation, float", merges<float>},
                                       property{"merges by any relation, string", merges<std::string>},
                                       property{"places by any relation, float", places<float>}};

}  // namespace any_orders
