// The algorithms of thrum::ranges that read ranges, beside std::ranges on the same elements: as
// ranges and as iterators, with projections, on every policy.
#include <thrum/ranges/adjacent_find.h>
#include <thrum/ranges/contains.h>
#include <thrum/ranges/count.h>
#include <thrum/ranges/equal.h>
#include <thrum/ranges/extrema.h>
#include <thrum/ranges/find.h>
#include <thrum/ranges/find_last.h>
#include <thrum/ranges/for_each.h>
#include <thrum/ranges/is_heap.h>
#include <thrum/ranges/lexicographical_compare.h>
#include <thrum/ranges/logical.h>
#include <thrum/ranges/mismatch.h>
#include <thrum/ranges/partition.h>
#include <thrum/ranges/search.h>
#include <thrum/ranges/set_operations.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/starts_with.h>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <ranges>
#include <type_traits>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct negated {
  THRUM_HD int operator()(numbered const& x) const { return -x.key; }
};
struct add_to {
  int* sum;
  THRUM_HD void operator()(int& x) const { x += 1; }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges: searches for one element", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    for (int const value : {0, static_cast<int>(n / 5), -1}) {
      CAPTURE(value);
      auto const expected = std::ranges::find(host_keys, value) - host_keys.begin();
      CHECK(S::run(tr::find, keys, value) - keys.begin() == expected);
      CHECK(S::run(tr::find, keys.begin(), keys.end(), value) - keys.begin() == expected);
      CHECK(S::run(tr::find, v, value, &numbered::key) - v.begin() == expected);
      CHECK(S::run(tr::find_if, v.begin(), v.end(), less_than{value}, &numbered::key) - v.begin() ==
            std::ranges::find_if(host_keys, less_than{value}) - host_keys.begin());
      CHECK(S::run(tr::find_if_not, keys, less_than{value}, doubled{}) - keys.begin() ==
            std::ranges::find_if_not(host_keys, less_than{value}, doubled{}) - host_keys.begin());
      CHECK(S::run(tr::contains, v, value, &numbered::key) == (expected != n));
      CHECK(S::run(tr::count, keys, value) == std::ranges::count(host_keys, value));
      CHECK(S::run(tr::count, v.begin(), v.end(), value, &numbered::key) == std::ranges::count(host_keys, value));
      CHECK(S::run(tr::count_if, v, less_than{value}, &numbered::key) ==
            std::ranges::count_if(host_keys, less_than{value}));
      CHECK(S::run(tr::all_of, v, less_than{value}, &numbered::key) ==
            std::ranges::all_of(host_keys, less_than{value}));
      CHECK(S::run(tr::any_of, keys, less_than{value}) == std::ranges::any_of(host_keys, less_than{value}));
      CHECK(S::run(tr::none_of, keys.begin(), keys.end(), less_than{value}) ==
            std::ranges::none_of(host_keys, less_than{value}));
      CHECK(S::run(tr::is_partitioned, keys, less_than{value}) ==
            std::ranges::is_partitioned(host_keys, less_than{value}));

      auto const from_end = std::ranges::find(host_keys.rbegin(), host_keys.rend(), value);
      std::ptrdiff_t const last = from_end == host_keys.rend() ? n : host_keys.rend() - from_end - 1;
      auto const found = S::run(tr::find_last, keys, value);
      CHECK(found.begin() - keys.begin() == last);
      CHECK(found.end() == keys.end());
      CHECK(S::run(tr::find_last, v, value, &numbered::key).begin() - v.begin() == last);
      auto const hit = std::ranges::find_if(host_keys.rbegin(), host_keys.rend(), less_than{value});
      CHECK(S::run(tr::find_last_if, keys.begin(), keys.end(), less_than{value}).begin() - keys.begin() ==
            (hit == host_keys.rend() ? n : host_keys.rend() - hit - 1));
      auto const miss = std::ranges::find_if_not(host_keys.rbegin(), host_keys.rend(), less_than{value});
      CHECK(S::run(tr::find_last_if_not, v, less_than{value}, &numbered::key).begin() - v.begin() ==
            (miss == host_keys.rend() ? n : host_keys.rend() - miss - 1));
    }
    CHECK(S::run(tr::adjacent_find, keys) - keys.begin() ==
          std::ranges::adjacent_find(host_keys) - host_keys.begin());
    CHECK(S::run(tr::adjacent_find, v, std::ranges::equal_to(), &numbered::key) - v.begin() ==
          std::ranges::adjacent_find(host_keys) - host_keys.begin());
  }
}

