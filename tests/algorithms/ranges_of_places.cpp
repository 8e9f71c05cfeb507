// The algorithms of thrum::ranges that pick elements and put them elsewhere, beside loops over the
// same elements: gathers, scatters, shuffles and selections, with outputs that are too short, on
// every policy.
#include <thrum/random.h>
#include <thrum/ranges/gather.h>
#include <thrum/ranges/sample.h>
#include <thrum/ranges/scatter.h>
#include <thrum/ranges/shuffle.h>
#include <thrum/ranges/top_k.h>
#include <thrum/shuffle.h>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

/// Returns a permutation of n indices.
std::vector<int> indices_of(std::ptrdiff_t n) {
  std::vector<int> all;
  for (numbered const& x : numbered_of(n, 7)) all.push_back(x.place);
  std::ranges::shuffle(all, std::mt19937(3));
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("ranges: gathers and scatters end where a range ends", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 10);
    auto const host_map = indices_of(n);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const map(host_map.begin(), host_map.end());
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      std::vector<numbered> expected(static_cast<std::size_t>(room), numbered{-1, -1});
      typename S::template vector<numbered> out(expected.begin(), expected.end());
      for (std::size_t i = 0; i < static_cast<std::size_t>(written); ++i)
        expected[i] = host[static_cast<std::size_t>(host_map[i])];
      auto const ends = S::run(tr::gather, map, v, out);
      CHECK(ends.in == map.begin() + written);
      CHECK(ends.out == out.begin() + written);
      CHECK(host_copy(out) == expected);
      out.assign(static_cast<std::size_t>(room), numbered{-1, -1});
      S::run(tr::gather, map.begin(), map.end(), v.begin(), v.end(), out.begin(), out.end());
      CHECK(host_copy(out) == expected);

      // As many elements as there is room for, to all of the range.
      std::vector<numbered> scattered(static_cast<std::size_t>(n), numbered{-1, -1});
      typename S::template vector<numbered> target(scattered.begin(), scattered.end());
      for (std::size_t i = 0; i < static_cast<std::size_t>(written); ++i)
        scattered[static_cast<std::size_t>(host_map[i])] = expected[i];
      auto const read = S::run(tr::scatter, out, map, target);
      CHECK(read.in1 == out.begin() + written);
      CHECK(read.in2 == map.begin() + written);
      CHECK(host_copy(target) == scattered);
      target.assign(static_cast<std::size_t>(n), numbered{-1, -1});
      S::run(tr::scatter, out.begin(), out.end(), map.begin(), map.begin() + written, target.begin());
      CHECK(host_copy(target) == scattered);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: gathers and scatters of what a stencil accepts", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 10), host_stencil = numbered_of(n - n / 10, 3);
    auto const host_map = indices_of(n), host_flags = keys_of(host_stencil);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const map(host_map.begin(), host_map.end());
    typename S::template vector<numbered> const stencil(host_stencil.begin(), host_stencil.end());
    typename S::template vector<int> const flags(host_flags.begin(), host_flags.end());
    auto const same_elements = [](auto const& ends, auto const& in1, auto const& in2, std::ptrdiff_t taken) {
      return ends.in1 == in1.begin() + taken && ends.in2 == in2.begin() + taken;
    };
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const taken = std::min(std::ssize(host_stencil), room);
      std::vector<numbered> small(static_cast<std::size_t>(room), numbered{-1, -1}), flagged = small;
      std::vector<numbered> scattered(static_cast<std::size_t>(n), numbered{-1, -1});
      typename S::template vector<numbered> out;
      for (std::size_t i = 0; i < static_cast<std::size_t>(taken); ++i) {
        if (host_flags[i] < 2) small[i] = host[static_cast<std::size_t>(host_map[i])];
        if (host_flags[i] != 0) flagged[i] = host[static_cast<std::size_t>(host_map[i])];
        if (host_flags[i] < 2) scattered[static_cast<std::size_t>(host_map[i])] = host[i];
      }
      auto const again = [&] { out.assign(static_cast<std::size_t>(room), numbered{-1, -1}); };
      again();
      auto const ends = S::run(tr::gather_if, map, stencil, v, out, less_than{2}, &numbered::key);
      CHECK(same_elements(ends, map, stencil, taken));
      CHECK(ends.out == out.begin() + taken);
      CHECK(host_copy(out) == small);
      again();
      S::run(tr::gather_if, map.begin(), map.end(), flags.begin(), flags.end(), v.begin(), v.end(), out.begin(),
             out.end(), less_than{2});
      CHECK(host_copy(out) == small);
      again();
      CHECK(same_elements(S::run(tr::gather_if, map, flags, v, out), map, flags, taken));
      CHECK(host_copy(out) == flagged);
      again();
      S::run(tr::gather_if, map, stencil, v, out, thrum::detail::left_out{}, &numbered::key);
      CHECK(host_copy(out) == flagged);

      // As many indices as there is room for, to all of the range.
      typename S::template vector<int> const some(host_map.begin(), host_map.begin() + std::min(n, room));
      typename S::template vector<numbered> target(static_cast<std::size_t>(n), numbered{-1, -1});
      auto const read = S::run(tr::scatter_if, v, some, stencil, target, less_than{2}, &numbered::key);
      CHECK(same_elements(read, v, some, taken));
      CHECK(host_copy(target) == scattered);
      target.assign(static_cast<std::size_t>(n), numbered{-1, -1});
      S::run(tr::scatter_if, v.begin(), v.begin() + taken, map.begin(), map.end(), flags.begin(), flags.end(),
             target.begin(), less_than{2});
      CHECK(host_copy(target) == scattered);
      for (std::size_t i = 0; i < static_cast<std::size_t>(taken); ++i)
        scattered[static_cast<std::size_t>(host_map[i])] = host_flags[i] != 0 ? host[i] : numbered{-1, -1};
      target.assign(static_cast<std::size_t>(n), numbered{-1, -1});
      S::run(tr::scatter_if, v, some, flags, target);
      CHECK(host_copy(target) == scattered);
    }
  }
}

