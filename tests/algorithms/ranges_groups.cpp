// The algorithms of thrum::ranges that put equal elements together or tell where they are, beside
// loops over the same elements: sorted indices, groups, classes, pairs and runs, with projections
// and with outputs that are too short, on every policy.
#include <thrum/ranges/argsort.h>
#include <thrum/ranges/group_reduce.h>
#include <thrum/ranges/inner_join.h>
#include <thrum/ranges/run_length.h>
#include <thrum/ranges/split_by.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct larger {
  template <class T>
  THRUM_HD T operator()(T x, T y) const {
    return x < y ? y : x;
  }
};
struct modulo {
  int classes;
  THRUM_HD int operator()(int x) const { return x % classes; }
};
struct same_tens {
  THRUM_HD bool operator()(int x, int y) const { return x / 10 == y / 10; }
};
/// Copies of a value.
struct repeated {
  int value;
  int count;
};
constexpr numbered no_element{-1, -1};

/// Returns the first elements of v in a range of `room` elements that are `none`.
template <class T>
std::vector<T> in_room(std::vector<T> const& v, std::ptrdiff_t room, T none) {
  std::vector<T> all(static_cast<std::size_t>(room), none);
  std::copy_n(v.begin(), std::min(room, std::ssize(v)), all.begin());
  return all;
}
std::vector<int> places_of(std::vector<numbered> const& v) {
  std::vector<int> places;
  for (numbered const& x : v) places.push_back(x.place);
  return places;
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: the indices of a sorted range, as many as there is room for", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    auto rising = host, falling = host;
    std::ranges::stable_sort(rising, std::less<>(), &numbered::key);
    std::ranges::stable_sort(falling, std::greater<>(), &numbered::key);
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      typename S::template vector<int> places(static_cast<std::size_t>(room), -1);
      auto const ends = S::run(tr::argsort, v, places, std::ranges::less(), &numbered::key);
      CHECK(ends.in == v.end());
      CHECK(ends.out == places.begin() + std::min(n, room));
      CHECK(host_copy(places) == in_room(places_of(rising), room, -1));
      places.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::argsort, v.begin(), v.end(), places.begin(), places.end(), std::greater<>(), &numbered::key);
      CHECK(host_copy(places) == in_room(places_of(falling), room, -1));
      typename S::template vector<std::int64_t> wide(static_cast<std::size_t>(room), -1);
      S::run(tr::argsort, keys, wide);
      auto const got = host_copy(wide);
      CHECK(std::vector<int>(got.begin(), got.end()) == in_room(places_of(rising), room, -1));
    }
  }
  // NaNs are last under both orders, however many places there are.
  std::vector<float> const numbers{3, std::numeric_limits<float>::quiet_NaN(), 1, 2};
  typename S::template vector<float> const v(numbers.begin(), numbers.end());
  for (std::size_t const room : {2U, 4U}) {
    typename S::template vector<int> places(room, -1);
    S::run(tr::argsort, v, places);
    CHECK(host_copy(places) == in_room(std::vector{2, 3, 0, 1}, static_cast<std::ptrdiff_t>(room), -1));
    S::run(tr::argsort, v, places, std::ranges::greater());
    CHECK(host_copy(places) == in_room(std::vector{0, 3, 2, 1}, static_cast<std::ptrdiff_t>(room), -1));
  }
}

