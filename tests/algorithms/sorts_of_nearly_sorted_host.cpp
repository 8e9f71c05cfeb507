// Sorts by a comparator of ranges in which few elements are out of order: the order of equal
// elements, the limit from which on too many are out of order, and comparators that throw. Sorts of
// numbers that fall, but for two neighbours.
#include <doctest/doctest.h>
#include <thrum/ordered_by.h>
#include <thrum/sort.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>
#include "data.h"
#include "policies.h"
#include "refusals.h"

namespace {

struct entry {
  std::int64_t key;
  std::int32_t place, unused;
  bool operator==(entry const&) const = default;
};
struct by_key {
  bool operator()(entry const& a, entry const& b) const { return a.key < b.key; }
};

/// n entries in order, with `equal` of each key, in which so many pairs have then been exchanged.
std::vector<entry> nearly_sorted(std::ptrdiff_t n, std::ptrdiff_t equal, std::ptrdiff_t exchanges,
                                 std::uint64_t seed) {
  std::vector<entry> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) v.push_back({i / equal, 0, 0});
  auto const any = [&](std::uint64_t i) {
    return static_cast<std::size_t>(random_bits(i + seed) % static_cast<std::uint64_t>(n));
  };
  for (std::ptrdiff_t e = 0; e < exchanges; ++e) {
    auto const at = 2 * static_cast<std::uint64_t>(e);
    std::swap(v[any(at)], v[any(at + 1)]);
  }
  for (std::ptrdiff_t i = 0; i < n; ++i) v[static_cast<std::size_t>(i)].place = static_cast<std::int32_t>(i);
  return v;
}

void set_key(entry& to, entry const& from) { to.key = from.key; }
template <class T>
void set_key(T& to, T const& from) {
  to = from;
}

template <class S, class T, class Less>
void check(std::vector<T> const& v, Less less) {
  auto expected = v, sorted = v;
  std::stable_sort(expected.begin(), expected.end(), less);
  S::run(thrum::stable_sort, sorted.begin(), sorted.end(), less);
  CHECK(sorted == expected);
}

}  // namespace

TEST_CASE_TEMPLATE("stable sorts of nearly sorted ranges equal those of std", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {4095, 4096, 4097, 20000, 65536, 100003}) {
    for (std::ptrdiff_t const equal : {1, 3, 1000}) {
      for (std::ptrdiff_t const exchanges : {std::ptrdiff_t{1}, n / 1000, n / 100, n / 40, n / 30, n / 10}) {
        CAPTURE(n);
        CAPTURE(equal);
        CAPTURE(exchanges);
        check<S>(nearly_sorted(n, equal, exchanges, static_cast<std::uint64_t>(n)), by_key());
      }
    }
  }
}

TEST_CASE_TEMPLATE("elements that are out of order at either end", S, HOST_BACKENDS) {
  auto const descending = [](int a, int b) { return a - b > 0; };
  for (std::size_t const n : {std::size_t{5000}, std::size_t{70000}}) {
    std::vector<int> v(n);
    for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<int>(n - i) / 2;
    for (std::size_t const at : {std::size_t{0}, std::size_t{1}, n / 2, n - 2, n - 1}) {
      for (int const value : {-1, 0, static_cast<int>(n / 4), static_cast<int>(n)}) {
        auto w = v;
        w[at] = value;
        check<S>(w, descending);
      }
    }
    auto w = v;
    std::rotate(w.begin(), w.begin() + 200, w.end());  // the greatest at the end
    check<S>(w, descending);
    std::rotate(w.begin(), w.end() - 400, w.end());  // and the least at the beginning
    check<S>(w, descending);
  }
}

TEST_CASE_TEMPLATE("numbers that fall, but for two neighbours", S, HOST_BACKENDS) {
  // Where tasks begin and end, in the middle, and around what the calling thread compares alone.
  for (std::size_t const n : {std::size_t{20'000}, std::size_t{150'001}, std::size_t{150'002}}) {
    std::vector<std::size_t> places{0, 4094, 4095, 4096, 4686, 4687, 16'382, 16'383, n / 2 - 1, n / 2};
    for (std::size_t const p :
         {std::size_t{32'766}, std::size_t{32'767}, std::size_t{65'534}, std::size_t{65'535}}) {
      if (p + 1 < n) places.push_back(p);
    }
    for (std::size_t i = places.size(); i-- > 0;) places.push_back(n - 2 - places[i]);
    auto const check_all = [&](auto const& falling, auto less) {
      check<S>(falling, less);
      for (std::size_t const at : places) {
        CAPTURE(n);
        CAPTURE(at);
        auto v = falling;
        v[at] = v[at + 1];
        check<S>(v, less);
        v = falling;
        std::swap(v[at], v[at + 1]);
        check<S>(v, less);
        // An equal of a late element, which keep their order although all around them is reversed.
        v = falling;
        set_key(v[at], falling[n - 101]);
        check<S>(v, less);
      }
    };
    std::vector<std::uint64_t> integers(n);
    std::vector<float> reals(n);
    std::vector<entry> entries(n);
    for (std::size_t i = 0; i < n; ++i) {
      integers[i] = 3 * i;
      reals[i] = static_cast<float>(n - i);
      entries[i] = {static_cast<std::int64_t>(n - i), static_cast<std::int32_t>(i), 0};
    }
    check_all(integers, thrum::greater<>());
    check_all(reals, thrum::less<>());
    check_all(entries, thrum::ordered_by(&entry::key));
  }
}

TEST_CASE_TEMPLATE("a comparator that throws leaves all elements of a nearly sorted range", S, HOST_BACKENDS) {
  auto const v = nearly_sorted(20000, 3, 200, 1);
  auto const key_and_place = [](entry const& a, entry const& b) {
    return a.key < b.key || (a.key == b.key && a.place < b.place);
  };
  auto all = v;
  std::sort(all.begin(), all.end(), key_and_place);
  for (int const calls : {0, 100, 19000, 25000, 40000, 41000, 43000, 45000, 50000, 60000}) {
    CAPTURE(calls);
    auto w = v;
    std::atomic<int> left = calls;
    auto const less = [&left](entry const& a, entry const& b) {
      if (left.fetch_sub(1) <= 0) throw refusal{0};
      return a.key < b.key;
    };
    try {
      S::run(thrum::stable_sort, w.begin(), w.end(), less);
    } catch (refusal const&) {
    }
    std::sort(w.begin(), w.end(), key_and_place);
    CHECK(w == all);
  }
}
