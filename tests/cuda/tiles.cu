// Passes over tiles: sizes around a tile, around what one thread block takes alone, and of more tiles
// than a warp looks back over; runs that end in another tile than they begin in; sums by an operator
// that does not commute, of few and of many bytes.
#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/run_length.h>
#include <thrum/scan_by_key.h>
#include <thrum/unique.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>
#include "data.h"

namespace {

/// The map x -> a x + b modulo 2^32 in Bytes bytes. Compositions of such maps do not commute.
template <std::size_t Bytes>
struct affine {
  std::uint32_t a, b;
  unsigned char rest[Bytes - 8];
};
template <>
struct affine<8> {
  std::uint32_t a, b;
};
struct compose {
  template <class T>
  THRUM_HD T operator()(T const& f, T const& g) const {
    T both = f;
    both.a = f.a * g.a;
    both.b = g.a * f.b + g.b;
    return both;
  }
};
template <class T>
bool same_maps(std::vector<T> const& x, std::vector<T> const& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [](T const& f, T const& g) { return f.a == g.a && f.b == g.b; });
}

struct pair_key {
  std::int64_t first, second;
  friend bool operator==(pair_key, pair_key) = default;
};
struct equal_keys {
  THRUM_HD bool operator()(pair_key x, pair_key y) const { return x.first == y.first && x.second == y.second; }
  THRUM_HD bool operator()(int x, int y) const { return x == y; }
};
template <class K>
K key_of(int x) {
  if constexpr (std::is_same_v<K, int>) return x;
  else return {x / 2, x % 2};
}

/// Returns n keys whose runs have `length` elements, or random lengths if that is 0.
template <class K>
std::vector<K> keys_in_runs(std::ptrdiff_t n, std::ptrdiff_t length) {
  std::vector<K> keys;
  int key = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (length == 0 ? random_bits(static_cast<std::uint64_t>(i)) % 5 == 0 : i % length == 0) ++key;
    keys.push_back(key_of<K>(key));
  }
  return keys;
}

template <class T>
std::vector<T> to_host(thrum::device_vector<T> const& v, std::ptrdiff_t n) {
  std::vector<T> host(static_cast<std::size_t>(n));
  thrum::copy(v.begin(), v.begin() + n, host.begin());
  return host;
}

std::vector<std::ptrdiff_t> const sizes = {1,    2,    255,  256,  257,   1792,  2816, 2817,
                                           4095, 4096, 4097, 8193, 16384, 16385, 70001};

template <class K, class T>
void check_runs() {
  thrum::cuda::policy const par = thrum::cuda::par;
  for (std::ptrdiff_t const n : sizes) {
    for (std::ptrdiff_t const length : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{3000}, n}) {
      CAPTURE(n);
      CAPTURE(length);
      auto const keys = keys_in_runs<K>(n, length);
      std::vector<T> values(static_cast<std::size_t>(n)), scanned, from_seed, sums;
      std::vector<K> firsts;
      T seed{};
      seed.a = 3;
      seed.b = 7;
      T sum = seed;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        auto const bits = static_cast<std::uint32_t>(random_bits(i));
        values[i].a = 2 * bits + 1;
        values[i].b = bits;
        bool const begins = i == 0 || !(keys[i] == keys[i - 1]);
        from_seed.push_back(begins ? seed : sum);
        sum = compose{}(begins ? seed : sum, values[i]);
        scanned.push_back(begins ? values[i] : compose{}(scanned.back(), values[i]));
        if (begins) firsts.push_back(keys[i]);
        if (begins) sums.push_back(values[i]);
        else sums.back() = scanned.back();
      }
      thrum::device_vector<K> const k(keys.begin(), keys.end());
      thrum::device_vector<T> const v(values.begin(), values.end());
      thrum::device_vector<K> keys_out(static_cast<std::size_t>(n));
      thrum::device_vector<T> out(static_cast<std::size_t>(n));
      auto const ends = thrum::reduce_by_key(par, k.begin(), k.end(), v.begin(), keys_out.begin(), out.begin(),
                                             equal_keys{}, compose{});
      REQUIRE(ends.first - keys_out.begin() == static_cast<std::ptrdiff_t>(firsts.size()));
      CHECK(to_host(keys_out, ends.first - keys_out.begin()) == firsts);
      CHECK(same_maps(to_host(out, ends.second - out.begin()), sums));
      thrum::inclusive_scan_by_key(par, k.begin(), k.end(), v.begin(), out.begin(), equal_keys{}, compose{});
      CHECK(same_maps(to_host(out, n), scanned));
      thrum::exclusive_scan_by_key(par, k.begin(), k.end(), v.begin(), out.begin(), seed, equal_keys{}, compose{});
      CHECK(same_maps(to_host(out, n), from_seed));
      auto const left = thrum::unique_by_key_copy(par, k.begin(), k.end(), v.begin(), keys_out.begin(),
                                                  out.begin(), equal_keys{});
      REQUIRE(left.first - keys_out.begin() == static_cast<std::ptrdiff_t>(firsts.size()));
      CHECK(to_host(keys_out, left.first - keys_out.begin()) == firsts);
    }
  }
}

