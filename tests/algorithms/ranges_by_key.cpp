// The algorithms of thrum::ranges that take keys with their values, beside loops over the same
// elements: sorts, merges, runs, selections and histograms, with projections, with outputs that are
// too short and with ranges of different lengths, on every policy.
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/merge.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/top_k.h>
#include <thrum/ranges/unique.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct same_tens {
  THRUM_HD bool operator()(int x, int y) const { return x / 10 == y / 10; }
};

/// Returns elements with few keys, and a value for each, which tells the place.
std::vector<numbered> keys_for(std::ptrdiff_t n) { return numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3); }
std::vector<long> values_of(std::vector<numbered> const& v) {
  std::vector<long> values;
  for (numbered const& x : v) values.push_back(3L * x.place + 1);
  return values;
}

/// Returns the first elements of v, at most n, in a range of `room` elements that are `none`.
template <class T>
std::vector<T> in_room(std::vector<T> const& v, std::ptrdiff_t n, std::ptrdiff_t room, T none) {
  std::vector<T> all(static_cast<std::size_t>(room), none);
  std::copy_n(v.begin(), std::min(n, std::ssize(v)), all.begin());
  return all;
}
constexpr numbered no_key{-1, -1};

/// Returns sizes for the keys and the values of a call that has n of one of them.
std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> lengths(std::ptrdiff_t n) {
  return {{n, n}, {n, n - n / 3}, {n - n / 3, n}};
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: sorts of keys with values", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = keys_for(n);
    auto const host_values = values_of(host);
    for (auto const& length : lengths(n)) {
      std::ptrdiff_t const keys = length.first, values = length.second;
      CAPTURE(keys);
      CAPTURE(values);
      std::ptrdiff_t const sorted = std::min(keys, values);
      auto const check = [&](auto call, auto order) {
        typename S::template vector<numbered> k(host.begin(), host.begin() + keys);
        typename S::template vector<long> v(host_values.begin(), host_values.begin() + values);
        auto const ends = call(k, v);
        CHECK(ends.in1 == k.begin() + sorted);
        CHECK(ends.in2 == v.begin() + sorted);
        std::vector<numbered> expected(host.begin(), host.begin() + keys);
        std::ranges::stable_sort(expected.begin(), expected.begin() + sorted, order, &numbered::key);
        CHECK(host_copy(k) == expected);
        std::vector<long> moved(host_values.begin(), host_values.begin() + values);
        for (std::size_t i = 0; i < static_cast<std::size_t>(sorted); ++i)
          moved[i] = host_values[static_cast<std::size_t>(expected[i].place)];
        CHECK(host_copy(v) == moved);
      };
      check([](auto& k, auto& v) { return S::run(tr::sort_by_key, k, v, std::ranges::less(), &numbered::key); },
            std::less<>());
      check(
          [](auto& k, auto& v) {
            return S::run(tr::stable_sort_by_key, k.begin(), k.end(), v.begin(), v.end(), std::greater<>(),
                          &numbered::key);
          },
          std::greater<>());
    }
    auto const host_keys = keys_of(host);
    typename S::template vector<int> k(host_keys.begin(), host_keys.end());
    typename S::template vector<long> v(host_values.begin(), host_values.end());
    S::run(tr::sort_by_key, k, v);
    auto expected = host;
    std::ranges::stable_sort(expected, {}, &numbered::key);
    CHECK(host_copy(k) == keys_of(expected));
    CHECK(host_copy(v) == values_of(expected));
  }
}

