// Zip, permutation and reverse iterators in algorithms, under every policy.
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform.h>
#include <algorithm>
#include <functional>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

std::ptrdiff_t const sizes[] = {0, 1, 65, 5000, 40'000};

/// Computes z = x + y for a tuple of references.
struct add_into_third {
  template <class Tuple>
  THRUM_HD void operator()(Tuple t) const {
    thrum::get<2>(t) = thrum::get<0>(t) + thrum::get<1>(t);
  }
};
struct product_of_pair {
  template <class Tuple>
  THRUM_HD int operator()(Tuple const& t) const {
    return thrum::get<0>(t) * thrum::get<1>(t);
  }
};
struct first_is_even {
  template <class Tuple>
  THRUM_HD bool operator()(Tuple const& t) const {
    return thrum::get<0>(t) % 2 == 0;
  }
};
/// Returns the pair with the greater first element.
struct greater_first {
  using value_and_place = thrum::tuple<int, int>;
  THRUM_HD value_and_place operator()(value_and_place a, value_and_place b) const {
    return thrum::get<0>(a) < thrum::get<0>(b) ? b : a;
  }
};

template <class T>
std::vector<T> permutation(std::ptrdiff_t n) {
  std::vector<T> indices(static_cast<std::size_t>(n));
  std::iota(indices.begin(), indices.end(), T(0));
  for (std::size_t i = indices.size(); i > 1; --i) std::swap(indices[i - 1], indices[random_bits(i) % i]);
  return indices;
}

}  // namespace

TEST_CASE_TEMPLATE("zip_iterator is an input and an output", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host1 = random_values<int>(n, -100, 100, 1), host2 = random_values<int>(n, -100, 100, 2);
    auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
    typename S::template vector<int> sums(host1.size());
    std::vector<int> expected(host1.size());
    std::transform(host1.begin(), host1.end(), host2.begin(), expected.begin(), std::plus<>{});
    auto const three = thrum::make_zip_iterator(thrum::make_tuple(v1.begin(), v2.begin(), sums.begin()));
    S::run(thrum::for_each, three, three + n, add_into_third{});
    CHECK(host_copy(sums) == expected);

    auto const pairs = thrum::make_zip_iterator(v1.begin(), v2.begin());
    S::run(thrum::transform, pairs, pairs + n, sums.begin(), product_of_pair{});
    std::transform(host1.begin(), host1.end(), host2.begin(), expected.begin(), std::multiplies<>{});
    CHECK(host_copy(sums) == expected);

    // Copies the pairs whose first element is even into two vectors.
    typename S::template vector<int> out1(host1.size(), 1), out2(host1.size(), 1);
    auto const out = thrum::make_zip_iterator(out1.begin(), out2.begin());
    auto const end = S::run(thrum::copy_if, pairs, pairs + n, out, first_is_even{});
    std::vector<int> expected1(host1.size(), 1), expected2(host1.size(), 1);
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < host1.size(); ++i) {
      if (host1[i] % 2 != 0) continue;
      expected1[static_cast<std::size_t>(count)] = host1[i];
      expected2[static_cast<std::size_t>(count)] = host2[i];
      ++count;
    }
    CHECK(end - out == count);
    CHECK(host_copy(out1) == expected1);
    CHECK(host_copy(out2) == expected2);

    // Pairs a value with its index.
    auto const placed = thrum::make_zip_iterator(v1.begin(), thrum::make_counting_iterator(0));
    auto const best = S::run(thrum::reduce, placed, placed + n, thrum::make_tuple(-1000, -1), greater_first{});
    CHECK(thrum::get<0>(best) == (n == 0 ? -1000 : *std::max_element(host1.begin(), host1.end())));
  }
}

TEST_CASE_TEMPLATE("permutation_iterator gathers and scatters", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const host_map = permutation<int>(n);
    auto const v = vector_of<S>(host), map = vector_of<S>(host_map);
    std::vector<int> expected(host.size());
    typename S::template vector<int> out(host.size());
    auto const gathered = thrum::make_permutation_iterator(v.begin(), map.begin());
    CHECK(S::run(thrum::copy, gathered, gathered + n, out.begin()) == out.end());
    for (std::size_t i = 0; i < host.size(); ++i) expected[i] = host[static_cast<std::size_t>(host_map[i])];
    CHECK(host_copy(out) == expected);
    CHECK(S::run(thrum::reduce, gathered, gathered + n) == std::accumulate(host.begin(), host.end(), 0));

    auto const scattered = thrum::make_permutation_iterator(out.begin(), map.begin());
    CHECK(S::run(thrum::copy, v.begin(), v.end(), scattered) - scattered == n);
    for (std::size_t i = 0; i < host.size(); ++i) expected[static_cast<std::size_t>(host_map[i])] = host[i];
    CHECK(host_copy(out) == expected);
  }
}

TEST_CASE_TEMPLATE("reverse_iterator is an input and an output", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    std::vector<int> expected(host.size());
    typename S::template vector<int> out(host.size());
    auto const first = thrum::make_reverse_iterator(v.end());
    S::run(thrum::inclusive_scan, first, first + n, out.begin());
    std::inclusive_scan(host.rbegin(), host.rend(), expected.begin());
    CHECK(host_copy(out) == expected);
    // Computes suffix sums in place; also with the vector's own reverse iterators.
    S::run(thrum::inclusive_scan, first, first + n, thrum::make_reverse_iterator(out.end()));
    std::reverse(expected.begin(), expected.end());
    CHECK(host_copy(out) == expected);
    S::run(thrum::copy, v.rbegin(), v.rend(), out.begin());
    CHECK(std::equal(host.rbegin(), host.rend(), host_copy(out).begin()));
  }
}

TEST_CASE_TEMPLATE("adaptors of adaptors", S, MAIN_SYSTEMS) {
  auto const host = random_values<int>(40'000);
  auto const v = vector_of<S>(host);
  auto const map = thrum::make_transform_iterator(thrum::make_counting_iterator(0), thrum::negate<>{});
  auto const backwards = thrum::make_permutation_iterator(v.end() - 1, map);
  auto const products =
      thrum::make_transform_iterator(thrum::make_zip_iterator(v.begin(), backwards), product_of_pair{});
  CHECK(S::run(thrum::reduce, products, products + 40'000) ==
        std::inner_product(host.begin(), host.end(), host.rbegin(), 0));
}
