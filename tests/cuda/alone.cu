// Algorithms that rearrange elements within a range. Each call has a type of elements that no other
// call of this program uses. Kernels are templates over that type, so that a call finds only the
// kernels that nvcc generated for it. nvcc generates a kernel if its compilation for the device
// reaches the launch, as its compilation for the host does; if only the host's compilation does,
// the launch fails with an invalid device function.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/partition.h>
#include <thrum/random.h>
#include <thrum/shuffle.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>
#include "data.h"

namespace {

using thrum::cuda::par;

constexpr std::ptrdiff_t n = 5000, third = n / 3;

/// An element type that only one call uses.
template <int Number>
struct element {
  int value = 0;
  element() = default;
  THRUM_HD constexpr explicit element(int v) : value(v) {}
  bool operator==(element const& other) const { return value == other.value; }
  THRUM_HD bool operator<(element const& other) const { return value < other.value; }
};

/// An order of elements that is not the library's.
struct before {
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) const {
    return a < b;
  }
};
struct after {
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) const {
    return b < a;
  }
};
template <class T>
struct is_low {
  THRUM_HD bool operator()(T const& x) const { return x < T(1); }
};

template <class T>
std::vector<T> unsorted() {
  return random_values<T>(n, std::is_unsigned_v<T> ? 0 : -100, 100);
}

template <class T>
std::vector<T> two_sorted() {
  auto v = unsorted<T>();
  std::sort(v.begin(), v.begin() + third);
  std::sort(v.begin() + third, v.end());
  return v;
}

template <class T>
std::vector<T> sorted(std::vector<T> v) {
  std::sort(v.begin(), v.end());
  return v;
}

}  // namespace

TEST_CASE("shuffle, alone") {
  using T = element<0>;
  auto v = unsorted<T>();
  thrum::device_vector<T> d(v);
  thrum::shuffle(par, d.begin(), d.end(), thrum::random::default_random_engine(5));
  thrum::shuffle(thrum::seq, v.begin(), v.end(), thrum::random::default_random_engine(5));
  CHECK(d.to_host() == v);
}

TEST_CASE("partition, alone") {
  using T = element<1>;
  auto v = unsorted<T>();
  thrum::device_vector<T> d(v);
  auto const accepted = thrum::partition(par, d.begin(), d.end(), is_low<T>{}) - d.begin();
  CHECK(std::stable_partition(v.begin(), v.end(), is_low<T>{}) - v.begin() == accepted);
  CHECK(d.to_host() == v);
}

TEST_CASE("stable_partition by flags, alone") {
  using T = element<2>;
  auto v = unsorted<T>();
  auto const flags = random_values<int>(n, 0, 1);
  thrum::device_vector<T> d(v);
  thrum::device_vector<int> const device_flags(flags);
  auto const end = thrum::stable_partition(par, d.begin(), d.end(), device_flags.begin(),
                                           [] __device__(int flag) { return flag == 1; });
  auto const expected =
      thrum::stable_partition(thrum::seq, v.begin(), v.end(), flags.begin(), [](int flag) { return flag == 1; });
  CHECK(end - d.begin() == expected - v.begin());
  CHECK(d.to_host() == v);
}

TEST_CASE_TEMPLATE("inplace_merge, alone", T, element<3>, std::int8_t) {
  auto v = two_sorted<T>();
  thrum::device_vector<T> d(v);
  thrum::inplace_merge(par, d.begin(), d.begin() + third, d.end());
  CHECK(d.to_host() == sorted(v));
}

TEST_CASE_TEMPLATE("nth_element, alone", T, element<4>, std::uint8_t) {
  auto v = unsorted<T>();
  thrum::device_vector<T> d(v);
  thrum::nth_element(par, d.begin(), d.begin() + third, d.end());
  auto const selected = d.to_host(), expected = sorted(v);
  CHECK(selected[third] == expected[third]);
  CHECK(sorted(selected) == expected);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    REQUIRE(
        !(static_cast<std::ptrdiff_t>(i) < third ? expected[third] < selected[i] : selected[i] < expected[third]));
  }
}

TEST_CASE_TEMPLATE("partial_sort, alone", T, element<5>, std::int16_t) {
  auto const v = unsorted<T>(), expected = sorted(v);
  thrum::device_vector<T> d(v);
  thrum::partial_sort(par, d.begin(), d.begin() + third, d.end());
  auto const selected = d.to_host();
  CHECK(std::equal(selected.begin(), selected.begin() + third, expected.begin()));
  CHECK(sorted(selected) == expected);
}

TEST_CASE_TEMPLATE("partial_sort_copy, alone", T, element<6>, std::uint16_t) {
  auto const v = unsorted<T>(), expected = sorted(v);
  thrum::device_vector<T> const d(v);
  thrum::device_vector<T> out(third);
  thrum::partial_sort_copy(par, d.begin(), d.end(), out.begin(), out.end());
  auto const least = out.to_host();
  CHECK(std::equal(least.begin(), least.end(), expected.begin()));
}

TEST_CASE_TEMPLATE("top_k, alone", T, element<7>, std::uint64_t) {
  auto const v = unsorted<T>();
  auto expected = v;
  std::stable_sort(expected.begin(), expected.end(), after{});
  thrum::device_vector<T> const d(v);
  thrum::device_vector<T> out(third);
  thrum::top_k(par, d.begin(), d.end(), third, out.begin(), before{});
  auto const greatest = out.to_host();
  CHECK(std::equal(greatest.begin(), greatest.end(), expected.begin()));
}

TEST_CASE_TEMPLATE("top_k_by_key, alone", T, element<8>, std::int64_t) {
  auto const v = unsorted<T>();
  std::vector<int> places(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) places[i] = static_cast<int>(i);
  auto expected = places;
  std::stable_sort(expected.begin(), expected.end(),
                   [&](int a, int b) { return v[static_cast<std::size_t>(b)] < v[static_cast<std::size_t>(a)]; });
  thrum::device_vector<T> const d(v);
  thrum::device_vector<int> const values(places);
  thrum::device_vector<T> keys_out(third);
  thrum::device_vector<int> values_out(third);
  thrum::top_k_by_key(par, d.begin(), d.end(), values.begin(), third, keys_out.begin(), values_out.begin());
  auto const greatest = values_out.to_host();
  CHECK(std::equal(greatest.begin(), greatest.end(), expected.begin()));
}
