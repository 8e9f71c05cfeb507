// Offset, strided and shuffle iterators, iterators that transform stored elements, and an iterator
// made with iterator_adaptor, in algorithms under every policy.
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/iterator_adaptor.h>
#include <thrum/iterator/offset_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/retag.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <thrum/iterator/transform_input_output_iterator.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform.h>
#include <numeric>
#include <random>
#include "data.h"
#include "policies.h"

namespace {

std::ptrdiff_t const sizes[] = {0, 1, 65, 5000, 40'000};

struct is_even {
  THRUM_HD bool operator()(int x) const { return x % 2 == 0; }
};
struct negative {
  THRUM_HD int operator()(int x) const { return -x; }
};
struct halved {
  THRUM_HD double operator()(int x) const { return x / 2.0; }
};
struct doubled {
  THRUM_HD int operator()(double x) const { return static_cast<int>(x * 2); }
};
struct stored_plus_place {
  int* out;
  THRUM_HD void operator()(std::ptrdiff_t i, int x) const { out[i] = x + static_cast<int>(i); }
};

/// Repeats every element k times, as a user writes such an iterator for Thrust.
template <class I>
class repeat_iterator : public thrum::iterator_adaptor<repeat_iterator<I>, I> {
 public:
  using super_t = thrum::iterator_adaptor<repeat_iterator<I>, I>;
  THRUM_HD repeat_iterator(I first, int times) : super_t(first), first_(first), times_(times) {}

 private:
  friend class thrum::iterator_core_access;
  THRUM_HD typename super_t::reference dereference() const { return first_[(this->base() - first_) / times_]; }

  I first_;
  int times_;
};

template <class S, class I>
void reads(I first, std::vector<int> const& expected) {
  auto const n = static_cast<std::ptrdiff_t>(expected.size());
  typename S::template vector<int> out(expected.size());
  CHECK(S::run(thrum::copy, first, first + n, out.begin()) == out.end());
  CHECK(host_copy(out) == expected);
  CHECK(S::run(thrum::reduce, first, first + n) == std::accumulate(expected.begin(), expected.end(), 0));
  auto const kept = S::run(thrum::copy_if, first, first + n, out.begin(), is_even{}) - out.begin();
  CHECK(kept == std::count_if(expected.begin(), expected.end(), is_even{}));
}

}  // namespace

TEST_CASE_TEMPLATE("strided_iterator takes every s-th element", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto v = vector_of<S>(host);
    std::vector<int> expected;
    for (std::size_t i = 0; i < host.size(); i += 3) expected.push_back(host[i]);
    thrum::strided_range<decltype(v.cbegin())> const thirds(v.cbegin(), v.cend(), 3);
    REQUIRE(thirds.size() == static_cast<std::ptrdiff_t>(expected.size()));
    reads<S>(thirds.begin(), expected);
    if (n == 0) continue;
    // Writes through the iterator, and goes backwards.
    auto const last = thrum::make_strided_iterator(v.begin() + (n - 1), -1);
    typename S::template vector<int> out(host.size());
    S::run(thrum::inclusive_scan, last, last + n, thrum::make_strided_iterator(out.begin() + (n - 1), -1));
    std::vector<int> sums(host.size());
    std::inclusive_scan(host.rbegin(), host.rend(), sums.rbegin());
    CHECK(host_copy(out) == sums);
  }
}

TEST_CASE_TEMPLATE("offset_iterator begins later, by a number or by one in memory", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(40'000);
  auto const v = vector_of<S>(host);
  std::vector<int> const expected(host.begin() + 7, host.end());
  reads<S>(thrum::make_offset_iterator(v.begin(), 7), expected);
  auto const offset = vector_of<S>(std::vector<int>{7});
  auto const first = thrum::make_offset_iterator(v.begin(), offset.begin());
  CHECK((first + 5) - first == 5);
  reads<S>(first, expected);
  typename S::template vector<int> out(host.size());
  S::run(thrum::copy, v.begin(), v.end() - 7, thrum::make_offset_iterator(out.begin(), offset.begin()));
  auto shifted = host;
  shifted.insert(shifted.begin(), 7, 0);
  shifted.resize(host.size());
  CHECK(host_copy(out) == shifted);
}

TEST_CASE_TEMPLATE("shuffle_iterator gives each number once", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    std::mt19937 engine(5);
    auto const indices = thrum::make_shuffle_iterator(static_cast<int>(n), engine);
    typename S::template vector<int> out(static_cast<std::size_t>(n));
    S::run(thrum::copy, indices, indices + n, out.begin());
    std::vector<int> expected(static_cast<std::size_t>(n));
    for (std::ptrdiff_t i = 0; i < n; ++i) expected[static_cast<std::size_t>(i)] = indices[i];
    CHECK(host_copy(out) == expected);
    auto const v = vector_of<S>(random_values<int>(n));
    auto const host = host_copy(v);
    for (auto& i : expected) i = host[static_cast<std::size_t>(i)];
    reads<S>(thrum::make_permutation_iterator(v.begin(), indices), expected);
    std::iota(expected.begin(), expected.end(), 0);
    auto sorted = host_copy(out);
    CHECK((n < 1000 || sorted != expected));
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == expected);
  }
}

