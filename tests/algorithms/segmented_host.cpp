// The segmented algorithms: element types that only the host handles, the paths for devices,
// threads, exceptions, bits, memory.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include "forwarding_backend.h"
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

/// Returns tiny and empty segments, followed by one that has two thirds of all elements, with
/// elements before and after the segments.
std::vector<int> uneven_offsets(int n) {
  std::vector<int> offsets;
  for (int at = n / 20; at < n / 4; at += 1 + at % 4) offsets.insert(offsets.end(), at % 5 == 0 ? 2 : 1, at);
  offsets.push_back(n / 4);
  offsets.push_back(n - n / 12);
  offsets.push_back(n - n / 12);
  return offsets;
}

std::string word(std::uint64_t i) {
  return "an element that has memory of its own: " + std::to_string(random_bits(i) % 500);
}
std::vector<std::string> words(int n) {
  std::vector<std::string> v;
  for (int i = 0; i < n; ++i) v.push_back(word(static_cast<std::uint64_t>(i)));
  return v;
}

template <class Range, class Less>
void sort_segments(Range& range, std::vector<int> const& offsets, Less less) {
  for (std::size_t s = 1; s < offsets.size(); ++s)
    std::stable_sort(range.begin() + offsets[s - 1], range.begin() + offsets[s], less);
}

}  // namespace

TEST_CASE_TEMPLATE("segments of strings", S, MAIN_SYSTEMS) {
  for (int const n : {0, 3, 1'000, 50'000}) {
    CAPTURE(n);
    auto const v = words(n);
    auto const offsets = uneven_offsets(n);
    auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
    auto expected = v;
    sort_segments(expected, offsets, std::less<>{});
    auto sorted = v;
    S::run(thrum::segmented_sort, sorted.begin(), sorted.end(), segments);
    CHECK(sorted == expected);
    std::deque<std::string> deque(v.begin(), v.end());
    S::run(thrum::segmented_sort, deque.begin(), deque.end(), segments, thrum::greater<>{},
           [](std::string const& s) { return s.size(); });
    expected = v;
    sort_segments(expected, offsets, [](auto const& a, auto const& b) { return a.size() > b.size(); });
    CHECK(std::equal(deque.begin(), deque.end(), expected.begin()));

    std::vector<std::string> greatest(offsets.size() - 1), found(greatest.size());
    for (std::size_t s = 0; s < greatest.size(); ++s) {
      greatest[s] = "a";
      for (int i = offsets[s]; i < offsets[s + 1]; ++i)
        greatest[s] = std::max(greatest[s], v[static_cast<std::size_t>(i)]);
    }
    S::run(thrum::segmented_reduce, v.begin(), v.end(), segments, found.begin(), std::string("a"),
           [](std::string const& a, std::string const& b) { return std::max(a, b); });
    CHECK(found == greatest);
  }
}

TEST_CASE_TEMPLATE("segments of what can only be moved", S, MAIN_SYSTEMS) {
  std::vector<std::unique_ptr<int>> v;
  for (int i = 0; i < 40'000; ++i) v.push_back(std::make_unique<int>(i * 7919 % 1'000));
  auto const less = [](auto const& a, auto const& b) { return *a < *b; };
  for (std::size_t const size : {10U, 39'000U}) {
    S::run(thrum::segmented_sort, v.begin(), v.end(), thrum::segments_of(size), less);
    bool sorted = true;
    for (std::size_t i = 1; i < v.size(); ++i) sorted = sorted && (i % size == 0 || *v[i - 1] <= *v[i]);
    CHECK(sorted);
  }
}

