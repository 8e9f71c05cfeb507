// The sums of thrum::ranges, beside loops over the same elements: sums, scans, by key and by
// segment, and histograms, with projections and with outputs that are too short, on every policy.
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/scan.h>
#include <thrum/ranges/segmented_reduce.h>
#include <thrum/ranges/transform_reduce.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <type_traits>
#include <utility>
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
struct same_tens {
  THRUM_HD bool operator()(int x, int y) const { return x / 10 == y / 10; }
};

/// Adds in a loop: the expected sums of runs, and where each run begins.
struct runs {
  std::vector<numbered> keys;
  std::vector<long> sums;
  std::vector<std::ptrdiff_t> begins;
};
runs runs_of(std::vector<numbered> const& v, auto same, auto value) {
  runs all;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (i == 0 || !same(v[i - 1].key, v[i].key)) {
      all.keys.push_back(v[i]);
      all.sums.push_back(0);
      all.begins.push_back(static_cast<std::ptrdiff_t>(i));
    }
    all.sums.back() += value(v[i]);
  }
  return all;
}

/// Returns the first elements of v in a range of `room` elements that are -1.
template <class T>
std::vector<T> in_room(std::vector<T> const& v, std::ptrdiff_t room) {
  std::vector<T> all(static_cast<std::size_t>(room), T(-1));
  std::copy_n(v.begin(), std::min(room, std::ssize(v)), all.begin());
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: sums", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 100);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    int const sum = std::accumulate(host_keys.begin(), host_keys.end(), 0);
    int const most = n == 0 ? -5 : std::ranges::max(host_keys);
    CHECK(S::run(tr::reduce, keys) == sum);
    CHECK(S::run(tr::reduce, keys.begin(), keys.end()) == sum);
    CHECK(S::run(tr::reduce, keys, 7L) == sum + 7);
    static_assert(std::is_same_v<decltype(S::run(tr::reduce, keys, 7L)), long>);
    CHECK(S::run(tr::reduce, keys, -5, larger{}) == most);
    CHECK(S::run(tr::reduce, v, 7, std::plus<>(), &numbered::key) == sum + 7);
    CHECK(S::run(tr::reduce, v.begin(), v.end(), -5, larger{}, &numbered::key) == most);
    CHECK(S::run(tr::reduce, keys, 0L, thrum::plus<>(), doubled{}) == 2 * sum);

    CHECK(S::run(tr::transform_reduce, keys, 1, std::plus<>(), doubled{}) == 2 * sum + 1);
    CHECK(S::run(tr::transform_reduce, v, -5, larger{}, doubled{}, &numbered::key) == (n == 0 ? -5 : 2 * most));
    std::ptrdiff_t const some = n - n / 3;
    typename S::template vector<int> const fewer(host_keys.begin(), host_keys.begin() + some);
    long const products = std::inner_product(host_keys.begin(), host_keys.begin() + some, host_keys.begin(), 0L);
    CHECK(S::run(tr::transform_reduce, keys, fewer, 3L) == products + 3);
    CHECK(S::run(tr::transform_reduce, fewer.begin(), fewer.end(), v, 3L, std::plus<>(), std::multiplies<>(),
                 std::identity(), &numbered::key) == products + 3);
    CHECK(S::run(tr::transform_reduce, v, v, 0, std::plus<>(), difference{}, &numbered::key, &numbered::key) == 0);
  }
}

