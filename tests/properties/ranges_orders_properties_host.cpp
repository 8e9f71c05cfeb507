// Random cases of the algorithms of thrum::ranges that go by an order and that the standard has not:
// sorted indices, the greatest elements, keys that are sorted with values, and pairs of sorted
// keys, beside loops. Outputs may be shorter than the results.
#include <thrum/ranges/argsort.h>
#include <thrum/ranges/inner_join.h>
#include <thrum/ranges/merge.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/top_k.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>
#include "range_calls.h"
#include "run_properties.h"

namespace tr = thrum::ranges;
using namespace range_calls;

namespace {

/// Sorts the indices.
void sorts_places(choices& c) {
  with_some_order(c, [&]<class T>(std::type_identity<T>, auto less, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    std::ptrdiff_t const n = std::ssize(v), room = some_room(c, n);
    auto const places = places_in_order(projected(v, projection), less);
    under_some_calls(c, room >= n, [&](auto const& call) {
      auto out = output_of<std::ptrdiff_t>(room);
      auto const result = call(tr::argsort, v, to(out), less, projection);
      same("result", figures_of(result, v.begin(), out.begin()), figures{n, std::min(n, room)});
      same("indices", out, in_room(places, room));
    });
  });
}

/// Selects the greatest, in their order or in that of the range.
void selects(choices& c) {
  with_some_order(c, [&]<class T>(std::type_identity<T>, auto less, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    std::ptrdiff_t const n = std::ssize(v), k = c.chance(2) ? c.below(20) : some_room(c, n), all = std::min(n, k);
    c.note("k", k);
    std::ptrdiff_t const room = some_room(c, all), written = std::min(all, room);
    auto places = places_in_order(projected(v, projection), [&](int x, int y) { return less(y, x); });
    places.resize(static_cast<std::size_t>(written));
    bool const unsorted = c.below(2) == 0;
    c.note("unsorted", unsorted);
    if (unsorted) std::ranges::sort(places);
    auto const expected = in_room(elements_at(places, v), room);
    under_some_calls(c, room >= all, [&](auto const& call) {
      auto out = output_of<T>(room);
      auto const result = unsorted ? call(tr::top_k, v, k, to(out), less, projection, thrum::unsorted)
                                   : call(tr::top_k, v, k, to(out), less, projection);
      same("result", figures_of(result, v.begin(), out.begin()), figures{n, written});
      holds("output", out == expected);
    });
  });
}

/// What the longer range has beyond the shorter one stays.
void sorts_by_key(choices& c, auto const& algorithm) {
  with_some_order(c, [&]<class K>(std::type_identity<K>, auto less, auto projection) {
    auto const keys = some_elements<K>(c, some_size(c, several_tiles));
    auto const values = some_elements<numbered>(c, some_length(c, std::ssize(keys)));
    std::ptrdiff_t const n = common_size(keys, values);
    auto numbers = projected(keys, projection);
    numbers.resize(static_cast<std::size_t>(n));
    auto const places = places_in_order(numbers, less);
    auto const sorted = [&](auto const& v) {
      auto all = elements_at(places, v);
      all.insert(all.end(), v.begin() + n, v.end());
      return all;
    };
    auto const sorted_keys = sorted(keys);
    auto const sorted_values = sorted(values);
    under_some_calls(c, [&](auto const& call) {
      auto k = keys;
      auto v = values;
      auto const result = call(algorithm, k, v, less, projection);
      same("result", figures_of(result, k.begin(), v.begin()), figures{n, n});
      holds("keys", k == sorted_keys);
      holds("values", v == sorted_values);
    });
  });
}
void selects_by_key(choices& c) {
  with_some_order(c, [&]<class K>(std::type_identity<K>, auto less, auto projection) {
    auto const keys = some_elements<K>(c, some_size(c, several_tiles));
    auto const values = some_elements<numbered>(c, some_length(c, std::ssize(keys)));
    std::ptrdiff_t const n = common_size(keys, values), k = c.chance(2) ? c.below(20) : some_room(c, n);
    c.note("k", k);
    two_rooms const rooms(c, std::min(n, k));
    auto numbers = projected(keys, projection);
    numbers.resize(static_cast<std::size_t>(n));
    auto places = places_in_order(numbers, [&](int x, int y) { return less(y, x); });
    places.resize(static_cast<std::size_t>(rooms.written));
    bool const unsorted = c.below(2) == 0;
    c.note("unsorted", unsorted);
    if (unsorted) std::ranges::sort(places);
    auto const expected = picked(rooms, places, keys, values);
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<K, numbered> out(rooms);
      auto const result =
          unsorted ? call(tr::top_k_by_key, keys, values, k, out.first, to(out.second), less, projection,
                          thrum::unsorted)
                   : call(tr::top_k_by_key, keys, values, k, out.first, to(out.second), less, projection);
      same("result", figures_of(result, keys.begin(), values.begin(), out.first.begin(), out.second.begin()),
           figures{n, n, rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}

/// Keys that are sorted, and values for most or all of them.
template <class K>
struct sorted_pairs {
  std::vector<K> keys;
  std::vector<numbered> values;
  sorted_pairs(choices& c, auto const& less, auto const& projection)
      : keys(some_elements<K>(c, some_size(c, several_tiles))) {
    std::ranges::stable_sort(keys, less, projection);
    values = some_elements<numbered>(c, some_length(c, std::ssize(keys)));
  }
};
void merges(choices& c) {
  with_some_order(c, [&]<class K>(std::type_identity<K>, auto less, auto projection) {
    sorted_pairs<K> const a(c, less, projection), b(c, less, projection);
    std::ptrdiff_t const n1 = common_size(a.keys, a.values), n2 = common_size(b.keys, b.values);
    two_rooms const rooms(c, n1 + n2);
    two_outputs<K, numbered> expected(rooms);
    std::ptrdiff_t i = 0, j = 0;
    for (std::ptrdiff_t p = 0; p < rooms.written; ++p) {
      bool const second = i == n1 || (j < n2 && less(std::invoke(projection, b.keys.begin()[j]),
                                                     std::invoke(projection, a.keys.begin()[i])));
      auto const& from = second ? b : a;
      std::ptrdiff_t const at = second ? j++ : i++;
      expected.first.begin()[p] = from.keys.begin()[at];
      expected.second.begin()[p] = from.values.begin()[at];
    }
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<K, numbered> out(rooms);
      auto const result =
          call(tr::merge_by_key, a.keys, b.keys, a.values, b.values, out.first, to(out.second), less, projection);
      same("result", figures_of(result, a.keys.begin(), b.keys.begin(), out.first.begin(), out.second.begin()),
           figures{i, j, rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}

/// All pairs of two sorted ranges. `begins` says where those of each key of the first range begin.
struct pairs_of_keys {
  figures first, second, begins;
  pairs_of_keys(std::vector<int> const& keys1, std::vector<int> const& keys2, auto const& less) {
    for (int const key : keys1) {
      auto const i = std::ssize(begins);
      begins.push_back(std::ssize(first));
      auto const equal = std::equal_range(keys2.begin(), keys2.end(), key, less);
      for (auto at = equal.first; at != equal.second; ++at) {
        first.push_back(i);
        second.push_back(at - keys2.begin());
      }
    }
    begins.push_back(std::ssize(first));
  }
};
template <class Check>
void with_some_joined(choices& c, Check check) {
  with_some_order(c, [&]<class K>(std::type_identity<K>, auto less, auto projection) {
    std::ptrdiff_t const n = some_size(c), m = c.below(std::min<std::ptrdiff_t>(n + 10, 200'000 / (n + 1)));
    auto v = some_elements<K>(c, n), w = some_elements<K>(c, m);
    if (c.chance(3)) std::copy_n(w.begin(), std::min(v.size(), w.size()), v.begin());
    std::ranges::stable_sort(v, less, projection);
    std::ranges::stable_sort(w, less, projection);
    check(v, w, less, projection, pairs_of_keys(projected(v, projection), projected(w, projection), less));
  });
}
void joins(choices& c) {
  with_some_joined(c, [&](auto const& v, auto const& w, auto less, auto projection, pairs_of_keys const& pairs) {
    two_rooms rooms(c, std::ssize(pairs.first));
    // The keys before the first whose pairs have no room.
    std::ptrdiff_t taken = std::ssize(v);
    while (pairs.begins.begin()[taken] > rooms.written) --taken;
    while (taken < std::ssize(v) && pairs.begins.begin()[taken + 1] <= rooms.written) ++taken;
    rooms.written = pairs.begins.begin()[taken];
    two_outputs const expected(rooms, pairs.first, pairs.second);
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<std::ptrdiff_t, std::ptrdiff_t> out(rooms);
      auto const result = call(tr::inner_join, v, w, out.first, to(out.second), less, projection);
      same("result", figures_of(result, v.begin(), w.begin(), out.first.begin(), out.second.begin()),
           figures{taken, std::ssize(w), rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}
void counts_joined(choices& c) {
  with_some_joined(c, [&](auto const& v, auto const& w, auto less, auto projection, pairs_of_keys const& pairs) {
    under_some_calls(c, [&](auto const& call) {
      same("pairs", std::ptrdiff_t{call(tr::inner_join_size, v, w, less, projection)}, std::ssize(pairs.first));
    });
  });
}

constexpr std::array properties{
    property{"ranges::argsort", sorts_places},
    property{"ranges::top_k", selects},
    property{"ranges::sort_by_key", [](choices& c) { sorts_by_key(c, tr::sort_by_key); }},
    property{"ranges::stable_sort_by_key", [](choices& c) { sorts_by_key(c, tr::stable_sort_by_key); }},
    property{"ranges::top_k_by_key", selects_by_key},
    property{"ranges::merge_by_key", merges},
    property{"ranges::inner_join", joins},
    property{"ranges::inner_join_size", counts_joined}};

}  // namespace

TEST_CASE("algorithms of ranges in order do as loops") { run_properties(properties); }