TEST_CASE_TEMPLATE("segments of records, aligned elements and computed ones", S, MAIN_SYSTEMS) {
  int const n = 30'000;
  auto const offsets = uneven_offsets(n);
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  auto records = random_records(n, 50);
  auto expected = records;
  sort_segments(expected, offsets, std::less<>{});
  auto const backwards = thrum::make_reverse_iterator(records.end());
  std::reverse(records.begin(), records.end());
  S::run(thrum::segmented_sort, backwards, backwards + n, segments, thrum::less<>{}, &record::key);
  std::reverse(records.begin(), records.end());
  CHECK(records == expected);

  auto lines = random_values<cache_line>(n);
  auto expected_lines = lines;
  for (std::size_t s = 1; s < offsets.size(); ++s)
    std::sort(expected_lines.begin() + offsets[s - 1], expected_lines.begin() + offsets[s]);
  S::run(thrum::segmented_sort, lines.begin(), lines.end(), segments);
  CHECK(lines == expected_lines);

  // Both the offsets and the elements are computed.
  std::vector<long> sums(n - 1);
  auto const numbers = thrum::make_counting_iterator(0L);
  S::run(thrum::segmented_reduce, numbers, numbers + n, thrum::segments_at(numbers, numbers + n), sums.begin());
  std::vector<long> own(n - 1);
  std::iota(own.begin(), own.end(), 0L);
  CHECK(sums == own);
}

TEST_CASE("segments the way of devices") {
  device_like const device;
  for (int const n : {0, 1, 2, 1'000, 40'000}) {
    CAPTURE(n);
    auto const v = mixed_magnitudes(n);
    auto const offsets = uneven_offsets(n);
    auto const count = offsets.size() - 1;
    auto const first = v.data(), last = v.data() + n;
    auto const check = [&](auto segments, std::size_t number) {
      auto sorted = v, expected = v;
      thrum::segmented_sort(thrum::seq, expected.begin(), expected.end(), segments);
      thrum::segmented_sort(device, sorted.data(), sorted.data() + n, segments);
      CHECK(sorted == expected);

      auto const integers = random_values<int>(n);
      std::vector<int> places(v.size()), expected_places(v.size());
      std::iota(places.begin(), places.end(), 0);
      expected_places = places;
      auto keys = integers, expected_keys = integers;
      thrum::segmented_sort_by_key(thrum::seq, expected_keys.begin(), expected_keys.end(), expected_places.begin(),
                                   segments, thrum::greater<>{});
      thrum::segmented_sort_by_key(device, keys.data(), keys.data() + n, places.data(), segments,
                                   thrum::greater<>{});
      CHECK(keys == expected_keys);
      CHECK(places == expected_places);

      std::vector<long> sums(number, -1), expected_sums(number);
      thrum::segmented_reduce(thrum::seq, integers.begin(), integers.end(), segments, expected_sums.begin(), 7L);
      CHECK(thrum::segmented_reduce(device, integers.data(), integers.data() + n, segments, sums.data(), 7L) ==
            sums.data() + number);
      CHECK(sums == expected_sums);

      using result = thrum::indexed_value<float>;
      std::vector<result> least(number), expected_least(number);
      thrum::segmented_argmin(thrum::seq, v.begin(), v.end(), segments, expected_least.begin());
      thrum::segmented_argmin(device, first, last, segments, least.data());
      CHECK(least == expected_least);
      thrum::segmented_argmax(thrum::seq, v.begin(), v.end(), segments, expected_least.begin());
      thrum::segmented_argmax(device, first, last, segments, least.data());
      CHECK(least == expected_least);

      auto out = integers, expected_out = integers;
      thrum::segmented_inclusive_scan(thrum::seq, integers.begin(), integers.end(), segments, expected_out.begin(),
                                      3, thrum::plus<>{});
      thrum::segmented_inclusive_scan(device, out.data(), out.data() + n, segments, out.data(), 3,
                                      thrum::plus<>{});
      CHECK(out == expected_out);
      out = expected_out = integers;
      thrum::segmented_exclusive_scan(thrum::seq, integers.begin(), integers.end(), segments,
                                      expected_out.begin());
      thrum::segmented_exclusive_scan(device, out.data(), out.data() + n, segments, out.data());
      CHECK(out == expected_out);
    };
    check(thrum::segments_at(offsets.data(), offsets.data() + offsets.size()), count);
    check(thrum::segments_of(17), static_cast<std::size_t>((n + 16) / 17));
  }
}

