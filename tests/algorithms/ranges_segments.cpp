// The algorithms of thrum::ranges that take segments, beside loops over the same elements: scans,
// sorts, extrema, selections and copies, with projections and with outputs that are too short, on
// every policy.
#include <thrum/ranges/segmented_copy.h>
#include <thrum/ranges/segmented_extrema.h>
#include <thrum/ranges/segmented_scan.h>
#include <thrum/ranges/segmented_sort.h>
#include <thrum/ranges/segmented_top_k.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
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
constexpr numbered no_element{-1, -1};

/// Returns offsets of segments of different lengths, many of them empty. The first elements and
/// the last ones are in no segment.
std::vector<std::int64_t> offsets_for(std::ptrdiff_t n) {
  std::vector<std::int64_t> offsets;
  for (std::ptrdiff_t at = std::min(n, std::ptrdiff_t{2}), i = 0; at <= n; at += 13 * (i++ % 5))
    offsets.push_back(at);
  return offsets;
}
/// Returns offsets of segments of ten elements.
std::vector<std::int64_t> tens_of(std::ptrdiff_t n) {
  std::vector<std::int64_t> offsets;
  for (std::ptrdiff_t at = 0; at < n; at += 10) offsets.push_back(at);
  offsets.push_back(n);
  return offsets;
}

/// Calls work(begin, end) for the segments between offsets.
void for_each_segment(std::vector<std::int64_t> const& offsets, auto work) {
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    work(static_cast<std::size_t>(offsets[s]), static_cast<std::size_t>(offsets[s + 1]));
}

/// Returns the first elements of v in a range of `room` elements that are `none`.
template <class T>
std::vector<T> in_room(std::vector<T> const& v, std::ptrdiff_t room, T none) {
  std::vector<T> all(static_cast<std::size_t>(room), none);
  std::copy_n(v.begin(), std::min(room, std::ssize(v)), all.begin());
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: scans of segments end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 100);
    auto const host_keys = keys_of(host);
    auto const host_offsets = offsets_for(n);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
    auto const at_offsets = thrum::segments_at(offsets.begin(), offsets.end());
    auto const of_ten = thrum::segments_of(10);
    // What a loop makes of each segment; -1 for elements that are in none.
    auto const scanned = [&](std::vector<std::int64_t> const& ends, bool inclusive, int init, auto op) {
      std::vector<int> all(host_keys.size(), -1);
      for_each_segment(ends, [&](std::size_t begin, std::size_t end) {
        int sum = init;
        for (std::size_t i = begin; i < end; ++i) {
          int const before = sum;
          sum = op(sum, host_keys[i]);
          all[i] = inclusive ? sum : before;
        }
      });
      return all;
    };
    auto const tens = tens_of(n);
    auto const inclusive = scanned(host_offsets, true, 0, std::plus<>());
    auto const inclusive_of_7 = scanned(host_offsets, true, 7, std::plus<>());
    auto const exclusive_of_7 = scanned(host_offsets, false, 7, std::plus<>());
    auto const maxima = scanned(tens, true, 0, larger{}), exclusive = scanned(tens, false, 0, std::plus<>());
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      typename S::template vector<int> out;
      auto const check = [&](std::vector<int> const& expected, auto const& in, auto call) {
        out.assign(static_cast<std::size_t>(room), -1);
        auto const ends = call();
        CHECK(ends.in == in.begin() + written);
        CHECK(ends.out == out.begin() + written);
        CHECK(host_copy(out) == in_room(expected, room, -1));
      };
      check(inclusive, keys, [&] { return S::run(tr::segmented_inclusive_scan, keys, at_offsets, out); });
      check(inclusive, v, [&] {
        return S::run(tr::segmented_inclusive_scan, v, at_offsets, out, std::plus<>(), 0, &numbered::key);
      });
      check(inclusive_of_7, keys, [&] {
        return S::run(tr::segmented_inclusive_scan, keys.begin(), keys.end(), at_offsets, out.begin(), out.end(),
                      std::plus<>(), 7);
      });
      check(maxima, v, [&] {
        return S::run(tr::segmented_inclusive_scan, v.begin(), v.end(), of_ten, out.begin(), out.end(), larger{},
                      thrum::detail::left_out{}, &numbered::key);
      });
      check(exclusive, keys, [&] { return S::run(tr::segmented_exclusive_scan, keys, of_ten, out); });
      check(exclusive_of_7, keys, [&] { return S::run(tr::segmented_exclusive_scan, keys, at_offsets, out, 7); });
      check(exclusive_of_7, v, [&] {
        return S::run(tr::segmented_exclusive_scan, v.begin(), v.end(), at_offsets, out.begin(), out.end(), 7,
                      std::plus<>(), &numbered::key);
      });
    }
  }
}

