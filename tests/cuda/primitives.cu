// Compares every primitive of the CUDA policy with the host's: types of all kinds, iterators that
// are not pointers, orders and equalities of the user, ties, and more than 2^32 elements.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>
#include "data.h"

namespace {

using thrum::cuda::par;
using thrum::detail::exclusive;
using thrum::detail::inclusive;
using thrum::detail::no_seed;
using thrum::detail::seed;

// Includes the sizes that fit into one thread block, for elements of all sizes, and one more.
std::ptrdiff_t const sizes[] = {0,    1,    2,    31,   255,  257,  1000,   1024,
                                1025, 2048, 2049, 4096, 4097, 4100, 100003, large_size((1 << 20) + 7)};

struct wide {
  std::int64_t a, b;
  friend THRUM_HD bool operator==(wide x, wide y) { return x.a == y.a && x.b == y.b; }
};
// Composition of the maps x -> a x + b, modulo 2^64: associative, not commutative.
struct compose {
  THRUM_HD wide operator()(wide f, wide g) const {
    auto const fa = static_cast<std::uint64_t>(f.a), fb = static_cast<std::uint64_t>(f.b);
    auto const ga = static_cast<std::uint64_t>(g.a), gb = static_cast<std::uint64_t>(g.b);
    return {static_cast<std::int64_t>(fa * ga), static_cast<std::int64_t>(ga * fb + gb)};
  }
};

struct no_default {
  explicit THRUM_HD no_default(int x) : value(x) {}
  int value;
  friend THRUM_HD bool operator==(no_default x, no_default y) { return x.value == y.value; }
};
struct add_no_default {
  THRUM_HD no_default operator()(no_default x, no_default y) const { return no_default(x.value + y.value); }
};
struct less_no_default {
  THRUM_HD bool operator()(no_default x, no_default y) const { return x.value < y.value; }
};

struct tagged {
  int key, tag;
  friend THRUM_HD bool operator==(tagged x, tagged y) { return x.key == y.key && x.tag == y.tag; }
};
struct less_key {
  THRUM_HD bool operator()(tagged x, tagged y) const { return x.key < y.key; }
};
struct large {
  int value;
  char rest[124];
  friend THRUM_HD bool operator==(large const& x, large const& y) { return x.value == y.value; }
};

/// An iterator that is not a pointer.
template <class T>
struct strided {
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using pointer = T*;
  using iterator_category = std::random_access_iterator_tag;
  T* p;
  THRUM_HD T& operator*() const { return *p; }
  THRUM_HD T& operator[](std::ptrdiff_t i) const { return p[2 * i]; }
  THRUM_HD strided operator+(std::ptrdiff_t i) const { return {p + 2 * i}; }
  THRUM_HD std::ptrdiff_t operator-(strided other) const { return (p - other.p) / 2; }
};

std::vector<int> random_ints(std::ptrdiff_t n, int bound, unsigned start = 1) {
  std::mt19937 random(start);
  std::vector<int> v(static_cast<std::size_t>(n));
  for (int& x : v) x = static_cast<int>(random() % static_cast<unsigned>(bound));
  return v;
}

/// Copies elements to the device.
template <class T>
struct on_card {
  thrum::device_vector<T> elements;
  explicit on_card(std::vector<T> const& v) : elements(v.begin(), v.end()) {}
  T* data() { return thrum::raw_pointer_cast(elements.data()); }
  std::vector<T> back() const {
    std::vector<T> v;
    if constexpr (std::is_default_constructible_v<T>) v.resize(elements.size());
    else v.assign(elements.size(), T(0));
    if (!v.empty()) {
      REQUIRE(cudaMemcpy(static_cast<void*>(v.data()), thrum::raw_pointer_cast(elements.data()),
                         v.size() * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    }
    return v;
  }
};

}  // namespace

TEST_CASE("for_each_n and reduce") {
  for (std::ptrdiff_t const n : sizes) {
    auto const v = random_ints(n, 1000);
    on_card<int> d(v);
    int* const p = d.data();
    par.for_each_n(n, [=] __device__(std::ptrdiff_t i) { p[i] += static_cast<int>(i % 7); });
    auto w = v;
    for (std::size_t i = 0; i < w.size(); ++i) w[i] += static_cast<int>(i % 7);
    CHECK(d.back() == w);
    CHECK(par.reduce(p, n, 5L, thrum::plus<>{}) == std::accumulate(w.begin(), w.end(), 5L));
    CHECK(par.reduce(p, n, -1, [] __device__(int x, int y) { return x < y ? y : x; }) ==
          std::accumulate(w.begin(), w.end(), -1, [](int x, int y) { return std::max(x, y); }));
    std::vector<no_default> strange(w.begin(), w.end());
    on_card<no_default> s(strange);
    CHECK(par.reduce(s.data(), n, no_default(2), add_no_default{}).value ==
          std::accumulate(w.begin(), w.end(), 2));
  }
}

TEST_CASE("scan") {
  for (std::ptrdiff_t const n : sizes) {
    auto const v = random_ints(n, 100);
    on_card<int> in(v);
    on_card<long> out(std::vector<long>(v.size()));
    std::vector<long> expected(v.size());

    par.scan(in.data(), n, out.data(), seed<long>{3}, thrum::plus<>{}, inclusive{});
    std::inclusive_scan(v.begin(), v.end(), expected.begin(), std::plus<>{}, 3L);
    CHECK(out.back() == expected);
    par.scan(in.data(), n, out.data(), seed<long>{3}, thrum::plus<>{}, exclusive{});
    std::exclusive_scan(v.begin(), v.end(), expected.begin(), 3L);
    CHECK(out.back() == expected);

    std::vector<int> maxima(v.size());
    std::inclusive_scan(v.begin(), v.end(), maxima.begin(), [](int x, int y) { return std::max(x, y); });
    par.scan(
        in.data(), n, in.data(), no_seed<int>{}, [] __device__(int x, int y) { return x < y ? y : x; },
        inclusive{});
    CHECK(in.back() == maxima);

    std::vector<wide> maps;
    for (int x : v) maps.push_back({2 * x + 1, x});
    std::vector<wide> composed(maps.size());
    std::inclusive_scan(maps.begin(), maps.end(), composed.begin(), compose{});
    on_card<wide> m(maps);
    par.scan(m.data(), n, m.data(), no_seed<wide>{}, compose{}, inclusive{});
    CHECK(m.back() == composed);

    std::vector<no_default> strange(v.begin(), v.end());
    on_card<no_default> s(strange);
    par.scan(s.data(), n, s.data(), seed<no_default>{no_default(1)}, add_no_default{}, exclusive{});
    std::exclusive_scan(strange.begin(), strange.end(), strange.begin(), no_default(1), add_no_default{});
    CHECK(s.back() == strange);
  }
}

TEST_CASE("find_first") {
  for (std::ptrdiff_t const n : sizes) {
    CHECK(par.find_first(n, [] __device__(std::ptrdiff_t) { return false; }) == n);
    for (std::ptrdiff_t const hit : {std::ptrdiff_t{0}, n / 3, n - 1}) {
      if (hit < 0 || hit >= n) continue;
      CHECK(par.find_first(n, [=] __device__(std::ptrdiff_t i) { return i >= hit; }) == hit);
      CHECK(par.find_first(n, [=] __device__(std::ptrdiff_t i) { return i == hit; }) == hit);
    }
  }
}

TEST_CASE("compact") {
  for (std::ptrdiff_t const n : sizes) {
    for (int const share : {0, 1, 50, 99, 100}) {
      auto const v = random_ints(n, 100);
      std::vector<int> expected;
      std::copy_if(v.begin(), v.end(), std::back_inserter(expected), [=](int x) { return x < share; });
      on_card<int> in(v), out(std::vector<int>(v.size(), -1)), strided_out(std::vector<int>(2 * v.size(), -1));
      int const* const p = in.data();
      auto const keep = [=] __device__(std::ptrdiff_t i) { return p[i] < share; };
      auto const kept = static_cast<std::ptrdiff_t>(expected.size());

      CHECK(par.compact(in.data(), n, out.data(), keep) == kept);
      auto result = out.back();
      CHECK(std::count(result.begin() + kept, result.end(), -1) == n - kept);
      result.resize(expected.size());
      CHECK(result == expected);

      CHECK(par.compact(in.data(), n, strided<int>{strided_out.data()}, keep) == kept);
      auto const apart = strided_out.back();
      for (std::size_t i = 0; i < expected.size(); ++i) REQUIRE(apart[2 * i] == expected[i]);
    }
  }
}

TEST_CASE("sort") {
  for (std::ptrdiff_t const n : sizes) {
    auto v = random_ints(n, 1 << 30);
    on_card<int> d(v);
    on_card<std::int8_t> bytes(std::vector<std::int8_t>(v.begin(), v.end()));
    auto sorted_bytes = bytes.back();
    std::sort(sorted_bytes.begin(), sorted_bytes.end());
    par.sort(bytes.data(), n, thrum::less<>{});
    CHECK(bytes.back() == sorted_bytes);

    std::vector<tagged> pairs;
    for (std::size_t i = 0; i < v.size(); ++i) pairs.push_back({v[i] % 50, static_cast<int>(i)});
    on_card<tagged> t(pairs);
    std::stable_sort(pairs.begin(), pairs.end(), less_key{});
    par.sort(t.data(), n, less_key{});
    CHECK(t.back() == pairs);

    std::vector<no_default> strange(v.begin(), v.end());
    on_card<no_default> s(strange);
    std::sort(strange.begin(), strange.end(), less_no_default{});
    par.sort(s.data(), n, less_no_default{});
    CHECK(s.back() == strange);

    std::sort(v.begin(), v.end());
    par.sort(d.data(), n, thrum::less<>{});
    CHECK(d.back() == v);
    std::reverse(v.begin(), v.end());
    par.sort(d.data(), n, thrum::greater<int>{});
    CHECK(d.back() == v);

    // Every second element of a range of twice the length.
    auto apart = random_ints(2 * n, 1000, 2);
    on_card<int> a(apart);
    std::vector<int> evens;
    for (std::size_t i = 0; i < apart.size(); i += 2) evens.push_back(apart[i]);
    std::sort(evens.begin(), evens.end());
    for (std::size_t i = 0; i < apart.size(); i += 2) apart[i] = evens[i / 2];
    par.sort(strided<int>{a.data()}, n, thrum::less<>{});
    CHECK(a.back() == apart);
  }
}

TEST_CASE("sort keeps zeros of both signs in their order") {
  std::vector<float> v;
  for (int i = 0; i < 5000; ++i)
    v.push_back(i % 3 == 0 ? 0.0f : i % 3 == 1 ? -0.0f : static_cast<float>(i % 11 - 5));
  on_card<float> d(v);
  std::stable_sort(v.begin(), v.end());
  par.sort(d.data(), static_cast<std::ptrdiff_t>(v.size()), thrum::less<>{});
  auto const result = d.back();
  for (std::size_t i = 0; i < v.size(); ++i) {
    REQUIRE(result[i] == v[i]);
    REQUIRE(std::signbit(result[i]) == std::signbit(v[i]));
  }
}

TEST_CASE("sort_by_key") {
  for (std::ptrdiff_t const n : sizes) {
    auto const keys = random_ints(n, 500);
    std::vector<tagged> pairs;
    for (std::size_t i = 0; i < keys.size(); ++i) pairs.push_back({keys[i], static_cast<int>(i)});
    auto const unsorted = pairs;
    std::stable_sort(pairs.begin(), pairs.end(), less_key{});
    std::vector<int> sorted_keys, order;
    for (tagged x : pairs) {
      sorted_keys.push_back(x.key);
      order.push_back(x.tag);
    }
    std::vector<int> numbers(keys.size());
    std::iota(numbers.begin(), numbers.end(), 0);

    on_card<int> k(keys), values(numbers);
    par.sort_by_key(k.data(), values.data(), n, thrum::less<>{});
    CHECK(k.back() == sorted_keys);
    CHECK(values.back() == order);

    std::vector<large> blocks(keys.size()), sorted_blocks(keys.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].value = static_cast<int>(i);
      sorted_blocks[i].value = order[i];
    }
    on_card<int> k2(keys);
    on_card<large> b(blocks);
    par.sort_by_key(k2.data(), b.data(), n, thrum::less<>{});
    CHECK(k2.back() == sorted_keys);
    CHECK(b.back() == sorted_blocks);

    on_card<tagged> records(unsorted);
    std::vector<int> doubled(2 * keys.size());
    for (std::size_t i = 0; i < doubled.size(); ++i) doubled[i] = static_cast<int>(i / 2);
    on_card<int> apart(doubled);
    par.sort_by_key(records.data(), strided<int>{apart.data()}, n, less_key{});
    CHECK(records.back() == pairs);
    auto const result = apart.back();
    for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(result[2 * i] == order[i]);
  }
}

TEST_CASE("merge is stable") {
  for (std::ptrdiff_t const na : sizes) {
    for (std::ptrdiff_t const nb : {std::ptrdiff_t{0}, std::ptrdiff_t{77}, std::ptrdiff_t{50000}}) {
      auto x = random_ints(na, 300, 3), y = random_ints(nb, 300, 4);
      std::sort(x.begin(), x.end());
      std::sort(y.begin(), y.end());
      std::vector<tagged> a, b, expected;
      for (std::size_t i = 0; i < x.size(); ++i) a.push_back({x[i], static_cast<int>(i)});
      for (std::size_t i = 0; i < y.size(); ++i) b.push_back({y[i], -1 - static_cast<int>(i)});
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less_key{});
      on_card<tagged> da(a), db(b), out(std::vector<tagged>(expected.size()));
      par.merge(da.data(), na, db.data(), nb, out.data(), less_key{});
      CHECK(out.back() == expected);

      std::vector<double> halves(y.begin(), y.end()), both;
      for (double& h : halves) h += 0.5;
      std::merge(x.begin(), x.end(), halves.begin(), halves.end(), std::back_inserter(both));
      on_card<int> dx(x);
      on_card<double> dh(halves), mixed(std::vector<double>(both.size()));
      par.merge(dx.data(), na, dh.data(), nb, mixed.data(), thrum::less<>{});
      CHECK(mixed.back() == both);
    }
  }
}