TEST_CASE_TEMPLATE("NaNs in segments", T, float, long double) {
  T const nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> const v{nan, 3, 1, nan, -T(0), 0, nan, nan};
  std::vector<int> const offsets{0, 3, 6, 8};
  auto const check = [&](auto policy) {
    std::vector<thrum::indexed_value<T>> least(3), greatest(3);
    auto const segments = thrum::segments_at(offsets.data(), offsets.data() + 4);
    thrum::segmented_argmin(policy, v.data(), v.data() + 8, segments, least.data());
    thrum::segmented_argmax(policy, v.data(), v.data() + 8, segments, greatest.data());
    CHECK(least[0].index == 2);
    CHECK(least[1].index == 1);
    CHECK(least[2].index == 0);
    CHECK(greatest[0].index == 1);
    CHECK(greatest[1].index == 1);
    CHECK(greatest[2].index == 0);
  };
  check(thrum::seq);
  check(device_like{});
}

TEST_CASE_TEMPLATE("an order that contradicts itself loses no element of a segment", S, MAIN_SYSTEMS) {
  // 1 is before 2, yet both are equivalent to the NaN between them.
  std::vector<double> v{2, std::nan(""), 1, 3, std::nan(""), 0};
  auto const number = [](double x) { return std::isnan(x) ? -1 : x; };
  S::run(thrum::segmented_sort, v.begin(), v.end(), thrum::segments_of(6),
         [](double a, double b) { return a < b; });
  std::transform(v.begin(), v.end(), v.begin(), number);
  std::sort(v.begin(), v.end());
  CHECK(v == std::vector<double>{-1, -1, 0, 1, 2, 3});
}

