// copy_if, remove_if, unique, partition, stable_partition.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/unique.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({256, 4096, 8192, 16384, 32768, 65536});

/// Whether an element is below a bound; callable only when it is not const.
struct below {
  int bound;
  int calls = 0;
  THRUM_HD bool accepts(std::int64_t x) const { return x < bound; }
  template <class T>
  THRUM_HD bool operator()(T const& x) {
    ++calls;
    if constexpr (std::is_arithmetic_v<T>) return accepts(static_cast<std::int64_t>(x));
    else if constexpr (std::is_same_v<T, record>) return accepts(x.key);
    else return accepts(x.value);
  }
};
struct same_tens {
  THRUM_HD bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

struct is_place {
  THRUM_HD bool operator()(int i) const { return i >= 0 && i < 3; }
};

/// Predicates that accept none, few, half, most and all of values in [0, 100].
constexpr int bounds[] = {0, 3, 50, 97, 101};

template <class S, class T>
void check_compactions(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    auto const host = random_values<T>(n, 0, 100);
    auto const v = vector_of<S>(host);
    auto const host_stencil = random_values<int>(n, 0, 100, 2);
    auto const stencil = vector_of<S>(host_stencil);
    auto const blank = vector_of<S>(std::vector<T>(host.size() + 1, T(111)));
    for (int const bound : bounds) {
      CAPTURE(n);
      CAPTURE(bound);
      below const pred{bound};

      std::vector<T> kept;
      std::copy_if(host.begin(), host.end(), std::back_inserter(kept), pred);
      auto const count = static_cast<std::ptrdiff_t>(kept.size());
      // Nothing behind the end of the output is written.
      auto out = blank;
      auto expected = host_copy(blank);
      std::copy(kept.begin(), kept.end(), expected.begin());
      CHECK(S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), pred) == out.begin() + count);
      CHECK(host_copy(out) == expected);

      std::vector<T> picked;
      for (std::size_t i = 0; i < host.size(); ++i) {
        if (host_stencil[i] < bound) picked.push_back(host[i]);
      }
      out = blank;
      expected = host_copy(blank);
      std::copy(picked.begin(), picked.end(), expected.begin());
      CHECK(S::run(thrum::copy_if, v.begin(), v.end(), stencil.begin(), out.begin(), pred) ==
            out.begin() + static_cast<std::ptrdiff_t>(picked.size()));
      CHECK(host_copy(out) == expected);

      std::vector<T> removed;
      std::remove_copy_if(host.begin(), host.end(), std::back_inserter(removed), pred);
      auto in_place = v;
      CHECK(S::run(thrum::remove_if, in_place.begin(), in_place.end(), pred) == in_place.begin() + (n - count));
      CHECK(std::equal(removed.begin(), removed.end(), host_copy(in_place).begin()));

      auto partitioned = kept;
      partitioned.insert(partitioned.end(), removed.begin(), removed.end());
      in_place = v;
      CHECK(S::run(thrum::stable_partition, in_place.begin(), in_place.end(), pred) == in_place.begin() + count);
      CHECK(host_copy(in_place) == partitioned);
      in_place = v;
      CHECK(S::run(thrum::partition, in_place.begin(), in_place.end(), pred) == in_place.begin() + count);
      CHECK(host_copy(in_place) == partitioned);
    }
  }
}

template <class S, class T>
void check_unique(std::int64_t greatest) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<T>(n, 0, greatest);
    auto expected = host;
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    auto v = vector_of<S>(host);
    CHECK(S::run(thrum::unique, v.begin(), v.end()) == v.begin() + static_cast<std::ptrdiff_t>(expected.size()));
    CHECK(std::equal(expected.begin(), expected.end(), host_copy(v).begin()));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("compactions of int", S, ALL_SYSTEMS) { check_compactions<S, int>(sizes); }
TEST_CASE_TEMPLATE("compactions of int8", S, MAIN_SYSTEMS) { check_compactions<S, std::int8_t>(sizes); }
TEST_CASE_TEMPLATE("compactions of double", S, MAIN_SYSTEMS) { check_compactions<S, double>(sizes); }
TEST_CASE_TEMPLATE("compactions of records", S, MAIN_SYSTEMS) { check_compactions<S, record>({0, 1, 65, 20'000}); }
TEST_CASE_TEMPLATE("compactions of aligned elements", S, MAIN_SYSTEMS) {
  check_compactions<S, cache_line>({0, 1, 65, 20'000});
}
TEST_CASE_TEMPLATE("compactions of a large range", S, MAIN_SYSTEMS) {
  check_compactions<S, int>({(1 << 20) - 1, 1 << 20, (1 << 20) + 1, (1 << 21) + 12'345});
}

TEST_CASE_TEMPLATE("unique of long runs", S, ALL_SYSTEMS) { check_unique<S, int>(1); }
TEST_CASE_TEMPLATE("unique of short runs", S, ALL_SYSTEMS) { check_unique<S, int>(100); }
TEST_CASE_TEMPLATE("unique of one run", S, ALL_SYSTEMS) { check_unique<S, int>(0); }
TEST_CASE_TEMPLATE("unique of double", S, MAIN_SYSTEMS) { check_unique<S, double>(3); }

TEST_CASE_TEMPLATE("unique with an equality of one's own keeps the first of each run", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto expected = random_values<int>(n, 0, 30);
    auto v = vector_of<S>(expected);
    expected.erase(std::unique(expected.begin(), expected.end(), same_tens{}), expected.end());
    CHECK(S::run(thrum::unique, v.begin(), v.end(), same_tens{}) ==
          v.begin() + static_cast<std::ptrdiff_t>(expected.size()));
    CHECK(std::equal(expected.begin(), expected.end(), host_copy(v).begin()));
  }
}

TEST_CASE_TEMPLATE("copy_if reads no element that is not wanted", S, HOST_BACKENDS) {
  std::vector<int> const values{10, 11, 12};
  std::vector<int> places(40'000), expected;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = static_cast<int>(i % 5) - 1;  // 3 and -1 are no places
    if (places[i] >= 0 && places[i] < 3) expected.push_back(values[static_cast<std::size_t>(places[i])]);
  }
  std::vector<int> out(expected.size());
  auto const first = thrum::make_permutation_iterator(values.begin(), places.begin());
  auto const end = S::run(thrum::copy_if, first, first + 40'000, places.begin(), out.begin(), is_place{});
  CHECK(end == out.end());
  CHECK(out == expected);
}