TEST_CASE("reduce_by_key") {
  for (std::ptrdiff_t const n : sizes) {
    for (int const run : {1, 3, 1000, 1 << 30}) {
      auto const lengths = random_ints(n, run, 5);
      std::vector<int> keys;  // runs of random length; neighbouring runs have different keys
      for (std::size_t i = 0; keys.size() < static_cast<std::size_t>(n); ++i) {
        auto const room = static_cast<std::size_t>(n) - keys.size();
        keys.insert(keys.end(), std::min(room, static_cast<std::size_t>(lengths[i]) + 1), static_cast<int>(i));
      }
      auto const maps_of = random_ints(n, 100, 6);
      std::vector<wide> values, sums;
      std::vector<int> heads;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        values.push_back({2 * maps_of[i] + 1, maps_of[i]});
        if (i == 0 || keys[i] != keys[i - 1]) {
          heads.push_back(keys[i]);
          sums.push_back(values[i]);
        } else {
          sums.back() = compose{}(sums.back(), values[i]);
        }
      }
      on_card<int> k(keys), keys_out(keys);
      on_card<wide> v(values), sums_out(values);
      auto const runs = par.reduce_by_key(
          k.data(), n, v.data(), keys_out.data(), sums_out.data(), [] __device__(int x, int y) { return x == y; },
          compose{});
      REQUIRE(runs == static_cast<std::ptrdiff_t>(heads.size()));
      auto found_keys = keys_out.back();
      auto found_sums = sums_out.back();
      found_keys.resize(heads.size());
      found_sums.resize(heads.size());
      CHECK(found_keys == heads);
      CHECK(found_sums == sums);
    }
  }
}

