// Sums of floating-point numbers have the same bits under every policy and with any number of
// threads. (tests/cuda/deterministic.cu checks the same for cuda::par.deterministic().)
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include "data.h"
#include "policies.h"
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/global_control.h>
#endif

namespace {

/// Returns numbers of both signs whose magnitudes differ by up to 2^40, so that sums depend on the
/// order of the additions.
template <class T>
std::vector<T> mixed_magnitudes(std::ptrdiff_t n) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    auto const bits = random_bits(static_cast<std::uint64_t>(i));
    auto const fraction = static_cast<double>(bits >> 12) / static_cast<double>(std::uint64_t{1} << 52) - 0.25;
    values.push_back(static_cast<T>(std::ldexp(fraction, static_cast<int>(bits % 41) - 20)));
  }
  return values;
}

/// Returns keys in runs of about 1 to 100'000 elements.
std::vector<int> runs(std::ptrdiff_t n) {
  std::vector<int> keys;
  keys.reserve(static_cast<std::size_t>(n));
  while (static_cast<std::ptrdiff_t>(keys.size()) < n) {
    auto const bits = random_bits(keys.size());
    auto const length =
        std::min<std::uint64_t>(bits % 100'000 >> (bits >> 60), static_cast<std::uint64_t>(n) - keys.size() - 1);
    keys.insert(keys.end(), length + 1, keys.empty() ? 0 : keys.back() + 1);
  }
  return keys;
}

template <class T>
struct scaled {
  T operator()(T x) const { return x * T(1.1); }
};

/// Returns the results of all algorithms on the same input, one after the other.
template <class T, class Policy>
std::vector<std::vector<T>> results(Policy const& policy, std::vector<T> const& v, std::vector<int> const& keys) {
  auto const first = v.begin(), last = v.end();
  T const start = T(0.3);
  thrum::plus<T> const plus;
  std::vector<std::vector<T>> all;
  all.push_back({thrum::reduce(policy, first, last), thrum::reduce(policy, first, last, start, plus),
                 thrum::transform_reduce(policy, first, last, scaled<T>{}, start, plus),
                 thrum::inner_product(policy, first, last, first, start)});
  auto const keep = [&](auto call) {
    std::vector<T> out(v.size());
    call(out);
    all.push_back(std::move(out));
  };
  keep([&](auto& out) { thrum::inclusive_scan(policy, first, last, out.begin()); });
  keep([&](auto& out) { thrum::inclusive_scan(policy, first, last, out.begin(), start, plus); });
  keep([&](auto& out) { thrum::exclusive_scan(policy, first, last, out.begin(), start); });
  keep([&](auto& out) { thrum::transform_inclusive_scan(policy, first, last, out.begin(), scaled<T>{}, plus); });
  keep([&](auto& out) {
    thrum::transform_exclusive_scan(policy, first, last, out.begin(), scaled<T>{}, start, plus);
  });
  keep([&](auto& out) {
    std::vector<int> keys_out(keys.size());
    auto const ends = thrum::reduce_by_key(policy, keys.begin(), keys.end(), first, keys_out.begin(), out.begin());
    out.erase(ends.second, out.end());
  });
  keep([&](auto& out) { thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), first, out.begin()); });
  // Sums in another type than the elements'.
  keep([&](auto& out) { thrum::exclusive_scan(policy, first, last, out.begin(), 0LL); });
  keep([&](auto& out) {
    thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), first, out.begin(), 0.1F);
  });
  keep(
      [&](auto& out) { thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), first, out.begin(), 0LL); });
  auto const products = thrum::make_transform_iterator(first, scaled<T>{});
  keep([&](auto& out) {
    thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), products, out.begin(), start);
  });
  keep([&](auto& out) { thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), products, out.begin()); });
  return all;
}

template <class T>
bool same_bits(std::vector<std::vector<T>> const& a, std::vector<std::vector<T>> const& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].size() != b[i].size()) return false;
    if (!a[i].empty() && std::memcmp(a[i].data(), b[i].data(), a[i].size() * sizeof(T)) != 0) return false;
  }
  return true;
}