TEST_CASE_TEMPLATE("ranges: shuffles have the order of those of iterators", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 10);
    auto expected = host;
    thrum::shuffle(thrum::seq, expected.begin(), expected.end(), thrum::default_random_engine(5));
    typename S::template vector<numbered> v(host.begin(), host.end());
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      typename S::template vector<numbered> out(static_cast<std::size_t>(room), numbered{-1, -1});
      thrum::default_random_engine g(5), all(5);
      auto const ends = S::run(tr::shuffle_copy, v, out, g);
      CHECK(ends.in == v.end());
      CHECK(ends.out == out.begin() + written);
      auto const got = host_copy(out);
      CHECK(std::equal(got.begin(), got.begin() + written, expected.begin()));
      CHECK(std::ranges::count(got, numbered{-1, -1}) == room - written);
      // The engine gives as many numbers however many elements are copied.
      thrum::shuffle(thrum::seq, expected.begin(), expected.begin(), all);
      CHECK(g == all);

      // As many elements as there is room for, in the order of the range.
      out.assign(static_cast<std::size_t>(room), numbered{-1, -1});
      CHECK(S::run(tr::sample, v, out, n, thrum::default_random_engine(5)) == out.begin() + written);
      auto in_order = std::vector(expected.begin(), expected.begin() + written);
      std::ranges::sort(in_order, {}, &numbered::place);
      in_order.resize(static_cast<std::size_t>(room), numbered{-1, -1});
      CHECK(host_copy(out) == in_order);
    }
    CHECK(S::run(tr::shuffle, v.begin(), v.end(), thrum::default_random_engine(5)) == v.end());
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("ranges: top_k", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 1 + static_cast<std::uint64_t>(n) / 3);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    auto falling = host, rising = host;
    std::ranges::stable_sort(falling, std::greater<>(), &numbered::key);
    std::ranges::stable_sort(rising, std::less<>(), &numbered::key);
    for (std::ptrdiff_t const k : rooms(n)) {
      for (std::ptrdiff_t const room : {std::max(k, std::ptrdiff_t{7}) - 7, k + 1}) {
        CAPTURE(n);
        CAPTURE(k);
        CAPTURE(room);
        std::ptrdiff_t const written = std::min({n, k, room});
        typename S::template vector<numbered> out;
        auto const first_of = [&](std::vector<numbered> const& sorted) {
          std::vector<numbered> all(static_cast<std::size_t>(room), numbered{-1, -1});
          std::copy_n(sorted.begin(), written, all.begin());
          return all;
        };
        auto const again = [&] { out.assign(static_cast<std::size_t>(room), numbered{-1, -1}); };
        again();
        auto const ends = S::run(tr::top_k, v, k, out, std::ranges::less(), &numbered::key);
        CHECK(ends.in == v.end());
        CHECK(ends.out == out.begin() + written);
        CHECK(host_copy(out) == first_of(falling));
        again();
        S::run(tr::top_k, v.begin(), v.end(), k, out.begin(), out.end(), std::ranges::greater(), &numbered::key);
        CHECK(host_copy(out) == first_of(rising));
        again();
        S::run(tr::top_k, v, k, out, std::ranges::less(), &numbered::key, thrum::unsorted);
        auto in_order = first_of(falling);
        std::ranges::sort(in_order.begin(), in_order.begin() + written, {}, &numbered::place);
        CHECK(host_copy(out) == in_order);

        typename S::template vector<int> numbers(static_cast<std::size_t>(room), -1);
        CHECK(S::run(tr::top_k, keys, k, numbers).out == numbers.begin() + written);
        CHECK(host_copy(numbers) == keys_of(first_of(falling)));
        CHECK(S::run(tr::top_k, keys, k, numbers, thrum::unsorted).out == numbers.begin() + written);
        CHECK(host_copy(numbers) == keys_of(in_order));
        CHECK(S::run(tr::top_k, keys, k, numbers, std::ranges::less(), thrum::unsorted).out ==
              numbers.begin() + written);
        CHECK(host_copy(numbers) == keys_of(in_order));
      }
    }
    typename S::template vector<int> none(3, -1);
    CHECK(S::run(tr::top_k, keys, -2, none).out == none.begin());
  }
}
