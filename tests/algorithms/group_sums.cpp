// group_reduce.
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

/// Elements that are added from left to right before the sum of another tile begins.
constexpr std::size_t tile = 16'384;

template <class K, class V>
struct expected_groups {
  std::vector<K> keys;
  std::vector<V> sums;
};
/// Adds up the groups in a map, tile by tile. `order` gives each key a number that no other key has.
template <class K, class V, class Op, class Order>
expected_groups<K, V> groups_of(std::vector<K> const& keys, std::vector<V> const& values, Op op, Order order) {
  using number = decltype(order(keys[0]));
  expected_groups<K, V> expected;
  std::map<number, std::size_t> places;
  for (std::size_t begin = 0; begin < keys.size(); begin += tile) {
    std::map<number, V> parts;
    std::vector<K> in_order;
    for (std::size_t i = begin; i < std::min(keys.size(), begin + tile); ++i) {
      auto const [at, is_new] = parts.try_emplace(order(keys[i]), values[i]);
      if (is_new) in_order.push_back(keys[i]);
      else at->second = static_cast<V>(op(at->second, values[i]));
    }
    for (K const& key : in_order) {
      auto const [at, is_new] = places.try_emplace(order(key), expected.keys.size());
      V const part = parts.at(order(key));
      if (is_new) {
        expected.keys.push_back(key);
        expected.sums.push_back(part);
      } else {
        expected.sums[at->second] = static_cast<V>(op(expected.sums[at->second], part));
      }
    }
  }
  return expected;
}
struct own_order {
  template <class K>
  K operator()(K const& key) const {
    return key;
  }
};

/// The same bits: NaNs are equal to themselves, and zeros differ.
template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](T const& x, T const& y) {
    if constexpr (std::is_same_v<T, float>)
      return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    else return x == y;
  });
}

template <class S, class K, class V, class Op, class Order, class... Functors>
void check_functors(std::vector<K> const& keys, std::vector<V> const& values, Op op, Order order,
                    Functors const&... functors) {
  CAPTURE(keys.size());
  auto const expected = groups_of(keys, values, op, order);
  auto const k = vector_of<S>(keys);
  auto const v = vector_of<S>(values);
  std::size_t const room = expected.keys.size();
  typename S::template vector<K> keys_out(room + 1);
  typename S::template vector<V> sums_out(room + 1);
  auto const ends =
      S::run(thrum::group_reduce, k.begin(), k.end(), v.begin(), keys_out.begin(), sums_out.begin(), functors...);
  REQUIRE(ends.first == keys_out.begin() + static_cast<std::ptrdiff_t>(room));
  CHECK(ends.second == sums_out.begin() + static_cast<std::ptrdiff_t>(room));
  auto found = host_copy(keys_out);
  auto sums = host_copy(sums_out);
  CHECK(same_bits(std::vector<K>{found.back()}, std::vector<K>(1)));
  CHECK(same_bits(std::vector<V>{sums.back()}, std::vector<V>(1)));
  found.pop_back();
  sums.pop_back();
  CHECK(same_bits(found, expected.keys));
  CHECK(same_bits(sums, expected.sums));
}
template <class S, class K, class V>
void check_groups(std::vector<K> const& keys, std::vector<V> const& values) {
  check_functors<S>(keys, values, thrum::plus<>{}, own_order{});
}

/// Numbers whose float sums depend on the order of additions.
std::vector<float> uneven_values(std::ptrdiff_t n) {
  std::vector<float> v;
  for (int const x : random_values<int>(n, 1, 1'000'000)) v.push_back(1.0F / static_cast<float>(x));
  return v;
}

enum class color : std::uint8_t { red, green, blue };