TEST_CASE_TEMPLATE("an iterator of a user's own", S, on_host, on_device, on_unified) {
  auto const host = random_values<int>(5000);
  auto const v = vector_of<S>(host);
  std::vector<int> expected;
  for (int x : host) expected.insert(expected.end(), 3, x);
  reads<S>(repeat_iterator(v.begin(), 3), expected);
}

TEST_CASE_TEMPLATE("transform_output_iterator stores a function of the result", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    typename S::template vector<int> out(host.size());
    auto const negated = thrum::make_transform_output_iterator(out.begin(), negative{});
    CHECK(S::run(thrum::inclusive_scan, v.begin(), v.end(), negated) - negated == n);
    std::vector<int> expected(host.size());
    std::partial_sum(host.begin(), host.end(), expected.begin());
    for (int& x : expected) x = -x;
    CHECK(host_copy(out) == expected);
    S::run(thrum::transform, v.begin(), v.end(), negated, negative{});
    CHECK(host_copy(out) == host);
    auto const kept = S::run(thrum::copy_if, v.begin(), v.end(), negated, is_even{}) - negated;
    expected.clear();
    for (int x : host) {
      if (x % 2 == 0) expected.push_back(-x);
    }
    CHECK(kept == static_cast<std::ptrdiff_t>(expected.size()));
    auto const written = host_copy(out);
    CHECK(std::equal(expected.begin(), expected.end(), written.begin()));
    // Zips it with a plain output.
    typename S::template vector<int> copied(host.size());
    auto const both = thrum::make_zip_iterator(copied.begin(), negated);
    auto const pairs = thrum::make_zip_iterator(v.begin(), v.begin());
    S::run(thrum::copy, pairs, pairs + n, both);
    CHECK(host_copy(copied) == host);
  }
}

TEST_CASE_TEMPLATE("tabulate_output_iterator calls with the place and the value", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(40'000);
  auto const v = vector_of<S>(host);
  typename S::template vector<int> out(host.size());
  int* const p = thrum::detail::unwrap(out.begin());
  auto const first = thrum::make_tabulate_output_iterator(stored_plus_place{p});
  CHECK(S::run(thrum::copy, v.begin(), v.end(), first) - first == 40'000);
  auto expected = host;
  for (std::size_t i = 0; i < host.size(); ++i) expected[i] += static_cast<int>(i);
  CHECK(host_copy(out) == expected);
  S::run(thrum::exclusive_scan, v.begin(), v.end(), first, 1);
  std::exclusive_scan(host.begin(), host.end(), expected.begin(), 1);
  for (std::size_t i = 0; i < host.size(); ++i) expected[i] += static_cast<int>(i);
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("transform_input_output_iterator is read and written through functions", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(40'000);
  auto v = vector_of<S>(host);
  auto const halves = thrum::make_transform_input_output_iterator(v.begin(), halved{}, doubled{});
  auto const sum = std::accumulate(host.begin(), host.end(), 0);
  CHECK(S::run(thrum::reduce, halves, halves + 40'000) == sum / 2.0);
  S::run(thrum::inclusive_scan, halves, halves + 40'000, halves);
  auto expected = host;
  std::partial_sum(host.begin(), host.end(), expected.begin());
  CHECK(host_copy(v) == expected);
  S::run(thrum::transform, halves, halves + 40'000, halves, thrum::negate<double>{});
  for (int& x : expected) x = -x;
  CHECK(host_copy(v) == expected);
}

TEST_CASE("a raw pointer is made one of the device") {
  thrum::device_vector<int> v{3, 1, 2};
  int* const p = thrum::detail::unwrap(v.begin());
  auto const first = thrum::reinterpret_tag<thrum::device_system_tag>(p);
  static_assert(std::is_same_v<thrum::memory_space_t<decltype(first)>, thrum::device_space<>>);
  static_assert(std::is_same_v<thrum::detail::unwrapped_t<decltype(first)>, int*>);
  CHECK(thrum::reduce(first, first + 3) == 6);
  auto const again = thrum::retag<thrum::device_system_tag>(v.begin());
  CHECK(thrum::reduce(again, again + 3) == 6);
}
