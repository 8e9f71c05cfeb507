// Compares algorithms over split vectors with std::. The parts are in the host's memory; the code
// is the code that several devices run. Vectors are split evenly and unevenly, also with empty
// parts.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/extrema.h>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <thrum/reduce.h>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>
#include "looped_team.h"
#include "split_vectors.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace md = thrum::multi_device;
using split_vectors::check_all;
using split_vectors::random_ints;
using split_vectors::sizes;
using split_vectors::splits;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

}  // namespace

TEST_CASE_TEMPLATE("split vectors give what one vector gives", B, thrum::seq_policy, parallel, device_like) {
  for (std::ptrdiff_t const parts : {1, 2, 3, 5}) {
    thrum::policy_group<B> const group(parts);
    for (std::ptrdiff_t const n : {0, 1, 2, 4, 5, 1000}) check_all(group, n);
    if (parts == 3) check_all(group, 17'003);
  }
}

/// A relation that is no order: a coin for each pair, <=, a circle, or all pairs.
struct relation {
  int kind;
  bool operator()(int a, int b) const {
    auto const coin = static_cast<unsigned>(a) * 2654435761U ^ static_cast<unsigned>(b) * 40503U;
    return kind == 0 ? (coin >> 13) % 2 != 0 : kind == 1 ? a <= b : kind == 2 ? (b - a + 3000) % 3 == 1 : true;
  }
};
TEST_CASE("sorts by relations that are no order lose nothing") {
  thrum::policy_group group(3, thrum::seq_policy());
  for (int const kind : {0, 1, 2, 3}) {
    for (std::ptrdiff_t const n : {3, 40, 5000}) {
      CAPTURE(kind);
      CAPTURE(n);
      auto h = random_ints(n, 1000);
      for (sizes const& split : splits(n, 3)) {
        thrum::multi_device_vector<int, decltype(group)> v(group, split, h);
        md::sort(v, relation{kind});
        auto found = v.to_host(), expected = h;
        std::sort(found.begin(), found.end());
        std::sort(expected.begin(), expected.end());
        CHECK(found == expected);
      }
    }
  }
}

TEST_CASE("long sorts, whose samples are refined") {
  thrum::policy_group group(3, parallel());
  auto const h = random_ints(1 << 18, std::numeric_limits<int>::max());
  std::vector<int> values(h.size());
  std::iota(values.begin(), values.end(), 0);
  thrum::multi_device_vector<int, decltype(group)> keys(group, h), v(group, values);
  md::sort_by_key(keys, v);
  auto const sorted = keys.to_host(), order = v.to_host();
  REQUIRE(std::is_sorted(sorted.begin(), sorted.end()));
  bool follows = true;
  for (std::size_t i = 0; i < order.size(); ++i)
    follows = follows && h[static_cast<std::size_t>(order[i])] == sorted[i];
  CHECK(follows);
  std::vector<int> places(order);
  std::sort(places.begin(), places.end());
  CHECK(places == values);
}

TEST_CASE("sorts of large records, of which fewer samples are taken") {
  struct record {
    int key, tag;
    char rest[92];
  };
  thrum::policy_group group(3, thrum::seq);
  std::vector<record> h;
  for (int x : random_ints(40'000, 5000)) h.push_back({x, static_cast<int>(h.size()), {}});
  thrum::multi_device_vector<record, decltype(group)> v(group, {30'000, 0, 10'000}, h);
  auto const order = [](record const& a, record const& b) { return a.key < b.key; };
  md::sort(v, order);
  std::stable_sort(h.begin(), h.end(), order);
  auto const same = [](record const& a, record const& b) { return a.tag == b.tag; };
  auto const sorted = v.to_host();
  CHECK(std::equal(h.begin(), h.end(), sorted.begin(), same));
}

TEST_CASE("orders of floats: descending, and NaNs last") {
  thrum::policy_group group(3, thrum::seq);
  std::vector<float> h;
  for (int x : random_ints(3000, 1000))
    h.push_back(x % 10 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(x) - 500);
  thrum::multi_device_vector<float, decltype(group)> v(group, {1000, 500, 1500}, h);
  auto const numbers = std::count_if(h.begin(), h.end(), [](float x) { return x == x; });
  CHECK(md::max_element(v) == thrum::max_element(h.begin(), h.end()) - h.begin());
  CHECK(md::min_element(v) == thrum::min_element(h.begin(), h.end()) - h.begin());
  md::stable_sort(v, thrum::greater<>{});
  auto const sorted = v.to_host();
  CHECK(std::is_sorted(sorted.begin(), sorted.begin() + numbers, std::greater<>{}));
  CHECK(std::all_of(sorted.begin() + numbers, sorted.end(), [](float x) { return x != x; }));
}

TEST_CASE_TEMPLATE("sums of floats are the same bits whatever the number of parts, in whole blocks", B,
                   thrum::seq_policy, parallel, looped_blocks<true>) {
  std::vector<float> h;
  for (int x : random_ints(200'001, 1 << 24)) h.push_back(static_cast<float>(x) * 1e-3F);
  float const expected = thrum::reduce(thrum::seq, h.begin(), h.end(), 0.5F);
  for (std::ptrdiff_t const parts : {1, 2, 3, 7, 20}) {
    thrum::policy_group<B> const group(parts);
    thrum::multi_device_vector<float, thrum::policy_group<B>> const v(group, h);
    CHECK(md::reduce(v, 0.5F) == expected);
    for (std::ptrdiff_t p = 0; p < parts; ++p) CHECK((v.offset(p) % 16384 == 0 || v.part(p).size() == 0));
  }
}

TEST_CASE_TEMPLATE("sums and scans of floats are the bits of seq whatever the number of parts", B,
                   thrum::seq_policy, parallel) {
  for (std::ptrdiff_t const parts : {1, 2, 3, 4, 7, 20}) split_vectors::check_bits(thrum::policy_group<B>(parts));
}

TEST_CASE("a split vector's members") {
  thrum::policy_group group(3, thrum::seq), other(3, thrum::seq);
  using vector = thrum::multi_device_vector<int, decltype(group)>;
  vector v(group, {2, 0, 3}, {1, 2, 3, 4, 5});
  CHECK(v.parts() == 3);
  CHECK(v.offset(2) == 2);
  CHECK(v.part(1).size() == 0);
  CHECK(std::vector<int>(v.part(2).begin(), v.part(2).end()) == std::vector<int>{3, 4, 5});
  v[1] = 20;
  v[2] = v[1];
  vector const& constant = v;
  CHECK(constant[2] == 20);
  CHECK(v.to_host() == std::vector<int>{1, 20, 20, 4, 5});
  v.assign({5, 4, 3, 2, 1});
  CHECK_THROWS_AS(v.assign({1}), std::invalid_argument);
  vector w(group, 0);
  CHECK(w.empty());
  w = v;
  CHECK(w.to_host() == v.to_host());
  CHECK(w.offset(2) == 2);
  vector moved(std::move(w));
  w = vector(group, 3, 9);
  swap(moved, w);
  CHECK(moved.to_host() == std::vector<int>{9, 9, 9});
  CHECK(w.size() == 5);

  CHECK_THROWS_AS(md::copy(v, moved), std::invalid_argument);
  vector const even(group, 5);
  CHECK_THROWS_AS(md::transform(even, v, thrum::negate<>{}), std::invalid_argument);
  vector const foreign(other, {2, 0, 3}, thrum::no_init);
  CHECK_THROWS_AS(md::transform(foreign, v, thrum::negate<>{}), std::invalid_argument);
  CHECK_THROWS_AS(vector(group, {2, 3}, thrum::no_init), std::invalid_argument);
  CHECK_THROWS_AS(vector(group, {2, -1, 3}, thrum::no_init), std::invalid_argument);
  CHECK_THROWS_AS(thrum::policy_group<thrum::seq_policy>(0), std::invalid_argument);
}

TEST_CASE("an exception of a part leaves the call when no part is at work any more") {
  thrum::policy_group group(4, parallel());
  thrum::multi_device_vector<int, decltype(group)> v(group, {100, 100, 100, 100}, thrum::no_init);
  md::sequence(v);
  std::atomic<int> calls = 0;
  CHECK_THROWS_AS(md::for_each(v,
                               [&](int x) {
                                 ++calls;
                                 if (x == 250) throw std::runtime_error("250");
                               }),
                  std::runtime_error);
  int const then = calls;
  CHECK(then >= 1);
  CHECK(md::reduce(v) == 399 * 400 / 2);
  CHECK(calls == then);
  CHECK_THROWS_AS(md::sort(v,
                           [](int a, int b) {
                             if (a == 333 && b != a) throw std::runtime_error("333");
                             return a > b;
                           }),
                  std::runtime_error);
}

TEST_CASE("whichever allocation fails, nothing is lost and nothing leaks") {
  using space = thrum::host_space;
  using group_type = thrum::policy_group<thrum::seq_policy>;
  using vector = thrum::multi_device_vector<int, group_type>;
  auto const h = random_ints(3000, 100);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  bool failed = true;
  int failures = 0;
  for (std::size_t k = 1; failed; ++k) {
    thrum::counting_resource<space> counting;
    thrum::fail_on_kth_allocation<space> failing(k, counting);
    group_type const group(3, thrum::seq.with(failing));
    try {
      vector v(group, {500, 2000, 500}, h), sums(group, {500, 2000, 500}, thrum::no_init);
      auto const held = counting.blocks_in_use();
      CHECK(held == 6);
      try {
        md::sort(v);
        md::inclusive_scan(v, sums);
        int const sum = md::reduce(v);
        CHECK(sum == sums[2999]);
        CHECK(v.to_host() == sorted);
      } catch (std::bad_alloc const&) {
        ++failures;
        auto left = v.to_host();
        std::sort(left.begin(), left.end());
        CHECK(left == sorted);
      }
      CHECK(counting.blocks_in_use() == held);
    } catch (std::bad_alloc const&) {
      ++failures;
    }
    CHECK(counting.blocks_in_use() == 0);
    failed = failing.failed();
    REQUIRE(k < 100);
  }
  CHECK(failures > 20);
}