TEST_CASE_TEMPLATE("ranges: merges of keys with values end where an output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto host1 = keys_for(n), host2 = numbered_of(n / 2 + 3, 1 + static_cast<std::uint64_t>(n) / 3);
    for (numbered& x : host2) x.place += static_cast<int>(n);
    std::ranges::stable_sort(host1, {}, &numbered::key);
    std::ranges::stable_sort(host2, {}, &numbered::key);
    auto const host_values1 = values_of(host1), host_values2 = values_of(host2);
    typename S::template vector<numbered> const k1(host1.begin(), host1.end()), k2(host2.begin(), host2.end());
    typename S::template vector<long> const v1(host_values1.begin(), host_values1.end());
    typename S::template vector<long> const v2(host_values2.begin(), host_values2.end());
    std::vector<numbered> merged(host1.size() + host2.size());
    std::ranges::merge(host1, host2, merged.begin(), {}, &numbered::key, &numbered::key);
    std::ptrdiff_t const all = std::ssize(merged);
    for (std::ptrdiff_t const room : rooms(all)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(room, all);
      std::ptrdiff_t const of_first =
          std::count_if(merged.begin(), merged.begin() + written, [=](numbered const& x) { return x.place < n; });
      typename S::template vector<numbered> k(static_cast<std::size_t>(room + 2), no_key);
      typename S::template vector<long> v(static_cast<std::size_t>(room), -1);
      auto const ends =
          S::run(tr::merge_by_key, k1, k2, v1, v2, k, v, std::ranges::less(), &numbered::key, &numbered::key);
      CHECK(ends.in1 == k1.begin() + of_first);
      CHECK(ends.in2 == k2.begin() + (written - of_first));
      CHECK(ends.out1 == k.begin() + written);
      CHECK(ends.out2 == v.begin() + written);
      CHECK(host_copy(k) == in_room(merged, written, room + 2, no_key));
      CHECK(host_copy(v) == in_room(values_of(merged), written, room, -1L));
    }
    // Fewer values than keys, of both ranges.
    std::ptrdiff_t const some1 = n - n / 3, some2 = std::ssize(host2) - 2;
    std::vector<numbered> some(static_cast<std::size_t>(some1 + some2));
    std::ranges::merge(host1.begin(), host1.begin() + some1, host2.begin(), host2.begin() + some2, some.begin(),
                       {}, &numbered::key, &numbered::key);
    auto const keys1 = keys_of(host1), keys2 = keys_of(host2);
    typename S::template vector<int> const numbers1(keys1.begin(), keys1.end()),
        numbers2(keys2.begin(), keys2.end());
    typename S::template vector<int> k(some.size() + 9, -1);
    typename S::template vector<long> v(some.size() + 9, -1);
    auto const ends =
        S::run(tr::merge_by_key, numbers1.begin(), numbers1.end(), numbers2.begin(), numbers2.end(), v1.begin(),
               v1.begin() + some1, v2.begin(), v2.begin() + some2, k.begin(), k.end(), v.begin(), v.end());
    CHECK(ends.in1 == numbers1.begin() + some1);
    CHECK(ends.in2 == numbers2.begin() + some2);
    CHECK(ends.out1 == k.begin() + std::ssize(some));
    CHECK(host_copy(k) == in_room(keys_of(some), std::ssize(some), std::ssize(some) + 9, -1));
    CHECK(host_copy(v) == in_room(values_of(some), std::ssize(some), std::ssize(some) + 9, -1L));
  }
}