TEST_CASE_TEMPLATE("exceptions of segmented algorithms", S, MAIN_SYSTEMS) {
  {
    auto const v = elements<S>(false);
    counted_vector<S> out(refused_n);
    std::vector<thrum::indexed_value<counted>> places(refused_n);
    auto const offsets = uneven_offsets(refused_n);
    auto const check = [&](auto segments) {
      check_refused<S>(thrum::segmented_reduce, v.begin(), v.end(), segments, out.begin(), counted(0),
                       throwing_sum{});
      check_refused<S>(thrum::segmented_inclusive_scan, v.begin(), v.end(), segments, out.begin(), counted(0),
                       throwing_sum{});
      check_refused<S>(thrum::segmented_exclusive_scan, v.begin(), v.end(), segments, out.begin(), counted(0),
                       throwing_sum{});
      check_refused<S>(thrum::segmented_argmin, v.begin(), v.end(), segments, places.begin(), throwing_less{});
      auto w = v;
      check_refused<S>(thrum::segmented_sort, w.begin(), w.end(), segments, throwing_less{});
      check_refused<S>(thrum::segmented_sort_by_key, w.begin(), w.end(), out.begin(), segments, throwing_less{});
    };
    check(thrum::segments_of(100));
    check(thrum::segments_of(refused_n));
  }
  CHECK(alive == 0);
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("segmented algorithms are parallel, however the segments are cut") {
  auto const v = random_values<int>(many);
  std::vector<int> out(v.size());
  std::vector<thrum::indexed_value<int>> places(v.size());
  auto const plus = attending{thrum::plus<>{}};
  auto const less = attending{thrum::less<>{}};
  for (std::ptrdiff_t const size : {std::ptrdiff_t{3}, many}) {
    auto const segments = thrum::segments_of(size);
    CHECK(with_par::meets(thrum::segmented_reduce, v.begin(), v.end(), segments, out.begin(), 0, plus));
    CHECK(with_par::meets(thrum::segmented_inclusive_scan, v.begin(), v.end(), segments, out.begin(), plus));
    CHECK(with_par::meets(thrum::segmented_exclusive_scan, v.begin(), v.end(), segments, out.begin(), 0, plus));
    CHECK(with_par::meets(thrum::segmented_argmin, v.begin(), v.end(), segments, places.begin(), less));
    CHECK(with_par::meets(thrum::segmented_argmax, v.begin(), v.end(), segments, places.begin(), less));
    auto w = v;
    CHECK(with_par::meets(thrum::segmented_sort, w.begin(), w.end(), segments, less));
    w = v;
    CHECK(with_par::meets(thrum::segmented_sort_by_key, w.begin(), w.end(), out.begin(), segments, less));
  }
}

TEST_CASE("the results of a segment are the bits of the plain algorithm, with any number of threads") {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 8);
  auto const check = [](std::vector<int> const& offsets, int n) {
    auto const v = mixed_magnitudes(n);
    auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
    std::vector<float> sums(offsets.size() - 1), prefixes(v.size());
    for (std::size_t s = 0; s < sums.size(); ++s) {
      auto const begin = v.begin() + offsets[s], end = v.begin() + offsets[s + 1];
      sums[s] = thrum::reduce(thrum::seq, begin, end, 0.3F);
      thrum::inclusive_scan(thrum::seq, begin, end, prefixes.begin() + offsets[s]);
    }
    auto const check_with = [&](auto policy) {
      std::vector<float> out(sums.size()), scanned(v.size());
      thrum::segmented_reduce(policy, v.begin(), v.end(), segments, out.begin(), 0.3F);
      CHECK(same_bits(out, sums));
      thrum::segmented_inclusive_scan(policy, v.begin(), v.end(), segments, scanned.begin());
      CHECK(same_bits(scanned, prefixes));
    };
    check_with(thrum::seq);
    check_with(with_pool::policy());
    for (int const count : {1, 2, 3, 7}) check_with(thrum::tbb::par.threads(count));
  };
  check(uneven_offsets(400'000), 400'000);
  // The tile begins with its longest segment, which follows segments of every short length.
  std::vector<int> offsets{0};
  for (int length = 0; length < 40; ++length) offsets.push_back(offsets.back() + length);
  offsets.push_back(offsets.back() + 17'000);
  offsets.push_back(30'000);
  check(offsets, 30'000);
}

TEST_CASE("no element is lost when scratch memory of a segmented sort fails") {
  auto const strings = words(60'000);
  std::deque<std::string> const deque(strings.begin(), strings.end());
  auto const offsets = uneven_offsets(60'000);
  auto const segments = thrum::segments_at(offsets.begin(), offsets.end());
  auto const failures = [&](auto const& elements, auto call) {
    auto const expected = fingerprint(elements);
    for (std::size_t k = 1;; ++k) {
      thrum::counting_resource<thrum::host_space> counting;
      thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
      auto copy = elements;
      bool thrown = false;
      try {
        call(thrum::tbb::par.with(failing), copy);
      } catch (std::bad_alloc const&) {
        thrown = true;
      }
      CHECK(thrown == failing.failed());
      CHECK(counting.blocks_in_use() == 0);
      CHECK(fingerprint(copy) == expected);
      if (!thrown) return k - 1;
    }
  };
  auto const sort = [&](auto const& policy, auto& range) {
    thrum::segmented_sort(policy, range.begin(), range.end(), segments);
  };
  auto const by_key = [&](auto const& policy, auto& range) {
    std::vector<int> values(range.size());
    thrum::segmented_sort_by_key(policy, range.begin(), range.end(), values.begin(), segments);
  };
  CHECK(failures(strings, sort) >= 3);
  CHECK(failures(deque, sort) >= 4);
  CHECK(failures(strings, by_key) >= 4);
}
#endif
