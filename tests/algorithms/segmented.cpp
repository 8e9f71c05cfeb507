// The segmented algorithms: however a range is cut, the result in each segment is that of the plain
// algorithm.
#include <thrum/functional.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <algorithm>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

using offsets_type = std::vector<std::ptrdiff_t>;

/// Returns offsets that cut n elements in many ways: one segment; tiny segments; segments of any
/// size with elements before and after them; mostly empty segments; tiny segments beside one that
/// has half of all elements; and no segment.
std::vector<offsets_type> cuts(std::ptrdiff_t n) {
  std::vector<offsets_type> all{{0, n}, {}, {}, offsets_type(40'000, 0), {}, {0}, {}};
  auto const step = [](std::ptrdiff_t at, std::uint64_t most) {
    return static_cast<std::ptrdiff_t>(random_bits(static_cast<std::uint64_t>(at)) % most) + 1;
  };
  for (std::ptrdiff_t at = 0; at <= n; at += step(at, 4)) all[1].insert(all[1].end(), at % 3 == 0 ? 2 : 1, at);
  for (std::ptrdiff_t at = n / 3; at <= n - n / 4; at += step(at, 40'000)) all[2].push_back(at);
  all[3].insert(all[3].end(), 40'000, n);
  for (std::ptrdiff_t at = 0; at <= n / 2; at += step(at, 9)) all[4].push_back(at);
  all[4].push_back(n);
  return all;
}
offsets_type offsets_of_size(std::ptrdiff_t n, std::ptrdiff_t size) {
  offsets_type offsets;
  for (std::ptrdiff_t at = 0; at < n; at += size) offsets.push_back(at);
  if (n > 0) offsets.push_back(n);
  return offsets;
}

/// Calls f(begin, end, s) for each segment.
template <class F>
void for_each_segment(offsets_type const& offsets, F f) {
  for (std::size_t s = 1; s < offsets.size(); ++s) f(offsets[s - 1], offsets[s], s - 1);
}
std::size_t count_of(offsets_type const& offsets) { return offsets.empty() ? 0 : offsets.size() - 1; }

/// Calls check(offsets, segments) for cuts of n elements, by offsets in the memory of S and by
/// sizes.
template <class S, class Check>
void for_cuts(std::ptrdiff_t n, Check check) {
  CAPTURE(n);
  for (auto const& offsets : cuts(n)) {
    CAPTURE(offsets.size());
    auto const held = vector_of<S>(offsets);
    check(offsets, thrum::segments_at(held.begin(), held.end()));
  }
  for (std::ptrdiff_t const size : {1, 3, 1'000, 20'000, 5'000'000}) {
    CAPTURE(size);
    check(offsets_of_size(n, size), thrum::segments_of(size));
  }
}

std::vector<std::ptrdiff_t> const sizes{0,      1,      2,      65,
                                        10'007, 16'384, 16'385, large_sizes({40'000, 120'000}).back()};

/// Associative, but not commutative.
struct last_of {
  THRUM_HD int operator()(int a, int b) { return b == 0 ? a : b; }
};
struct by_tens {
  THRUM_HD bool operator()(int a, int b) { return a / 10 < b / 10; }
};

}  // namespace

TEST_CASE_TEMPLATE("segmented_reduce", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    for_cuts<S>(n, [&](offsets_type const& offsets, auto segments) {
      std::vector<long> expected(count_of(offsets));
      for_each_segment(offsets, [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t s) {
        expected[s] = std::accumulate(host.begin() + begin, host.begin() + end, 7L);
      });
      typename S::template vector<long> out(expected.size(), -1);
      CHECK(S::run(thrum::segmented_reduce, v.begin(), v.end(), segments, out.begin(), 7L) == out.end());
      CHECK(host_copy(out) == expected);
    });
  }
}

TEST_CASE_TEMPLATE("segmented scans", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<int>(n, 0, 3);
    auto const v = vector_of<S>(host);
    for_cuts<S>(n, [&](offsets_type const& offsets, auto segments) {
      // Elements that are in no segment keep their values.
      auto inclusive = host, exclusive = host;
      for_each_segment(offsets, [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t) {
        std::inclusive_scan(host.begin() + begin, host.begin() + end, inclusive.begin() + begin, last_of{});
        std::exclusive_scan(host.begin() + begin, host.begin() + end, exclusive.begin() + begin, 5, last_of{});
      });
      auto out = v;
      CHECK(S::run(thrum::segmented_inclusive_scan, v.begin(), v.end(), segments, out.begin(), last_of{}) ==
            out.end());
      CHECK(host_copy(out) == inclusive);
      out = v;
      CHECK(S::run(thrum::segmented_exclusive_scan, out.begin(), out.end(), segments, out.begin(), 5, last_of{}) ==
            out.end());
      CHECK(host_copy(out) == exclusive);
    });
  }
}

TEST_CASE_TEMPLATE("segmented sums of numbers", S, MAIN_SYSTEMS) {
  using ints = std::vector<int>;
  auto const v = vector_of<S>(ints{4, 1, 3, 9, 2, 7, 5});
  auto const segments = thrum::segments_of(3);
  typename S::template vector<int> sums(3), out(7);
  S::run(thrum::segmented_reduce, v.begin(), v.end(), segments, sums.begin());
  CHECK(host_copy(sums) == ints{8, 18, 5});
  S::run(thrum::segmented_reduce, v.begin(), v.end(), segments, sums.begin(), 6, thrum::maximum<>{});
  CHECK(host_copy(sums) == ints{6, 9, 6});
  S::run(thrum::segmented_inclusive_scan, v.begin(), v.end(), segments, out.begin());
  CHECK(host_copy(out) == ints{4, 5, 8, 9, 11, 18, 5});
  S::run(thrum::segmented_inclusive_scan, v.begin(), v.end(), segments, out.begin(), 10, thrum::plus<>{});
  CHECK(host_copy(out) == ints{14, 15, 18, 19, 21, 28, 15});
  S::run(thrum::segmented_exclusive_scan, v.begin(), v.end(), segments, out.begin());
  CHECK(host_copy(out) == ints{0, 4, 5, 0, 9, 11, 0});
}

TEST_CASE_TEMPLATE("segmented_argmin and segmented_argmax", S, MAIN_SYSTEMS) {
  using result = thrum::indexed_value<float>;
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<float>(n);
    auto const v = vector_of<S>(host);
    for_cuts<S>(n, [&](offsets_type const& offsets, auto segments) {
      std::vector<result> least(count_of(offsets)), greatest(least.size());
      for_each_segment(offsets, [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t s) {
        if (begin == end) return;
        auto const first = host.begin() + begin, last = host.begin() + end;
        auto const low = std::min_element(first, last), high = std::max_element(first, last);
        least[s] = {*low, low - first};
        greatest[s] = {*high, high - first};
      });
      typename S::template vector<result> out(least.size());
      CHECK(S::run(thrum::segmented_argmin, v.begin(), v.end(), segments, out.begin()) == out.end());
      CHECK(host_copy(out) == least);
      CHECK(S::run(thrum::segmented_argmax, v.begin(), v.end(), segments, out.begin()) == out.end());
      CHECK(host_copy(out) == greatest);
    });
  }
}

TEST_CASE_TEMPLATE("segmented_sort", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<int>(n, -1'000, 1'000);
    for_cuts<S>(n, [&](offsets_type const& offsets, auto segments) {
      auto expected = host;
      for_each_segment(offsets, [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t) {
        std::sort(expected.begin() + begin, expected.begin() + end);
      });
      auto v = vector_of<S>(host);
      S::run(thrum::segmented_sort, v.begin(), v.end(), segments);
      CHECK(host_copy(v) == expected);
    });
  }
}

TEST_CASE_TEMPLATE("segmented_sort_by_key is stable", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 70'000;
  auto const host_keys = random_values<int>(n, 0, 400);
  std::vector<int> places(n);
  std::iota(places.begin(), places.end(), 0);
  for_cuts<S>(n, [&](offsets_type const& offsets, auto segments) {
    auto expected = places;
    for_each_segment(offsets, [&](std::ptrdiff_t begin, std::ptrdiff_t end, std::size_t) {
      std::stable_sort(expected.begin() + begin, expected.begin() + end, [&](int i, int j) {
        return by_tens{}(host_keys[static_cast<std::size_t>(i)], host_keys[static_cast<std::size_t>(j)]);
      });
    });
    auto keys = vector_of<S>(host_keys);
    auto values = vector_of<S>(places);
    S::run(thrum::segmented_sort_by_key, keys.begin(), keys.end(), values.begin(), segments, by_tens{});
    CHECK(host_copy(values) == expected);
    auto const sorted = host_copy(keys);
    bool moved_together = true;
    for (std::size_t i = 0; i < sorted.size(); ++i)
      moved_together = moved_together && sorted[i] == host_keys[static_cast<std::size_t>(expected[i])];
    CHECK(moved_together);
  });
}
