// Passes elements of device memory as arguments of algorithms.
#include <thrum/binary_search.h>
#include <thrum/count.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sequence.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <numeric>
#include <type_traits>
#include <vector>
#include "policies.h"

// The algorithm keeps and sums the value that a reference refers to, not the reference.
TEST_CASE("elements of device memory are arguments of algorithms") {
  thrum::device_vector<int> d(1000), out(1000);
  thrum::sequence(d.begin(), d.end(), 1);
  auto const kept = d.to_host();
  auto const total = std::accumulate(kept.begin(), kept.end(), 0);
  thrum::plus<int> const plus;
  thrum::negate<int> const negate;
  static_assert(std::is_same_v<decltype(thrum::reduce(d.begin(), d.end(), d[0])), int>);
  static_assert(std::is_same_v<decltype(thrum::reduce(d.begin(), d.end(), d[0], plus)), int>);
  static_assert(std::is_same_v<decltype(thrum::inner_product(d.begin(), d.end(), d.begin(), d[0])), int>);
  static_assert(
      std::is_same_v<decltype(thrum::transform_reduce(d.begin(), d.end(), negate, d.front(), plus)), int>);
  CHECK(thrum::reduce(d.begin() + 1, d.end(), d[0]) == total);
  CHECK(thrum::reduce(d.begin() + 1, d.end(), d.front(), thrum::maximum<int>()) == 1000);
  CHECK(thrum::transform_reduce(d.begin() + 1, d.end(), negate, d[0], plus) == 2 - total);
  CHECK(thrum::inner_product(d.begin(), d.begin() + 2, d.begin(), d[9]) == 15);
  thrum::exclusive_scan(d.begin(), d.end(), out.begin(), d[4]);
  CHECK(out[3] == 5 + 6);
  thrum::inclusive_scan(d.begin(), d.end(), out.begin(), d[4], plus);
  CHECK(out[3] == 5 + 10);
  thrum::transform_inclusive_scan(d.begin(), d.end(), out.begin(), negate, d[4], plus);
  CHECK(out[3] == 5 - 10);
  thrum::transform_exclusive_scan(d.begin(), d.end(), out.begin(), negate, d[4], plus);
  CHECK(out[3] == 5 - 6);
  CHECK(thrum::count(d.begin(), d.end(), d[5]) == 1);
  CHECK(thrum::find(d.begin(), d.end(), d[5]) == d.begin() + 5);
  CHECK(thrum::lower_bound(d.begin(), d.end(), d[5]) == d.begin() + 5);
  CHECK(thrum::upper_bound(d.begin(), d.end(), d[5]) == d.begin() + 6);
  CHECK(thrum::binary_search(d.begin(), d.end(), d.back()));
  CHECK(d.to_host() == kept);
  thrum::sequence(out.begin(), out.end(), d[3]);
  CHECK(out[10] == 14);
  thrum::sequence(out.begin(), out.end(), d[3], d[1]);
  CHECK(out[10] == 24);
  thrum::sequence(out.begin(), out.end(), 1, d[1]);
  CHECK(out[10] == 21);
  // The value may be one of the elements that the call overwrites.
  thrum::fill(d.begin(), d.end(), d[7]);
  CHECK(d.to_host() == std::vector<int>(1000, 8));
  CHECK(thrum::fill_n(d.begin(), 3, out[0]) == d.begin() + 3);
  CHECK(d[2] == 1);
}
