// Set operations, includes, merge_by_key, inplace_merge and equal_range on the host: element types
// that only the host handles, orders of two types, threads, exceptions, and allocations that fail.
#include <thrum/binary_search.h>
#include <thrum/memory_resource.h>
#include <thrum/merge.h>
#include <thrum/set_operations.h>
#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include "counted.h"
#include "data.h"
#include "forwarding_backend.h"
#include "policies.h"
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/global_control.h>
#include "meeting.h"
#endif

namespace {

/// A pool that poses as a device: set operations then work in short pieces.
struct remote_policy : forwarding_backend<remote_policy, pool_policy, device_natives>, poses_as_device {
  remote_policy() : forwarding_backend(with_pool::policy()) {}
};
struct with_pieces : with_policy<with_pieces> {
  static remote_policy policy() { return {}; }
};

// The elements of a vector by plain pointers, which a device may be given.
template <class T>
auto* begin_of(std::vector<T>& v) {
  return v.data();
}
template <class T>
auto* begin_of(std::vector<T> const& v) {
  return v.data();
}
template <class V>
auto* end_of(V& v) {
  return v.data() + v.size();
}

/// Calls check(operation, result of the standard's algorithm on a and b).
template <class T, class U, class Less, class Check>
void for_each_operation(std::vector<T> const& a, std::vector<U> const& b, Less less, Check check) {
  auto const expect = [&](auto operation, auto expected_of) {
    std::vector<T> expected;
    expected_of(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less);
    check(operation, expected);
  };
  expect(thrum::set_intersection, [](auto... x) { std::set_intersection(x...); });
  expect(thrum::set_difference, [](auto... x) { std::set_difference(x...); });
  if constexpr (std::is_same_v<T, U>) {
    expect(thrum::set_union, [](auto... x) { std::set_union(x...); });
    expect(thrum::set_symmetric_difference, [](auto... x) { std::set_symmetric_difference(x...); });
  }
}

template <class T>
std::vector<T> sorted_values(std::ptrdiff_t n, std::int64_t greatest, std::uint64_t seed) {
  auto values = random_values<T>(n, 0, greatest, seed);
  std::sort(values.begin(), values.end());
  return values;
}
/// A text that is too long to be stored in place.
std::vector<std::string> sorted_strings(std::ptrdiff_t n, std::int64_t greatest, std::uint64_t seed) {
  std::vector<std::string> strings;
  for (int const x : random_values<int>(n, 0, greatest, seed))
    strings.push_back("a string with a number at its end: " + std::to_string(x));
  std::sort(strings.begin(), strings.end());
  return strings;
}

/// Numbers as the left or the right operand of a comparison with records.
struct by_number {
  bool operator()(record const& r, int x) const { return r.key < x; }
  bool operator()(int x, record const& r) const { return x < r.key; }
};

}  // namespace

TEST_CASE_TEMPLATE("set operations of all shapes", S, with_seq, with_pool, with_pieces) {
  std::vector<int> out;
  auto const rounds = static_cast<std::uint64_t>(large_sizes({60, 300}).back());
  for (std::uint64_t round = 0; round < rounds; ++round) {
    CAPTURE(round);
    auto const any = [&](std::uint64_t k, std::uint64_t most) {
      auto const bits = random_bits(round * 8 + k);
      return static_cast<std::ptrdiff_t>(bits % most >> (bits >> 61) * 2);
    };
    auto const a = sorted_values<int>(any(0, 60'000), any(1, 50'000), round);
    auto const b = sorted_values<int>(any(2, 60'000), any(3, 50'000), round + 1000);
    for_each_operation(a, b, std::less<>{}, [&](auto operation, std::vector<int> const& expected) {
      out.assign(expected.size(), -1);
      CHECK(S::run(operation, begin_of(a), end_of(a), begin_of(b), end_of(b), begin_of(out)) == end_of(out));
      CHECK(out == expected);
    });
    CHECK(S::run(thrum::includes, begin_of(a), end_of(a), begin_of(b), end_of(b)) ==
          std::includes(begin_of(a), end_of(a), begin_of(b), end_of(b)));
  }
}