TEST_CASE_TEMPLATE("ranges: comparisons and searches of two ranges", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 4);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    for (std::ptrdiff_t const length : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{4}, n, n + 1}) {
      CAPTURE(length);
      std::vector<int> host_pattern(host_keys.begin(), host_keys.begin() + std::min(length, n));
      if (length > 2) std::ranges::reverse(host_pattern);
      if (length > n) host_pattern.push_back(3);
      typename S::template vector<int> const pattern(host_pattern.begin(), host_pattern.end());

      auto const found = std::search(host_keys.begin(), host_keys.end(), host_pattern.begin(), host_pattern.end());
      std::ptrdiff_t const size = std::ssize(host_pattern);
      auto const got = S::run(tr::search, v, pattern, std::ranges::equal_to(), &numbered::key);
      CHECK(got.begin() - v.begin() == found - host_keys.begin());
      CHECK(got.end() - got.begin() == (found == host_keys.end() ? 0 : size));
      auto const last =
          std::find_end(host_keys.begin(), host_keys.end(), host_pattern.begin(), host_pattern.end());
      auto const got_last = S::run(tr::find_end, v.begin(), v.end(), pattern.begin(), pattern.end(),
                                   std::ranges::equal_to(), &numbered::key);
      CHECK(got_last.begin() - v.begin() == last - host_keys.begin());
      CHECK(got_last.end() - got_last.begin() == (last == host_keys.end() ? 0 : size));
      CHECK(S::run(tr::contains_subrange, v, pattern, std::ranges::equal_to(), &numbered::key) ==
            (length == 0 || found != host_keys.end()));
      CHECK(S::run(tr::find_first_of, v, pattern, std::ranges::equal_to(), &numbered::key) - v.begin() ==
            std::ranges::find_first_of(host_keys, host_pattern) - host_keys.begin());

      auto const differ = std::ranges::mismatch(host_keys, host_pattern);
      auto const got_differ = S::run(tr::mismatch, v, pattern, std::ranges::equal_to(), &numbered::key);
      CHECK(got_differ.in1 - v.begin() == differ.in1 - host_keys.begin());
      CHECK(got_differ.in2 - pattern.begin() == differ.in2 - host_pattern.begin());
      CHECK(S::run(tr::equal, v, pattern, std::ranges::equal_to(), &numbered::key) ==
            std::ranges::equal(host_keys, host_pattern));
      bool const begins = differ.in2 == host_pattern.end();
      CHECK(S::run(tr::starts_with, v, pattern, std::ranges::equal_to(), &numbered::key) == begins);
      CHECK(S::run(tr::ends_with, v, pattern, std::ranges::equal_to(), &numbered::key) ==
            (size <= n && std::equal(host_pattern.begin(), host_pattern.end(), host_keys.end() - size)));
      CHECK(S::run(tr::lexicographical_compare, v, pattern, std::ranges::less(), &numbered::key) ==
            std::ranges::lexicographical_compare(host_keys, host_pattern));
      CHECK(S::run(tr::lexicographical_compare, pattern, v, std::ranges::less(), std::identity(),
                   &numbered::key) == std::ranges::lexicographical_compare(host_pattern, host_keys));
    }
    for (std::ptrdiff_t const length : {0, 1, 3}) {
      auto const found = std::search_n(host_keys.begin(), host_keys.end(), length, 2);
      auto const got = S::run(tr::search_n, v, length, 2, std::ranges::equal_to(), &numbered::key);
      CHECK(got.begin() - v.begin() == found - host_keys.begin());
      CHECK(got.end() - got.begin() == (found == host_keys.end() ? 0 : length));
    }
  }
}