TEST_CASE_TEMPLATE("ranges: the first groups, as many as there is room for", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 5);
    auto const host_keys = keys_of(host), host_places = places_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    for (std::ptrdiff_t const some : {n, n - n / 3}) {
      typename S::template vector<int> const places(host_places.begin(), host_places.begin() + some);
      std::vector<int> firsts, maxima, group_of(static_cast<std::size_t>(1 + n / 5), -1);
      std::vector<long> sums;
      for (numbered const& x : std::vector(host.begin(), host.begin() + some)) {
        int& group = group_of[static_cast<std::size_t>(x.key)];
        if (group < 0) {
          group = static_cast<int>(firsts.size());
          firsts.push_back(x.key);
          sums.push_back(0);
          maxima.push_back(0);
        }
        sums[static_cast<std::size_t>(group)] += x.place;
        maxima[static_cast<std::size_t>(group)] = x.place;
      }
      for (std::ptrdiff_t const room : rooms(std::ssize(firsts))) {
        CAPTURE(n);
        CAPTURE(some);
        CAPTURE(room);
        std::ptrdiff_t const written = std::min(room, std::ssize(firsts));
        typename S::template vector<int> keys_out(static_cast<std::size_t>(room), -1);
        typename S::template vector<int> maxima_out(static_cast<std::size_t>(room + 2), -1);
        auto const ends = S::run(tr::group_reduce, keys, places, keys_out, maxima_out, larger{});
        CHECK(ends.in1 == keys.begin() + some);
        CHECK(ends.in2 == places.begin() + some);
        CHECK(ends.out1 == keys_out.begin() + written);
        CHECK(ends.out2 == maxima_out.begin() + written);
        CHECK(host_copy(keys_out) == in_room(firsts, room, -1));
        std::vector<int> const expected(maxima.begin(), maxima.begin() + written);
        CHECK(host_copy(maxima_out) == in_room(expected, room + 2, -1));

        typename S::template vector<long> sums_out(static_cast<std::size_t>(room), -1);
        keys_out.assign(static_cast<std::size_t>(room), -1);
        S::run(tr::group_reduce, v.begin(), v.begin() + some, v.begin(), v.end(), keys_out.begin(), keys_out.end(),
               sums_out.begin(), sums_out.end(), std::plus<>(), &numbered::key, &numbered::place);
        CHECK(host_copy(keys_out) == in_room(firsts, room, -1));
        CHECK(host_copy(sums_out) == in_room(sums, room, -1L));
      }
    }
    // As many keys as there may be groups, to outputs that have room for all elements.
    typename S::template vector<int> keys_out(static_cast<std::size_t>(n), -1), sums_out(keys_out);
    std::vector<int> expected;
    for (int const key : host_keys)
      if (std::ranges::find(expected, key) == expected.end()) expected.push_back(key);
    auto const all = S::run(tr::group_reduce, keys, keys, keys_out, sums_out, larger{});
    CHECK(all.out1 == keys_out.begin() + std::ssize(expected));
    CHECK(host_copy(keys_out) == in_room(expected, n, -1));
    CHECK(host_copy(sums_out) == in_room(expected, n, -1));
  }
}

TEST_CASE_TEMPLATE("ranges: classes, of which as many elements are copied as there is room for", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 1000);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    for (int const classes : {1, 7, 300}) {
      // One class fewer than there are numbers: elements of the last one are in no class.
      std::vector<std::ptrdiff_t> begins;
      std::vector<numbered> split;
      for (int c = 0; c < classes; ++c) {
        begins.push_back(std::ssize(split));
        std::ranges::copy_if(
            host, std::back_inserter(split), [=](int x) { return x % (classes + 1) == c; }, &numbered::key);
      }
      begins.push_back(std::ssize(split));
      for (std::ptrdiff_t const room : rooms(n)) {
        CAPTURE(n);
        CAPTURE(classes);
        CAPTURE(room);
        typename S::template vector<numbered> out(static_cast<std::size_t>(room), no_element);
        typename S::template vector<std::ptrdiff_t> offsets(begins.size(), -1);
        auto const ends = S::run(tr::split_by, v, out, offsets, modulo{classes + 1}, &numbered::key);
        CHECK(ends.in == v.end());
        CHECK(ends.out == offsets.end());
        CHECK(host_copy(out) == in_room(split, room, no_element));
        CHECK(host_copy(offsets) == begins);
        typename S::template vector<int> keys_out(static_cast<std::size_t>(room), -1);
        offsets.assign(begins.size(), -1);
        S::run(tr::split_by, keys.begin(), keys.end(), keys_out.begin(), keys_out.end(), offsets.begin(),
               offsets.end(), modulo{classes + 1});
        CHECK(host_copy(keys_out) == in_room(keys_of(split), room, -1));
        CHECK(host_copy(offsets) == begins);
      }
    }
  }
}

