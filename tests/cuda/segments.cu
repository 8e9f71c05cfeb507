// Segments on a device: lengths around the tiles of the kernels, elements of many sizes, and one
// giant segment among tiny and empty ones.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>
#include "data.h"

namespace {

using offsets_type = std::vector<std::ptrdiff_t>;

/// Returns the offsets of segments with these lengths, after some elements that are in none.
offsets_type offsets_of(std::vector<std::ptrdiff_t> const& lengths) {
  offsets_type offsets{3};
  for (std::ptrdiff_t const length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

/// Returns lengths around a tile of `tile` elements; a giant segment among tiny ones; many empty
/// segments; and segments whose pieces are merged in each number of levels up to four.
std::vector<offsets_type> cuts(std::ptrdiff_t tile) {
  std::vector<std::ptrdiff_t> tiny(3000), with_giant(4000), empty(12000, 0);
  for (std::size_t k = 0; k < tiny.size(); ++k) tiny[k] = static_cast<std::ptrdiff_t>(random_bits(k) % 6);
  for (std::size_t k = 0; k < with_giant.size(); ++k)
    with_giant[k] = k == 1500 ? 7 * tile + 5 : static_cast<std::ptrdiff_t>(random_bits(k) % 4);
  empty[1700] = 2 * tile;
  return {offsets_of({}),
          offsets_of({tile - 3, 1}),
          offsets_of({tile, tile, 1}),
          offsets_of({tile - 1, tile + 1, tile, 2 * tile - 1, 2 * tile, 2 * tile + 1}),
          offsets_of({2 * tile - 3, 2, 1}),
          offsets_of({tile / 2, tile, tile / 2 + 1, tile - 1, 31, 32, 33, 63, 64, 65}),
          offsets_of({5 * tile + 7}),
          offsets_of({1, 9 * tile, 0, 1, 3 * tile + 1, 0}),
          offsets_of(tiny),
          offsets_of(with_giant),
          offsets_of(empty)};
}

/// A number in `bytes` bytes, which is neither default constructible nor assignable.
template <std::size_t bytes>
class wide {
 public:
  THRUM_HD explicit wide(int x) : value_(x) {}
  wide(wide const&) = default;
  THRUM_HD int value() const { return value_; }
  friend bool operator==(wide const& a, wide const& b) { return a.value_ == b.value_; }

 private:
  int value_;
  unsigned char rest_[bytes - sizeof(int)] = {};
};
struct add_wide {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return T(a.value() + b.value());
  }
};

struct alignas(32) pair_of_numbers {
  int key, number;
  friend bool operator==(pair_of_numbers const&, pair_of_numbers const&) = default;
};
struct by_key {
  THRUM_HD bool operator()(pair_of_numbers const& a, pair_of_numbers const& b) { return a.key < b.key; }
};
/// An element that a thread block doesn't keep in its shared memory.
struct large {
  int key;
  int rest[12];
  friend bool operator==(large const& a, large const& b) { return a.key == b.key && a.rest[0] == b.rest[0]; }
};
struct by_key_of_large {
  THRUM_HD bool operator()(large const& a, large const& b) { return a.key < b.key; }
};

int small_number(std::ptrdiff_t i, int most) {
  return static_cast<int>(random_bits(static_cast<std::uint64_t>(i)) % static_cast<std::uint64_t>(most));
}
template <class T>
T element(std::ptrdiff_t i) {
  int const x = small_number(i, 1000);
  if constexpr (std::is_same_v<T, pair_of_numbers>) return {x / 10, static_cast<int>(i)};
  else if constexpr (std::is_same_v<T, large>) return {x / 10, {static_cast<int>(i)}};
  else if constexpr (std::is_floating_point_v<T>)
    return x % 50 == 0 ? std::numeric_limits<T>::quiet_NaN() : x % 51 == 0 ? T(-0.0) : static_cast<T>(x / 2 - 200);
  else return static_cast<T>(x);
}
template <class T>
std::vector<T> elements(std::ptrdiff_t n) {
  std::vector<T> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) v.push_back(element<T>(i));
  return v;
}

/// Elements with the same bytes.
template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](T x, T y) { return x == y ? std::signbit(x) == std::signbit(y) : x != x && y != y; });
  } else {
    return a == b;
  }
}

template <class T>
struct nan_last {
  bool operator()(T a, T b) const { return a < b || (b != b && a == a); }
};

/// Returns cuts into segments of about `length` elements, which are sorted by ranks if the length is
/// up to 64, and by merges if it is greater than 95.
offsets_type nearly_equal_segments(std::ptrdiff_t length) {
  std::vector<std::ptrdiff_t> lengths(static_cast<std::size_t>(5000 / length), length);
  for (std::size_t k = 0; k < lengths.size(); k += 7) --lengths[k];
  return offsets_of(lengths);
}

