// Compares algorithms over split vectors with std::. The parts are in the host's memory; the code
// is the code that several devices run. Vectors are split evenly and unevenly, also with empty
// parts.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/extrema.h>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
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
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace md = thrum::multi_device;
using sizes = std::vector<std::ptrdiff_t>;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

std::vector<int> random_ints(std::ptrdiff_t n, int bound, unsigned start = 1) {
  std::mt19937 random(start);
  std::vector<int> v(static_cast<std::size_t>(n));
  for (int& x : v) x = static_cast<int>(random() % static_cast<unsigned>(bound));
  return v;
}

/// Returns some ways to cut n elements into parts: all in one part, all but some in one part, and
/// random sizes.
std::vector<sizes> splits(std::ptrdiff_t n, std::ptrdiff_t parts) {
  auto const count = static_cast<std::size_t>(parts);
  std::vector<sizes> all;
  sizes one(count, 0);
  one.back() = n;
  all.push_back(one);
  for (unsigned start : {1U, 2U}) {
    sizes ends;
    for (int x : random_ints(parts, static_cast<int>(n) + 1, start)) ends.push_back(x);
    ends.back() = n;
    std::sort(ends.begin(), ends.end());
    std::adjacent_difference(ends.begin(), ends.end(), ends.begin());
    all.push_back(ends);
  }
  sizes equal(count, n / parts);
  equal.front() += n % parts;
  all.push_back(equal);
  return all;
}

// Composition of the maps x -> a x + b, modulo 2^32: associative, not commutative.
struct line {
  std::uint32_t a, b;
  friend bool operator==(line x, line y) { return x.a == y.a && x.b == y.b; }
};
struct compose {
  line operator()(line f, line g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
struct tagged {
  int key, tag;
  friend bool operator==(tagged x, tagged y) { return x.key == y.key && x.tag == y.tag; }
};
struct less_key {
  bool operator()(tagged x, tagged y) const { return x.key < y.key; }
};

/// Compares element-wise algorithms, sums and extrema for one split.
template <class Group>
void check_sums(Group const& group, std::vector<int> const& h, sizes const& split) {
  using vector = thrum::multi_device_vector<int, Group>;
  vector v(group, split, h);
  REQUIRE(v.size() == h.size());
  CHECK(v.to_host() == h);
  CHECK(md::reduce(v, 7L) == std::accumulate(h.begin(), h.end(), 7L));
  CHECK(md::transform_reduce(
            v, [](int x) { return 2L * x; }, 0L, thrum::plus<>{}) == 2 * std::accumulate(h.begin(), h.end(), 0L));
  CHECK(md::count_if(v, [](int x) { return x % 3 == 0; }) ==
        std::count_if(h.begin(), h.end(), [](int x) { return x % 3 == 0; }));
  std::vector<int> odd;
  std::copy_if(h.begin(), h.end(), std::back_inserter(odd), [](int x) { return x % 2 != 0; });
  vector const kept = md::copy_if(v, [](int x) { return x % 2 != 0; });
  CHECK(kept.to_host() == odd);
  CHECK(md::min_element(v) == std::min_element(h.begin(), h.end()) - h.begin());
  CHECK(md::max_element(v) == std::max_element(h.begin(), h.end()) - h.begin());

  vector w(v);
  md::transform(v, w, [](int x) { return x + 1; });
  md::transform(v, w, w, thrum::plus<>{});
  md::for_each(w, [](int& x) { x -= 1; });
  std::vector<int> doubled(h);
  for (int& x : doubled) x *= 2;
  CHECK(w.to_host() == doubled);
  md::tabulate(w, [](std::ptrdiff_t i) { return static_cast<int>(3 * i); });
  vector counted(group, split, thrum::no_init);
  md::sequence(counted, 0, 3);
  CHECK(w.to_host() == counted.to_host());
  vector elsewhere(group, h.size(), -1);
  md::copy(v, elsewhere);
  CHECK(elsewhere.to_host() == h);
  md::fill(elsewhere, 4);
  CHECK(elsewhere.to_host() == std::vector<int>(h.size(), 4));
}

template <class Group>
void check_scans(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<line> lines;
  for (int x : h) lines.push_back({static_cast<std::uint32_t>(2 * x + 1), static_cast<std::uint32_t>(x)});
  std::vector<line> expected(lines.size());
  thrum::multi_device_vector<line, Group> v(group, split, lines), out(group, split, thrum::no_init);
  std::inclusive_scan(lines.begin(), lines.end(), expected.begin(), compose{});
  md::inclusive_scan(v, out, compose{});
  CHECK(out.to_host() == expected);
  line const init{3, 5};
  std::inclusive_scan(lines.begin(), lines.end(), expected.begin(), compose{}, init);
  md::inclusive_scan(v, out, init, compose{});
  CHECK(out.to_host() == expected);
  std::exclusive_scan(lines.begin(), lines.end(), expected.begin(), init, compose{});
  md::exclusive_scan(v, v, init, compose{});
  CHECK(v.to_host() == expected);
}

template <class Group>
void check_sorts(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<tagged> records;
  for (std::size_t i = 0; i < h.size(); ++i) records.push_back({h[i], static_cast<int>(i)});
  thrum::multi_device_vector<tagged, Group> v(group, split, records);
  md::sort(v, less_key{});
  std::stable_sort(records.begin(), records.end(), less_key{});
  CHECK(v.to_host() == records);
}

template <class Group>
void check_all(Group const& group, std::ptrdiff_t n) {
  for (int const bound : {1, 10, 1 << 20}) {
    auto h = random_ints(n, bound);
    if (bound == 10) std::sort(h.begin(), h.begin() + n / 2);
    for (sizes const& split : splits(n, group.parts())) {
      CAPTURE(n);
      CAPTURE(bound);
      CAPTURE(group.parts());
      check_sums(group, h, split);
      check_scans(group, h, split);
      check_sorts(group, h, split);
    }
  }
}

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

TEST_CASE_TEMPLATE("scans of floats are the same bits whatever the number of parts, in whole tiles", B,
                   thrum::seq_policy, parallel) {
  for (std::ptrdiff_t const n : {16'385, 16'384 * 3, 16'384 * 3 + 1, 16'384 * 3 + 2, 16'384 * 3 + 17, 200'001}) {
    CAPTURE(n);
    std::vector<float> h;
    for (int x : random_ints(n, 1 << 24)) h.push_back(static_cast<float>(x) * 1e-3F);
    std::vector<float> open(h.size()), seeded(h.size()), before(h.size());
    thrum::inclusive_scan(thrum::seq, h.begin(), h.end(), open.begin());
    thrum::inclusive_scan(thrum::seq, h.begin(), h.end(), seeded.begin(), 0.3F, thrum::plus<>{});
    thrum::exclusive_scan(thrum::seq, h.begin(), h.end(), before.begin(), 0.3F);
    for (std::ptrdiff_t const parts : {1, 2, 3, 4, 7, 20}) {
      CAPTURE(parts);
      thrum::policy_group<B> const group(parts);
      thrum::multi_device_vector<float, thrum::policy_group<B>> const v(group, h);
      thrum::multi_device_vector<float, thrum::policy_group<B>> out(group, h.size(), thrum::no_init), in_place(v);
      md::inclusive_scan(v, out);
      CHECK(out.to_host() == open);
      md::inclusive_scan(in_place, in_place);
      CHECK(in_place.to_host() == open);
      md::inclusive_scan(v, out, 0.3F, thrum::plus<>{});
      CHECK(out.to_host() == seeded);
      md::exclusive_scan(v, out, 0.3F);
      CHECK(out.to_host() == before);
    }
  }
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