TEST_CASE_TEMPLATE("ranges: extremes, orders and heaps", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto host = numbered_of(n, 50);
    typename S::template vector<numbered> v(host.begin(), host.end());
    auto const at = [&](auto it) { return it - host.begin(); };
    CHECK(S::run(tr::min_element, v, std::ranges::less(), &numbered::key) - v.begin() ==
          at(std::ranges::min_element(host, {}, &numbered::key)));
    CHECK(S::run(tr::max_element, v.begin(), v.end(), std::ranges::less(), &numbered::key) - v.begin() ==
          at(std::ranges::max_element(host, {}, &numbered::key)));
    CHECK(S::run(tr::max_element, v, std::ranges::greater(), &numbered::key) - v.begin() ==
          at(std::ranges::max_element(host, std::ranges::greater(), &numbered::key)));
    auto const both = std::ranges::minmax_element(host, {}, negated{});
    auto const got = S::run(tr::minmax_element, v, std::ranges::less(), negated{});
    CHECK(got.min - v.begin() == at(both.min));
    CHECK(got.max - v.begin() == at(both.max));
    if (n > 0) {
      CHECK(S::run(tr::min, v, std::ranges::less(), &numbered::key) == std::ranges::min(host, {}, &numbered::key));
      CHECK(S::run(tr::max, v, std::ranges::less(), &numbered::key) ==
            *std::ranges::max_element(host, {}, &numbered::key));
      auto const values = S::run(tr::minmax, v.begin(), v.end(), std::ranges::less(), &numbered::key);
      auto const expected = std::ranges::minmax(host, {}, &numbered::key);
      CHECK(values.min == expected.min);
      CHECK(values.max == expected.max);
    }
    std::ranges::stable_sort(host.begin(), host.begin() + n / 2, {}, &numbered::key);
    std::ranges::make_heap(host.begin() + n / 2, host.end(), {}, &numbered::key);
    v.assign(host.begin(), host.end());
    CHECK(S::run(tr::is_sorted_until, v, std::ranges::less(), &numbered::key) - v.begin() ==
          at(std::ranges::is_sorted_until(host, {}, &numbered::key)));
    CHECK(S::run(tr::is_sorted, v.begin(), v.begin() + n / 2, std::ranges::less(), &numbered::key));
    CHECK(S::run(tr::is_sorted, v, std::ranges::less(), negated{}) == std::ranges::is_sorted(host, {}, negated{}));
    CHECK(S::run(tr::is_heap, v.begin() + n / 2, v.end(), std::ranges::less(), &numbered::key));
    CHECK(S::run(tr::is_heap_until, v, std::ranges::less(), &numbered::key) - v.begin() ==
          at(std::ranges::is_heap_until(host, {}, &numbered::key)));

    std::ranges::stable_sort(host, {}, &numbered::key);
    v.assign(host.begin(), host.end());
    std::vector<int> host_some;
    for (std::ptrdiff_t i = 0; i < n; i += 3) host_some.push_back(host[static_cast<std::size_t>(i)].key);
    typename S::template vector<int> some(host_some.begin(), host_some.end());
    CHECK(S::run(tr::includes, v, some, std::ranges::less(), &numbered::key, std::identity()));
    host_some.push_back(100);
    some.assign(host_some.begin(), host_some.end());
    CHECK(!S::run(tr::includes, v, some, std::ranges::less(), &numbered::key, std::identity()));
  }
}

