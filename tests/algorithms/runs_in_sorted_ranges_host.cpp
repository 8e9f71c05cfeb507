// Merges and set operations of ranges that consist of stretches: alternating elements, many equal
// elements in one range or in both, many elements of one range alone. Code that advances by runs
// has to find the end of each stretch.
#include "data.h"
#include "policies.h"

#include <thrum/merge.h>
#include <thrum/set_operations.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace {

/// An element that knows its origin. Results are the same only if the origins of equal elements
/// are.
struct placed {
  std::int64_t key;
  std::int64_t place;
  friend bool operator==(placed const&, placed const&) = default;
};
struct by_key {
  bool operator()(placed const& a, placed const& b) const { return a.key < b.key; }
};

struct two_ranges {
  std::vector<placed> a, b;
};

two_ranges stretches(unsigned seed, int count, int most) {
  std::mt19937 engine(seed);
  two_ranges made;
  std::int64_t key = 0;
  auto const put = [&](std::vector<placed>& to, std::int64_t k) {
    to.push_back({k, static_cast<std::int64_t>(to.size()) * 2 + (&to == &made.b)});
  };
  for (int s = 0; s < count; ++s) {
    int const kind = static_cast<int>(engine() % 6);
    int const length = 1 + static_cast<int>(engine() % static_cast<unsigned>(most));
    int const other = 1 + static_cast<int>(engine() % static_cast<unsigned>(most));
    for (int i = 0; i < length; ++i) {
      if (kind == 0) put(engine() % 2 != 0 ? made.a : made.b, ++key);
      if (kind == 1) put(engine() % 2 != 0 ? made.a : made.b, key += engine() % 4 == 0 ? 1 : 0);
      if (kind == 2) put(made.a, ++key);
      if (kind == 3) put(made.b, ++key);
      if (kind >= 4) put(made.a, key);
    }
    for (int i = 0; kind >= 4 && i < (kind == 4 ? length : other); ++i) put(made.b, key);
    ++key;
  }
  return made;
}

/// One range has far fewer elements than the other, and many elements are equal.
two_ranges uneven(unsigned seed, bool second_is_longer, int share) {
  std::mt19937 engine(seed);
  two_ranges made;
  auto& longer = second_is_longer ? made.b : made.a;
  auto& shorter = second_is_longer ? made.a : made.b;
  std::int64_t key = 0;
  for (int i = 0; i < 20007; ++i) {
    if (engine() % 4 == 0) ++key;
    bool const in_longer = engine() % static_cast<unsigned>(share) != 0;
    (in_longer ? longer : shorter).push_back({key, 2 * i + (in_longer == second_is_longer)});
  }
  return made;
}

template <class Operation, class Expected>
void check(two_ranges const& of, Operation operation, Expected expected_of) {
  std::vector<placed> expected;
  expected_of(of.a.begin(), of.a.end(), of.b.begin(), of.b.end(), std::back_inserter(expected), by_key{});
  placed const untouched{-1, -1};
  auto const made_by = [&](auto const& policy) {
    std::vector<placed> out(expected.size() + 1, untouched);
    auto const end = operation(policy, of.a.begin(), of.a.end(), of.b.begin(), of.b.end(), out.begin(), by_key{});
    bool const whole = end == out.end() - 1 && out.back() == untouched;
    out.pop_back();
    return whole && out == expected;
  };
  CHECK(made_by(thrum::seq));
#if defined(THRUM_WITH_TBB)
  CHECK(made_by(thrum::tbb::par));
#endif
}

TEST_CASE("merges and set operations of stretches of all kinds") {
  for (int const most : {3, 20, 70, 400, 5000}) {
    for (unsigned seed = 0; seed < 12; ++seed) {
      two_ranges const ranges = stretches(seed, most < 100 ? 700 : 30, most);
      check(ranges, thrum::merge, [](auto... x) { std::merge(x...); });
      check(ranges, thrum::set_union, [](auto... x) { std::set_union(x...); });
      check(ranges, thrum::set_intersection, [](auto... x) { std::set_intersection(x...); });
      check(ranges, thrum::set_difference, [](auto... x) { std::set_difference(x...); });
      check(ranges, thrum::set_symmetric_difference, [](auto... x) { std::set_symmetric_difference(x...); });
    }
  }
}

TEST_CASE("merges of a short and a long range") {
  for (int const share : {10, 40, 300, 20000}) {
    for (bool const second_is_longer : {false, true}) {
      check(uneven(1, second_is_longer, share), thrum::merge, [](auto... x) { std::merge(x...); });
    }
  }
}

TEST_CASE("inplace_merge of stretches of all kinds") {
  for (int const most : {3, 70, 5000, -40, -300}) {
    for (unsigned seed = 0; seed < 8; ++seed) {
      two_ranges const ranges =
          most < 0 ? uneven(seed, seed % 2 == 0, -most) : stretches(seed, most < 100 ? 700 : 30, most);
      std::vector<placed> all = ranges.a;
      all.insert(all.end(), ranges.b.begin(), ranges.b.end());
      auto const middle = static_cast<std::ptrdiff_t>(ranges.a.size());
      std::vector<placed> expected = all;
      std::inplace_merge(expected.begin(), expected.begin() + middle, expected.end(), by_key{});
      auto const made_by = [&](auto const& policy) {
        std::vector<placed> merged = all;
        thrum::inplace_merge(policy, merged.begin(), merged.begin() + middle, merged.end(), by_key{});
        return merged == expected;
      };
      CHECK(made_by(thrum::seq));
#if defined(THRUM_WITH_TBB)
      CHECK(made_by(thrum::tbb::par));
#endif
    }
  }
}

}  // namespace
