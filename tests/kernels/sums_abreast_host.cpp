// Sums of many tiles, which the host makes side by side: they have the bits of sums tile by tile.
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include "policies.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

namespace {

constexpr std::ptrdiff_t tile = thrum::detail::reduce_tile, least = thrum::detail::least_tiles_abreast;

/// Returns the sum in the shape that kernels/shape/reduce.h describes, with the elements get(i).
template <class T, class Get, class Op>
T sum_in_shape(std::ptrdiff_t n, Get get, T init, Op op) {
  constexpr std::ptrdiff_t lanes = 128 / sizeof(T);
  for (std::ptrdiff_t begin = 0; begin < n; begin += tile) {
    std::ptrdiff_t const size = std::min(tile, n - begin);
    T sum{};
    if (size < lanes) {
      sum = thrum::detail::reduce_one_tile<T>(&get(begin), size, op);
    } else {
      std::vector<T> lane(lanes);
      for (std::ptrdiff_t i = 0; i < size; ++i) {
        T& x = lane[static_cast<std::size_t>(i % lanes)];
        x = i < lanes ? get(begin + i) : op(x, get(begin + i));
      }
      for (std::size_t half = lane.size() / 2; half > 0; half /= 2) {
        for (std::size_t j = 0; j < half; ++j) lane[j] = op(lane[j], lane[j + half]);
      }
      sum = lane[0];
    }
    init = op(init, sum);
  }
  return init;
}

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
std::vector<T> numbers(std::size_t n) {
  std::mt19937 engine(24);
  std::vector<T> v(n);
  for (T& x : v) x = static_cast<T>(static_cast<double>(engine() % 20'001) / 100 - 100);
  return v;
}

}  // namespace

TEST_CASE_TEMPLATE("sums of many tiles have the bits of their shape", T, float, double, std::int32_t,
                   std::int16_t) {
  auto const v = numbers<T>(static_cast<std::size_t>((least + 9) * tile + 40));
  auto const plus = [](T x, T y) { return static_cast<T>(x + y); };
  auto const most = [](T x, T y) { return x < y ? y : x; };
  for (std::ptrdiff_t const n : {least * tile - 1, least * tile, least * tile + 1, (least + 1) * tile,
                                 (least + 4) * tile - 1, (least + 4) * tile + 35, (least + 7) * tile + 5}) {
    for (std::ptrdiff_t const skipped : {0, 1, 5}) {
      T const* const first = v.data() + skipped;
      auto const get = [first](std::ptrdiff_t i) -> T const& { return first[i]; };
      T const expected = sum_in_shape(n, get, T(3), plus), greatest = sum_in_shape(n, get, T(-200), most);
      CHECK(same_bits(expected, thrum::reduce(thrum::seq, first, first + n, T(3))));
      CHECK(same_bits(greatest, thrum::reduce(thrum::seq, first, first + n, T(-200), most)));
#if defined(THRUM_WITH_TBB)
      CHECK(same_bits(expected, thrum::reduce(thrum::tbb::par, first, first + n, T(3))));
      CHECK(same_bits(expected, thrum::reduce(thrum::tbb::par.threads(3), first, first + n, T(3))));
      CHECK(same_bits(greatest, thrum::reduce(thrum::tbb::par, first, first + n, T(-200), most)));
#endif
    }
  }
}

#if defined(THRUM_WITH_TBB)
TEST_CASE_TEMPLATE("sums of products of many tiles have the bits of seq", T, float, double) {
  auto const v = numbers<T>(static_cast<std::size_t>((least + 5) * tile + 40));
  for (std::ptrdiff_t const n : {least * tile + 1, (least + 4) * tile + 35}) {
    std::vector<T> products(static_cast<std::size_t>(n));
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      auto const at = static_cast<std::size_t>(i);
      products[at] = v[at] * v[at + 3];
    }
    auto const get = [&](std::ptrdiff_t i) -> T const& { return products[static_cast<std::size_t>(i)]; };
    T const expected = sum_in_shape(n, get, T(0), std::plus<T>{});
    auto const near = [&](T x) { return x == expected || std::abs(x - expected) <= std::abs(expected) * T(1e-4); };
    T const serial = thrum::inner_product(thrum::seq, v.begin(), v.begin() + n, v.begin() + 3, T(0));
    CHECK(near(serial));
    CHECK(same_bits(serial, thrum::inner_product(thrum::tbb::par, v.begin(), v.begin() + n, v.begin() + 3, T(0))));
  }
}
#endif