TEST_CASE_TEMPLATE("ranges: the first key of each run, with its value", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto host = keys_for(n);
    std::ranges::stable_sort(host, {}, &numbered::key);
    auto const host_values = values_of(host);
    for (auto const& length : lengths(n)) {
      std::ptrdiff_t const keys = length.first, values = length.second;
      CAPTURE(keys);
      CAPTURE(values);
      std::ptrdiff_t const read = std::min(keys, values);
      std::vector<std::ptrdiff_t> own, tens;  // where runs begin
      for (std::ptrdiff_t i = 0; i < read; ++i) {
        auto const at = static_cast<std::size_t>(i);
        if (i == 0 || host[at].key != host[at - 1].key) own.push_back(i);
        if (i == 0 || host[at].key / 10 != host[at - 1].key / 10) tens.push_back(i);
      }
      typename S::template vector<numbered> const k(host.begin(), host.begin() + keys);
      typename S::template vector<long> const v(host_values.begin(), host_values.begin() + values);
      auto const check = [&](std::vector<std::ptrdiff_t> const& begins, auto call, auto call_in_place) {
        std::vector<numbered> firsts;
        for (std::ptrdiff_t const i : begins) firsts.push_back(host[static_cast<std::size_t>(i)]);
        std::ptrdiff_t const runs = std::ssize(begins);
        for (std::ptrdiff_t const room : rooms(runs)) {
          CAPTURE(room);
          std::ptrdiff_t const written = std::min(room, runs);
          typename S::template vector<numbered> keys_out(static_cast<std::size_t>(room), no_key);
          typename S::template vector<long> values_out(static_cast<std::size_t>(room + 2), -1);
          auto const ends = call(keys_out, values_out);
          std::ptrdiff_t const taken = written < runs ? begins[static_cast<std::size_t>(written)] : read;
          CHECK(ends.in1 == k.begin() + taken);
          CHECK(ends.in2 == v.begin() + taken);
          CHECK(ends.out1 == keys_out.begin() + written);
          CHECK(ends.out2 == values_out.begin() + written);
          CHECK(host_copy(keys_out) == in_room(firsts, written, room, no_key));
          CHECK(host_copy(values_out) == in_room(values_of(firsts), written, room + 2, -1L));
        }
        auto own_keys = k;
        auto own_values = v;
        auto const left = call_in_place(own_keys, own_values);
        CHECK(left.in1 == own_keys.begin() + runs);
        CHECK(left.in2 == own_values.begin() + runs);
        auto const got = host_copy(own_keys);
        auto const got_values = host_copy(own_values), expected = values_of(firsts);
        CHECK(std::equal(firsts.begin(), firsts.end(), got.begin()));
        CHECK(std::equal(expected.begin(), expected.end(), got_values.begin()));
        CHECK(std::equal(got.begin() + read, got.end(), host.begin() + read));
        CHECK(std::equal(got_values.begin() + read, got_values.end(), host_values.begin() + read));
      };
      check(
          own,
          [&](auto& keys_out, auto& values_out) {
            return S::run(tr::unique_by_key_copy, k, v, keys_out, values_out, std::equal_to<>(), &numbered::key);
          },
          [](auto& own_keys, auto& own_values) {
            return S::run(tr::unique_by_key, own_keys, own_values, std::equal_to<>(), &numbered::key);
          });
      check(
          tens,
          [&](auto& keys_out, auto& values_out) {
            return S::run(tr::unique_by_key_copy, k.begin(), k.end(), v.begin(), v.end(), keys_out.begin(),
                          keys_out.end(), values_out.begin(), values_out.end(), same_tens{}, &numbered::key);
          },
          [](auto& own_keys, auto& own_values) {
            return S::run(tr::unique_by_key, own_keys.begin(), own_keys.end(), own_values.begin(),
                          own_values.end(), same_tens{}, &numbered::key);
          });
    }
  }
}

