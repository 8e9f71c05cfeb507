// copy, copy_n, gather, scatter, reverse.
#include <thrum/copy.h>
#include <thrum/gather.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/reverse.h>
#include <thrum/scatter.h>
#include <algorithm>
#include <deque>
#include <iterator>
#include <list>
#include <numeric>
#include <sstream>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 8192, 65536});

/// Returns a permutation of [0, n).
template <class T>
std::vector<T> shuffled_indices(std::ptrdiff_t n) {
  std::vector<T> indices(static_cast<std::size_t>(n));
  std::iota(indices.begin(), indices.end(), T(0));
  for (std::size_t i = indices.size(); i > 1; --i) std::swap(indices[i - 1], indices[random_bits(i) % i]);
  return indices;
}

template <class S, class T, class Index>
void check_moves() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const host = random_values<T>(n);
    auto const v = vector_of<S>(host);
    auto const canary = T(101);
    auto const blank = vector_of<S>(std::vector<T>(size + 1, canary));
    auto expected = host;
    expected.push_back(canary);

    auto out = blank;
    CHECK(S::run(thrum::copy, v.begin(), v.end(), out.begin()) == out.begin() + n);
    CHECK(host_copy(out) == expected);
    out = blank;
    CHECK(S::run(thrum::copy_n, v.begin(), n, out.begin()) == out.begin() + n);
    CHECK(S::run(thrum::copy_n, v.end(), -1, out.begin()) == out.begin());
    CHECK(host_copy(out) == expected);

    S::run(thrum::reverse, out.begin(), out.begin() + n);
    std::reverse(expected.begin(), expected.end() - 1);
    CHECK(host_copy(out) == expected);

    auto const host_map = shuffled_indices<Index>(n);
    auto const map = vector_of<S>(host_map);
    out = blank;
    CHECK(S::run(thrum::gather, map.begin(), map.end(), v.begin(), out.begin()) == out.begin() + n);
    for (std::size_t i = 0; i < size; ++i) expected[i] = host[static_cast<std::size_t>(host_map[i])];
    CHECK(host_copy(out) == expected);
    out = blank;
    S::run(thrum::scatter, v.begin(), v.end(), map.begin(), out.begin());
    for (std::size_t i = 0; i < size; ++i) expected[static_cast<std::size_t>(host_map[i])] = host[i];
    CHECK(host_copy(out) == expected);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("moves of int", S, ALL_SYSTEMS) { check_moves<S, int, int>(); }
TEST_CASE_TEMPLATE("moves of int8", S, MORE_SYSTEMS) { check_moves<S, std::int8_t, std::uint32_t>(); }
TEST_CASE_TEMPLATE("moves of double", S, MORE_SYSTEMS) { check_moves<S, double, std::int64_t>(); }
TEST_CASE_TEMPLATE("moves of records", S, MAIN_SYSTEMS) { check_moves<S, record, std::size_t>(); }
TEST_CASE_TEMPLATE("moves of aligned elements", S, MAIN_SYSTEMS) { check_moves<S, cache_line, int>(); }

TEST_CASE_TEMPLATE("gather repeats, scatter leaves the rest alone", S, MAIN_SYSTEMS) {
  auto const v = vector_of<S>(std::vector<int>{10, 20, 30});
  auto const map = vector_of<S>(std::vector<int>{2, 2, 0, 1, 2});
  auto out = vector_of<S>(std::vector<int>(5, 0));
  S::run(thrum::gather, map.begin(), map.end(), v.begin(), out.begin());
  CHECK(host_copy(out) == std::vector<int>{30, 30, 10, 20, 30});
  auto const places = vector_of<S>(std::vector<int>{4, 0, 2});
  out = vector_of<S>(std::vector<int>(5, -1));
  S::run(thrum::scatter, v.begin(), v.end(), places.begin(), out.begin());
  CHECK(host_copy(out) == std::vector<int>{20, -1, 30, -1, 10});
}

TEST_CASE_TEMPLATE("copy between memories", V, thrum::host_vector<int>, thrum::device_vector<int>,
                   thrum::unified_vector<int>) {
  for (std::ptrdiff_t const n : {0, 1, 4097, 100'000}) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const host = random_values<int>(n);
    V const from(host.begin(), host.end());

    thrum::host_vector<int> to_host_memory(size);
    CHECK(thrum::copy(from.begin(), from.end(), to_host_memory.begin()) == to_host_memory.end());
    CHECK(to_host_memory.to_host() == host);
    thrum::device_vector<int> to_device(size);
    CHECK(thrum::copy(from.begin(), from.end(), to_device.begin()) == to_device.end());
    CHECK(to_device.to_host() == host);
    thrum::unified_vector<int> to_unified(size);
    CHECK(thrum::copy_n(from.begin(), n, to_unified.begin()) == to_unified.end());
    CHECK(to_unified.to_host() == host);

    std::vector<int> plain(size);
    CHECK(thrum::copy(from.begin(), from.end(), plain.begin()) == plain.end());
    CHECK(plain == host);
    V back(size);
    CHECK(thrum::copy_n(plain.begin(), size, back.begin()) == back.end());
    CHECK(back == from);

    // The element types differ, and the iterators need only be forward iterators.
    std::vector<double> doubles(size);
    thrum::copy(from.begin(), from.end(), doubles.begin());
    CHECK(std::equal(doubles.begin(), doubles.end(), host.begin(), host.end()));
    std::list<int> list;
    thrum::copy(from.begin(), from.end(), std::back_inserter(list));
    CHECK(std::equal(list.begin(), list.end(), host.begin(), host.end()));
    V from_list(size);
    CHECK(thrum::copy(list.begin(), list.end(), from_list.begin()) == from_list.end());
    CHECK(from_list == from);
    V from_some(size);
    CHECK(thrum::copy_n(list.begin(), n, from_some.begin()) == from_some.end());
    CHECK(thrum::copy_n(list.begin(), -2, from_some.begin()) == from_some.begin());
    CHECK(from_some == from);
    std::deque<int> const deque(host.begin(), host.end());
    V from_deque(size);
    thrum::copy(deque.begin(), deque.end(), from_deque.begin());
    CHECK(from_deque == from);

    // Neither the input nor the output need be contiguous.
    V const indices(shuffled_indices<int>(n));
    auto const picked = thrum::make_permutation_iterator(from.begin(), indices.begin());
    std::vector<int> expected(size);
    for (std::size_t i = 0; i < size; ++i) expected[i] = host[static_cast<std::size_t>(indices[i])];
    thrum::copy(picked, picked + n, plain.begin());
    CHECK(plain == expected);
    list.clear();
    thrum::copy(picked, picked + n, std::back_inserter(list));
    CHECK(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
    V scattered(size);
    auto const places = thrum::make_permutation_iterator(scattered.begin(), indices.begin());
    thrum::copy(plain.begin(), plain.end(), places);
    CHECK(scattered == from);
    V scattered_from_list(size);
    thrum::copy(list.begin(), list.end(),
                thrum::make_permutation_iterator(scattered_from_list.begin(), indices.begin()));
    CHECK(scattered_from_list == from);
  }
  std::istringstream text("3 1 4 1 5");
  V numbers(5);
  thrum::copy(std::istream_iterator<int>(text), std::istream_iterator<int>(), numbers.begin());
  CHECK(numbers == V{3, 1, 4, 1, 5});
}
