// Random cases of sorts, selections, and algorithms on sorted ranges.
#include <thrum/ordered_by.h>
#include <thrum/segmented_sort.h>
#include <thrum/sort.h>
#include <algorithm>
#include "nans.h"
#include "run_properties.h"
#include "selections.h"
#include "sorted_ranges.h"

namespace {

template <class T>
void sorts(choices& c) {
  auto const input = elements_with_nans<T>(c);
  constexpr bool either_way = !std::is_integral_v<T>;  // integers: ascending here, descending in selections
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

/// Sorts records by several keys, by a projection, and within segments.
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

constexpr std::array properties{property{"sort, int8", sorts<std::int8_t>}, property{"sort, float", sorts<float>},
                                property{"sort, record", sorts<record>},
                                property{"sort, segmented_sort by members", sorts_by_members}};

}  // namespace

TEST_CASE("sorts do as the standard's") { run_properties(properties); }
TEST_CASE("selections do as the standard's") { run_properties(selections::properties); }
TEST_CASE("operations on sorted ranges do as the standard's") { run_properties(sorted_ranges::properties); }