TEST_CASE_TEMPLATE("ranges: scans end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 100);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    std::vector<int> inclusive(host_keys.size()), exclusive(host_keys.size()), from_7(host_keys.size());
    std::vector<int> maxima(host_keys.size());
    std::inclusive_scan(host_keys.begin(), host_keys.end(), inclusive.begin());
    std::inclusive_scan(host_keys.begin(), host_keys.end(), from_7.begin(), std::plus<>(), 7);
    std::exclusive_scan(host_keys.begin(), host_keys.end(), exclusive.begin(), 7);
    std::inclusive_scan(host_keys.begin(), host_keys.end(), maxima.begin(), larger{});
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      typename S::template vector<int> out;
      auto const again = [&] { out.assign(static_cast<std::size_t>(room), -1); };
      auto const ends_right = [&](auto const& ends, auto const& in) {
        return ends.in == in.begin() + written && ends.out == out.begin() + written;
      };

      again();
      CHECK(ends_right(S::run(tr::inclusive_scan, keys, out), keys));
      CHECK(host_copy(out) == in_room(inclusive, room));
      again();
      CHECK(ends_right(S::run(tr::inclusive_scan, keys.begin(), keys.end(), out.begin(), out.end(), larger{}),
                       keys));
      CHECK(host_copy(out) == in_room(maxima, room));
      again();
      CHECK(ends_right(S::run(tr::inclusive_scan, keys, out, std::plus<>(), 7), keys));
      CHECK(host_copy(out) == in_room(from_7, room));
      again();
      CHECK(ends_right(S::run(tr::inclusive_scan, v, out, std::plus<>(), 7, &numbered::key), v));
      CHECK(host_copy(out) == in_room(from_7, room));
      again();
      CHECK(
          ends_right(S::run(tr::inclusive_scan, v, out, larger{}, thrum::detail::left_out{}, &numbered::key), v));
      CHECK(host_copy(out) == in_room(maxima, room));

      again();
      CHECK(ends_right(S::run(tr::exclusive_scan, keys, out, 7), keys));
      CHECK(host_copy(out) == in_room(exclusive, room));
      again();
      CHECK(ends_right(S::run(tr::exclusive_scan, v, out, 7, std::plus<>(), &numbered::key), v));
      CHECK(host_copy(out) == in_room(exclusive, room));
      again();
      CHECK(ends_right(S::run(tr::exclusive_scan, keys, out), keys));
      auto expected = in_room(exclusive, room);
      std::for_each_n(expected.begin(), written, [](int& x) { x -= 7; });
      CHECK(host_copy(out) == expected);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: sums by key end before the run that has no room", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto host = numbered_of(n, 1 + static_cast<std::uint64_t>(n));
    std::ranges::sort(host, {}, &numbered::key);
    auto const place = [](numbered const& x) { return x.place; };
    runs const tens = runs_of(host, same_tens{}, place), own = runs_of(host, std::equal_to<>(), place);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    std::vector<long> places;
    for (numbered const& x : host) places.push_back(x.place);
    typename S::template vector<long> const values(places.begin(), places.end());
    auto const check = [&](runs const& expected, std::ptrdiff_t room, auto const& added, auto call) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const all = std::ssize(expected.keys), written = std::min(room, all);
      typename S::template vector<numbered> keys_out(static_cast<std::size_t>(room), numbered{-1, -1});
      typename S::template vector<long> sums(static_cast<std::size_t>(room + 3), -1);
      auto const ends = call(keys_out, sums);
      std::ptrdiff_t const read = written < all ? expected.begins[static_cast<std::size_t>(written)] : n;
      CHECK(ends.in1 == v.begin() + read);
      CHECK(ends.in2 == added.begin() + read);
      CHECK(ends.out1 == keys_out.begin() + written);
      CHECK(ends.out2 == sums.begin() + written);
      auto const got = host_copy(keys_out);
      CHECK(std::equal(got.begin(), got.begin() + written, expected.keys.begin()));
      CHECK(std::ranges::count(got, numbered{-1, -1}) == room - written);
      CHECK(host_copy(sums) ==
            in_room(std::vector(expected.sums.begin(), expected.sums.begin() + written), room + 3));
    };
    for (std::ptrdiff_t const room : rooms(std::ssize(own.keys))) {
      check(own, room, values, [&](auto& keys_out, auto& sums) {
        return S::run(tr::reduce_by_key, v, values, keys_out, sums, std::equal_to<>(), std::plus<>(),
                      &numbered::key);
      });
    }
    for (std::ptrdiff_t const room : rooms(std::ssize(tens.keys))) {
      check(tens, room, v, [&](auto& keys_out, auto& sums) {
        return S::run(tr::reduce_by_key, v.begin(), v.end(), v.begin(), v.end(), keys_out.begin(), keys_out.end(),
                      sums.begin(), sums.end(), same_tens{}, thrum::plus<>(), &numbered::key, &numbered::place);
      });
    }

    // Scans, from both ends of each run.
    std::vector<long> inclusive, exclusive;
    for (std::size_t i = 0; i < host.size(); ++i) {
      bool const begins = i == 0 || !same_tens{}(host[i - 1].key, host[i].key);
      exclusive.push_back(begins ? 5 : exclusive.back() + places[i - 1]);
      inclusive.push_back(begins ? places[i] : inclusive.back() + places[i]);
    }
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      typename S::template vector<long> out(static_cast<std::size_t>(room), -1);
      auto const a = S::run(tr::inclusive_scan_by_key, v, values, out, same_tens{}, std::plus<>(), &numbered::key);
      CHECK(a.in1 == v.begin() + written);
      CHECK(a.in2 == values.begin() + written);
      CHECK(a.out == out.begin() + written);
      CHECK(host_copy(out) == in_room(inclusive, room));
      out.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::inclusive_scan_by_key, v, v, out, same_tens{}, std::plus<>(), &numbered::key, &numbered::place);
      CHECK(host_copy(out) == in_room(inclusive, room));
      out.assign(static_cast<std::size_t>(room), -1);
      auto const b =
          S::run(tr::exclusive_scan_by_key, v, values, out, 5L, same_tens{}, std::plus<>(), &numbered::key);
      CHECK(b.in1 == v.begin() + written);
      CHECK(b.in2 == values.begin() + written);
      CHECK(b.out == out.begin() + written);
      CHECK(host_copy(out) == in_room(exclusive, room));
      out.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::exclusive_scan_by_key, v.begin(), v.end(), v.begin(), v.end(), out.begin(), out.end(), 5L,
             same_tens{}, std::plus<>(), &numbered::key, &numbered::place);
      CHECK(host_copy(out) == in_room(exclusive, room));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: sums of segments end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 100);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    std::vector<std::int64_t> host_offsets;
    for (std::ptrdiff_t at = 0, i = 0; at <= n; at += 13 * (i++ % 5)) host_offsets.push_back(at);
    typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
    auto const sums_between = [&](auto const& ends, int init) {
      std::vector<int> sums;
      for (std::size_t s = 0; s + 1 < ends.size(); ++s)
        sums.push_back(std::accumulate(host_keys.begin() + ends[s], host_keys.begin() + ends[s + 1], init));
      return sums;
    };
    std::vector<std::ptrdiff_t> equal;
    for (std::ptrdiff_t at = 0; at < n; at += 10) equal.push_back(at);
    equal.push_back(n);
    auto const at_offsets = sums_between(host_offsets, 3), of_ten = sums_between(equal, 0);
    auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
    for (std::ptrdiff_t const room : rooms(std::ssize(at_offsets))) {
      CAPTURE(n);
      CAPTURE(room);
      typename S::template vector<int> out(static_cast<std::size_t>(room), -1);
      auto const ends = S::run(tr::segmented_reduce, v, segments, out, 3, std::plus<>(), &numbered::key);
      CHECK(ends.in == v.end());
      CHECK(ends.out == out.begin() + std::min(room, std::ssize(at_offsets)));
      CHECK(host_copy(out) == in_room(at_offsets, room));
      out.assign(static_cast<std::size_t>(room), -1);
      S::run(tr::segmented_reduce, keys.begin(), keys.end(), segments, out.begin(), out.end(), 3);
      CHECK(host_copy(out) == in_room(at_offsets, room));
    }
    for (std::ptrdiff_t const room : rooms(std::ssize(of_ten))) {
      CAPTURE(n);
      CAPTURE(room);
      typename S::template vector<int> out(static_cast<std::size_t>(room), -1);
      CHECK(S::run(tr::segmented_reduce, keys, thrum::segments_of(10), out).out ==
            out.begin() + std::min(room, std::ssize(of_ten)));
      CHECK(host_copy(out) == in_room(of_ten, room));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: histograms", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 100);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    std::vector<int> const host_bounds{0, 1, 5, 50, 51, 80};
    typename S::template vector<int> const bounds(host_bounds.begin(), host_bounds.end());
    auto const between = [&](int from, int to) {
      return static_cast<int>(std::ranges::count_if(host_keys, [=](int x) { return from <= x && x < to; }));
    };
    std::vector<int> even;
    for (int bin = 0; bin < 8; ++bin) even.push_back(between(10 + 10 * bin, 20 + 10 * bin));
    typename S::template vector<int> bins(8, -1);
    auto const ends = S::run(tr::histogram_even, keys, bins, 10, 90);
    CHECK(ends.in == keys.end());
    CHECK(ends.out == bins.end());
    CHECK(host_copy(bins) == even);
    bins.assign(8, -1);
    S::run(tr::histogram_even, v.begin(), v.end(), bins.begin(), bins.end(), 10, 90, &numbered::key);
    CHECK(host_copy(bins) == even);

    // Fewer bins than intervals, as many, and more.
    for (std::size_t const room : {0U, 3U, 5U, 7U}) {
      CAPTURE(room);
      std::vector<int> expected(room, -1);
      for (std::size_t bin = 0; bin < std::min(room, std::size_t{5}); ++bin)
        expected[bin] = between(host_bounds[bin], host_bounds[bin + 1]);
      bins.assign(room, -1);
      auto const end = S::run(tr::histogram, v, bins, bounds, &numbered::key);
      CHECK(end.out - bins.begin() == std::min(std::ptrdiff_t{5}, static_cast<std::ptrdiff_t>(room)));
      CHECK(host_copy(bins) == expected);
      bins.assign(room, -1);
      S::run(tr::histogram, keys.begin(), keys.end(), bins.begin(), bins.end(), bounds.begin(), bounds.end());
      CHECK(host_copy(bins) == expected);
    }
    bins.assign(2, -1);
    CHECK(S::run(tr::histogram, keys, bins, bounds.begin(), bounds.begin()).out == bins.begin());
    CHECK(host_copy(bins) == std::vector{-1, -1});
  }
}