/// Checks a sort of segments under `less`, for which the host uses `order`.
template <class T, class Less, class Order>
void check_sorts(std::ptrdiff_t tile, Less less, Order order) {
  auto all = cuts(tile);
  for (std::ptrdiff_t const length : {1, 2, 31, 34, 64, 65, 95, 96}) all.push_back(nearly_equal_segments(length));
  for (offsets_type const& offsets : all) {
    CAPTURE(offsets.size());
    std::ptrdiff_t const n = offsets.back() + 5;
    CAPTURE(n);
    auto expected = elements<T>(n);
    thrum::device_vector<T> v(expected.begin(), expected.end());
    thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
    for (std::size_t s = 1; s < offsets.size(); ++s)
      std::stable_sort(expected.begin() + offsets[s - 1], expected.begin() + offsets[s], order);
    thrum::segmented_sort(thrum::cuda::par, v.begin(), v.end(), thrum::segments_at(cut.begin(), cut.end()), less);
    CHECK(same(std::vector<T>(v.begin(), v.end()), expected));
  }
}

/// The elements of a tile of sort_segments.cuh.
template <class T>
constexpr std::ptrdiff_t sort_tile =
    thrum::detail::segment_sort_threads * thrum::detail::segment_sort_items<T> / 2;

}  // namespace

TEST_CASE("segments around a tile are sorted") {
  check_sorts<int>(sort_tile<int>, thrum::greater<>{}, std::greater<>{});
  check_sorts<double>(sort_tile<double>, thrum::less<>{}, nan_last<double>{});
  check_sorts<pair_of_numbers>(sort_tile<pair_of_numbers>, by_key{}, by_key{});
  check_sorts<large>(100, by_key_of_large{}, by_key_of_large{});
}

TEST_CASE("equal segments around a tile are sorted") {
  std::ptrdiff_t const tile = sort_tile<int>, n = 5 * tile + 3;
  for (std::ptrdiff_t const length : {std::ptrdiff_t{7}, tile - 1, tile, tile + 1, 2 * tile, n}) {
    CAPTURE(length);
    auto expected = elements<int>(n);
    thrum::device_vector<int> v(expected.begin(), expected.end());
    for (std::ptrdiff_t at = 0; at < n; at += length)
      std::sort(expected.begin() + at, expected.begin() + std::min(at + length, n));
    thrum::segmented_sort(thrum::cuda::par, v.begin(), v.end(), thrum::segments_of(length));
    CHECK(std::vector<int>(v.begin(), v.end()) == expected);
  }
}

TEST_CASE("a sort by what is not an order stores nothing outside segments") {
  std::vector<int> expected{7, 1, 6, 2, 5, 3, 4};
  thrum::device_vector<int> v(expected.begin(), expected.end());
  std::vector<std::ptrdiff_t> const offsets{1, 2, 3, 4, 5};
  thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
  thrum::segmented_sort(thrum::cuda::par, v.begin(), v.end(), thrum::segments_at(cut.begin(), cut.end()),
                        thrum::less_equal<>{});
  CHECK(std::vector<int>(v.begin(), v.end()) == expected);
}

TEST_CASE("values move with the keys of segments") {
  for (offsets_type const& offsets : cuts(sort_tile<pair_of_numbers> * 2)) {
    CAPTURE(offsets.size());
    std::ptrdiff_t const n = offsets.back() + 1;
    auto const keys = elements<std::int16_t>(n);
    std::vector<std::ptrdiff_t> expected(static_cast<std::size_t>(n));
    std::iota(expected.begin(), expected.end(), 0);
    thrum::device_vector<std::int16_t> k(keys.begin(), keys.end());
    thrum::device_vector<std::ptrdiff_t> v(expected.begin(), expected.end());
    thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
    for (std::size_t s = 1; s < offsets.size(); ++s) {
      std::stable_sort(expected.begin() + offsets[s - 1], expected.begin() + offsets[s],
                       [&](std::ptrdiff_t a, std::ptrdiff_t b) {
                         return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
                       });
    }
    thrum::segmented_sort_by_key(thrum::cuda::par, k.begin(), k.end(), v.begin(),
                                 thrum::segments_at(cut.begin(), cut.end()));
    CHECK(std::vector<std::ptrdiff_t>(v.begin(), v.end()) == expected);
    std::vector<std::int16_t> sorted;
    for (std::ptrdiff_t const i : expected) sorted.push_back(keys[static_cast<std::size_t>(i)]);
    CHECK(std::vector<std::int16_t>(k.begin(), k.end()) == sorted);
  }
}

