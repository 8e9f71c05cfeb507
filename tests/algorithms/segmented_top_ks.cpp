// segmented_top_k.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/segmented_top_k.h>
#include <thrum/segments.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

/// The results of one segment after the other; -77 where there are none.
template <class T, class Less>
std::vector<T> expected_results(std::vector<T> const& v, std::vector<std::ptrdiff_t> const& offsets,
                                std::ptrdiff_t k, Less less) {
  std::vector<T> out;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::vector<T> segment(v.begin() + offsets[s], v.begin() + offsets[s + 1]);
    std::stable_sort(segment.begin(), segment.end(), [&](T const& a, T const& b) { return less(b, a); });
    segment.resize(static_cast<std::size_t>(k), T(-77));
    out.insert(out.end(), segment.begin(), segment.end());
  }
  return out;
}

template <class S, class T, class Less, class StdLess>
void check_segments(std::vector<T> const& host, std::vector<std::ptrdiff_t> const& host_offsets, std::ptrdiff_t k,
                    Less less, StdLess std_less) {
  CAPTURE(host.size());
  CAPTURE(host_offsets.size());
  CAPTURE(k);
  auto const expected = expected_results(host, host_offsets, k, std_less);
  auto const v = vector_of<S>(host);
  auto const offsets = vector_of<S>(host_offsets);
  auto out = vector_of<S>(std::vector<T>(expected.size(), T(-77)));
  CHECK(S::run(thrum::segmented_top_k, v.begin(), v.end(), thrum::segments_at(offsets.begin(), offsets.end()), k,
               out.begin(), less) == out.end());
  CHECK(host_copy(out) == expected);
}

/// Returns offsets of segments of up to `longest` elements; the first and the last elements are in
/// none.
std::vector<std::ptrdiff_t> random_offsets(std::ptrdiff_t n, std::uint64_t longest) {
  std::vector<std::ptrdiff_t> offsets{std::min<std::ptrdiff_t>(n, 3)};
  for (std::uint64_t s = 0; offsets.back() + static_cast<std::ptrdiff_t>(longest) < n; ++s)
    offsets.push_back(offsets.back() + static_cast<std::ptrdiff_t>(random_bits(s) % (longest + 1)));
  return offsets;
}

struct hash_of {
  THRUM_HD int operator()(int i) const { return static_cast<int>(static_cast<unsigned>(i) * 2654435761U >> 12); }
};
/// Takes two of three segments within a functor, sequentially.
struct two_of_three {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int const v[6] = {static_cast<int>(i % 7), 3, static_cast<int>(i % 5), 4, static_cast<int>(i % 3), 2};
    int out[6] = {9, 9, 9, 9, 9, 9};
    thrum::segmented_top_k(thrum::seq, v, v + 5, thrum::segments_of(2), 2, out);
    int code = 0;
    for (int const x : out) code = code * 10 + x;
    return code;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("segmented_top_k of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 64, 5000, 60'000}) {
    for (std::ptrdiff_t const k : {0, 1, 3, 40}) {
      check_segments<S>(random_values<int>(n), random_offsets(n, 30), k, thrum::less<>{}, std::less<>{});
      check_segments<S>(random_values<int>(n), random_offsets(n, 3000), k, thrum::greater<>{}, std::greater<>{});
    }
  }
}
TEST_CASE_TEMPLATE("segmented_top_k of a giant segment", S, MAIN_SYSTEMS) {
  auto const n = large_size(500'000, 200'000);
  check_segments<S>(random_values<double>(n, -100'000, 100'000), {0, 5, 5, n - 9, n - 2}, 100, thrum::less<>{},
                    std::less<>{});
}
TEST_CASE_TEMPLATE("segmented_top_k of records, the first of equal ones first", S, MAIN_SYSTEMS) {
  auto const v = random_records(20'000, 40);
  check_segments<S>(v, random_offsets(20'000, 300), 7, thrum::less<>{}, std::less<>{});
}

TEST_CASE_TEMPLATE("segmented_top_k of rows, of computed numbers and with NaNs", S, MAIN_SYSTEMS) {
  int const n = 1005, width = 10;
  thrum::counting_iterator<int> const index(0);
  auto const first = thrum::make_transform_iterator(index, hash_of{});
  auto out = vector_of<S>(std::vector<int>(101 * 6, -77));
  CHECK(S::run(thrum::segmented_top_k, first, first + n, thrum::segments_of(width), 6U, out.begin()) == out.end());
  std::vector<int> host;
  std::vector<std::ptrdiff_t> offsets;
  for (int i = 0; i < n; ++i) {
    host.push_back(hash_of{}(i));
    if (i % width == 0) offsets.push_back(i);
  }
  offsets.push_back(n);
  CHECK(host_copy(out) == expected_results(host, offsets, 6, std::less<>{}));

  float const nan = std::numeric_limits<float>::quiet_NaN();
  auto const v = vector_of<S>(std::vector<float>{nan, 1, 3, nan, 2, nan, nan, nan});
  typename S::template vector<float> best(4);
  S::run(thrum::segmented_top_k, v.begin(), v.end(), thrum::segments_of(4), 2, best.begin());
  auto const two = host_copy(best);
  CHECK(two[0] == 3);
  CHECK(two[1] == 1);
  CHECK(two[2] == 2);
  CHECK(std::isnan(two[3]));
}

TEST_CASE_TEMPLATE("seq takes the greatest within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), two_of_three{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = two_of_three{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("segmented_top_k of strings by length", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int const x : random_values<int>(900, 0, 100'000)) v.push_back("number " + std::to_string(x));
  auto const shorter = [](std::string const& a, std::string const& b) { return a.size() < b.size(); };
  std::vector<std::string> out(27), expected;
  S::run(thrum::segmented_top_k, v.begin(), v.end(), thrum::segments_of(100), 3, out.begin(), shorter);
  for (std::size_t s = 0; s < 9; ++s) {
    auto segment = std::vector(v.begin() + static_cast<std::ptrdiff_t>(100 * s),
                               v.begin() + static_cast<std::ptrdiff_t>(100 * s + 100));
    std::stable_sort(segment.begin(), segment.end(), [&](auto const& a, auto const& b) { return shorter(b, a); });
    expected.insert(expected.end(), segment.begin(), segment.begin() + 3);
  }
  CHECK(out == expected);
}
#endif