TEST_CASE_TEMPLATE("ranges: sums of many elements", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = large_size(1 << 20);
  auto host = numbered_of(n, 1000);
  std::ranges::sort(host, {}, &numbered::key);
  typename S::template vector<numbered> const v(host.begin(), host.end());
  std::vector<long> scanned;
  for (long sum = 0; numbered const& x : host) scanned.push_back(sum += x.place);
  std::ptrdiff_t const room = n - n / 3;
  typename S::template vector<long> out(static_cast<std::size_t>(room), -1);
  CHECK(S::run(tr::reduce, v, 0L, std::plus<>(), &numbered::place) == scanned.back());
  CHECK(S::run(tr::inclusive_scan, v, out, std::plus<>(), 0L, &numbered::place).in == v.begin() + room);
  scanned.resize(static_cast<std::size_t>(room));
  CHECK(host_copy(out) == scanned);

  auto const place = [](numbered const& x) { return x.place; };
  runs const expected = runs_of(host, std::equal_to<>(), place);
  REQUIRE(expected.sums.size() == 1000);
  out.assign(700, -1);
  typename S::template vector<numbered> keys(800);
  auto const ends = S::run(tr::reduce_by_key, v, v, keys, out, std::equal_to<>(), std::plus<>(), &numbered::key,
                           &numbered::place);
  CHECK(ends.in1 == v.begin() + expected.begins[700]);
  CHECK(ends.out1 == keys.begin() + 700);
  CHECK(host_copy(out) == std::vector(expected.sums.begin(), expected.sums.begin() + 700));
}
