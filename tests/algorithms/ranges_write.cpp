// The algorithms of thrum::ranges that write to ranges, beside std::ranges on the same elements:
// outputs with room for all and outputs that are too short, on every policy.
#include <thrum/ranges/copy.h>
#include <thrum/ranges/destroy.h>
#include <thrum/ranges/fill.h>
#include <thrum/ranges/generate.h>
#include <thrum/ranges/merge.h>
#include <thrum/ranges/move.h>
#include <thrum/ranges/nth_element.h>
#include <thrum/ranges/partial_sort.h>
#include <thrum/ranges/partition.h>
#include <thrum/ranges/remove.h>
#include <thrum/ranges/replace.h>
#include <thrum/ranges/reverse.h>
#include <thrum/ranges/rotate.h>
#include <thrum/ranges/shift.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/swap.h>
#include <thrum/ranges/transform.h>
#include <thrum/ranges/uninitialized_construct.h>
#include <thrum/ranges/uninitialized_copy.h>
#include <thrum/ranges/uninitialized_fill.h>
#include <thrum/ranges/uninitialized_move.h>
#include <thrum/ranges/unique.h>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct same_half {
  THRUM_HD bool operator()(int x, int y) const { return x / 2 == y / 2; }
};
struct seven {
  THRUM_HD int operator()() const { return 7; }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges: copies end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 10);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const copied = std::min(n, room);
      std::vector<numbered> const untouched(static_cast<std::size_t>(room), numbered{-1, -1});
      auto expected = untouched;
      typename S::template vector<numbered> out(untouched.begin(), untouched.end());

      std::copy_n(host.begin(), copied, expected.begin());
      auto const all = S::run(tr::copy, v, out);
      CHECK(all.in - v.begin() == copied);
      CHECK(all.out - out.begin() == copied);
      CHECK(host_copy(out) == expected);

      out.assign(untouched.begin(), untouched.end());
      auto const some = S::run(tr::copy_n, v.begin(), n / 2, out.begin(), out.end());
      CHECK(some.in - v.begin() == std::min(n / 2, room));
      expected = untouched;
      std::copy_n(host.begin(), std::min(n / 2, room), expected.begin());
      CHECK(host_copy(out) == expected);

      out.assign(untouched.begin(), untouched.end());
      auto const reversed = S::run(tr::reverse_copy, v, out);
      CHECK(reversed.in1 == v.end());
      CHECK(reversed.in2 - v.begin() == n - copied);
      CHECK(reversed.out - out.begin() == copied);
      expected = untouched;
      std::copy_n(host.rbegin(), copied, expected.begin());
      CHECK(host_copy(out) == expected);

      out.assign(untouched.begin(), untouched.end());
      std::ptrdiff_t const middle = n / 4, behind = n - middle;
      auto const rotated = S::run(tr::rotate_copy, v, v.begin() + middle, out);
      auto turned = host;
      std::rotate(turned.begin(), turned.begin() + middle, turned.end());
      expected = untouched;
      std::copy_n(turned.begin(), copied, expected.begin());
      CHECK(host_copy(out) == expected);
      CHECK(rotated.in1 - v.begin() == middle + std::min(behind, copied));
      CHECK(rotated.in2 - v.begin() == copied - std::min(behind, copied));
      CHECK(rotated.out - out.begin() == copied);
      out.assign(untouched.begin(), untouched.end());
      S::run(tr::rotate_copy, v.begin(), v.begin() + middle, v.end(), out.begin(), out.end());
      CHECK(host_copy(out) == expected);

      typename S::template vector<int> numbers(static_cast<std::size_t>(room), -1);
      std::vector<int> expected_numbers(static_cast<std::size_t>(room), -1);
      auto const changed = S::run(tr::transform, v, numbers, doubled{}, &numbered::key);
      for (std::ptrdiff_t i = 0; i < copied; ++i)
        expected_numbers[static_cast<std::size_t>(i)] = 2 * host[static_cast<std::size_t>(i)].key;
      CHECK(changed.in - v.begin() == copied);
      CHECK(changed.out - numbers.begin() == copied);
      CHECK(host_copy(numbers) == expected_numbers);
      auto const of_two = S::run(tr::transform, v.begin(), v.end(), v.begin(), v.begin() + n, numbers.begin(),
                                 numbers.end(), difference{}, &numbered::place, &numbered::key);
      for (std::ptrdiff_t i = 0; i < copied; ++i) {
        numbered const& x = host[static_cast<std::size_t>(i)];
        expected_numbers[static_cast<std::size_t>(i)] = x.place - x.key;
      }
      CHECK(of_two.in2 - v.begin() == copied);
      CHECK(host_copy(numbers) == expected_numbers);

      out.assign(untouched.begin(), untouched.end());
      expected = untouched;
      std::copy_n(host.begin(), copied, expected.begin());
      std::ranges::replace_if(expected.begin(), expected.begin() + copied, less_than{3}, numbered{9, 9},
                              &numbered::key);
      auto const replaced = S::run(tr::replace_copy_if, v, out, less_than{3}, numbered{9, 9}, &numbered::key);
      CHECK(replaced.in - v.begin() == copied);
      CHECK(host_copy(out) == expected);
      std::ranges::replace(expected.begin(), expected.begin() + copied, 5, numbered{8, 8}, &numbered::key);
      S::run(tr::replace, out, 5, numbered{8, 8}, &numbered::key);
      CHECK(host_copy(out) == expected);
      out.assign(untouched.begin(), untouched.end());
      expected = untouched;
      std::copy_n(host.begin(), copied, expected.begin());
      std::ranges::replace(expected.begin(), expected.begin() + copied, 5, numbered{8, 8}, &numbered::key);
      CHECK(S::run(tr::replace_copy, v, out, 5, numbered{8, 8}, &numbered::key).out - out.begin() == copied);
      CHECK(host_copy(out) == expected);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: compactions end before the element that has no room", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 10);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    for (std::ptrdiff_t const room : rooms(n / 2)) {
      CAPTURE(n);
      CAPTURE(room);
      std::vector<numbered> const untouched(static_cast<std::size_t>(room), numbered{-1, -1});
      // Copies what `accepts`, as long as there is room; returns where that ended.
      auto const copied = [&](auto accepts, std::vector<numbered>& expected) {
        expected = untouched;
        std::ptrdiff_t written = 0;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          if (!accepts(i)) continue;
          if (written == room) return i;
          expected[static_cast<std::size_t>(written++)] = host[static_cast<std::size_t>(i)];
        }
        return n;
      };
      auto const key = [&](std::ptrdiff_t i) { return host[static_cast<std::size_t>(i)].key; };
      std::vector<numbered> expected;
      typename S::template vector<numbered> out(untouched.begin(), untouched.end());

      auto const kept = S::run(tr::copy_if, v, out, less_than{4}, &numbered::key);
      CHECK(kept.in - v.begin() == copied([&](std::ptrdiff_t i) { return key(i) < 4; }, expected));
      CHECK(host_copy(out) == expected);
      CHECK(kept.out - out.begin() == std::ranges::find(expected, -1, &numbered::key) - expected.begin());

      out.assign(untouched.begin(), untouched.end());
      auto const removed =
          S::run(tr::remove_copy_if, v.begin(), v.end(), out.begin(), out.end(), less_than{7}, &numbered::key);
      CHECK(removed.in - v.begin() == copied([&](std::ptrdiff_t i) { return key(i) >= 7; }, expected));
      CHECK(host_copy(out) == expected);

      out.assign(untouched.begin(), untouched.end());
      auto const others = S::run(tr::remove_copy, v, out, 5, &numbered::key);
      CHECK(others.in - v.begin() == copied([&](std::ptrdiff_t i) { return key(i) != 5; }, expected));
      CHECK(host_copy(out) == expected);

      out.assign(untouched.begin(), untouched.end());
      auto const first_of_runs = S::run(tr::unique_copy, v, out, same_half{}, &numbered::key);
      CHECK(first_of_runs.in - v.begin() ==
            copied([&](std::ptrdiff_t i) { return i == 0 || key(i) / 2 != key(i - 1) / 2; }, expected));
      CHECK(host_copy(out) == expected);

      typename S::template vector<numbered> accepted(untouched.begin(), untouched.end());
      typename S::template vector<numbered> rejected(static_cast<std::size_t>(room / 2), numbered{-1, -1});
      auto const divided = S::run(tr::partition_copy, v, accepted, rejected, less_than{6}, &numbered::key);
      std::vector<numbered> yes, no;
      std::ptrdiff_t i = 0;
      for (; i < n; ++i) {
        std::vector<numbered>& part = key(i) < 6 ? yes : no;
        if (std::ssize(part) == (key(i) < 6 ? room : room / 2)) break;
        part.push_back(host[static_cast<std::size_t>(i)]);
      }
      CHECK(divided.in - v.begin() == i);
      CHECK(std::vector<numbered>(accepted.begin(), divided.out1) == yes);
      CHECK(std::vector<numbered>(rejected.begin(), divided.out2) == no);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: changes in place", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const original = numbered_of(n, 6);
    auto host = original;
    typename S::template vector<numbered> v(host.begin(), host.end());
    auto const again = [&] {
      host = original;
      v.assign(host.begin(), host.end());
    };
    auto const rest = S::run(tr::remove_if, v, less_than{2}, &numbered::key);
    std::erase_if(host, [](numbered const& x) { return x.key < 2; });
    CHECK(rest.begin() - v.begin() == std::ssize(host));
    CHECK(rest.end() == v.end());
    CHECK(std::vector<numbered>(v.begin(), rest.begin()) == host);
    again();
    auto const others = S::run(tr::remove, v.begin(), v.end(), 3, &numbered::key);
    std::erase_if(host, [](numbered const& x) { return x.key == 3; });
    CHECK(std::vector<numbered>(v.begin(), others.begin()) == host);
    again();
    auto const runs = S::run(tr::unique, v, std::ranges::equal_to(), &numbered::key);
    auto const same_key = [](numbered const& x, numbered const& y) { return x.key == y.key; };
    host.erase(std::unique(host.begin(), host.end(), same_key), host.end());
    CHECK(std::vector<numbered>(v.begin(), runs.begin()) == host);
    again();
    auto const second = S::run(tr::partition, v, less_than{3}, &numbered::key);
    auto const expected_second =
        std::stable_partition(host.begin(), host.end(), [](numbered const& x) { return x.key < 3; });
    CHECK(second.begin() - v.begin() == expected_second - host.begin());
    CHECK(host_copy(v) == host);
    S::run(tr::stable_partition, v.begin(), v.end(), less_than{1}, &numbered::key);
    std::stable_partition(host.begin(), host.end(), [](numbered const& x) { return x.key < 1; });
    CHECK(host_copy(v) == host);
    again();
    CHECK(S::run(tr::reverse, v) == v.end());
    std::ranges::reverse(host);
    CHECK(host_copy(v) == host);
    CHECK(S::run(tr::rotate, v, v.begin() + n / 3).begin() == v.begin() + (n - n / 3));
    CHECK(S::run(tr::rotate, v.begin(), v.begin() + n / 5, v.end()).end() == v.end());
    std::rotate(host.begin(), host.begin() + n / 3, host.end());
    std::rotate(host.begin(), host.begin() + n / 5, host.end());
    CHECK(host_copy(v) == host);
    auto const left = S::run(tr::shift_left, v, n / 4);
    CHECK(std::vector<numbered>(left.begin(), left.end()) ==
          std::vector<numbered>(host.begin() + n / 4, host.end()));
    again();
    auto const right = S::run(tr::shift_right, v, n / 4);
    CHECK(std::vector<numbered>(right.begin(), right.end()) ==
          std::vector<numbered>(host.begin(), host.end() - n / 4));
    again();
    typename S::template vector<numbered> w(v.begin(), v.begin() + n / 2);
    CHECK(S::run(tr::fill, w, numbered{1, 2}) == w.end());
    CHECK(S::run(tr::swap_ranges, v, w).in1 - v.begin() == n / 2);
    CHECK(host_copy(w) == std::vector<numbered>(host.begin(), host.begin() + n / 2));
    std::ranges::fill(host.begin(), host.begin() + n / 2, numbered{1, 2});
    CHECK(host_copy(v) == host);
    CHECK(S::run(tr::move, v, w).out == w.end());
    CHECK(host_copy(w) == std::vector<numbered>(host.begin(), host.begin() + n / 2));

    typename S::template vector<int> numbers(static_cast<std::size_t>(n), 0);
    CHECK(S::run(tr::generate, numbers, seven{}) == numbers.end());
    CHECK(S::run(tr::fill_n, numbers.begin(), n / 2, 4) == numbers.begin() + n / 2);
    CHECK(S::run(tr::generate_n, numbers.begin(), n / 4, seven{}) == numbers.begin() + n / 4);
    std::vector<int> expected(static_cast<std::size_t>(n), 7);
    std::fill(expected.begin() + n / 4, expected.begin() + n / 2, 4);
    CHECK(host_copy(numbers) == expected);
    S::run(tr::replace_if, numbers, less_than{5}, 1);
    S::run(tr::replace, numbers.begin(), numbers.end(), 7, 2);
    std::fill(expected.begin(), expected.end(), 2);
    std::fill(expected.begin() + n / 4, expected.begin() + n / 2, 1);
    CHECK(host_copy(numbers) == expected);
  }
}

