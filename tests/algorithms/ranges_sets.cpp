// The set operations of thrum::ranges, beside those of the standard: with outputs that are too
// short, for which a walk in a loop says where they end, on every policy.
#include <thrum/ranges/set_operations.h>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

/// What a set operation takes: elements of the first range alone, of the second alone, of pairs.
struct taken {
  bool first, second, both;
};
struct walk_result {
  std::ptrdiff_t in1, in2;
  std::vector<numbered> out;
};
/// Walks through two ranges until an element has no room.
walk_result walk(std::vector<numbered> const& a, std::vector<numbered> const& b, taken takes,
                 std::ptrdiff_t room) {
  std::size_t i = 0, j = 0;
  std::vector<numbered> out;
  while (i < a.size() || j < b.size()) {
    bool const ends1 = i == a.size(), ends2 = j == b.size();
    bool const first = ends2 || (!ends1 && a[i].key < b[j].key), second = ends1 || (!ends2 && b[j].key < a[i].key);
    if (first ? takes.first : second ? takes.second : takes.both) {
      if (std::ssize(out) == room) break;
      out.push_back(second ? b[j] : a[i]);
    }
    if (!second) ++i;
    if (!first) ++j;
  }
  return {static_cast<std::ptrdiff_t>(i), static_cast<std::ptrdiff_t>(j), out};
}

/// The order of elements by their keys, and of elements and keys.
struct by_key {
  static int key(numbered const& x) { return x.key; }
  static int key(int x) { return x; }
  bool operator()(auto const& x, auto const& y) const { return key(x) < key(y); }
};

std::vector<numbered> sorted_of(std::ptrdiff_t n, std::uint64_t keys) {
  auto v = numbered_of(n, keys);
  std::ranges::stable_sort(v, {}, &numbered::key);
  return v;
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: set operations end before the element that has no room", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    // Many runs of few elements, few runs of many, and ranges of different lengths.
    for (std::uint64_t const keys : {static_cast<std::uint64_t>(n) + 1, std::uint64_t{3}}) {
      auto const host1 = sorted_of(n, keys), host2 = sorted_of(n / 2 + 3, keys + 2);
      typename S::template vector<numbered> const v1(host1.begin(), host1.end()), v2(host2.begin(), host2.end());
      auto const check = [&](auto operation, taken takes) {
        auto const all = walk(host1, host2, takes, n + n + 3);
        for (std::ptrdiff_t const room : rooms(std::ssize(all.out))) {
          CAPTURE(n);
          CAPTURE(keys);
          CAPTURE(room);
          auto const expected = walk(host1, host2, takes, room);
          typename S::template vector<numbered> out(static_cast<std::size_t>(room), numbered{-1, -1});
          auto const ends = S::run(operation, v1, v2, out, std::ranges::less(), &numbered::key, &numbered::key);
          if constexpr (requires { ends.in1; }) {
            CHECK(ends.in1 - v1.begin() == expected.in1);
            CHECK(ends.in2 - v2.begin() == expected.in2);
          } else {
            CHECK(ends.in - v1.begin() == expected.in1);
          }
          std::ptrdiff_t const written = std::ssize(expected.out);
          CHECK(ends.out == out.begin() + written);
          auto const got = host_copy(out);
          CHECK(std::equal(got.begin(), got.begin() + written, expected.out.begin()));
          CHECK(std::ranges::count(got, numbered{-1, -1}) == room - written);
        }
      };
      check(tr::set_union, taken{true, true, true});
      check(tr::set_intersection, taken{false, false, true});
      check(tr::set_difference, taken{true, false, false});
      check(tr::set_symmetric_difference, taken{true, true, false});

      // The walk is what the standard does.
      std::vector<numbered> of_std;
      std::set_union(host1.begin(), host1.end(), host2.begin(), host2.end(), std::back_inserter(of_std), by_key{});
      CHECK(walk(host1, host2, {true, true, true}, n + n + 3).out == of_std);
    }

    // As iterators, and of two types of elements.
    auto const host1 = sorted_of(n, 50);
    auto const keys = keys_of(sorted_of(n, 70));
    typename S::template vector<numbered> const v1(host1.begin(), host1.end());
    typename S::template vector<int> const v2(keys.begin(), keys.end());
    std::vector<numbered> kept;
    std::set_difference(host1.begin(), host1.end(), keys.begin(), keys.end(), std::back_inserter(kept), by_key{});
    for (std::ptrdiff_t const room : rooms(std::ssize(kept))) {
      typename S::template vector<numbered> out(static_cast<std::size_t>(room), numbered{-1, -1});
      auto const ends = S::run(tr::set_difference, v1.begin(), v1.end(), v2.begin(), v2.end(), out.begin(),
                               out.end(), std::ranges::less(), &numbered::key, std::identity());
      std::ptrdiff_t const written = std::min(room, std::ssize(kept));
      CHECK(ends.out - out.begin() == written);
      auto const got = host_copy(out);
      CHECK(std::equal(got.begin(), got.begin() + written, kept.begin()));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: set operations of many elements", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = large_size(1 << 19, (1 << 15) + 5);
  // One run of equal elements is longer than any tile.
  auto host1 = sorted_of(n, 1 << 20), host2 = sorted_of(n, 1 << 20);
  std::for_each(host1.begin() + n / 4, host1.begin() + n / 2, [&](numbered& x) { x.key = host1[0].key; });
  std::ranges::stable_sort(host1, {}, &numbered::key);
  host2.insert(host2.begin(), static_cast<std::size_t>(n / 8), numbered{host1[0].key, -2});
  std::ranges::stable_sort(host2, {}, &numbered::key);
  typename S::template vector<numbered> const v1(host1.begin(), host1.end()), v2(host2.begin(), host2.end());
  for (std::ptrdiff_t const room : {n / 16, n / 8 + 100, n}) {
    CAPTURE(room);
    auto const check = [&](auto operation, taken takes) {
      auto const expected = walk(host1, host2, takes, room);
      typename S::template vector<numbered> out(static_cast<std::size_t>(room));
      auto const ends = S::run(operation, v1, v2, out, std::ranges::less(), &numbered::key, &numbered::key);
      CHECK(ends.in1 - v1.begin() == expected.in1);
      CHECK(ends.in2 - v2.begin() == expected.in2);
      CHECK(ends.out - out.begin() == std::ssize(expected.out));
      auto const got = host_copy(out);
      CHECK(std::equal(expected.out.begin(), expected.out.end(), got.begin()));
    };
    check(tr::set_union, taken{true, true, true});
    check(tr::set_intersection, taken{false, false, true});
    check(tr::set_symmetric_difference, taken{true, true, false});
  }
}
