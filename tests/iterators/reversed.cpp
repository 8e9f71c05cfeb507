// The standard's reverse and move iterators, which rbegin() of a vector and generic code give, in algorithms.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 16384});

struct is_seven {
  THRUM_HD bool operator()(int x) const { return x == 7; }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges from their end", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto host = random_values<int>(n);
    auto v = vector_of<S>(host);
    std::vector<int> expected(host.size());
    auto out = vector_of<S>(expected);

    auto const end = S::run(thrum::transform, v.rbegin(), v.rend(), out.begin(), thrum::negate<int>{});
    CHECK(end == out.end());
    std::transform(host.rbegin(), host.rend(), expected.begin(), std::negate<>{});
    CHECK(host_copy(out) == expected);
    CHECK(S::run(thrum::copy, v.begin(), v.end(), out.rbegin()) == out.rend());
    std::copy(host.begin(), host.end(), expected.rbegin());
    CHECK(host_copy(out) == expected);
    S::run(thrum::inclusive_scan, v.rbegin(), v.rend(), out.rbegin());
    std::inclusive_scan(host.rbegin(), host.rend(), expected.rbegin());
    CHECK(host_copy(out) == expected);

    CHECK(S::run(thrum::reduce, v.crbegin(), v.crend()) == std::accumulate(host.begin(), host.end(), 0));
    CHECK(S::run(thrum::find_if, v.rbegin(), v.rend(), is_seven{}) - v.rbegin() ==
          std::find_if(host.rbegin(), host.rend(), is_seven{}) - host.rbegin());
    S::run(thrum::sort, v.rbegin(), v.rend());
    std::sort(host.rbegin(), host.rend());
    CHECK(host_copy(v) == host);
    S::run(thrum::fill, v.rbegin(), v.rend(), 3);
    CHECK(host_copy(v) == std::vector<int>(host.size(), 3));
  }
}

TEST_CASE_TEMPLATE("move iterators over numbers", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(10'000);
  auto v = vector_of<S>(host);
  typename S::template vector<int> out(host.size());
  S::run(thrum::copy, std::make_move_iterator(v.begin()), std::make_move_iterator(v.end()), out.begin());
  CHECK(host_copy(out) == host);
}