TEST_CASE_TEMPLATE("ranges: the greatest keys, with their values", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = keys_for(n);
    auto const host_values = values_of(host), some_values = values_of(numbered_of(n - n / 3, 5));
    typename S::template vector<numbered> const keys(host.begin(), host.end());
    typename S::template vector<long> const values(host_values.begin(), host_values.end());
    typename S::template vector<long> const fewer(some_values.begin(), some_values.end());
    auto falling = host;
    std::vector<numbered> rising(host.begin(), host.begin() + std::ssize(some_values));
    std::ranges::stable_sort(falling, std::greater<>(), &numbered::key);
    std::ranges::stable_sort(rising, std::less<>(), &numbered::key);
    for (std::ptrdiff_t const k : rooms(n)) {
      for (std::ptrdiff_t const room : {std::max(k, std::ptrdiff_t{7}) - 7, k + 1}) {
        CAPTURE(n);
        CAPTURE(k);
        CAPTURE(room);
        typename S::template vector<numbered> keys_out;
        typename S::template vector<long> values_out;
        auto const check = [&](std::vector<numbered> const& sorted, auto const& added, auto call) {
          std::ptrdiff_t const all = std::ssize(sorted), written = std::min({all, k, room});
          keys_out.assign(static_cast<std::size_t>(room + 1), no_key);
          values_out.assign(static_cast<std::size_t>(room), -1);
          auto const ends = call();
          CHECK(ends.in1 == keys.begin() + all);
          CHECK(ends.in2 == added.begin() + all);
          CHECK(ends.out1 == keys_out.begin() + written);
          CHECK(ends.out2 == values_out.begin() + written);
          CHECK(host_copy(keys_out) == in_room(sorted, written, room + 1, no_key));
          CHECK(host_copy(values_out) == in_room(values_of(sorted), written, room, -1L));
        };
        check(falling, values, [&] {
          return S::run(tr::top_k_by_key, keys, values, k, keys_out, values_out, std::ranges::less(),
                        &numbered::key);
        });
        check(rising, fewer, [&] {
          return S::run(tr::top_k_by_key, keys.begin(), keys.end(), fewer.begin(), fewer.end(), k,
                        keys_out.begin(), keys_out.end(), values_out.begin(), values_out.end(),
                        std::ranges::greater(), &numbered::key);
        });
        auto in_order = falling;
        in_order.resize(static_cast<std::size_t>(std::min({n, k, room})));
        std::ranges::sort(in_order, {}, &numbered::place);
        auto all_in_order = in_order;
        all_in_order.resize(static_cast<std::size_t>(n), no_key);
        check(all_in_order, values, [&] {
          return S::run(tr::top_k_by_key, keys, values, k, keys_out, values_out, std::ranges::less(),
                        &numbered::key, thrum::unsorted);
        });

        // Numbers, without an order and with one.
        auto const host_keys = keys_of(host), expected = keys_of(in_order);
        typename S::template vector<int> const numbers(host_keys.begin(), host_keys.end());
        typename S::template vector<int> numbers_out(static_cast<std::size_t>(room), -1);
        S::run(tr::top_k_by_key, numbers, values, k, numbers_out, values_out, thrum::unsorted);
        CHECK(host_copy(numbers_out) == in_room(expected, std::ssize(expected), room, -1));
        CHECK(host_copy(values_out) == in_room(values_of(in_order), std::ssize(expected), room, -1L));
        numbers_out.assign(static_cast<std::size_t>(room), -1);
        S::run(tr::top_k_by_key, numbers, values, k, numbers_out, values_out, std::ranges::less(),
               thrum::unsorted);
        CHECK(host_copy(numbers_out) == in_room(expected, std::ssize(expected), room, -1));
        numbers_out.assign(static_cast<std::size_t>(room), -1);
        S::run(tr::top_k_by_key, numbers, values, k, numbers_out, values_out);
        CHECK(host_copy(numbers_out) == in_room(keys_of(falling), std::min({n, k, room}), room, -1));
      }
    }
    typename S::template vector<numbered> no_keys(3, no_key);
    typename S::template vector<long> none(3, -1);
    CHECK(S::run(tr::top_k_by_key, keys, values, -2, no_keys, none, std::ranges::less(), &numbered::key).out2 ==
          none.begin());
    CHECK(host_copy(none) == std::vector<long>(3, -1));
  }
}

