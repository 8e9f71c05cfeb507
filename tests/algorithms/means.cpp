// mean, variance, sample_variance.
#include <thrum/mean.h>
#include <thrum/variance.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 16384, 32768, 65536});

/// What the calls return, computed in long doubles.
template <class T>
struct moments {
  long double mean = 0, squares = 0;
  explicit moments(std::vector<T> const& v) {
    for (T x : v) mean += static_cast<long double>(x);
    mean /= static_cast<long double>(v.size());
    for (T x : v) squares += (static_cast<long double>(x) - mean) * (static_cast<long double>(x) - mean);
  }
};

template <class R>
void check_close(R found, long double expected, double epsilons) {
  CAPTURE(found);
  CAPTURE(static_cast<double>(expected));
  CHECK(std::fabs(static_cast<long double>(found) - expected) <=
        epsilons * static_cast<long double>(std::numeric_limits<R>::epsilon()) * std::fabs(expected));
}

template <class S, class T, class R>
void check_moments(std::vector<T> const& host) {
  auto const n = static_cast<long double>(host.size());
  CAPTURE(host.size());
  auto const v = vector_of<S>(host);
  moments<T> const expected(host);
  auto const mean = S::run(thrum::mean, v.begin(), v.end());
  auto const variance = S::run(thrum::variance, v.begin(), v.end());
  auto const of_sample = S::run(thrum::sample_variance, v.begin(), v.end());
  static_assert(std::is_same_v<decltype(mean), R const> && std::is_same_v<decltype(of_sample), R const>);
  typename S::template vector<R> into(3, R(-1));
  S::run(thrum::mean_into, v.begin(), v.end(), into.begin());
  S::run(thrum::variance_into, v.begin(), v.end(), into.begin() + 1);
  S::run(thrum::sample_variance_into, v.begin(), v.end(), into.begin() + 2);
  auto const stored = host_copy(into);
  if (host.empty()) {
    CHECK((std::isnan(mean) && std::isnan(variance) && std::isnan(stored[0]) && std::isnan(stored[1])));
  } else {
    check_close(mean, expected.mean, 4);
    check_close(variance, expected.squares / n, 8);
    CHECK((stored[0] == mean && stored[1] == variance));
  }
  if (host.size() < 2) {
    CHECK((std::isnan(of_sample) && std::isnan(stored[2])));
  } else {
    check_close(of_sample, expected.squares / (n - 1), 8);
    CHECK(stored[2] == of_sample);
  }
}

template <class S, class T, class R>
void check_sizes(std::int64_t low, std::int64_t high) {
  for (std::ptrdiff_t const n : sizes) check_moments<S, T, R>(random_values<T>(n, low, high));
}

}  // namespace

TEST_CASE_TEMPLATE("moments of int", S, ALL_SYSTEMS) { check_sizes<S, int, double>(1'000'000'000, 2'000'000'000); }
TEST_CASE_TEMPLATE("moments of float", S, MAIN_SYSTEMS) { check_sizes<S, float, float>(1'000, 9'000); }
TEST_CASE_TEMPLATE("moments of double", S, MAIN_SYSTEMS) { check_sizes<S, double, double>(20, 100); }
TEST_CASE_TEMPLATE("moments of uint8", S, MORE_SYSTEMS) { check_sizes<S, std::uint8_t, double>(0, 255); }

TEST_CASE_TEMPLATE("a variance does not suffer from a mean that is far from zero", S, MAIN_SYSTEMS) {
  // A difference of mean square and squared mean would have no right digit.
  auto v = random_values<double>(100'000, -500, 500);
  for (double& x : v) x = 1e9 + x / 1024;
  auto const on_system = vector_of<S>(v);
  check_close(S::run(thrum::variance, on_system.begin(), on_system.end()),
              moments<double>(v).squares / static_cast<long double>(v.size()), 1000);
  std::vector<double> const equal(100'000, 1e9 + 0.1);
  auto const e = vector_of<S>(equal);
  check_close(S::run(thrum::mean, e.begin(), e.end()), 1e9L + 0.1L, 200);
  CHECK(S::run(thrum::variance, e.begin(), e.end()) < 1e-8);
}

#if defined(THRUM_WITH_TBB) && !defined(THRUM_WITH_CUDA)
TEST_CASE("moments have the same bits at any number of threads") {
  auto const v = mixed_magnitudes(300'000);
  auto const mean = thrum::mean(thrum::seq, v.begin(), v.end());
  auto const variance = thrum::variance(thrum::seq, v.begin(), v.end());
  for (int threads : {1, 2, 3, 7}) {
    auto const exec = thrum::tbb::par.threads(threads);
    CHECK(thrum::mean(exec, v.begin(), v.end()) == mean);
    CHECK(thrum::variance(exec, v.begin(), v.end()) == variance);
  }
}
#endif
