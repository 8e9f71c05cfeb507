// sort, stable_sort.
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <algorithm>
#include "data.h"
#include "policies.h"
#include "sort_inputs.h"

namespace {

/// Compares the last two digits. Callable only when it is not const.
struct by_last_digits {
  int calls = 0;
  THRUM_HD bool operator()(int a, int b) {
    ++calls;
    return a % 100 < b % 100;
  }
};
struct by_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return a.key < b.key; }
};
struct by_falling_key {
  THRUM_HD bool operator()(record const& a, record const& b) const { return b.key < a.key; }
};

auto const sizes = sizes_around({256, 4096, 16384, 32768, 65536});

}  // namespace

TEST_CASE_TEMPLATE("sort int", S, ALL_SYSTEMS) {
  check_sorts<S, int>(sizes, thrum::less<>{});
  check_sorts<S, int>(sizes, thrum::greater<>{});
}
TEST_CASE_TEMPLATE("sort a large range", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : large_sizes({(1 << 20) + 1, 1 << 22})) {
    auto expected = random_patterns<int>(n);
    auto v = vector_of<S>(expected);
    std::sort(expected.begin(), expected.end());
    S::run(thrum::sort, v.begin(), v.end());
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort with a comparator of one's own is stable", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto expected = random_values<int>(n, 0, 1'000'000);
    auto v = vector_of<S>(expected);
    std::stable_sort(expected.begin(), expected.end(), by_last_digits{});
    S::run(thrum::sort, v.begin(), v.end(), by_last_digits{});
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort of records is stable", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {2, 64, 16'384, 16'385, 32'769, 49'153, 200'000}) {
    CAPTURE(n);
    auto const host = random_records(n, 30);
    auto expected = host;
    auto v = vector_of<S>(host);
    std::stable_sort(expected.begin(), expected.end(), by_key{});
    S::run(thrum::stable_sort, v.begin(), v.end());
    CHECK(host_copy(v) == expected);
    expected = host;
    v = vector_of<S>(host);
    std::stable_sort(expected.begin(), expected.end(), by_falling_key{});
    S::run(thrum::sort, v.begin(), v.end(), by_falling_key{});
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("sort of descending runs of equal records is stable", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {2, 3, 300, 16'384, 16'385, 16'386, 32'769, 49'155, 200'001}) {
    for (std::ptrdiff_t const run : {1, 2, 3'000, 20'000}) {
      CAPTURE(n);
      CAPTURE(run);
      auto host = random_records(n, 30);
      for (std::ptrdiff_t i = 0; i < n; ++i) host[static_cast<std::size_t>(i)].key = (n - i) / run;
      for (bool const is_last_greater : {false, true}) {
        if (is_last_greater) host.back().key = n;
        auto expected = host;
        auto v = vector_of<S>(host);
        std::stable_sort(expected.begin(), expected.end(), by_key{});
        S::run(thrum::sort, v.begin(), v.end(), by_key{});
        CHECK(host_copy(v) == expected);
        v = vector_of<S>(host);
        S::run(thrum::sort, v.begin(), v.end(), thrum::less<>{}, &record::key);
        CHECK(host_copy(v) == expected);
      }
    }
  }
}

TEST_CASE_TEMPLATE("sort of aligned elements", S, MAIN_SYSTEMS) {
  auto expected = random_values<cache_line>(40'000);
  auto v = vector_of<S>(expected);
  std::sort(expected.begin(), expected.end());
  S::run(thrum::sort, v.begin(), v.end());
  CHECK(host_copy(v) == expected);
}