template <class T>
void check(std::ptrdiff_t n) {
  CAPTURE(n);
  auto const v = mixed_magnitudes<T>(n);
  auto const keys = runs(n);
  auto const expected = results(thrum::seq, v, keys);
  CHECK(same_bits(expected, results(with_pool::policy(), v, keys)));
#if defined(THRUM_WITH_TBB)
  // Threads of the operating system, however many processors the machine has.
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 16);
  for (int const threads : {1, 2, 3, 7, 16}) {
    CAPTURE(threads);
    CHECK(same_bits(expected, results(thrum::tbb::par.threads(threads), v, keys)));
  }
  CHECK(same_bits(expected, results(thrum::tbb::par.threads(3).grain(1), v, keys)));
  CHECK(same_bits(expected, results(thrum::tbb::par, v, keys)));
#endif

  long double sum = 0, magnitude = 0;
  for (T x : v) sum += x, magnitude += std::fabs(x);
  auto const close = [&](T x, long double y) {
    return std::fabs(x - y) <=
           100 * magnitude * static_cast<long double>(std::numeric_limits<T>::epsilon()) + 1e-6L;
  };
  CHECK(close(expected[0][0], sum));
  CHECK(close(expected[0][1], sum + 0.3L));
  if (n > 0) {
    CHECK(close(expected[1].back(), sum));
    CHECK(close(expected[2].back(), sum + 0.3L));
    CHECK(close(expected[3].back(), sum + 0.3L - v.back()));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("the same bits at the edges of tiles", T, float, double) {
  for (std::ptrdiff_t const n : sizes_around({1000, 4000, 8192, 16000, 16384, 24576, 32768, 40960})) check<T>(n);
}
TEST_CASE_TEMPLATE("the same bits for many tiles", T, float, double) {
  check<T>(1'024'001);
  check<T>((std::ptrdiff_t{1} << 21) + 17);
}
TEST_CASE_TEMPLATE("no product of a scan is fused with the sum that it is added to", T, float, double) {
  for (std::ptrdiff_t const n : sizes_around({2, 4, 8, 16, 32, 520, 4000, 16384, 40'000})) {
    CAPTURE(n);
    auto const v = mixed_magnitudes<T>(n);
    std::vector<T> stored(v.size()), expected(v.size()), out(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) stored[i] = scaled<T>{}(v[i]);
    auto const computed = thrum::make_transform_iterator(v.begin(), scaled<T>{});
    auto const check_scan = [&](auto const& scan) {
      scan(stored.begin(), expected);
      scan(computed, out);
      CHECK(std::equal(out.begin(), out.end(), expected.begin()));
    };
    check_scan([n](auto in, auto& to) { thrum::inclusive_scan(thrum::seq, in, in + n, to.begin()); });
    check_scan([n](auto in, auto& to) { thrum::exclusive_scan(thrum::seq, in, in + n, to.begin(), T(0.3)); });
    check_scan([n](auto in, auto& to) { thrum::inclusive_scan(with_pool::policy(), in, in + n, to.begin()); });
  }
}
TEST_CASE_TEMPLATE("the same bits whichever part of a scan is late", S, HOST_BACKENDS) {
  std::ptrdiff_t const n = 300 * 16384 + 5;
  auto const v = mixed_magnitudes<float>(n);
  std::vector<float> expected(v.size()), expected_of_functor(v.size()), out(v.size());
  thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), expected.begin(), 0.5F, thrum::plus<float>{});
  thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), expected_of_functor.begin(), 0.5F,
                        [](float const& a, float const& b) { return a + b; });
  // The other threads continue meanwhile, and leave parts that they cannot finish.
  for (std::size_t const late : {std::size_t{0}, std::size_t{100}, std::size_t{16384}, std::size_t{20 * 16384 + 7},
                                 std::size_t{200 * 16384}}) {
    CAPTURE(late);
    auto const late_plus = [&v, late](float const& a, float const& b) {
      if (b == v[late]) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      return a + b;
    };
    S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), 0.5F, late_plus);
    CHECK(std::memcmp(out.data(), expected_of_functor.data(), out.size() * sizeof(float)) == 0);
    auto const late_element = [&v, late](float const& x) {
      if (&x == &v[late]) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      return x;
    };
    S::run(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), late_element, 0.5F,
           thrum::plus<float>{});
    CHECK(std::memcmp(out.data(), expected.data(), out.size() * sizeof(float)) == 0);
  }
}

TEST_CASE("the numbers are such that another order of additions gives other bits") {
  auto const v = mixed_magnitudes<float>(100'000);
  float forwards = 0, backwards = 0;
  for (std::size_t i = 0; i < v.size(); ++i) forwards += v[i], backwards += v[v.size() - 1 - i];
  CHECK(forwards != backwards);
}
