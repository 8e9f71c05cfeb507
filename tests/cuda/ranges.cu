// Lambdas for the device as functors and projections of thrum::ranges. nvcc hides from host code
// what they return.
#include <doctest/doctest.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/ranges/argsort.h>
#include <thrum/ranges/count.h>
#include <thrum/ranges/gather.h>
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/scan.h>
#include <thrum/ranges/segmented_extrema.h>
#include <thrum/ranges/segmented_reduce.h>
#include <thrum/ranges/segmented_scan.h>
#include <thrum/ranges/segmented_sort.h>
#include <thrum/ranges/segmented_top_k.h>
#include <thrum/ranges/sequence.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/split_by.h>
#include <thrum/ranges/top_k.h>
#include <thrum/ranges/transform_reduce.h>
#include <thrum/ranges/unique.h>
#include <thrum/segments.h>
#include <cstddef>
#include <functional>
#include <vector>
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

// Runs of seven elements with keys 0, 1, 2, ...; their places are 0, 1, 2, ...
constexpr int n = 7 * 300;
thrum::device_vector<numbered> runs_of_seven() {
  std::vector<numbered> all;
  for (int i = 0; i < n; ++i) all.push_back({i / 7, i});
  return {all.begin(), all.end()};
}

}  // namespace

TEST_CASE("ranges: projections that are lambdas for the device") {
  auto const par = thrum::cuda::par;
  auto const v = runs_of_seven();
  thrum::device_vector<int> out(n);
  auto const place = [] __device__(numbered const& x) { return x.place; };
  auto const key = [] __device__(numbered const& x) { return x.key; };
  auto const twice = [] __device__(int x) { return 2 * x; };
  CHECK(tr::reduce(par, v, 0, std::plus<>(), place) == n * (n - 1) / 2);
  CHECK(tr::transform_reduce(par, v, 0, std::plus<>(), twice, &numbered::place) == n * (n - 1));
  CHECK(tr::inclusive_scan(par, v, out, std::plus<>(), {}, place).out == out.end());
  CHECK(out.back() == n * (n - 1) / 2);
  tr::exclusive_scan(par, v, out, 1, std::plus<>(), place);
  CHECK(out.back() == n * (n - 1) / 2 - (n - 1) + 1);
  thrum::device_vector<numbered> keys(n, numbered{-1, -1});
  auto const ends = tr::reduce_by_key(par, v, v, keys, out, std::equal_to<>(), std::plus<>(), key, place);
  CHECK(ends.out1 == keys.begin() + 300);
  CHECK(static_cast<numbered>(keys[299]) == numbered{299, 2093});
  CHECK(out[299] == 7 * 2096);
  tr::inclusive_scan_by_key(par, v, v, out, std::ranges::equal_to(), std::plus<>(), key, place);
  CHECK(out.back() == 7 * 2096);
  tr::segmented_reduce(par, v, thrum::segments_of(7), out, 0, std::plus<>(), place);
  CHECK(out[299] == 7 * 2096);
  CHECK(tr::count_if(par, v, [] __device__(int x) { return x < 7; }, key) == 49);
  CHECK(tr::top_k(par, v, 3, keys, std::ranges::greater(), place).out == keys.begin() + 3);
  CHECK(static_cast<numbered>(keys[2]) == numbered{0, 2});
  tr::top_k(par, v, 3, keys, std::ranges::less(), place);
  CHECK(static_cast<numbered>(keys[2]) == numbered{299, n - 3});
}

TEST_CASE("ranges: projections that are lambdas for the device, for keys and segments") {
  auto const par = thrum::cuda::par;
  auto const v = runs_of_seven();
  auto const sevens = thrum::segments_of(7);
  thrum::device_vector<int> out(n), places(n);
  thrum::device_vector<numbered> keys(n, numbered{-1, -1});
  auto const place = [] __device__(numbered const& x) { return x.place; };
  auto const key = [] __device__(numbered const& x) { return x.key; };
  tr::segmented_inclusive_scan(par, v, sevens, out, std::plus<>(), 0, place);
  CHECK(out[6] == 21);
  CHECK(out.back() == 7 * 2096);
  tr::segmented_exclusive_scan(par, v, sevens, out, 1, std::plus<>(), place);
  CHECK(out.back() == 7 * 2096 - (n - 1) + 1);
  tr::histogram_by_key(par, v, v, out, &numbered::key, place);
  CHECK(out[299] == 7 * 2096);
  CHECK(out[300] == 0);

  tr::sequence(par, places);
  auto const even = [] __device__(int x) { return x % 2 == 0; };
  tr::gather_if(par, places, v, v, keys, even, place);
  CHECK(static_cast<numbered>(keys[2]) == numbered{0, 2});
  CHECK(static_cast<numbered>(keys[3]) == numbered{-1, -1});
  thrum::device_vector<int> offsets(8);
  tr::split_by(par, v, keys, offsets, [] __device__(int x) { return x % 7; }, place);
  CHECK(offsets.back() == n);
  CHECK(static_cast<numbered>(keys[1]) == numbered{1, 7});

  auto w = v;
  tr::sort_by_key(par, w, places, std::ranges::greater(), place);
  CHECK(static_cast<numbered>(w[0]) == numbered{299, n - 1});
  CHECK(places[0] == n - 1);
  tr::segmented_sort_by_key(par, w, places, sevens, std::ranges::less(), place);
  CHECK(static_cast<numbered>(w[0]) == numbered{299, n - 7});
  CHECK(places[0] == n - 7);
  tr::segmented_sort(par, w, sevens, std::ranges::greater(), place);
  CHECK(static_cast<numbered>(w[0]) == numbered{299, n - 1});
  for (std::size_t const room : {n, 3}) {
    out.resize(room);
    tr::argsort(par, w, out, std::ranges::less(), place);
    CHECK(out[0] == n - 1);
    CHECK(out[2] == n - 3);
  }
  thrum::device_vector<thrum::indexed_value<numbered>> best(1);
  tr::segmented_argmin(par, v, sevens, best, std::ranges::greater(), place);
  CHECK(static_cast<thrum::indexed_value<numbered>>(best[0]).index == 6);
  tr::segmented_top_k(par, v, sevens, 2, keys, std::ranges::less(), place);
  CHECK(static_cast<numbered>(keys[1]) == numbered{0, 5});
  tr::top_k_by_key(par, v, v, 2, keys, w, std::ranges::less(), place);
  CHECK(static_cast<numbered>(w[1]) == numbered{299, n - 2});
  auto const ends = tr::unique_by_key_copy(par, v, v, keys, w, std::equal_to<>(), key);
  CHECK(ends.out1 == keys.begin() + 300);
  CHECK(static_cast<numbered>(w[299]) == numbered{299, n - 7});
}