/// Adds up the values of ten keys within a functor, sequentially.
struct groups_of_ten {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int keys[10], values[10], keys_out[10], sums_out[10];
    for (int k = 0; k < 10; ++k) {
      keys[k] = (static_cast<int>(i) + k * k) % 4;
      values[k] = k;
    }
    auto const ends = thrum::group_reduce(thrum::seq, keys, keys + 10, values, keys_out, sums_out);
    int code = 0;
    for (int k = 0; k < ends.first - keys_out; ++k) code = code * 100 + keys_out[k] * 50 + sums_out[k];
    return code;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("group_reduce of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({16'384, 65'536})) {
    for (int const keys : {1, 7, 600, 100'000})
      check_groups<S>(random_values<int>(n, -keys / 2, keys / 2), uneven_values(n));
  }
}
TEST_CASE_TEMPLATE("group_reduce of many elements, with the same bits of float sums", S, ALL_SYSTEMS) {
  std::ptrdiff_t const n = large_size(400'000);
  for (int const keys : {1, 100, 400, 5000, 1'000'000})
    check_groups<S>(random_values<int>(n, 0, keys), uneven_values(n));
}
TEST_CASE_TEMPLATE("group_reduce of keys that all differ, and of one key among many", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 90'000;
  std::vector<int> keys(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i << 14 ^ 5);
  auto const values = uneven_values(n);
  check_groups<S>(keys, values);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i % 9 != 4) keys[i] = 77;
  }
  check_groups<S>(keys, values);
}
TEST_CASE_TEMPLATE("group_reduce of few keys at first, and of many later", S, MAIN_SYSTEMS) {
  auto keys = random_values<int>(100'000, 0, 20);
  for (std::size_t i = 50'000; i < 52'000; ++i) keys[i] = static_cast<int>(i);
  check_groups<S>(keys, uneven_values(100'000));
}
TEST_CASE_TEMPLATE("group_reduce of enums, and of integers that are added in any shape", S, MAIN_SYSTEMS) {
  std::vector<color> keys;
  for (int const x : random_values<int>(70'000, 0, 2)) keys.push_back(static_cast<color>(x));
  check_groups<S>(keys, random_values<std::int64_t>(70'000, 0, 1000));
}
TEST_CASE_TEMPLATE("group_reduce has one group for both zeros, and one for all NaNs", S, MAIN_SYSTEMS) {
  float const nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> const some{
      -0.0F, 1,  std::copysign(nan, -1.0F),         0,
      nan,   -1, std::bit_cast<float>(0x7FC00123U), std::numeric_limits<float>::infinity()};
  auto const order = [](float key) {
    return key != key ? std::uint32_t{1} : std::bit_cast<std::uint32_t>(key + 0.0F);
  };
  for (std::ptrdiff_t const n : {8, 50'000}) {
    std::vector<float> keys;
    for (int const x : random_values<int>(n, 0, 7)) keys.push_back(some[static_cast<std::size_t>(x)]);
    check_functors<S>(keys, uneven_values(n), thrum::plus<>{}, order);
    for (std::size_t i = 0; i < keys.size(); i += 2) keys[i] = static_cast<float>(i);
    check_functors<S>(keys, uneven_values(n), thrum::plus<>{}, order);
  }
}
TEST_CASE_TEMPLATE("group_reduce of iterators that compute", S, MAIN_SYSTEMS) {
  int const n = 40'000;
  thrum::counting_iterator<int> const first(0);
  auto const keys = thrum::make_transform_iterator(first, thrum::placeholders::_1 % 1000);
  typename S::template vector<int> counts(1000);
  auto const ends = S::run(thrum::group_reduce, keys, keys + n, thrum::constant_iterator<int>(1),
                           thrum::discard_iterator{}, thrum::make_reverse_iterator(counts.end()));
  CHECK(ends.second == thrum::make_reverse_iterator(counts.begin()));
  CHECK(host_copy(counts) == std::vector<int>(1000, 40));
}
TEST_CASE_TEMPLATE("seq adds up groups within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), groups_of_ten{});
  // Of i = 0 the keys are 0, 1, 0, 1, ..., and of each next i they are greater by one, modulo 4.
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    int const even = static_cast<int>(i % 4), odd = static_cast<int>((i + 1) % 4);
    expected[i] = (even * 50 + 0 + 2 + 4 + 6 + 8) * 100 + odd * 50 + 1 + 3 + 5 + 7 + 9;
  }
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
namespace {

/// Functors for keys that are equal if their quotients are. They may throw.
struct hash_of_quotient {
  int divisor;
  int values;
  bool throws = false;
  std::size_t operator()(int key) const {
    return throws ? throw std::logic_error("hash") : static_cast<std::size_t>(key / divisor % values);
  }
};
struct equal_quotients {
  int divisor;
  bool operator()(int a, int b) const { return a / divisor == b / divisor; }
};
struct plus_or_throw {
  bool throws = false;
  float operator()(float a, float b) const { return throws ? throw std::runtime_error("op") : a + b; }
};

}  // namespace

TEST_CASE_TEMPLATE("group_reduce by an equality, and by a hash of few values", S, HOST_BACKENDS) {
  for (auto const& [divisor, values] :
       std::vector<std::pair<int, int>>{{1, 4}, {10, 1'000'000}, {300, 1'000'000}}) {
    auto const order = [d = divisor](int key) { return key / d; };
    check_functors<S>(random_values<int>(50'000, 0, values == 4 ? 700 : 50'000), uneven_values(50'000),
                      thrum::plus<>{}, order, plus_or_throw{}, hash_of_quotient{divisor, values},
                      equal_quotients{divisor});
  }
}
TEST_CASE_TEMPLATE("group_reduce lets exceptions out", S, HOST_BACKENDS) {
  auto const values = uneven_values(60'000);
  for (int const keys : {10, 100'000}) {
    auto const k = random_values<int>(60'000, 0, keys);
    std::vector<int> keys_out(k.size());
    std::vector<float> sums_out(k.size());
    auto const call = [&](plus_or_throw op, hash_of_quotient hash) {
      S::run(thrum::group_reduce, k.begin(), k.end(), values.begin(), keys_out.begin(), sums_out.begin(), op, hash,
             equal_quotients{1});
    };
    CHECK_THROWS_AS(call({true}, {1, 100'000}), std::runtime_error);
    CHECK_THROWS_AS(call({}, {1, 100'000, true}), std::logic_error);
  }
}
TEST_CASE_TEMPLATE("group_reduce of strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 1000, 40'000}) {
    for (int const keys : {20, 1'000'000}) {
      std::vector<std::string> v, letters;
      for (int const x : random_values<int>(n, 0, keys)) {
        v.push_back("the key of the number " + std::to_string(x));
        letters.emplace_back(1, static_cast<char>('a' + x % 26));
      }
      check_groups<S>(v, uneven_values(n));
      check_groups<S>(v, letters);
    }
  }
}
#if defined(THRUM_WITH_TBB)
TEST_CASE("group_reduce gives the same bits at any number of threads") {
  auto const values = uneven_values(300'000);
  for (int const keys : {1, 300, 50'000}) {
    auto const k = random_values<int>(300'000, 0, keys);
    auto const expected = groups_of(k, values, thrum::plus<>{}, own_order{});
    for (int threads = 1; threads <= 8; ++threads) {
      std::vector<int> found(k.size());
      std::vector<float> sums(k.size());
      auto const ends = thrum::group_reduce(thrum::tbb::par.threads(threads), k.begin(), k.end(), values.begin(),
                                            found.begin(), sums.begin());
      found.erase(ends.first, found.end());
      sums.erase(ends.second, sums.end());
      CHECK(found == expected.keys);
      CHECK(same_bits(sums, expected.sums));
    }
  }
}
#endif
#endif