TEST_CASE("more than 2^32 elements") {
  constexpr std::ptrdiff_t n = (std::ptrdiff_t{1} << 32) + 5;
  on_card<unsigned long long> counter(std::vector<unsigned long long>(1, 0));
  auto* const count = counter.data();
  par.for_each_n(n, [=] __device__(std::ptrdiff_t i) {
    if (i >= n - 10) atomicAdd(count, 1ull);
  });
  CHECK(counter.back()[0] == 10);

  thrum::counting_iterator<std::ptrdiff_t> const numbers(0);
  CHECK(par.reduce(thrum::constant_iterator<std::ptrdiff_t>(1), n, std::ptrdiff_t{0}, thrum::plus<>{}) == n);
  CHECK(par.find_first(n, [] __device__(std::ptrdiff_t i) { return i == n - 2; }) == n - 2);

  on_card<std::ptrdiff_t> kept(std::vector<std::ptrdiff_t>(3, 0));
  CHECK(par.compact(numbers, n, kept.data(), [] __device__(std::ptrdiff_t i) { return i >= n - 3; }) == 3);
  CHECK(kept.back() == std::vector<std::ptrdiff_t>{n - 3, n - 2, n - 1});

  on_card<std::ptrdiff_t> sums(std::vector<std::ptrdiff_t>(2, 0));
  on_card<std::ptrdiff_t> heads(std::vector<std::ptrdiff_t>(2, 0));
  CHECK(par.reduce_by_key(
            numbers, n, thrum::constant_iterator<std::ptrdiff_t>(1), heads.data(), sums.data(),
            [] __device__(std::ptrdiff_t x, std::ptrdiff_t y) { return (x < n - 4) == (y < n - 4); },
            thrum::plus<>{}) == 2);
  CHECK(heads.back() == std::vector<std::ptrdiff_t>{0, n - 4});
  CHECK(sums.back() == std::vector<std::ptrdiff_t>{n - 4, 4});
}