TEST_CASE_TEMPLATE("ranges: sorts of segments", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3);
    auto const host_offsets = offsets_for(n), tens = tens_of(n), fewer_tens = tens_of(n - n / 3);
    typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
    auto const at_offsets = thrum::segments_at(offsets.begin(), offsets.end());
    auto const of_ten = thrum::segments_of(10);
    auto const sorted = [&](std::vector<std::int64_t> const& ends, auto order) {
      auto all = host;
      for_each_segment(ends, [&](std::size_t begin, std::size_t end) {
        std::ranges::stable_sort(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                 all.begin() + static_cast<std::ptrdiff_t>(end), order, &numbered::key);
      });
      return all;
    };
    auto const places_of = [](std::vector<numbered> const& all) {
      std::vector<int> places;
      for (numbered const& x : all) places.push_back(x.place);
      return places;
    };
    typename S::template vector<numbered> v(host.begin(), host.end());
    CHECK(S::run(tr::segmented_sort, v, at_offsets, std::ranges::less(), &numbered::key) == v.end());
    CHECK(host_copy(v) == sorted(host_offsets, std::less<>()));
    v.assign(host.begin(), host.end());
    S::run(tr::segmented_sort, v.begin(), v.end(), of_ten, std::greater<>(), &numbered::key);
    CHECK(host_copy(v) == sorted(tens, std::greater<>()));
    auto const host_keys = keys_of(host);
    typename S::template vector<int> keys(host_keys.begin(), host_keys.end());
    S::run(tr::segmented_sort, keys, of_ten);
    CHECK(host_copy(keys) == keys_of(sorted(tens, std::less<>())));

    auto const host_places = places_of(host);
    typename S::template vector<int> places(host_places.begin(), host_places.end());
    v.assign(host.begin(), host.end());
    auto const ends =
        S::run(tr::segmented_sort_by_key, v, places, at_offsets, std::ranges::less(), &numbered::key);
    CHECK(ends.in1 == v.end());
    CHECK(ends.in2 == places.end());
    CHECK(host_copy(v) == sorted(host_offsets, std::less<>()));
    CHECK(host_copy(places) == places_of(sorted(host_offsets, std::less<>())));
    // Segments end where there are no more values.
    keys.assign(host_keys.begin(), host_keys.end());
    places.assign(host_places.begin(), host_places.end());
    std::ptrdiff_t const some = n - n / 3;
    auto const shorter = S::run(tr::segmented_sort_by_key, keys.begin(), keys.end(), places.begin(),
                                places.begin() + some, of_ten, std::greater<>());
    CHECK(shorter.in1 == keys.begin() + some);
    CHECK(shorter.in2 == places.begin() + some);
    CHECK(host_copy(keys) == keys_of(sorted(fewer_tens, std::greater<>())));
    CHECK(host_copy(places) == places_of(sorted(fewer_tens, std::greater<>())));
  }
}

