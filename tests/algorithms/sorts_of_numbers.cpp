// sort and stable_sort of numbers, which go by digits.
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include "data.h"
#include "policies.h"
#include "sort_inputs.h"

namespace {

auto const sizes = [] {
  std::vector<std::ptrdiff_t> result{0, 1, 2, 255, 256, 4097};
  for (std::ptrdiff_t const n : large_sizes({70'000, 200'000})) result.push_back(n);
  return result;
}();

}  // namespace

TEST_CASE_TEMPLATE("sort int8", S, MAIN_SYSTEMS) { check_sorts<S, std::int8_t>(sizes, thrum::less<>{}); }
TEST_CASE_TEMPLATE("sort uint16", S, MORE_SYSTEMS) { check_sorts<S, std::uint16_t>(sizes, thrum::greater<>{}); }
TEST_CASE_TEMPLATE("sort int64", S, MORE_SYSTEMS) { check_sorts<S, std::int64_t>(sizes, std::less<>{}); }
TEST_CASE_TEMPLATE("sort uint64", S, MAIN_SYSTEMS) {
  check_sorts<S, std::uint64_t>(sizes, std::greater<std::uint64_t>{});
}
TEST_CASE_TEMPLATE("sort float", S, MAIN_SYSTEMS) { check_sorts<S, float>(sizes, thrum::less<float>{}); }
TEST_CASE_TEMPLATE("sort double", S, MAIN_SYSTEMS) { check_sorts<S, double>(sizes, thrum::greater<double>{}); }

TEST_CASE_TEMPLATE("sort of keys of which many are equal in their leading digits is stable", S, MAIN_SYSTEMS) {
  struct number_and_place {
    std::uint64_t number;
    std::int64_t place;
  };
  auto const key = [](std::uint64_t x, int kind) {
    switch (kind) {
      case 0:
        return (x % 5) << 56 | x >> 40;  // few leading digits
      case 1:
        return (x % 40 == 0 ? x : x >> 44) & ~0xFFU;  // a few elements that differ in all digits
      case 2:
        return (x & 0x0F0F000000000F0FU) | 1U << 20;  // bits that are equal in between
      case 3:
        return x % 7 == 0 ? x >> 60 : x >> (x % 60);  // numbers of each length
      case 4:
        return (x << 62) | (x >> 20 & 0xFFFFU) << 30;  // the lowest digits alone are equal
      case 5:
        return x % 10 == 0 ? x : 77U << 20;  // most elements are equal
      default:
        return random_bits(x % 16);  // few elements are different
    }
  };
  for (std::ptrdiff_t const n : large_sizes({1000, 5000, 40'000, 150'000})) {
    for (int kind = 0; kind < 7; ++kind) {
      CAPTURE(n);
      CAPTURE(kind);
      std::vector<number_and_place> expected;
      for (std::int64_t i = 0; i < n; ++i) {
        expected.push_back({key(random_bits(static_cast<std::uint64_t>(i)), kind), i});
      }
      std::vector<std::uint64_t> host_keys;
      std::vector<std::int64_t> host_places;
      for (auto const& x : expected) host_keys.push_back(x.number), host_places.push_back(x.place);
      auto keys = vector_of<S>(host_keys);
      auto places = vector_of<S>(host_places);
      S::run(thrum::sort_by_key, keys.begin(), keys.end(), places.begin());
      std::stable_sort(expected.begin(), expected.end(),
                       [](auto const& a, auto const& b) { return a.number < b.number; });
      auto const sorted = host_copy(keys);
      auto const sorted_places = host_copy(places);
      bool same = true;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        same = same && sorted[i] == expected[i].number && sorted_places[i] == expected[i].place;
      }
      CHECK(same);
    }
  }
}

TEST_CASE_TEMPLATE("sort of floating-point numbers of all ranges", S, MAIN_SYSTEMS) {
  auto const number = [](std::uint64_t x, int kind) {
    double const unit = static_cast<double>(static_cast<std::int64_t>(x)) * 0x1p-63;
    switch (kind) {
      case 0:
        return unit;
      case 1:
        return x % 1000 == 0 ? unit * 1e300 : unit;  // some elements are much larger
      case 2:
        return std::ldexp(unit, static_cast<int>(x % 2000) - 1000);  // elements of all magnitudes
      case 3:
        return unit * std::numeric_limits<double>::denorm_min() * 1e6;
      case 4:
        return 1000 + unit * 1e-9;
      case 5:
        return x % 3 == 0 ? unit : 0.25;  // most elements are equal
      default:
        return x % 50 == 0 ? std::copysign(std::numeric_limits<double>::infinity(), unit) : unit;
    }
  };
  for (std::ptrdiff_t const n : large_sizes({5000, 150'000})) {
    for (int kind = 0; kind < 7; ++kind) {
      CAPTURE(n);
      CAPTURE(kind);
      std::vector<double> expected;
      for (std::int64_t i = 0; i < n; ++i) {
        expected.push_back(number(random_bits(static_cast<std::uint64_t>(i)), kind));
      }
      auto v = vector_of<S>(expected);
      std::sort(expected.begin(), expected.end(), thrum::greater<double>{});
      S::run(thrum::sort, v.begin(), v.end(), thrum::greater<double>{});
      CHECK(host_copy(v) == expected);
    }
  }
}

TEST_CASE_TEMPLATE("zeros of both signs are equal keys, infinities are the ends", S, MAIN_SYSTEMS) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (std::ptrdiff_t const n : {100, 1000, 100'000}) {
    CAPTURE(n);
    std::vector<double> const some{0.0,
                                   -0.0,
                                   1.5,
                                   infinity,
                                   -infinity,
                                   -2.5,
                                   std::numeric_limits<double>::denorm_min(),
                                   -std::numeric_limits<double>::denorm_min()};
    std::vector<double> host;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      host.push_back(some[static_cast<std::size_t>(random_bits(static_cast<std::uint64_t>(i)) % some.size())]);
    }
    auto const check = [&](auto before) {
      auto expected = host;
      auto v = vector_of<S>(host);
      std::stable_sort(expected.begin(), expected.end(), before);
      S::run(thrum::stable_sort, v.begin(), v.end(), before);
      auto const sorted = host_copy(v);
      CHECK(sorted == expected);
      // The zeros keep their order.
      auto const same_sign = [](double a, double b) { return std::signbit(a) == std::signbit(b); };
      CHECK(std::equal(sorted.begin(), sorted.end(), expected.begin(), same_sign));
    };
    check(thrum::less<>{});
    check(thrum::greater<double>{});
  }
}

TEST_CASE_TEMPLATE("sort bool", S, MAIN_SYSTEMS) {
  std::vector<bool> bits;
  for (std::uint64_t i = 0; i < 1000; ++i) bits.push_back(random_bits(i) % 3 == 0);
  // Each result has a byte: tasks cannot share the bytes of std::vector<bool>.
  using vector = typename S::template vector<bool>;
  std::conditional_t<std::is_same_v<vector, std::vector<bool>>, thrum::host_vector<bool>, vector> flags(
      bits.begin(), bits.end());
  S::run(thrum::sort, flags.begin(), flags.end());
  std::sort(bits.begin(), bits.end());
  CHECK(host_copy(flags) == bits);
}
