// Counting, constant, transform and discard iterators in algorithms, under every policy.
#include <thrum/copy.h>
#include <thrum/extrema.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/logical.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

std::ptrdiff_t const sizes[] = {0, 1, 65, 5000, 40'000};

struct squared {
  THRUM_HD std::int64_t operator()(int x) const { return static_cast<std::int64_t>(x) * x; }
};
struct is_even {
  THRUM_HD bool operator()(int x) const { return x % 2 == 0; }
};
/// A functor like a lambda with captures: not assignable, and not default-constructible.
struct scaled {
  int const factor;
  THRUM_HD int operator()(int x) const { return x * factor; }
};
/// A type that is neither literal nor default-constructible.
struct quotient {
  int divisor;
  THRUM_HD explicit quotient(int d) : divisor(d) {}
  THRUM_HD int operator()(int x) const { return x / divisor; }
};
struct product_of_pair {
  template <class Tuple>
  THRUM_HD int operator()(Tuple const& t) const {
    return thrum::get<0>(t) * thrum::get<1>(t);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("counting and constant iterators are inputs", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    std::vector<int> expected(static_cast<std::size_t>(n));
    typename S::template vector<int> out(static_cast<std::size_t>(n));
    auto const first = thrum::make_counting_iterator(10);
    auto const last = first + n;
    std::iota(expected.begin(), expected.end(), 10);
    S::run(thrum::transform, first, last, thrum::make_constant_iterator(1), out.begin(), thrum::multiplies<>{});
    CHECK(host_copy(out) == expected);
    // copy without a policy runs where the output lives.
    CHECK(thrum::copy(first, last, out.begin()) == out.end());
    CHECK(host_copy(out) == expected);
  }
}

TEST_CASE_TEMPLATE("transform_iterator is an input", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    auto const first = thrum::make_transform_iterator(v.begin(), squared{});
    auto const expected = std::accumulate(host.begin(), host.end(), std::int64_t{0},
                                          [](std::int64_t a, int x) { return a + squared{}(x); });
    CHECK(S::run(thrum::reduce, first, first + n) == expected);
    std::vector<std::int64_t> sums(host.size());
    std::transform_inclusive_scan(host.begin(), host.end(), sums.begin(), std::plus<>{}, squared{});
    typename S::template vector<std::int64_t> out(host.size());
    S::run(thrum::inclusive_scan, first, first + n, out.begin());
    CHECK(host_copy(out) == sums);
    if (n > 0) {
      auto const greatest =
          std::max_element(host.begin(), host.end(), [](int a, int b) { return squared{}(a) < squared{}(b); });
      CHECK(S::run(thrum::max_element, first, first + n) - first == greatest - host.begin());
    }
  }
}

TEST_CASE_TEMPLATE("transform_iterator makes the functor that it is not given", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(5000, -1000, 1000);
  auto const v = vector_of<S>(host);
  using iterator = thrum::transform_iterator<squared, decltype(v.begin())>;
  iterator const first(v.begin()), given(v.begin(), squared{});
  auto const expected = std::inner_product(host.begin(), host.end(), host.begin(), std::int64_t{0});
  CHECK(S::run(thrum::reduce, first, first + 5000) == expected);
  CHECK(S::run(thrum::reduce, given, iterator(v.end())) == expected);
}

TEST_CASE_TEMPLATE("transform_iterator takes functors that cannot be assigned", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(5000, -1000, 1000);
  auto const v = vector_of<S>(host);
  auto const first = thrum::make_transform_iterator(v.begin(), scaled{3});
  static_assert(std::input_iterator<std::remove_const_t<decltype(first)>>);
  CHECK(S::run(thrum::reduce, first, first + 5000) == 3 * std::accumulate(host.begin(), host.end(), 0));
  auto assigned = thrum::make_transform_iterator(v.begin() + 1, scaled{5});
  assigned = first;
  CHECK(assigned == first);
  CHECK(assigned.functor().factor == 3);
}

TEST_CASE_TEMPLATE("adaptors of a functor that is no literal and has no default constructor", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(5000);
  auto const v = vector_of<S>(host);
  auto const thirds = thrum::make_transform_iterator(thrum::make_counting_iterator(0), quotient(3));
  std::vector<int> expected(5000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<int>(i / 3);
  CHECK(host_copy(typename S::template vector<int>(thirds, thirds + 5000)) == expected);
  CHECK(S::run(thrum::reduce, thirds, thirds + 5000) == std::accumulate(expected.begin(), expected.end(), 0));
  typename S::template vector<int> out(5000);
  S::run(thrum::copy, thirds, thirds + 5000, out.begin());
  CHECK(host_copy(out) == expected);
  auto const backwards = thrum::make_reverse_iterator(thirds + 5000);
  CHECK(*backwards == 1666);
  auto const picked = thrum::make_permutation_iterator(v.begin(), thirds);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = host[i / 3];
  S::run(thrum::copy, picked, 5000 + picked, out.begin());
  CHECK(host_copy(out) == expected);
  auto const pairs = thrum::make_zip_iterator(v.begin(), backwards);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < host.size(); ++i) sum += host[i] * static_cast<int>((4999 - i) / 3);
  CHECK(S::run(thrum::transform_reduce, pairs, pairs + 5000, product_of_pair{}, std::int64_t{0},
               thrum::plus<>{}) == sum);
}

TEST_CASE_TEMPLATE("functors that return a reference to a computed element", S, ALL_SYSTEMS) {
  auto const first = thrum::make_counting_iterator(0);
  thrum::identity<int> const same{};
  CHECK(S::run(thrum::transform_reduce, first, first + 1000, same, 0, thrum::plus<>{}) == 499'500);
  auto const again = thrum::make_transform_iterator(first, same);
  static_assert(std::is_same_v<std::iter_reference_t<std::remove_const_t<decltype(again)>>, int>);
  CHECK(S::run(thrum::reduce, again, again + 1000) == 499'500);
  CHECK(S::run(thrum::any_of, first, first + 2, same));
  CHECK(!S::run(thrum::any_of, first, first + 1, same));
  CHECK(S::run(thrum::inner_product, first, first + 10, first, 0, thrum::plus<>{}, thrum::project2nd<>{}) == 45);
}

TEST_CASE_TEMPLATE("discard_iterator takes what is not wanted", S, ALL_SYSTEMS) {
  auto const v = vector_of<S>(random_values<int>(40'000));
  auto const host = host_copy(v);
  auto const nothing = thrum::make_discard_iterator();
  CHECK(S::run(thrum::copy, v.begin(), v.end(), nothing) - nothing == 40'000);
  CHECK(S::run(thrum::copy_if, v.begin(), v.end(), nothing, is_even{}) - nothing ==
        std::count_if(host.begin(), host.end(), is_even{}));
  typename S::template vector<int> sums(40'000);
  auto runs = host;
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  auto const ends =
      S::run(thrum::reduce_by_key, v.begin(), v.end(), thrum::make_constant_iterator(1), nothing, sums.begin());
  CHECK(ends.second == sums.begin() + static_cast<std::ptrdiff_t>(runs.size()));
  CHECK(ends.first - nothing == static_cast<std::ptrdiff_t>(runs.size()));
}
