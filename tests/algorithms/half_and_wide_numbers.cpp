// Floating-point numbers of 16 bits and integers of 128 bits: sorts, selections, sums, histograms.
#include <thrum/argsort.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/histogram.h>
#include <thrum/lazy.h>
#include <thrum/mean.h>
#include <thrum/nth_element.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/variance.h>
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include "data.h"
#include "policies.h"
#if __has_include(<cuda_fp16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

namespace {

#if __has_include(<cuda_fp16.h>) && defined(__FLT16_MANT_DIG__) && !defined(__CUDACC__)
#define HALF_NUMBERS __half, __nv_bfloat16, _Float16
#elif __has_include(<cuda_fp16.h>)
#define HALF_NUMBERS __half, __nv_bfloat16
#elif defined(__FLT16_MANT_DIG__)
#define HALF_NUMBERS _Float16
#endif

__extension__ typedef __int128 wide_int;
__extension__ typedef unsigned __int128 wide_uint;

auto const sizes = sizes_around({256, 4096, 16384});

template <class T>
std::vector<T> random_wide(std::ptrdiff_t n) {
  std::vector<T> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(static_cast<std::uint64_t>(i));
    v.push_back(static_cast<T>(static_cast<wide_uint>(bits % 5) << 126 | (bits >> 32) << (bits % 64)));
  }
  return v;
}

template <class S, class T>
void check_wide() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_wide<T>(n);
    auto sorted = host;
    std::sort(sorted.begin(), sorted.end());
    auto v = vector_of<S>(host);
    S::run(thrum::sort, v.begin(), v.end());
    CHECK((host_copy(v) == sorted));

    v = vector_of<S>(host);
    typename S::template vector<int> places(host.size());
    thrum::sequence(places.begin(), places.end());
    S::run(thrum::stable_sort_by_key, v.begin(), v.end(), places.begin(), thrum::greater<>());
    std::reverse(sorted.begin(), sorted.end());
    CHECK((host_copy(v) == sorted));
    auto const order = host_copy(places);
    for (std::size_t i = 1; i < order.size(); ++i)
      if (sorted[i - 1] == sorted[i] && order[i - 1] > order[i]) FAIL_CHECK(i);

    auto small = host;
    for (T& x : small) x /= 65536;
    v = vector_of<S>(small);
    CHECK((S::run(thrum::reduce, v.begin(), v.end()) == std::accumulate(small.begin(), small.end(), T(0))));
  }
}

#if defined(HALF_NUMBERS)
/// Numbers that sums of thousands have exactly, as floats.
template <class T>
std::vector<T> random_halves(std::ptrdiff_t n) {
  std::vector<T> v;
  for (int const x : random_values<int>(n, -120, 120)) v.push_back(static_cast<T>(static_cast<float>(x) / 8.0F));
  return v;
}

struct is_one {
  template <class T>
  THRUM_HD bool operator()(T const& x) const {
    return static_cast<float>(x) == 1.0F;
  }
};

template <class T>
std::vector<float> floats_of(std::vector<T> const& v) {
  std::vector<float> floats;
  for (T const& x : v) floats.push_back(static_cast<float>(x));
  return floats;
}

template <class T>
float rounded(float x) {
  return static_cast<float>(static_cast<T>(x));
}

template <class S, class T>
void check_sorts() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_halves<T>(n);
    auto sorted = floats_of(host);
    std::sort(sorted.begin(), sorted.end());

    auto v = vector_of<S>(host);
    S::run(thrum::sort, v.begin(), v.end());
    CHECK(floats_of(host_copy(v)) == sorted);

    v = vector_of<S>(host);
    typename S::template vector<int> places(host.size());
    S::run(thrum::argsort, v.begin(), v.end(), places.begin(), thrum::greater<T>());
    auto const floats = floats_of(host);
    std::vector<int> expected(host.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) {
      return floats[static_cast<std::size_t>(a)] > floats[static_cast<std::size_t>(b)];
    });
    CHECK(host_copy(places) == expected);

    if (n == 0) continue;
    S::run(thrum::nth_element, v.begin(), v.begin() + n / 3, v.end());
    CHECK(floats_of(host_copy(v))[static_cast<std::size_t>(n / 3)] == sorted[static_cast<std::size_t>(n / 3)]);
  }
}

