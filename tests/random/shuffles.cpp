// shuffle, shuffle_copy, and the bijection that determines their order.
#include <thrum/detail/base/processor.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/random.h>
#include <thrum/shuffle.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <cmath>
#include <random>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::random_bijection;
using thrum::detail::vector_level;

template <class T>
std::vector<T> in_order(std::vector<T> const& v, random_bijection const& order) {
  std::vector<T> out;
  for (std::ptrdiff_t i = 0; i < order.size(); ++i) out.push_back(v[static_cast<std::size_t>(order(i))]);
  return out;
}

template <class S, class T>
void check_shuffles(std::vector<std::ptrdiff_t> const& sizes) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    thrum::philox4x32 g(static_cast<unsigned>(n)), same = g;
    auto const host = random_values<T>(n);
    auto const v = vector_of<S>(host);
    auto out = vector_of<S>(std::vector<T>(host.size()));
    auto const expected = in_order(host, random_bijection(n, same));
    CHECK(S::run(thrum::shuffle_copy, v.begin(), v.end(), out.begin(), g) == out.end());
    CHECK(host_copy(out) == expected);
    CHECK(g == same);
    out = v;
    S::run(thrum::shuffle, out.begin(), out.end(), thrum::philox4x32(static_cast<unsigned>(n)));
    CHECK(host_copy(out) == expected);
  }
}

/// Returns the index of i by the functor's own bijection.
struct place {
  random_bijection order;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return order(i); }
};

/// Shuffles within a functor, sequentially.
struct shuffled_ten {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int v[10], w[10];
    for (int k = 0; k < 10; ++k) v[k] = k;
    thrum::philox4x32 g(static_cast<unsigned>(i)), h = g;
    thrum::shuffle_copy(thrum::seq, v, v + 10, w, g);
    thrum::shuffle(thrum::seq, v, v + 10, h);
    int code = 0;
    for (int k = 0; k < 9; ++k) code = v[k] == w[k] ? code * 10 + v[k] : -1;
    return code;
  }
};

}  // namespace

TEST_CASE("a bijection permutes") {
  std::mt19937 g;
  for (std::ptrdiff_t const n :
       {1, 2, 3, 5, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097, 100'000}) {
    random_bijection const order(n, g);
    std::vector<char> seen(static_cast<std::size_t>(n));
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      ++seen.at(static_cast<std::size_t>(order(i)));
    }
    CHECK(std::count(seen.begin(), seen.end(), 1) == n);
  }
  CHECK(random_bijection().size() == 0);
}

TEST_CASE("preimages lead back") {
  thrum::philox4x64 g;
  for (std::ptrdiff_t const n :
       {std::ptrdiff_t{1}, std::ptrdiff_t{2}, std::ptrdiff_t{5}, std::ptrdiff_t{16}, std::ptrdiff_t{17},
        std::ptrdiff_t{1000}, std::ptrdiff_t{1} << 15, (std::ptrdiff_t{1} << 30) - 1,
        (std::ptrdiff_t{1} << 30) + 1, (std::ptrdiff_t{1} << 33) + 7, (std::ptrdiff_t{1} << 62) + 1}) {
    CAPTURE(n);
    random_bijection const order(n, g);
    constexpr std::ptrdiff_t most = 100;
    for (std::ptrdiff_t const begin : {std::ptrdiff_t{0}, n / 3, n - 1}) {
      std::ptrdiff_t const count = std::min(most, n - begin);
      std::ptrdiff_t sources[most] = {}, single[1];
      order.preimages(begin, count, sources);
      bool back = true;
      for (std::ptrdiff_t i = 0; i < count; ++i)
        back = back && sources[i] >= 0 && sources[i] < n && order(sources[i]) == begin + i;
      CHECK(back);
      order.preimages(begin, 1, single);
      CHECK(single[0] == sources[0]);
    }
  }
}

TEST_CASE("blocks of images are those of their indices, with all vectors") {
  thrum::philox4x64 g;
  for (std::ptrdiff_t const n :
       {std::ptrdiff_t{300}, std::ptrdiff_t{5000}, (std::ptrdiff_t{1} << 16) + 1, (std::ptrdiff_t{1} << 30) - 1,
        (std::ptrdiff_t{1} << 30) + 1, (std::ptrdiff_t{1} << 33) + 7}) {
    CAPTURE(n);
    random_bijection const order(n, g);
    constexpr std::ptrdiff_t most = random_bijection::images_at_once;
    for (vector_level const level : {vector_level::none, vector_level::avx2}) {
      lowered_vectors const lowered(level);
      for (std::ptrdiff_t const begin : {std::ptrdiff_t{0}, n / 3, n - 257, n - 1}) {
        std::ptrdiff_t const count = std::min(most, n - begin);
        std::ptrdiff_t images[most];
        order.images(begin, count, images);
        bool same = true;
        for (std::ptrdiff_t i = 0; i < count; ++i) same = same && images[i] == order(begin + i);
        CHECK(same);
      }
    }
  }
}