TEST_CASE_TEMPLATE("set operations and merges of strings", S, with_seq, with_pool, with_pieces) {
  for (std::int64_t const greatest : {1, 10'000}) {
    auto const a = sorted_strings(20'000, greatest, 1), b = sorted_strings(15'000, greatest, 2);
    for_each_operation(a, b, std::less<>{}, [&](auto operation, std::vector<std::string> const& expected) {
      std::vector<std::string> out(expected.size());
      CHECK(S::run(operation, begin_of(a), end_of(a), begin_of(b), end_of(b), begin_of(out)) == end_of(out));
      CHECK(out == expected);
    });
    std::vector<std::string> merged(35'000), out(35'000), values(35'000);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
    S::run(thrum::merge_by_key, begin_of(a), end_of(a), begin_of(b), end_of(b), begin_of(a), begin_of(b),
           begin_of(out), begin_of(values));
    CHECK(out == merged);
    CHECK(values == merged);
    if constexpr (!std::is_same_v<S, with_pieces>) {
      std::deque<std::string> parts(a.begin(), a.end());
      parts.insert(parts.end(), b.begin(), b.end());
      // A comparison that takes its arguments by value does not move elements away.
      auto const by_value = [](std::string x, std::string y) { return x < y; };
      S::run(thrum::inplace_merge, parts.begin(), parts.begin() + 20'000, parts.end(), by_value);
      CHECK(std::equal(parts.begin(), parts.end(), merged.begin(), merged.end()));
    }
  }
}

TEST_CASE_TEMPLATE("inplace_merge of elements that can only be moved", S, HOST_SYSTEMS) {
  for (int const n : {0, 1, 2, 100, 8193, 50'000}) {
    auto const numbers = random_values<int>(n, 0, n);
    std::vector<std::unique_ptr<int>> v;
    for (int const x : numbers) v.push_back(std::make_unique<int>(x));
    auto const before = [](std::unique_ptr<int> const& a, std::unique_ptr<int> const& b) { return *a < *b; };
    auto const middle = v.begin() + n / 3;
    std::sort(v.begin(), middle, before);
    std::sort(middle, v.end(), before);
    S::run(thrum::inplace_merge, v.begin(), middle, v.end(), before);
    auto expected = numbers;
    std::sort(expected.begin(), expected.end());
    CHECK(std::equal(v.begin(), v.end(), expected.begin(), expected.end(),
                     [](auto const& p, int x) { return *p == x; }));
  }
}

TEST_CASE_TEMPLATE("orders that compare elements of two types", S, with_seq, with_pool, with_pieces) {
  auto const numbers = sorted_values<int>(25'000, 4'000, 1);
  auto records = random_records(30'000, 3'000);
  std::stable_sort(records.begin(), records.end());
  for_each_operation(records, numbers, by_number{}, [&](auto operation, std::vector<record> const& expected) {
    std::vector<record> out(expected.size());
    CHECK(S::run(operation, begin_of(records), end_of(records), begin_of(numbers), end_of(numbers), begin_of(out),
                 by_number{}) == end_of(out));
    CHECK(out == expected);
  });
  auto const some = std::vector<int>(numbers.begin(), numbers.begin() + 5);
  CHECK(S::run(thrum::includes, begin_of(records), end_of(records), begin_of(some), end_of(some), by_number{}) ==
        std::includes(begin_of(records), end_of(records), begin_of(some), end_of(some), by_number{}));
  auto const run = S::run(thrum::equal_range, begin_of(records), end_of(records), 1234, by_number{});
  CHECK(run.first == std::lower_bound(begin_of(records), end_of(records), 1234, by_number{}));
  CHECK(run.second == std::upper_bound(begin_of(records), end_of(records), 1234, by_number{}));
  // lower_bound and upper_bound compare in one direction each.
  CHECK(S::run(thrum::lower_bound, begin_of(records), end_of(records), 1234,
               [](record const& r, int x) { return r.key < x; }) == run.first);
  CHECK(S::run(thrum::upper_bound, begin_of(records), end_of(records), 1234,
               [](int x, record const& r) { return x < r.key; }) == run.second);
  CHECK(S::run(thrum::binary_search, begin_of(records), end_of(records), 1234, by_number{}) ==
        (run.first != run.second));
}

TEST_CASE_TEMPLATE("exceptions of set operations and merges", S, HOST_BACKENDS) {
  auto const v = elements<S>(true), half = counted_vector<S>(v.begin(), v.begin() + refused_n / 4 * 3);
  counted_vector<S> out(2 * refused_n), values(2 * refused_n);
  auto const first = v.begin(), last = v.end();
  auto const first2 = half.begin(), last2 = half.end();
  auto const keys_out = out.begin(), values_out = values.begin();
  check_refused<S>(thrum::set_union, first, last, first2, last2, keys_out, throwing_less{});
  check_refused<S>(thrum::set_intersection, first, last, first2, last2, keys_out, throwing_less{});
  check_refused<S>(thrum::set_difference, first, last, first2, last2, keys_out, throwing_less{});
  check_refused<S>(thrum::set_symmetric_difference, first, last, first2, last2, keys_out, throwing_less{});
  check_refused<S>(thrum::set_union_by_key, first, last, first2, last2, first, first2, keys_out, values_out,
                   throwing_less{});
  check_refused<S>(thrum::set_intersection_by_key, first, last, first2, last2, first, keys_out, values_out,
                   throwing_less{});
  check_refused<S>(thrum::set_difference_by_key, first, last, first2, last2, first, first2, keys_out, values_out,
                   throwing_less{});
  check_refused<S>(thrum::set_symmetric_difference_by_key, first, last, first2, last2, first, first2, keys_out,
                   values_out, throwing_less{});
  check_refused<S>(thrum::includes, first, last, first2, last2, throwing_less{});
  check_refused<S>(thrum::equal_range, first, last, counted(poison), throwing_less{});
  check_refused<S>(thrum::merge_by_key, first, last, first2, last2, first, first2, keys_out, values_out,
                   throwing_less{});
  auto parts = half;
  parts.insert(parts.end(), v.begin(), v.end());
  check_refused<S>(thrum::inplace_merge, parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(half.size()),
                   parts.end(), throwing_less{});
}

namespace {

/// Runs a call with scratch memory that fails at the first allocation, at the second, and so on,
/// until the call succeeds.
template <class Policy, class Call>
int failures(Policy const& policy, Call call) {
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    bool thrown = false;
    try {
      call(policy.with(failing));
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    if (!failing.failed()) return static_cast<int>(k) - 1;
  }
}

template <class Policy>
void check_memory(Policy const& policy, int blocks_of_merge, int blocks_of_operation) {
  auto const a = sorted_strings(20'000, 5000, 1), b = sorted_strings(15'000, 5000, 2);
  auto merged = a;
  merged.insert(merged.end(), b.begin(), b.end());
  auto const both = merged;
  std::sort(merged.begin(), merged.end());
  CHECK(failures(policy, [&](auto const& p) {
          auto parts = both;
          try {
            thrum::inplace_merge(p, parts.begin(), parts.begin() + 20'000, parts.end());
          } catch (std::bad_alloc const&) {
            CHECK(parts == both);  // no element has moved
            throw;
          }
          CHECK(parts == merged);
        }) == blocks_of_merge);
  std::vector<std::string> out(35'000), values(35'000);
  CHECK(failures(policy, [&](auto const& p) {
          thrum::set_union(p, a.begin(), a.end(), b.begin(), b.end(), out.begin());
        }) == blocks_of_operation);
  CHECK(failures(policy, [&](auto const& p) {
          thrum::merge_by_key(p, a.begin(), a.end(), b.begin(), b.end(), a.begin(), b.begin(), out.begin(),
                              values.begin());
          thrum::includes(p, a.begin(), a.end(), b.begin(), b.end());
          thrum::equal_range(p, a.begin(), a.end(), b.front());
        }) == 0);
  CHECK(out == merged);
}

}  // namespace

TEST_CASE("scratch memory of set operations and merges that fails under seq") { check_memory(thrum::seq, 1, 0); }

#if defined(THRUM_WITH_TBB)
TEST_CASE("scratch memory of set operations and merges that fails under tbb::par") {
  check_memory(thrum::tbb::par, 1, 2);
}

TEST_CASE("set operations and merges are the same with any number of threads") {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 7);
  auto a = random_records(300'000, 5000), b = random_records(200'000, 4000);
  for (record& r : b) r.payload += 1 << 30;
  std::stable_sort(a.begin(), a.end());
  std::stable_sort(b.begin(), b.end());
  auto both = a;
  both.insert(both.end(), b.begin(), b.end());
  auto const merged = [&](auto const& policy) {
    auto parts = both;
    thrum::inplace_merge(policy, parts.begin(), parts.begin() + 300'000, parts.end());
    return parts;
  };
  auto const united = [&](auto const& policy) {
    std::vector<record> keys(both.size()), values(both.size());
    auto const ends = thrum::set_union_by_key(policy, a.begin(), a.end(), b.begin(), b.end(), a.begin(), b.begin(),
                                              keys.begin(), values.begin());
    keys.insert(keys.end(), values.begin(), ends.second);
    return keys;
  };
  for (int const count : {1, 2, 3, 7}) {
    CHECK(merged(thrum::tbb::par.threads(count)) == merged(thrum::seq));
    CHECK(united(thrum::tbb::par.threads(count)) == united(thrum::seq));
  }
}

/// All elements are equal, so that values give no place to split at.
TEST_CASE("set operations and merges are parallel") {
  using S = with_par;
  std::vector<int> v(many, 1), out(2 * many), values(2 * many);
  auto const before = attending{[](int x, int y) { return x < y; }};
  auto const first = v.begin(), last = v.end();
  CHECK(S::meets(thrum::set_union, first, last, first, last, out.begin(), before));
  CHECK(S::meets(thrum::set_intersection, first, last, first, last, out.begin(), before));
  CHECK(S::meets(thrum::set_difference, first, last, first, last, out.begin(), before));
  CHECK(S::meets(thrum::set_symmetric_difference, first, last, first, last, out.begin(), before));
  CHECK(S::meets(thrum::set_union_by_key, first, last, first, last, first, first, out.begin(), values.begin(),
                 before));
  CHECK(S::meets(thrum::set_intersection_by_key, first, last, first, last, first, out.begin(), values.begin(),
                 before));
  CHECK(S::meets(thrum::set_difference_by_key, first, last, first, last, first, first, out.begin(), values.begin(),
                 before));
  CHECK(S::meets(thrum::set_symmetric_difference_by_key, first, last, first, last, first, first, out.begin(),
                 values.begin(), before));
  CHECK(S::meets(thrum::includes, first, last, first, last, before));
  CHECK(
      S::meets(thrum::merge_by_key, first, last, first, last, first, first, out.begin(), values.begin(), before));
  CHECK(S::meets(thrum::inplace_merge, first, first + many / 2, last, before));
  // The calls below also move the elements in parallel: their comparison does not come to the
  // meeting.
  std::vector<attendant> few(1 << 18, 1), many_out(1 << 19);
  auto const by_value = [](attendant const& x, attendant const& y) { return x.value < y.value; };
  CHECK(S::meets(thrum::set_union, few.begin(), few.end(), few.begin(), few.end(), many_out.begin(), by_value));
  CHECK(S::meets(thrum::inplace_merge, few.begin(), few.begin() + 100'000, few.end(), by_value));
}
#endif

TEST_CASE("merges and set operations write volatile elements") {
  std::vector<int> const a{1, 3, 5, 7}, b{2, 3, 4, 8, 9};
  std::vector<int> out(9), values(9);
  int volatile *const to = out.data(), *const values_to = values.data();
  std::vector<int> expected(9);
  CHECK((thrum::merge(thrum::seq, a.begin(), a.end(), b.begin(), b.end(), to) == to + 9));
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  CHECK(out == expected);
  std::fill(out.begin(), out.end(), 0);
  thrum::merge_by_key(thrum::seq, a.begin(), a.end(), b.begin(), b.end(), a.begin(), b.begin(), to, values_to);
  CHECK(out == expected);
  CHECK(values == expected);
  CHECK((thrum::set_union(thrum::seq, a.begin(), a.end(), b.begin(), b.end(), to) == to + 8));
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  CHECK(std::equal(out.begin(), out.begin() + 8, expected.begin()));
}