template <class S, class T>
void check_sums() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_halves<T>(n);
    auto const floats = floats_of(host);
    auto const v = vector_of<S>(host);
    auto const sum = std::accumulate(floats.begin(), floats.end(), 0.0F);
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), 0.0F) == sum);
    CHECK(static_cast<float>(S::run(thrum::reduce, v.begin(), v.end())) == rounded<T>(sum));
    typename S::template vector<T> one(1);
    S::run(thrum::reduce_into, v.begin(), v.end(), one.begin(), static_cast<T>(1.0F));
    CHECK(floats_of(host_copy(one))[0] == rounded<T>(1.0F + sum));
    if (n > 0) {
      CHECK(static_cast<float>(S::run(thrum::mean, v.begin(), v.end())) ==
            rounded<T>(sum / static_cast<float>(n)));
      double const mean = static_cast<double>(sum) / static_cast<double>(n);
      double squares = 0;
      for (float const x : floats) squares += (x - mean) * (x - mean);
      auto const variance = static_cast<float>(squares / static_cast<double>(n));
      CHECK(static_cast<float>(S::run(thrum::variance, v.begin(), v.end())) ==
            doctest::Approx(variance).epsilon(0.01));
    }

    auto sums = vector_of<S>(host);
    CHECK(S::run(thrum::inclusive_scan, sums.begin(), sums.end(), sums.begin()) == sums.end());
    std::vector<float> expected(floats.size());
    std::inclusive_scan(floats.begin(), floats.end(), expected.begin());
    typename S::template vector<float> unrounded(host.size());
    S::run(thrum::inclusive_scan, v.begin(), v.end(), unrounded.begin());
    CHECK(host_copy(unrounded) == expected);
    for (float& x : expected) x = rounded<T>(x);
    CHECK(floats_of(host_copy(sums)) == expected);
    S::run(thrum::exclusive_scan, v.begin(), v.end(), sums.begin());
    expected.insert(expected.begin(), 0.0F);
    expected.pop_back();
    CHECK(floats_of(host_copy(sums)) == (n > 0 ? expected : std::vector<float>{}));

    // Runs of a hundred.
    std::vector<int> keys(host.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i / 100);
    std::vector<T> keys_of_halves;
    for (int const key : keys) keys_of_halves.push_back(static_cast<T>(static_cast<float>(key)));
    auto const run = vector_of<S>(keys);
    typename S::template vector<int> first_keys(host.size());
    auto const ends =
        S::run(thrum::reduce_by_key, run.begin(), run.end(), v.begin(), first_keys.begin(), sums.begin());
    CHECK(ends.second - sums.begin() == (n + 99) / 100);
    auto const of_runs = floats_of(host_copy(sums));
    for (std::ptrdiff_t r = 0; r < (n + 99) / 100; ++r) {
      auto const first = floats.begin() + 100 * r, last = floats.begin() + std::min(n, 100 * (r + 1));
      CHECK(of_runs[static_cast<std::size_t>(r)] == rounded<T>(std::accumulate(first, last, 0.0F)));
    }
    S::run(thrum::inclusive_scan_by_key, run.begin(), run.end(), v.begin(), sums.begin());
    auto const within = floats_of(host_copy(sums));
    float running = 0;
    for (std::size_t i = 0; i < within.size(); ++i) {
      running = i % 100 == 0 ? floats[i] : running + floats[i];
      if (within[i] != rounded<T>(running)) FAIL_CHECK(i);
    }

    // The output may be the values, and it may be the keys.
    sums = vector_of<S>(host);
    S::run(thrum::inclusive_scan_by_key, run.begin(), run.end(), sums.begin(), sums.begin());
    CHECK(floats_of(host_copy(sums)) == within);
    auto half_keys = vector_of<S>(keys_of_halves);
    S::run(thrum::inclusive_scan_by_key, half_keys.begin(), half_keys.end(), v.begin(), half_keys.begin());
    CHECK(floats_of(host_copy(half_keys)) == within);

    typename S::template vector<int> groups(host.size());
    auto const group_ends =
        S::run(thrum::group_reduce, run.begin(), run.end(), v.begin(), groups.begin(), sums.begin());
    CHECK(group_ends.second - sums.begin() == (n + 99) / 100);
    auto const of_groups = floats_of(host_copy(sums));
    CHECK(std::equal(of_runs.begin(), of_runs.begin() + (n + 99) / 100, of_groups.begin()));

    typename S::template vector<int> bins(30);
    S::run(thrum::histogram_even, v.begin(), v.end(), bins.begin(), bins.end(), -15.0F, 15.0F);
    std::vector<int> counts(30);
    for (float const x : floats)
      if (x < 15.0F) ++counts[static_cast<std::size_t>(x + 15.0F)];
    CHECK(host_copy(bins) == counts);
  }
}
/// Many ones, whose sum a number of 16 bits does not reach by steps of one.
template <class S, class T>
void check_pipelines() {
  auto const exec = S::policy();
  std::vector<T> const ones(5000, static_cast<T>(1.0F));
  auto const v = vector_of<S>(ones);
  CHECK(static_cast<float>(v | thrum::lazy::filter(is_one{}) | thrum::lazy::reduce(exec)) == rounded<T>(5000));
  CHECK((v | thrum::lazy::filter(is_one{}) | thrum::lazy::reduce(exec, 0.0F)) == 5000.0F);
#if !defined(THRUM_WITH_CUDA)
  std::vector<std::vector<T>> const rows(3, ones);
  CHECK((rows | thrum::lazy::flatten() | thrum::lazy::reduce(exec, 0.0F)) == 15'000.0F);
#endif
}

template <class S, class... T>
void check_pipelines_of() {
  (check_pipelines<S, T>(), ...);
}
template <class S, class... T>
void check_sorts_of() {
  (check_sorts<S, T>(), ...);
}
template <class S, class... T>
void check_sums_of() {
  (check_sums<S, T>(), ...);
}
#endif

}  // namespace