/// A number in Bytes bytes.
template <std::size_t Bytes>
struct number {
  int x;
  unsigned char rest[Bytes - 4];
};
template <>
struct number<4> {
  int x;
};
struct is_low {
  int below;
  template <class T>
  THRUM_HD bool operator()(T const& a) const {
    return a.x < below;
  }
};
template <class T>
std::vector<int> numbers_of(thrum::device_vector<T> const& v, std::ptrdiff_t n) {
  std::vector<int> numbers;
  for (T const& a : to_host(v, n)) numbers.push_back(a.x);
  return numbers;
}

template <class T>
void check_selections() {
  thrum::cuda::policy const par = thrum::cuda::par;
  auto of_many_tiles = sizes;
  of_many_tiles.push_back(140001);
  for (std::ptrdiff_t const n : of_many_tiles) {
    for (int const below : {0, 1, 50, 100}) {
      CAPTURE(n);
      CAPTURE(below);
      std::vector<T> all(static_cast<std::size_t>(n));
      std::vector<int> low, high;
      for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].x = static_cast<int>(random_bits(i) % 100);
        (all[i].x < below ? low : high).push_back(all[i].x);
      }
      auto const kept = static_cast<std::ptrdiff_t>(low.size());
      thrum::device_vector<T> v(all.begin(), all.end()), out(static_cast<std::size_t>(n)),
          rest(static_cast<std::size_t>(n));
      REQUIRE(thrum::copy_if(par, v.begin(), v.end(), out.begin(), is_low{below}) - out.begin() == kept);
      CHECK(numbers_of(out, kept) == low);
      auto const ends = thrum::partition_copy(par, v.begin(), v.end(), out.begin(), rest.begin(), is_low{below});
      REQUIRE(ends.first - out.begin() == kept);
      CHECK(numbers_of(out, kept) == low);
      CHECK(numbers_of(rest, n - kept) == high);
      REQUIRE(thrum::remove_if(par, v.begin(), v.end(), is_low{below}) - v.begin() == n - kept);
      CHECK(numbers_of(v, n - kept) == high);
    }
  }
}

struct equal_halves {
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) const {
    return a.x / 2 == b.x / 2;
  }
};

template <class T>
void check_unique() {
  thrum::cuda::policy const par = thrum::cuda::par;
  for (std::ptrdiff_t const n : sizes) {
    for (int const range : {1, 4, 1000}) {
      CAPTURE(n);
      CAPTURE(range);
      std::vector<T> all(static_cast<std::size_t>(n));
      std::vector<int> firsts;
      for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].x = static_cast<int>(random_bits(i) % static_cast<unsigned>(range));
        if (i == 0 || all[i].x / 2 != all[i - 1].x / 2) firsts.push_back(all[i].x);
      }
      auto const kept = static_cast<std::ptrdiff_t>(firsts.size());
      thrum::device_vector<T> v(all.begin(), all.end()), out(static_cast<std::size_t>(n));
      REQUIRE(thrum::unique_copy(par, v.begin(), v.end(), out.begin(), equal_halves{}) - out.begin() == kept);
      CHECK(numbers_of(out, kept) == firsts);
      REQUIRE(thrum::unique(par, v.begin(), v.end(), equal_halves{}) - v.begin() == kept);
      CHECK(numbers_of(v, kept) == firsts);
    }
  }
}

struct halved {
  THRUM_HD int operator()(int x) const { return x / 2; }
};

}  // namespace

TEST_CASE("runs across tiles") {
  check_runs<int, affine<8>>();
  check_runs<pair_key, affine<32>>();
  check_runs<int, affine<48>>();
}

TEST_CASE("selections across tiles") {
  check_selections<number<4>>();
  check_selections<number<32>>();
  check_selections<number<36>>();
}

TEST_CASE("first elements of runs across tiles") {
  check_unique<number<4>>();
  check_unique<number<32>>();
  check_unique<number<36>>();
}

TEST_CASE("runs of computed keys across tiles") {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    std::vector<int> const keys = keys_in_runs<int>(n, 0);
    std::vector<int> firsts, lengths;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i == 0 || keys[i] / 2 != keys[i - 1] / 2) {
        firsts.push_back(keys[i] / 2);
        lengths.push_back(0);
      }
      ++lengths.back();
    }
    thrum::device_vector<int> const k(keys.begin(), keys.end());
    thrum::device_vector<int> out(static_cast<std::size_t>(n)), counts(static_cast<std::size_t>(n));
    auto const first = thrum::make_transform_iterator(k.begin(), halved{});
    auto const ends = thrum::run_length_encode(thrum::cuda::par, first, first + n, out.begin(), counts.begin());
    REQUIRE(ends.first - out.begin() == static_cast<std::ptrdiff_t>(firsts.size()));
    CHECK(to_host(out, ends.first - out.begin()) == firsts);
    CHECK(to_host(counts, ends.second - counts.begin()) == lengths);
  }
}