TEST_CASE_TEMPLATE("ranges: for_each", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    std::vector<int> host(static_cast<std::size_t>(n), 3);
    typename S::template vector<int> v(host.begin(), host.end());
    auto const result = S::run(tr::for_each, v, add_to{nullptr});
    CHECK(result.in == v.end());
    static_assert(std::is_same_v<decltype(result.fun), add_to>);
    CHECK(S::run(tr::for_each_n, v.begin(), n / 2, add_to{nullptr}).in == v.begin() + n / 2);
    CHECK(S::run(tr::for_each_n, v.begin(), -3, add_to{nullptr}).in == v.begin());
    std::fill(host.begin(), host.begin() + n / 2, 5);
    std::fill(host.begin() + n / 2, host.end(), 4);
    CHECK(std::vector<int>(v.begin(), v.end()) == host);

    // What a member holds, which the functor changes.
    auto numbers = numbered_of(n, 10);
    typename S::template vector<numbered> w(numbers.begin(), numbers.end());
    CHECK(S::run(tr::for_each, w, add_to{nullptr}, &numbered::key).in == w.end());
    std::ranges::for_each(numbers, add_to{nullptr}, &numbered::key);
    CHECK(host_copy(w) == numbers);
  }
}

TEST_CASE("ranges: positions in temporary ranges dangle, those in views do not") {
  static_assert(std::is_same_v<decltype(tr::find(std::vector{1, 2}, 2)), std::ranges::dangling>);
  static_assert(std::is_same_v<decltype(tr::find_last(std::vector{1, 2}, 2)), std::ranges::dangling>);
  static_assert(
      std::is_same_v<decltype(tr::mismatch(std::vector{1, 2}, std::vector{1}).in1), std::ranges::dangling>);
  CHECK(tr::count(std::vector{1, 2, 2}, 2) == 2);
  CHECK(tr::contains(std::vector{1, 2, 2}, 2));
  CHECK(tr::max(std::vector{1, 2, 2}) == 2);
  std::vector<int> const v{4, 5, 6, 7};
  int const array[] = {3, 1, 2};
  CHECK(tr::min_element(thrum::seq, array) == array + 1);
// clang before version 16 cannot compile the views of this standard library.
#if !defined(__clang__) || __clang_major__ >= 16
  CHECK(tr::find(std::ranges::subrange(v.begin() + 1, v.end()), 6) == v.begin() + 2);
  CHECK(tr::find(thrum::seq, std::views::take(v, 2), 6) == v.begin() + 2);
  CHECK(tr::count_if(thrum::seq, std::views::iota(0, 100), [](int x) { return x % 7 == 0; }) == 15);
  auto const squares = v | std::views::transform([](int x) { return x * x; });
  CHECK(tr::max(thrum::seq, squares) == 49);
  CHECK(tr::equal(thrum::seq, squares | std::views::reverse | std::views::drop(3), std::views::single(16)));
#endif
}

TEST_CASE("ranges: a comparison is left out as {}") {
  std::vector<numbered> v{{3, 0}, {1, 1}, {2, 2}, {2, 3}};
  std::vector<int> const keys{1, 2};
  CHECK(tr::min_element(v, {}, &numbered::key) == v.begin() + 1);
  CHECK(tr::min_element(thrum::seq, v, {}, &numbered::key) == v.begin() + 1);
  CHECK(tr::min_element(v.begin(), v.end(), {}, &numbered::key) == v.begin() + 1);
  CHECK(tr::min_element(thrum::seq, v.begin(), v.end(), {}, &numbered::key) == v.begin() + 1);
  CHECK(tr::search(thrum::seq, v, keys, {}, &numbered::key).begin() == v.begin() + 1);
  CHECK(tr::search(v.begin(), v.end(), keys.begin(), keys.end(), {}, &numbered::key).begin() == v.begin() + 1);
  auto const both = tr::search(thrum::seq, v.begin(), v.end(), keys.begin(), keys.end(), {}, &numbered::key);
  CHECK(both.end() - both.begin() == 2);
  CHECK(tr::max_element(keys, {}) == keys.begin() + 1);
}