TEST_CASE_TEMPLATE("ranges: pairs of equal keys end before the key whose pairs have no room", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto host1 = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3);
    auto host2 = numbered_of(n / 2 + 2, 1 + static_cast<std::uint64_t>(n) / 3);
    std::ranges::stable_sort(host1, {}, &numbered::key);
    std::ranges::stable_sort(host2, {}, &numbered::key);
    auto const keys1 = keys_of(host1), keys2 = keys_of(host2);
    typename S::template vector<numbered> const v1(host1.begin(), host1.end()), v2(host2.begin(), host2.end());
    typename S::template vector<int> const k1(keys1.begin(), keys1.end()), k2(keys2.begin(), keys2.end());
    std::vector<int> first, second;
    std::vector<std::ptrdiff_t> begins;  // of the pairs of each key of the first range
    for (std::size_t i = 0; i < keys1.size(); ++i) {
      begins.push_back(std::ssize(first));
      auto const equal = std::equal_range(keys2.begin(), keys2.end(), keys1[i]);
      for (auto at = equal.first; at != equal.second; ++at) {
        first.push_back(static_cast<int>(i));
        second.push_back(static_cast<int>(at - keys2.begin()));
      }
    }
    begins.push_back(std::ssize(first));
    CHECK(S::run(tr::inner_join_size, k1, k2) == std::ssize(first));
    CHECK(S::run(tr::inner_join_size, v1.begin(), v1.end(), v2.begin(), v2.end(), std::ranges::less(),
                 &numbered::key, &numbered::key) == std::ssize(first));
    for (std::ptrdiff_t const room : rooms(std::ssize(first))) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t taken = std::ssize(keys1);  // the keys whose pairs are written
      while (begins[static_cast<std::size_t>(taken)] > room) --taken;
      std::ptrdiff_t const written = begins[static_cast<std::size_t>(taken)];
      // Of the keys without pairs that follow, the call takes those before the one without room.
      while (taken < std::ssize(keys1) && begins[static_cast<std::size_t>(taken + 1)] == written) ++taken;
      std::vector<int> const first_in(first.begin(), first.begin() + written);
      std::vector<int> const second_in(second.begin(), second.begin() + written);
      typename S::template vector<int> places1(static_cast<std::size_t>(room), -1), places2(places1);
      auto const ends = S::run(tr::inner_join, k1, k2, places1, places2);
      CHECK(ends.in1 == k1.begin() + taken);
      CHECK(ends.in2 == k2.end());
      CHECK(ends.out1 == places1.begin() + written);
      CHECK(ends.out2 == places2.begin() + written);
      CHECK(host_copy(places1) == in_room(first_in, room, -1));
      CHECK(host_copy(places2) == in_room(second_in, room, -1));
      places1.assign(static_cast<std::size_t>(room), -1);
      places2.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::inner_join, v1.begin(), v1.end(), v2.begin(), v2.end(), places1.begin(), places1.end(),
             places2.begin(), places2.end(), std::ranges::less(), &numbered::key, &numbered::key);
      CHECK(host_copy(places1) == in_room(first_in, room, -1));
      CHECK(host_copy(places2) == in_room(second_in, room, -1));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: runs end before the one that has no room", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto host = numbered_of(n, 1 + static_cast<std::uint64_t>(n));
    std::ranges::stable_sort(host, {}, &numbered::key);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    std::vector<numbered> tens;
    std::vector<int> firsts, lengths, tens_lengths;
    for (numbered const& x : host) {
      if (firsts.empty() || firsts.back() != x.key) {
        firsts.push_back(x.key);
        lengths.push_back(0);
      }
      ++lengths.back();
      if (tens.empty() || tens.back().key / 10 != x.key / 10) {
        tens.push_back(x);
        tens_lengths.push_back(0);
      }
      ++tens_lengths.back();
    }
    auto const read = [&](std::vector<int> const& counts, std::ptrdiff_t runs) {
      std::ptrdiff_t sum = 0;
      for (std::ptrdiff_t r = 0; r < runs; ++r) sum += counts[static_cast<std::size_t>(r)];
      return sum;
    };
    for (std::ptrdiff_t const room : rooms(std::ssize(firsts))) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const runs = std::min(room, std::ssize(firsts));
      typename S::template vector<int> values(static_cast<std::size_t>(room), -1), counts(values);
      auto const ends = S::run(tr::run_length_encode, keys, values, counts);
      CHECK(ends.in == keys.begin() + read(lengths, runs));
      CHECK(ends.out1 == values.begin() + runs);
      CHECK(ends.out2 == counts.begin() + runs);
      CHECK(host_copy(values) == in_room(firsts, room, -1));
      CHECK(host_copy(counts) == in_room(lengths, room, -1));
    }
    for (std::ptrdiff_t const room : rooms(std::ssize(tens))) {
      CAPTURE(n);
      CAPTURE(room);
      typename S::template vector<numbered> values(static_cast<std::size_t>(room), no_element);
      typename S::template vector<int> counts(static_cast<std::size_t>(room), -1);
      auto const ends = S::run(tr::run_length_encode, v.begin(), v.end(), values.begin(), values.end(),
                               counts.begin(), counts.end(), same_tens{}, &numbered::key);
      CHECK(ends.in == v.begin() + read(tens_lengths, std::min(room, std::ssize(tens))));
      CHECK(host_copy(values) == in_room(tens, room, no_element));
      CHECK(host_copy(counts) == in_room(tens_lengths, room, -1));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: copies of values end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    std::vector<repeated> host;
    std::vector<int> values, counts, copies;
    std::vector<std::ptrdiff_t> ends_of_runs;
    for (numbered const& x : numbered_of(n, 6)) {
      host.push_back({x.place, x.key - 2});  // some are below zero
      values.push_back(x.place);
      counts.push_back(x.key - 2);
      for (int i = 0; i < counts.back(); ++i) copies.push_back(x.place);
      ends_of_runs.push_back(std::ssize(copies));
    }
    typename S::template vector<repeated> const v(host.begin(), host.end());
    typename S::template vector<int> const v1(values.begin(), values.end()), v2(counts.begin(), counts.end());
    for (std::ptrdiff_t const room : rooms(std::ssize(copies))) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const taken =
          std::ranges::find_if(ends_of_runs, [=](std::ptrdiff_t end) { return end > room; }) -
          ends_of_runs.begin();
      typename S::template vector<int> out(static_cast<std::size_t>(room), -1);
      auto const ends = S::run(tr::run_length_decode, v1, v2, out);
      CHECK(ends.in1 == v1.begin() + taken);
      CHECK(ends.in2 == v2.begin() + taken);
      CHECK(ends.out == out.begin() + std::min(room, std::ssize(copies)));
      CHECK(host_copy(out) == in_room(copies, room, -1));
      out.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::run_length_decode, v.begin(), v.end(), v.begin(), v.end(), out.begin(), out.end(),
             &repeated::value, &repeated::count);
      CHECK(host_copy(out) == in_room(copies, room, -1));
    }
    typename S::template vector<int> all(copies.size(), -1);
    CHECK(S::run(tr::run_length_decode, v1, v2, all.begin()).out == all.end());
    CHECK(host_copy(all) == copies);
  }
}
TEST_CASE_TEMPLATE("ranges::run_length_decode of counts that fill the output", S, MAIN_SYSTEMS) {
  typename S::template vector<int> const values(3, 7);
  auto const check = [&]<class Count>(Count most) {
    auto const counts = vector_of<S>(std::vector<Count>{2, most, most});
    typename S::template vector<int> out(8, -1);
    auto const ends = S::run(tr::run_length_decode, values, counts, out);
    CHECK(ends.in2 == counts.begin() + 1);
    CHECK(ends.out == out.end());
    CHECK(host_copy(out) == std::vector<int>(8, 7));
  };
  check(std::numeric_limits<std::int64_t>::max());
  check(std::numeric_limits<std::uint64_t>::max());
}
