// sample.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/random.h>
#include <thrum/sample.h>
#include <thrum/shuffle.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

/// Returns the first k elements in the order of a permutation, in the order of the range.
template <class T>
std::vector<T> sample_of(std::vector<T> const& v, std::ptrdiff_t k, thrum::philox4x32 g) {
  thrum::detail::random_bijection const order(std::ssize(v), g);
  std::vector<std::ptrdiff_t> places;
  for (std::ptrdiff_t i = 0; i < std::min(k, std::ssize(v)); ++i) places.push_back(order(i));
  std::sort(places.begin(), places.end());
  std::vector<T> out;
  for (std::ptrdiff_t const i : places) out.push_back(v[static_cast<std::size_t>(i)]);
  return out;
}

template <class S, class T>
void check_samples(std::vector<std::ptrdiff_t> const& sizes) {
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<T>(n);
    auto const v = vector_of<S>(host);
    for (std::ptrdiff_t const k : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 3, n - 1, n, n + 5}) {
      if (k < 0) continue;
      CAPTURE(n);
      CAPTURE(k);
      thrum::philox4x32 g(static_cast<unsigned>(n)), same = g;
      auto expected = sample_of(host, k, g);
      auto const taken = expected.size();
      expected.push_back(T(77));
      auto out = vector_of<S>(std::vector<T>(expected.size(), T(77)));
      CHECK(S::run(thrum::sample, v.begin(), v.end(), out.begin(), k, g) ==
            out.begin() + static_cast<std::ptrdiff_t>(taken));
      CHECK(host_copy(out) == expected);
      thrum::detail::random_bijection(n, same);
      CHECK(g == same);
    }
  }
}

/// Takes three of ten within a functor, sequentially.
struct three_of_ten {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int v[10], w[3];
    for (int k = 0; k < 10; ++k) v[k] = k;
    thrum::sample(thrum::seq, v, v + 10, w, 3, thrum::philox4x32(static_cast<unsigned>(i)));
    return 100 * w[0] + 10 * w[1] + w[2];
  }
};

}  // namespace

TEST_CASE_TEMPLATE("sample of int", S, ALL_SYSTEMS) {
  check_samples<S, int>(sizes_around({256, 4096, 16384, 70'000}));
}
TEST_CASE_TEMPLATE("sample of records", S, MAIN_SYSTEMS) { check_samples<S, record>({0, 1, 2, 1000, 20'000}); }
TEST_CASE_TEMPLATE("sample of double", S, MORE_SYSTEMS) { check_samples<S, double>({0, 1, 2, 1000, 20'000}); }

TEST_CASE_TEMPLATE("sample of a long computed range", S, ALL_SYSTEMS) {
  std::ptrdiff_t const n = std::ptrdiff_t{1} << 40, k = 1000;
  thrum::counting_iterator<std::int64_t> const first(0);
  typename S::template vector<std::int64_t> v(k), w(k);
  S::run(thrum::sample, first, first + n, v.begin(), k, thrum::philox4x32(3));
  auto const places = host_copy(v);
  CHECK(std::is_sorted(places.begin(), places.end(), std::less_equal<>()));
  CHECK(places.back() > n / 2);
  std::int64_t const last = (std::int64_t{1} << 40) - 1;
  CHECK(places.front() >= 0);
  CHECK(places.back() <= last);
  // A range of 2^32 elements: the greatest whose indices have 4 bytes, and one more.
  for (std::ptrdiff_t const length : {(std::ptrdiff_t{1} << 32) - 1, std::ptrdiff_t{1} << 32}) {
    S::run(thrum::sample, first, first + length, w.begin(), k, thrum::philox4x32(3));
    auto const some = host_copy(w);
    CHECK(std::is_sorted(some.begin(), some.end(), std::less_equal<>()));
    CHECK(some.back() < length);
    CHECK(some.back() > length / 2);
  }
}

TEST_CASE_TEMPLATE("sample through iterators that compute", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 5000, k = 700;
  auto const host = random_values<int>(n);
  auto const v = vector_of<S>(host);
  thrum::philox4x32 const g(9);
  auto const expected = sample_of(host, k, g);
  typename S::template vector<int> out(static_cast<std::size_t>(k));
  S::run(thrum::sample, v.begin(), v.end(), thrum::make_reverse_iterator(out.end()), k, thrum::philox4x32(g));
  auto turned = host_copy(out);
  std::reverse(turned.begin(), turned.end());
  CHECK(turned == expected);

  typename S::template vector<std::int64_t> places(static_cast<std::size_t>(k));
  auto const from = thrum::make_zip_iterator(thrum::counting_iterator<std::int64_t>(0), v.begin());
  S::run(thrum::sample, from, from + n, thrum::make_zip_iterator(places.begin(), out.begin()), k,
         thrum::philox4x32(g));
  CHECK(host_copy(out) == expected);
  auto const at = host_copy(places);
  for (std::size_t i = 0; i < at.size(); ++i) REQUIRE(host[static_cast<std::size_t>(at[i])] == expected[i]);
  S::run(thrum::sample, v.begin(), v.end(), thrum::discard_iterator{}, k, thrum::philox4x32(g));
}

TEST_CASE_TEMPLATE("a sample is the beginning of a shuffle, and grows", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 3000;
  thrum::counting_iterator<int> const first(0);
  typename S::template vector<int> shuffled(n), few(10), more(1000);
  S::run(thrum::shuffle_copy, first, first + n, shuffled.begin(), std::mt19937(4));
  S::run(thrum::sample, first, first + n, few.begin(), 10, std::mt19937(4));
  S::run(thrum::sample, first, first + n, more.begin(), 1000U, std::mt19937(4));
  auto order = host_copy(shuffled);
  auto const small = host_copy(few), large = host_copy(more);
  CHECK(std::includes(large.begin(), large.end(), small.begin(), small.end()));
  order.resize(1000);
  std::sort(order.begin(), order.end());
  CHECK(order == large);
}

TEST_CASE_TEMPLATE("seq samples within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), three_of_ten{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = three_of_ten{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(codes) == expected);
}

TEST_CASE("every element is as likely as any other, and so is every pair") {
  int const n = 12, k = 5, draws = 20'000;
  std::vector<int> times(n), pairs(n * n);
  std::mt19937 g(11);
  thrum::counting_iterator<int> const first(0);
  for (int d = 0; d < draws; ++d) {
    std::vector<int> some(k);
    thrum::sample(thrum::seq, first, first + n, some.begin(), k, g);
    for (std::size_t i = 0; i < some.size(); ++i) {
      ++times[static_cast<std::size_t>(some[i])];
      for (std::size_t j = 0; j < i; ++j) ++pairs[static_cast<std::size_t>(some[j] * n + some[i])];
    }
  }
  auto const likely = [&](int count, double p) {
    return std::abs(count - draws * p) < 5 * std::sqrt(draws * p * (1 - p));
  };
  for (int i = 0; i < n; ++i) {
    CHECK(likely(times[static_cast<std::size_t>(i)], double(k) / n));
    for (int j = i + 1; j < n; ++j)
      CHECK(likely(pairs[static_cast<std::size_t>(i * n + j)], double(k * (k - 1)) / (n * (n - 1))));
  }
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("sample of strings", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int const x : random_values<int>(3000, 0, 1000)) v.push_back("the string " + std::to_string(x));
  std::vector<std::string> out(1000);
  S::run(thrum::sample, v.begin(), v.end(), out.begin(), 1000, thrum::philox4x32(5));
  CHECK(out == sample_of(v, 1000, thrum::philox4x32(5)));
}
#endif