TEST_CASE("a bijection of many more than 2^32") {
  std::ptrdiff_t const n = (std::ptrdiff_t{1} << 62) + 1;
  random_bijection const order(n, thrum::philox4x64());
  std::vector<std::ptrdiff_t> places;
  std::ptrdiff_t greatest = 0;
  for (std::ptrdiff_t i = 0; i < 1000; ++i) {
    places.push_back(order(n - 1 - i * 1'000'000'007));
    greatest = std::max(greatest, places.back());
  }
  std::sort(places.begin(), places.end());
  CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
  CHECK(places.front() >= 0);
  CHECK(greatest < n);
  CHECK(greatest > n / 100 * 98);
}

TEST_CASE("orders are equally likely, and so are the places of two elements") {
  auto const deviation = [](std::vector<int> const& counts, double expected, double degrees) {
    double sum = 0;
    for (int const c : counts) sum += c == 0 ? 0 : (c - expected) * (c - expected) / expected;
    return (sum - degrees) / std::sqrt(2 * degrees);
  };
  thrum::philox4x32 g;
  // All 120 orders of five elements.
  std::vector<int> orders(5 * 5 * 5 * 5);
  for (int k = 0; k < 60'000; ++k) {
    random_bijection const order(5, g);
    ++orders[static_cast<std::size_t>(((order(0) * 5 + order(1)) * 5 + order(2)) * 5 + order(3))];
  }
  CHECK(std::count(orders.begin(), orders.end(), 0) == 5 * 5 * 5 * 5 - 120);
  CHECK(std::abs(deviation(orders, 500, 119)) < 3);
  // Powers of two have their own networks; for 20 and 33 a network is applied several times.
  for (std::ptrdiff_t const n : {16, 20, 32, 33, 64}) {
    CAPTURE(n);
    std::vector<int> pairs(static_cast<std::size_t>(n * n));
    auto const trials = static_cast<int>(20 * n * (n - 1));
    int odd = 0;
    for (int k = 0; k < trials; ++k) {
      random_bijection const order(n, g);
      ++pairs[static_cast<std::size_t>(order(n / 3) * n + order(n - 1))];
      if (k >= 400) continue;
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        for (std::ptrdiff_t j = 0; j < i; ++j) odd ^= order(i) < order(j) ? 1 << 30 : 0;
      }
      if ((odd & 1 << 30) != 0) odd = (odd ^ 1 << 30) + 1;
    }
    CHECK(std::abs(deviation(pairs, 20, static_cast<double>(n * (n - 1) - 1))) < 3.5);
    // Permutations of both parities.
    CHECK(odd > 150);
    CHECK(odd < 250);
  }
}

TEST_CASE("shuffles without memory") {
  for (int n = 0; n < 300; n += n / 10 + 1) {
    auto v = random_values<int>(n);
    random_bijection const order(n, thrum::minstd_rand(static_cast<unsigned>(n) + 5));
    auto const expected = in_order(v, order);
    thrum::detail::shuffle_by_cycles(v.data(), n, order);
    CHECK(v == expected);
  }
}

TEST_CASE_TEMPLATE("shuffles of int", S, ALL_SYSTEMS) {
  check_shuffles<S, int>(sizes_around({4096, 10'007}));
  check_shuffles<S, int>({1'000'003});
}
TEST_CASE_TEMPLATE("shuffles of int8", S, MAIN_SYSTEMS) { check_shuffles<S, std::int8_t>({0, 1, 2, 65, 20'000}); }
TEST_CASE_TEMPLATE("shuffles of records", S, MAIN_SYSTEMS) { check_shuffles<S, record>({0, 1, 2, 65, 20'000}); }
TEST_CASE_TEMPLATE("shuffles of aligned elements", S, MAIN_SYSTEMS) {
  check_shuffles<S, cache_line>({0, 1, 2, 65, 20'000});
}

TEST_CASE_TEMPLATE("shuffles of ranges that are computed, zipped or reversed", S, MAIN_SYSTEMS) {
  constexpr int n = 20'000;
  std::vector<int> counted_up(n);
  for (int i = 0; i < n; ++i) counted_up[static_cast<std::size_t>(i)] = i;
  thrum::ranlux48 g, h;
  auto const expected = in_order(counted_up, random_bijection(n, h));
  auto out = vector_of<S>(std::vector<int>(n));
  auto const first = thrum::make_counting_iterator(0);
  S::run(thrum::shuffle_copy, first, first + n, out.begin(), g);
  CHECK(host_copy(out) == expected);
  // Keys and values stay together.
  auto keys = vector_of<S>(counted_up);
  auto values = vector_of<S>(std::vector<double>(counted_up.begin(), counted_up.end()));
  auto const zipped = thrum::make_zip_iterator(keys.begin(), values.begin());
  S::run(thrum::shuffle, zipped, zipped + n, thrum::ranlux48());
  CHECK(host_copy(keys) == expected);
  CHECK(host_copy(values) == std::vector<double>(expected.begin(), expected.end()));
  auto backwards = vector_of<S>(std::vector<int>(counted_up.rbegin(), counted_up.rend()));
  S::run(thrum::shuffle, thrum::make_reverse_iterator(backwards.end()),
         thrum::make_reverse_iterator(backwards.begin()), thrum::ranlux48());
  auto result = host_copy(backwards);
  std::reverse(result.begin(), result.end());
  CHECK(result == expected);
}

TEST_CASE_TEMPLATE("shuffles and bijections in a functor", S, MAIN_SYSTEMS) {
  random_bijection const order(1000, thrum::taus88(4));
  auto places = vector_of<S>(std::vector<std::ptrdiff_t>(1000));
  S::run(thrum::tabulate, places.begin(), places.end(), place{order});
  auto const on_host = host_copy(places);
  for (std::ptrdiff_t i = 0; i < 1000; ++i) CHECK(on_host[static_cast<std::size_t>(i)] == order(i));
  auto codes = vector_of<S>(std::vector<int>(100));
  S::run(thrum::tabulate, codes.begin(), codes.end(), shuffled_ten{});
  auto const found = host_copy(codes);
  for (std::ptrdiff_t i = 0; i < 100; ++i) {
    CHECK(found[static_cast<std::size_t>(i)] > 0);
    CHECK(found[static_cast<std::size_t>(i)] == shuffled_ten{}(i));
  }
}