TEST_CASE_TEMPLATE("ranges: sorts, selections and merges", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const original = numbered_of(n, 40);
    auto host = original;
    typename S::template vector<numbered> v(host.begin(), host.end());
    CHECK(S::run(tr::sort, v, std::ranges::greater(), &numbered::key) == v.end());
    std::ranges::stable_sort(host, std::ranges::greater(), &numbered::key);
    CHECK(host_copy(v) == host);
    CHECK(S::run(tr::stable_sort, v.begin(), v.end(), std::ranges::less(), &numbered::place) == v.end());
    CHECK(host_copy(v) == original);

    host = original;
    std::ranges::stable_sort(host, {}, &numbered::key);
    std::ptrdiff_t const k = n / 3;
    CHECK(S::run(tr::nth_element, v, v.begin() + k, std::ranges::less(), &numbered::key) == v.end());
    if (k < n) CHECK(host_copy(v)[static_cast<std::size_t>(k)].key == host[static_cast<std::size_t>(k)].key);
    v.assign(original.begin(), original.end());
    CHECK(S::run(tr::partial_sort, v.begin(), v.begin() + k, v.end(), std::ranges::less(), &numbered::key) ==
          v.end());
    auto const partly = host_copy(v);
    CHECK(std::ranges::equal(partly.begin(), partly.begin() + k, host.begin(), host.begin() + k, {},
                             &numbered::key, &numbered::key));
    typename S::template vector<numbered> some(static_cast<std::size_t>(k), numbered{});
    v.assign(original.begin(), original.end());
    auto const copied =
        S::run(tr::partial_sort_copy, v, some, std::ranges::less(), &numbered::key, &numbered::key);
    CHECK(copied.in == v.end());
    CHECK(copied.out == some.end());
    CHECK(host_copy(some) == std::vector<numbered>(host.begin(), host.begin() + k));

    // Two sorted parts, merged with and without room, and in place.
    std::ptrdiff_t const middle = n / 3;
    host = original;
    std::ranges::stable_sort(host.begin(), host.begin() + middle, {}, &numbered::key);
    std::ranges::stable_sort(host.begin() + middle, host.end(), {}, &numbered::key);
    v.assign(host.begin(), host.end());
    typename S::template vector<numbered> const first(host.begin(), host.begin() + middle);
    typename S::template vector<numbered> const second(host.begin() + middle, host.end());
    CHECK(S::run(tr::inplace_merge, v, v.begin() + middle, std::ranges::less(), &numbered::key) == v.end());
    auto merged = host;
    std::ranges::inplace_merge(merged, merged.begin() + middle, {}, &numbered::key);
    CHECK(host_copy(v) == merged);
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(room);
      std::vector<numbered> expected(static_cast<std::size_t>(room), numbered{-1, -1});
      typename S::template vector<numbered> out(expected.begin(), expected.end());
      std::ptrdiff_t const written = std::min(n, room);
      std::copy_n(merged.begin(), written, expected.begin());
      auto const ends = S::run(tr::merge, first, second, out, std::ranges::less(), &numbered::key, &numbered::key);
      CHECK(host_copy(out) == expected);
      CHECK(ends.out - out.begin() == written);
      std::ptrdiff_t const from_first = std::count_if(merged.begin(), merged.begin() + written,
                                                      [&](numbered const& x) { return x.place < middle; });
      CHECK(ends.in1 - first.begin() == from_first);
      CHECK(ends.in2 - second.begin() == written - from_first);
    }
  }
}