namespace {

/// Checks the sums of segments whose elements are made of numbers by `make`.
template <class T, class Make, class Op>
void check_sums(Make make, Op op) {
  std::ptrdiff_t const tile = thrum::detail::segment_sum_tile<T>;
  for (offsets_type const& offsets : cuts(tile < 40 ? 40 : tile)) {
    CAPTURE(offsets.size());
    std::ptrdiff_t const n = offsets.back() + 2;
    std::vector<T> host, expected;
    for (std::ptrdiff_t i = 0; i < n; ++i) host.push_back(make(small_number(i, 10)));
    for (std::size_t s = 1; s < offsets.size(); ++s) {
      int sum = 4;
      for (std::ptrdiff_t i = offsets[s - 1]; i < offsets[s]; ++i) sum += small_number(i, 10);
      expected.push_back(make(sum));
    }
    thrum::device_vector<T> const v(host.begin(), host.end());
    thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
    thrum::device_vector<T> sums(expected.size(), make(-1));
    thrum::segmented_reduce(thrum::cuda::par, v.begin(), v.end(), thrum::segments_at(cut.begin(), cut.end()),
                            sums.begin(), make(4), op);
    CHECK(std::vector<T>(sums.begin(), sums.end()) == expected);
  }
}

}  // namespace

TEST_CASE("segments around a tile are summed") {
  auto const number = [](auto zero) { return [](int x) { return static_cast<decltype(zero)>(x); }; };
  check_sums<int>(number(0), thrum::plus<>{});
  check_sums<double>(number(0.0), thrum::plus<>{});
  check_sums<wide<20>>([](int x) { return wide<20>(x); }, add_wide{});
  check_sums<wide<100>>([](int x) { return wide<100>(x); }, add_wide{});
}

namespace {

template <class T, class Less, class Order>
void check_least(Less less, Order order) {
  using result = thrum::indexed_value<T>;
  for (offsets_type const& offsets : cuts(1000)) {
    CAPTURE(offsets.size());
    auto const host = elements<T>(offsets.back() + 2);
    std::vector<result> expected(offsets.size() - 1);
    for (std::size_t s = 1; s < offsets.size(); ++s) {
      if (offsets[s - 1] == offsets[s]) continue;
      auto const begin = host.begin() + offsets[s - 1];
      auto const found = std::min_element(begin, host.begin() + offsets[s], order);
      expected[s - 1] = {*found, found - begin};
    }
    thrum::device_vector<T> const v(host.begin(), host.end());
    thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
    thrum::device_vector<result> out(expected.size());
    thrum::segmented_argmin(thrum::cuda::par, v.begin(), v.end(), thrum::segments_at(cut.begin(), cut.end()),
                            out.begin(), less);
    std::vector<result> const found(out.begin(), out.end());
    for (std::size_t s = 0; s < expected.size(); ++s) {
      if (found[s].index != expected[s].index || !same<T>({found[s].value}, {expected[s].value})) {
        FAIL_CHECK("segment ", s, ": ", found[s].index, " instead of ", expected[s].index);
      }
    }
  }
}

}  // namespace

TEST_CASE("the first of the least elements of segments") {
  check_least<int>(thrum::less<>{}, std::less<>{});
  check_least<std::uint8_t>(thrum::greater<>{}, std::greater<>{});
  check_least<double>(thrum::less<>{}, nan_last<double>{});
  check_least<large>(by_key_of_large{}, by_key_of_large{});
}

namespace {

/// Associative, but not commutative.
struct last_of {
  THRUM_HD int operator()(int a, int b) { return b == 0 ? a : b; }
};

}  // namespace

TEST_CASE("segments around a tile are scanned") {
  std::ptrdiff_t const tile =
      thrum::detail::summing_threads(sizeof(int)) * thrum::detail::summed_in_tile(6, sizeof(int));
  for (offsets_type const& offsets : cuts(tile)) {
    CAPTURE(offsets.size());
    std::ptrdiff_t const n = offsets.back() + 2;
    std::vector<int> host;
    for (std::ptrdiff_t i = 0; i < n; ++i) host.push_back(small_number(i, 4));
    auto inclusive = host, exclusive = host;
    for (std::size_t s = 1; s < offsets.size(); ++s) {
      auto const first = host.begin() + offsets[s - 1], last = host.begin() + offsets[s];
      std::inclusive_scan(first, last, inclusive.begin() + offsets[s - 1], last_of{});
      std::exclusive_scan(first, last, exclusive.begin() + offsets[s - 1], 5, last_of{});
    }
    thrum::device_vector<int> const v(host.begin(), host.end());
    thrum::device_vector<std::ptrdiff_t> const cut(offsets.begin(), offsets.end());
    auto const segments = thrum::segments_at(cut.begin(), cut.end());
    auto out = v;
    thrum::segmented_inclusive_scan(thrum::cuda::par, v.begin(), v.end(), segments, out.begin(), last_of{});
    CHECK(std::vector<int>(out.begin(), out.end()) == inclusive);
    out = v;
    thrum::segmented_exclusive_scan(thrum::cuda::par, out.begin(), out.end(), segments, out.begin(), 5, last_of{});
    CHECK(std::vector<int>(out.begin(), out.end()) == exclusive);
  }
}
