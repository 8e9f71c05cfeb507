// zip_transform_iterator.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/zip_transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <algorithm>
#include <iterator>
#include <numeric>
#include <type_traits>
#include "data.h"
#include "policies.h"

namespace {

struct multiply_add {
  THRUM_HD double operator()(int a, double b, std::int64_t c) const { return a * b + static_cast<double>(c); }
};
struct less_of_two {
  THRUM_HD int const& operator()(int const& a, int const& b) const { return b < a ? b : a; }
};
struct first_of_two {
  THRUM_HD int& operator()(int& a, int) const { return a; }
};
/// Callable only when it is not const.
struct difference {
  THRUM_HD int operator()(int a, int b) { return a - b; }
};

}  // namespace

static_assert(
    std::random_access_iterator<thrum::zip_transform_iterator<multiply_add, int*, double*, std::int64_t*>>);
static_assert(
    std::is_same_v<
        std::iter_reference_t<thrum::zip_transform_iterator<multiply_add, int*, double*, std::int64_t*>>, double>);
static_assert(
    std::is_same_v<std::iter_reference_t<thrum::zip_transform_iterator<first_of_two, int*, int*>>, int&>);

TEST_CASE_TEMPLATE("zip_transform_iterator of three ranges", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({4096, 20'000})) {
    CAPTURE(n);
    auto const host_a = random_values<int>(n);
    auto const host_b = random_values<double>(n, -100, 100, 2);
    auto const a = vector_of<S>(host_a);
    auto const b = vector_of<S>(host_b);
    auto const first = thrum::make_zip_transform_iterator(multiply_add{}, a.begin(), b.begin(),
                                                          thrum::counting_iterator<std::int64_t>(5));
    std::vector<double> expected;
    for (std::size_t i = 0; i < host_a.size(); ++i)
      expected.push_back(host_a[i] * host_b[i] + static_cast<double>(i + 5));
    typename S::template vector<double> out(host_a.size());
    S::run(thrum::copy, first, first + n, out.begin());
    CHECK(host_copy(out) == expected);
    CHECK(S::run(thrum::reduce, first, first + n, 0.0) == std::accumulate(expected.begin(), expected.end(), 0.0));
  }
}

TEST_CASE_TEMPLATE("zip_transform_iterator of references and of a functor that is not const", S, MAIN_SYSTEMS) {
  auto const host_a = random_values<int>(3000), host_b = random_values<int>(3000, -100, 100, 2);
  auto const a = vector_of<S>(host_a), b = vector_of<S>(host_b);
  auto const n = std::ssize(host_a);
  auto const least = thrum::make_zip_transform_iterator(less_of_two{}, a.begin(), b.begin());
  auto const apart = thrum::make_zip_transform_iterator(difference{}, a.begin(), thrum::constant_iterator<int>(7));
  typename S::template vector<int> out(host_a.size()), sums(host_a.size());
  S::run(thrum::copy, least, least + n, out.begin());
  S::run(thrum::inclusive_scan, apart, apart + n, sums.begin());
  std::vector<int> expected, expected_sums;
  for (std::size_t i = 0; i < host_a.size(); ++i) {
    expected.push_back(std::min(host_a[i], host_b[i]));
    expected_sums.push_back(host_a[i] - 7 + (i == 0 ? 0 : expected_sums[i - 1]));
  }
  CHECK(host_copy(out) == expected);
  CHECK(host_copy(sums) == expected_sums);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("a sort through a zip_transform_iterator that returns references", S, HOST_BACKENDS) {
  auto v = random_values<int>(3000);
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  auto const first =
      thrum::make_zip_transform_iterator(first_of_two{}, v.begin(), thrum::constant_iterator<int>(0));
  S::run(thrum::sort, first, first + std::ssize(v));
  CHECK(v == expected);
}
#endif