#if defined(HALF_NUMBERS)
TEST_CASE_TEMPLATE("sorts of numbers of 16 bits", S, MAIN_SYSTEMS) { check_sorts_of<S, HALF_NUMBERS>(); }

TEST_CASE_TEMPLATE("pipelines add numbers of 16 bits as floats", S, BACKENDS) {
  check_pipelines_of<S, HALF_NUMBERS>();
}

TEST_CASE_TEMPLATE("NaNs come last, and zeros are equal", T, HALF_NUMBERS) {
  float const nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  std::vector<T> v;
  for (float const x : {0.0F, nan, -infinity, -0.0F, infinity, -1.0F, -nan, 1.0F, 0.0F})
    v.push_back(static_cast<T>(x));
  thrum::stable_sort(thrum::seq, v.begin(), v.end());
  auto floats = floats_of(v);
  CHECK(std::vector<float>(floats.begin(), floats.begin() + 7) ==
        std::vector<float>{-infinity, -1.0F, 0.0F, 0.0F, 0.0F, 1.0F, infinity});
  CHECK(std::signbit(floats[3]));
  CHECK(std::isnan(floats[7]));
  CHECK(std::isnan(floats[8]));
  thrum::stable_sort(thrum::seq, v.begin(), v.end(), thrum::greater<>());
  floats = floats_of(v);
  CHECK(floats[0] == infinity);
  CHECK(floats[6] == -infinity);
  CHECK(std::isnan(floats[8]));
}

TEST_CASE_TEMPLATE("sums of numbers of 16 bits are made of floats", S, MAIN_SYSTEMS) {
  check_sums_of<S, HALF_NUMBERS>();
}
#endif

TEST_CASE_TEMPLATE("sorts and sums of integers of 128 bits", S, MAIN_SYSTEMS) {
  check_wide<S, wide_int>();
  check_wide<S, wide_uint>();
}
