// Quicksort without recursion: scans compute the destinations of all elements at once. Flags mark
// the elements below the pivot. Their exclusive sums from the left are the indices of the elements
// below the pivot, those from the right the indices of the elements above. Scans by key do this in
// all segments of a round at the same time. Elements equal to the pivot go between both and are
// done, so that equal keys do no harm.
#include <thrum/count.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/memory.h>
#include <thrum/scan_by_key.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <algorithm>

#include "common/example.h"

/// A key, and the segment [first, last) that it is in: all keys of a segment are between the same
/// pivots.
struct item {
  int key, first, last;
};
struct counts {
  int below, equal;
};

/// Returns the pivot of a segment: the last element in the first round, varying elements in later
/// rounds.
struct pivots {
  item const* items;
  unsigned round;
  THRUM_HD int operator()(item const& x) const {
    unsigned const size = static_cast<unsigned>(x.last - x.first);
    return items[static_cast<unsigned>(x.first) + (size - 1 + round * 2654435769u) % size].key;
  }
};
struct flags_of {
  pivots pivot_of;
  THRUM_HD counts operator()(item const& x) const {
    int const pivot = pivot_of(x);
    return {x.key < pivot ? 1 : 0, x.key == pivot ? 1 : 0};
  }
};
struct add_counts {
  THRUM_HD counts operator()(counts a, counts b) const { return {a.below + b.below, a.equal + b.equal}; }
};
struct segment_of {
  THRUM_HD int operator()(item const& x) const { return x.first; }
};
struct is_open {
  THRUM_HD bool operator()(item const& x) const { return x.last - x.first > 1; }
};

/// left and right count for each element the smaller and the equal elements on that side of it in
/// its segment.
struct move {
  pivots pivot_of;
  counts const *left, *right;
  item* out;
  THRUM_HD void operator()(int i) const {
    item const x = pivot_of.items[i];
    counts const l = left[i], r = right[i];
    int const pivot = pivot_of(x);
    if (x.key < pivot) {
      out[x.first + l.below] = {x.key, x.first, x.first + l.below + r.below + 1};
    } else if (pivot < x.key) {
      out[i + r.below + r.equal] = {x.key, x.first + l.below + r.below + l.equal + r.equal, x.last};
    } else {
      int const place = x.first + l.below + r.below + l.equal;
      out[place] = {x.key, place, place + 1};
    }
  }
};

/// Sorts, and calls show(items) after each round. Returns the number of rounds.
template <class Policy, class Items, class Show>
int quicksort(Policy const& policy, Items& items, Show show) {
  Items moved(items.size(), thrum::no_init);
  example::vector_of<Policy, counts> left(items.size(), thrum::no_init), right(items.size(), thrum::no_init);
  int round = 0;
  for (; thrum::count_if(policy, items.begin(), items.end(), is_open{}) > 0; ++round) {
    pivots const pivot_of{thrum::raw_pointer_cast(items.data()), static_cast<unsigned>(round)};
    auto const key = thrum::make_transform_iterator(items.begin(), segment_of{});
    auto const flag = thrum::make_transform_iterator(items.begin(), flags_of{pivot_of});
    auto const n = items.end() - items.begin();
    auto const reversed = [](auto it) { return thrum::make_reverse_iterator(it); };
    thrum::exclusive_scan_by_key(policy, key, key + n, flag, left.begin(), counts{}, thrum::equal_to<>{},
                                 add_counts{});
    thrum::exclusive_scan_by_key(policy, reversed(key + n), reversed(key), reversed(flag + n),
                                 reversed(right.end()), counts{}, thrum::equal_to<>{}, add_counts{});
    thrum::for_each_n(policy, thrum::counting_iterator<int>(0), n,
                      move{pivot_of, thrum::raw_pointer_cast(left.data()), thrum::raw_pointer_cast(right.data()),
                           thrum::raw_pointer_cast(moved.data())});
    items.swap(moved);
    show(items);
  }
  return round;
}

struct item_of {
  int n;
  THRUM_HD item operator()(int key) const { return {key, 0, n}; }
};

/// Puts all keys into one segment.
template <class Policy, class Ints>
auto items_of(Policy const& policy, Ints const& keys) {
  example::vector_of<Policy, item> items(keys.size(), thrum::no_init);
  thrum::transform(policy, keys.begin(), keys.end(), items.begin(), item_of{static_cast<int>(keys.size())});
  return items;
}

template <class Items>
std::vector<int> keys_of(Items const& items) {
  std::vector<int> keys;
  for (item const& x : example::to_host(items)) keys.push_back(x.key);
  return keys;
}

int main(int argc, char** argv) {
  example::description const what{.id = "quicksort_scan",
                                  .text = "Quicksort of n integers by scans, all segments at once.",
                                  .n = 1'000'000,
                                  .quick = 20'000,
                                  .bytes = 120,
                                  .least = 0,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int> sorted =
        example::to_host(example::integers<int>(thrum::seq, s.n(), 1, -1'000'000, 1'000'000));
    s.time_other("std", "std::sort of a copy", [&, copy = sorted]() mutable {
      auto again = copy;
      std::sort(again.begin(), again.end());
    });
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> const course{4, 2, 6, 1, 7, 3, 0, 5};
    std::string rounds_of_course;
    s.each_policy([&](auto const& policy) {
      using ints = example::vector_of<decltype(policy), int>;
      std::vector<std::vector<int>> steps;
      auto eight = items_of(policy, ints(course));
      quicksort(policy, eight, [&](auto const& items) { steps.push_back(keys_of(items)); });
      s.check_equal("round 1 of the course's parts it by 5", steps.front(), std::vector{4, 2, 1, 3, 0, 5, 6, 7});
      s.check_equal("the last one sorts it", steps.back(), std::vector{0, 1, 2, 3, 4, 5, 6, 7});
      rounds_of_course.clear();
      for (auto const& step : steps) {
        for (int const key : step) rounds_of_course += std::to_string(key) + ' ';
        rounds_of_course += "  ";
      }

      ints const keys = example::integers<int>(policy, s.n(), 1, -1'000'000, 1'000'000);
      auto const start = items_of(policy, keys);
      auto items = start;
      int rounds = 0;
      s.time_prepared(
          policy, "quicksort", [&] { items = start; },
          [&] { rounds = quicksort(policy, items, [](auto const&) {}); });
      ints library = keys;
      s.time_prepared(
          policy, "sort", [&] { library = keys; }, [&] { thrum::sort(policy, library.begin(), library.end()); });
      s.check_equal("all are sorted as std::sort does", keys_of(items), sorted);
      s.check_same("the number of rounds", rounds);
      auto same = items_of(policy, ints(s.size(), 7));
      s.check("equal keys take one round", quicksort(policy, same, [](auto const&) {}) == (s.n() > 1 ? 1 : 0) &&
                                               keys_of(same) == std::vector<int>(s.size(), 7));
      s.say(example::name_of(policy) + ": " + std::to_string(rounds) + " rounds");
    });
    s.say("4 2 6 1 7 3 0 5 round by round: " + rounds_of_course);
  });
}