// Of numbers, whose memory may be that of other numbers; ranges_in_raw_memory_host.cpp has strings.
TEST_CASE_TEMPLATE("ranges: numbers in raw memory", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 1000}) {
    CAPTURE(n);
    std::vector<int> host(static_cast<std::size_t>(n));
    std::iota(host.begin(), host.end(), 5);
    typename S::template vector<int> source(host.begin(), host.end()), v(host.size(), -1);
    std::ptrdiff_t const middle = n / 2;
    auto const is = [&](int first, int second) {
      std::vector<int> expected(host.size(), second);
      std::fill_n(expected.begin(), middle, first);
      CHECK(host_copy(v) == expected);
    };
    CHECK(S::run(tr::uninitialized_fill, v, 7) == v.end());
    CHECK(S::run(tr::uninitialized_fill_n, v.begin(), middle, 8) == v.begin() + middle);
    is(8, 7);
    CHECK(S::run(tr::uninitialized_value_construct_n, v.begin(), middle) == v.begin() + middle);
    is(0, 7);
    CHECK(S::run(tr::destroy, v) == v.end());
    CHECK(S::run(tr::destroy_n, v.begin(), middle) == v.begin() + middle);
    CHECK(S::run(tr::uninitialized_value_construct, v) == v.end());
    is(0, 0);
    CHECK(S::run(tr::uninitialized_default_construct, v) == v.end());
    CHECK(S::run(tr::uninitialized_default_construct_n, v.begin(), middle) == v.begin() + middle);
    CHECK(S::run(tr::uninitialized_copy, source, v).out == v.end());
    CHECK(host_copy(v) == host);
    S::run(tr::uninitialized_fill, v, 7);
    CHECK(S::run(tr::uninitialized_copy_n, source.begin(), middle, v.begin(), v.end()).in ==
          source.begin() + middle);
    CHECK(S::run(tr::uninitialized_move_n, source.begin() + middle, n - middle, v.begin() + middle, v.end()).out ==
          v.end());
    CHECK(host_copy(v) == host);
    S::run(tr::uninitialized_fill, v, 7);
    CHECK(S::run(tr::uninitialized_move, source, v).in == source.end());
    CHECK(host_copy(v) == host);
  }
}