TEST_CASE_TEMPLATE("ranges: sums of values in bins", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 20);
    auto const host_keys = keys_of(host);
    auto const host_values = values_of(host);
    for (auto const& length : lengths(n)) {
      std::ptrdiff_t const keys = length.first, values = length.second;
      CAPTURE(keys);
      CAPTURE(values);
      std::ptrdiff_t const read = std::min(keys, values);
      typename S::template vector<numbered> const v(host.begin(), host.begin() + keys);
      typename S::template vector<int> const numbers(host_keys.begin(), host_keys.begin() + keys);
      typename S::template vector<long> const added(host_values.begin(), host_values.begin() + values);
      typename S::template vector<numbered> const all(host.begin(), host.begin() + values);
      for (std::size_t const room : {0U, 3U, 20U, 27U}) {
        CAPTURE(room);
        std::vector<long> sums(room), places(room);
        for (std::size_t i = 0; i < static_cast<std::size_t>(read); ++i) {
          auto const bin = static_cast<std::size_t>(host[i].key);
          if (bin >= room) continue;
          sums[bin] += host_values[i];
          places[bin] += host[i].place;
        }
        typename S::template vector<long> bins(room, -1);
        auto const ends = S::run(tr::histogram_by_key, numbers, added, bins);
        CHECK(ends.in1 == numbers.begin() + read);
        CHECK(ends.in2 == added.begin() + read);
        CHECK(ends.out == bins.end());
        CHECK(host_copy(bins) == sums);
        bins.assign(room, -1);
        S::run(tr::histogram_by_key, v.begin(), v.end(), added.begin(), added.end(), bins.begin(), bins.end(),
               &numbered::key);
        CHECK(host_copy(bins) == sums);
        bins.assign(room, -1);
        S::run(tr::histogram_by_key, v, all, bins, &numbered::key, &numbered::place);
        CHECK(host_copy(bins) == places);
      }
    }
  }
}

TEST_CASE_TEMPLATE("ranges: many keys with values", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 100'003;
  auto const host = numbered_of(n, 1000);
  auto const host_values = values_of(host);
  auto sorted = host;
  std::ranges::stable_sort(sorted, {}, &numbered::key);
  std::vector<numbered> firsts;
  std::ranges::unique_copy(sorted, std::back_inserter(firsts), {}, &numbered::key);
  typename S::template vector<numbered> keys(host.begin(), host.end());
  typename S::template vector<long> values(host_values.begin(), host_values.end());
  S::run(tr::sort_by_key, keys, values, std::ranges::less(), &numbered::key);
  CHECK(host_copy(keys) == sorted);
  CHECK(host_copy(values) == values_of(sorted));

  typename S::template vector<numbered> keys_out(2 * static_cast<std::size_t>(n) - 100);
  typename S::template vector<long> values_out(keys_out.size());
  auto const ends = S::run(tr::merge_by_key, keys, keys, values, values, keys_out, values_out, std::ranges::less(),
                           &numbered::key, &numbered::key);
  std::vector<numbered> merged(keys_out.size() + 100);
  std::ranges::merge(sorted, sorted, merged.begin(), {}, &numbered::key, &numbered::key);
  CHECK(ends.in1 - keys.begin() + (ends.in2 - keys.begin()) == 2 * n - 100);
  merged.resize(keys_out.size());
  CHECK(host_copy(keys_out) == merged);
  CHECK(host_copy(values_out) == values_of(merged));

  keys_out.assign(700, no_key);
  auto const runs =
      S::run(tr::unique_by_key_copy, keys, values, keys_out, values_out, std::equal_to<>(), &numbered::key);
  CHECK(runs.out1 == keys_out.end());
  CHECK(runs.in2 == values.begin() + (std::ranges::find(sorted, firsts[700]) - sorted.begin()));
  CHECK(host_copy(keys_out) == in_room(firsts, 700, 700, no_key));
  S::run(tr::top_k_by_key, keys, values, 700, keys_out, values_out, std::ranges::greater(), &numbered::key);
  CHECK(host_copy(keys_out) == in_room(sorted, 700, 700, no_key));

  typename S::template vector<long> bins(1000, -1);
  S::run(tr::histogram_by_key, keys, values, bins, &numbered::key);
  std::vector<long> sums(1000);
  for (numbered const& x : sorted) sums[static_cast<std::size_t>(x.key)] += 3L * x.place + 1;
  CHECK(host_copy(bins) == sums);
}