TEST_CASE_TEMPLATE("ranges: the extreme elements of segments end where the output is full", S, ALL_SYSTEMS) {
  using found = thrum::indexed_value<numbered>;
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 20);
    auto const host_offsets = offsets_for(n), tens = tens_of(n);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
    auto const at_offsets = thrum::segments_at(offsets.begin(), offsets.end());
    auto const least_of = [&](std::vector<std::int64_t> const& ends, auto order) {
      std::vector<found> all;
      for_each_segment(ends, [&](std::size_t begin, std::size_t end) {
        auto const from = host.begin() + static_cast<std::ptrdiff_t>(begin);
        auto const to = host.begin() + static_cast<std::ptrdiff_t>(end);
        if (from < to) {
          auto const at = std::ranges::min_element(from, to, order, &numbered::key);
          all.push_back({*at, at - from});
        } else all.push_back({});
      });
      return all;
    };
    std::vector<std::int64_t> const tens_of_all = n == 0 ? std::vector<std::int64_t>{0} : tens;
    auto const least = least_of(host_offsets, std::less<>()), greatest = least_of(host_offsets, std::greater<>());
    auto const greatest_of_ten = least_of(tens_of_all, std::greater<>());
    auto const check = [&](std::vector<found> const& expected, auto call) {
      for (std::ptrdiff_t const room : rooms(std::ssize(expected))) {
        CAPTURE(n);
        CAPTURE(room);
        typename S::template vector<found> out(static_cast<std::size_t>(room), found{no_element, -7});
        auto const ends = call(out);
        CHECK(ends.in == v.end());
        CHECK(ends.out == out.begin() + std::min(room, std::ssize(expected)));
        CHECK(host_copy(out) == in_room(expected, room, found{no_element, -7}));
      }
    };
    check(least, [&](auto& out) {
      return S::run(tr::segmented_argmin, v, at_offsets, out, std::ranges::less(), &numbered::key);
    });
    check(greatest, [&](auto& out) {
      return S::run(tr::segmented_argmax, v.begin(), v.end(), at_offsets, out.begin(), out.end(),
                    std::ranges::less(), &numbered::key);
    });
    check(greatest_of_ten, [&](auto& out) {
      return S::run(tr::segmented_argmin, v, thrum::segments_of(10), out, std::ranges::greater(), &numbered::key);
    });
    auto const host_keys = keys_of(host);
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    typename S::template vector<thrum::indexed_value<int>> out(greatest_of_ten.size());
    S::run(tr::segmented_argmax, keys, thrum::segments_of(10), out);
    auto const got = host_copy(out);
    for (std::size_t s = 0; s < got.size(); ++s) {
      CHECK(got[s].value == greatest_of_ten[s].value.key);
      CHECK(got[s].index == greatest_of_ten[s].index);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: the greatest elements of segments end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 20);
    auto const host_offsets = offsets_for(n);
    std::vector<std::int64_t> const tens = n == 0 ? std::vector<std::int64_t>{0} : tens_of(n);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
    auto const at_offsets = thrum::segments_at(offsets.begin(), offsets.end());
    for (std::ptrdiff_t const k : {0, 1, 3, 40}) {
      auto const check = [&](std::vector<std::int64_t> const& cut, auto order, auto call) {
        std::vector<numbered> all;  // k places for each segment
        for_each_segment(cut, [&](std::size_t begin, std::size_t end) {
          std::vector<numbered> segment(host.begin() + static_cast<std::ptrdiff_t>(begin),
                                        host.begin() + static_cast<std::ptrdiff_t>(end));
          std::ranges::stable_sort(segment, order, &numbered::key);
          segment.resize(static_cast<std::size_t>(k), no_element);
          all.insert(all.end(), segment.begin(), segment.end());
        });
        for (std::ptrdiff_t const room : rooms(std::ssize(all))) {
          CAPTURE(n);
          CAPTURE(k);
          CAPTURE(room);
          std::ptrdiff_t const places = k == 0 ? 0 : std::min(std::ssize(all), room / k * k);
          typename S::template vector<numbered> out(static_cast<std::size_t>(room), no_element);
          auto const ends = call(out);
          CHECK(ends.in == v.end());
          CHECK(ends.out == out.begin() + places);
          std::vector<numbered> const expected(all.begin(), all.begin() + places);
          CHECK(host_copy(out) == in_room(expected, room, no_element));
        }
      };
      check(host_offsets, std::greater<>(), [&](auto& out) {
        return S::run(tr::segmented_top_k, v, at_offsets, k, out, std::ranges::less(), &numbered::key);
      });
      check(tens, std::less<>(), [&](auto& out) {
        return S::run(tr::segmented_top_k, v.begin(), v.end(), thrum::segments_of(10), k, out.begin(), out.end(),
                      std::greater<>(), &numbered::key);
      });
    }
    typename S::template vector<numbered> none(3, no_element);
    CHECK(S::run(tr::segmented_top_k, v, at_offsets, -2, none, std::ranges::less(), &numbered::key).out ==
          none.begin());
  }
}