TEST_CASE("ranges: an output may be an iterator alone, and a comparison {}") {
  std::vector<numbered> const v{{3, 0}, {1, 1}, {2, 2}};
  std::vector<numbered> w = v, out(6);
  CHECK(tr::copy(v, out.begin()).out == out.begin() + 3);
  CHECK(tr::copy(thrum::seq, v.begin(), v.end(), out.begin()).out == out.begin() + 3);
  CHECK(tr::copy_if(thrum::seq, v, out.begin(), less_than{3}, &numbered::key).out == out.begin() + 2);
  std::vector<int> keys(3);
  CHECK(tr::transform(v, keys.begin(), doubled{}, &numbered::key).out == keys.end());
  CHECK(keys == std::vector{6, 2, 4});
  CHECK(tr::transform(thrum::seq, keys, keys, keys.begin(), difference{}).out == keys.end());
  CHECK(keys == std::vector{0, 0, 0});
  tr::sort(w, {}, &numbered::key);
  CHECK(w[0].key == 1);
  tr::sort(thrum::seq, w, {}, &numbered::place);
  CHECK(w == v);
  tr::sort(w.begin(), w.end(), {}, &numbered::key);
  CHECK(w[2].key == 3);
  tr::nth_element(thrum::seq, w.begin(), w.begin() + 1, w.end(), {}, &numbered::place);
  CHECK(w[1].place == 1);
  tr::partial_sort(w, w.begin() + 1, {}, &numbered::key);
  CHECK(w[0].key == 1);
  tr::sort(thrum::seq, w, {}, &numbered::key);
  CHECK(tr::merge(thrum::seq, w, w, out, {}, &numbered::key).out == out.end());
  CHECK(out[1].key == 1);
  CHECK(tr::merge(w.begin(), w.end(), w.begin(), w.end(), out.begin(), out.end(), {}, &numbered::key).in1 ==
        w.end());
}