TEST_CASE_TEMPLATE("ranges: copies of segments end where a range of begins or sizes ends", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 20);
    auto const host_offsets = offsets_for(n);
    std::ptrdiff_t const segments = std::ssize(host_offsets) - 1;
    std::vector<int> sizes;
    std::vector<std::int64_t> begins, out_begins;
    // From the front to the back of the output.
    for_each_segment(host_offsets, [&](std::size_t begin, std::size_t end) {
      begins.push_back(static_cast<std::int64_t>(begin));
      sizes.push_back(static_cast<int>(end - begin));
      out_begins.push_back(n - static_cast<std::int64_t>(end));
    });
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<std::int64_t> const from(begins.begin(), begins.end());
    typename S::template vector<std::int64_t> const to(out_begins.begin(), out_begins.end());
    for (std::ptrdiff_t const some : {std::ptrdiff_t{0}, segments - segments / 3, segments}) {
      CAPTURE(n);
      CAPTURE(some);
      std::vector<numbered> expected(host.size(), no_element);
      for (std::size_t s = 0; s < static_cast<std::size_t>(some); ++s)
        std::copy_n(host.begin() + begins[s], sizes[s], expected.begin() + out_begins[s]);
      typename S::template vector<int> const lengths(sizes.begin(), sizes.begin() + some);
      typename S::template vector<numbered> out(host.size(), no_element);
      CHECK(S::run(tr::segmented_copy, from, lengths, v, out, to) == from.begin() + some);
      CHECK(host_copy(out) == expected);
      out.assign(host.size(), no_element);
      CHECK(S::run(tr::segmented_copy, from.begin(), from.begin() + some, lengths.begin(), lengths.end(),
                   v.begin(), v.end(), out.begin(), out.end(), to.begin(), to.end()) == from.begin() + some);
      CHECK(host_copy(out) == expected);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: segments of many elements", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 100'003, room = n - n / 3;
  auto const host = numbered_of(n, 1000);
  std::vector<std::int64_t> const host_offsets{0, 5, 5, 40'000, 90'000, 90'001, 100'000};
  typename S::template vector<numbered> v(host.begin(), host.end());
  typename S::template vector<std::int64_t> const offsets(host_offsets.begin(), host_offsets.end());
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  std::vector<long> scanned(host.size(), -1);
  auto sorted = host;
  for_each_segment(host_offsets, [&](std::size_t begin, std::size_t end) {
    long sum = 0;
    for (std::size_t i = begin; i < end; ++i) scanned[i] = sum += host[i].place;
    std::ranges::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin),
                             sorted.begin() + static_cast<std::ptrdiff_t>(end), std::greater<>(), &numbered::key);
  });
  typename S::template vector<long> out(static_cast<std::size_t>(room), -1);
  CHECK(S::run(tr::segmented_inclusive_scan, v, segments, out, std::plus<>(), 0L, &numbered::place).in ==
        v.begin() + room);
  CHECK(host_copy(out) == in_room(scanned, room, -1L));

  typename S::template vector<numbered> best(13, no_element);
  CHECK(S::run(tr::segmented_top_k, v, segments, 3, best, std::ranges::less(), &numbered::key).out ==
        best.begin() + 12);
  std::vector<numbered> expected(13, no_element);
  for (std::size_t const s : {0U, 2U, 3U})
    std::copy_n(sorted.begin() + host_offsets[s], 3, expected.begin() + 3 * static_cast<std::ptrdiff_t>(s));
  CHECK(host_copy(best) == expected);

  S::run(tr::segmented_sort, v, segments, std::greater<>(), &numbered::key);
  CHECK(host_copy(v) == sorted);
}
