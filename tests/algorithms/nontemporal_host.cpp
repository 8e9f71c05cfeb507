// Calls that store non-temporally, as calls do that touch more memory than the last cache has: the
// test tells the library that there is a cache of one byte.
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/host_facts.h>
#include <thrum/detail/base/nontemporal.h>
#include <thrum/detail/base/processor.h>
#include <doctest/doctest.h>
#include <thrum/adjacent_difference.h>
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/move.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/uninitialized_copy.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

namespace detail = thrum::detail;
using detail::changed_last_cache;
using detail::lowered_vectors;
using detail::vector_level;

constexpr bool compiles_nontemporal_stores = THRUM_HAS_VECTOR_TARGETS != 0;
bool has_nontemporal_stores() { return detail::vectors_of_processor() >= vector_level::avx2; }

auto const one_thread = [] { return 1; };

/// Sizes around that from which on elements of a type are stored so, and a larger one.
template <class T>
std::vector<std::ptrdiff_t> sizes() {
  return sizes_around(
      {detail::least_nontemporal_bytes / static_cast<std::ptrdiff_t>(sizeof(T)), 70000, (1 << 18) + 64});
}

/// What surrounds an output that begins at any element of a line.
constexpr std::size_t most_before = 17, after = 70;

/// Checks what a call makes of outputs that begin at several places, and that it stores nothing
/// beside them.
template <class T, class Call>
void check(std::vector<T> const& expected, Call call) {
  T const canary = T(77);
  std::size_t const n = expected.size();
  for (std::size_t const before : {std::size_t{0}, std::size_t{1}, most_before}) {
    CAPTURE(before);
    std::vector<T> out(before + n + after, canary), all = out;
    std::copy(expected.begin(), expected.end(), all.begin() + static_cast<std::ptrdiff_t>(before));
    call(out.data() + before);
    CHECK(out == all);
  }
}

template <class T>
struct difference {
  T operator()(T a, T b) const { return static_cast<T>(a - b); }
};
template <class T>
struct of_three {
  T operator()(T a, T b, T c) const { return static_cast<T>(a + b - c); }
};
template <class T>
struct twice {
  T operator()(T a) const { return static_cast<T>(a + a); }
};

template <class S, class T>
void check_calls(std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  std::vector<T> const a = random_values<T>(n), b(a.rbegin(), a.rend()), c = random_values<T>(n);
  check(a, [&](T* out) { CHECK(S::run(thrum::copy, a.data(), a.data() + n, out) == out + n); });
  check(a, [&](T* out) { S::run(thrum::uninitialized_copy, a.data(), a.data() + n, out); });
  std::vector<T> moved = a;
  check(a, [&](T* out) { S::run(thrum::move, moved.data(), moved.data() + n, out); });
  if constexpr (std::is_arithmetic_v<T>) {
    std::vector<T> expected(size);
    std::transform(a.begin(), a.end(), expected.begin(), twice<T>());
    check(expected, [&](T* out) { S::run(thrum::transform, a.data(), a.data() + n, out, twice<T>()); });
    auto const doubled = thrum::make_transform_iterator(a.data(), twice<T>());
    check(expected, [&](T* out) { S::run(thrum::copy, doubled, doubled + n, out); });
    std::transform(a.begin(), a.end(), b.begin(), expected.begin(), difference<T>());
    check(expected,
          [&](T* out) { S::run(thrum::transform, a.data(), a.data() + n, b.data(), out, difference<T>()); });
    for (std::size_t i = 0; i < size; ++i) expected[i] = of_three<T>()(a[i], b[i], c[i]);
    check(expected, [&](T* out) {
      S::run(thrum::transform, thrum::inputs(a.data(), b.data(), c.data()), n, out, of_three<T>());
    });
    for (std::size_t i = 0; i < size; ++i) expected[i] = difference<T>()(a[i], static_cast<T>(i % 3));
    auto const remainders = thrum::make_transform_iterator(thrum::counting_iterator<std::ptrdiff_t>(0),
                                                           [](std::ptrdiff_t i) { return static_cast<T>(i % 3); });
    check(expected,
          [&](T* out) { S::run(thrum::transform, a.data(), a.data() + n, remainders, out, difference<T>()); });
    std::transform(a.begin(), a.end(), expected.begin(), [](T x) { return difference<T>()(x, T(3)); });
    check(expected, [&](T* out) {
      S::run(thrum::transform, a.data(), a.data() + n, thrum::make_constant_iterator(T(3)), out, difference<T>());
    });
    std::adjacent_difference(a.begin(), a.end(), expected.begin(), difference<T>());
    check(expected,
          [&](T* out) { S::run(thrum::adjacent_difference, a.data(), a.data() + n, out, difference<T>()); });
    // Within one range: the output is the input.
    std::vector<T> same = a;
    S::run(thrum::transform, same.data(), same.data() + n, b.data(), same.data(), difference<T>());
    std::transform(a.begin(), a.end(), b.begin(), expected.begin(), difference<T>());
    CHECK(same == expected);
  }
}

struct pair_of_bytes {
  std::uint8_t a, b;
  bool operator==(pair_of_bytes const&) const = default;
};
struct record_of_12_bytes {
  explicit record_of_12_bytes(int x = 0) : values{x, x + 1, x + 2} {}
  bool operator==(record_of_12_bytes const&) const = default;
  std::int32_t values[3];
};

template <class T>
std::vector<T> records(std::ptrdiff_t n) {
  std::vector<T> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) v.push_back(T(static_cast<int>(i)));
  return v;
}

template <class T>
using transform_of = detail::transform_body<T const*, T*, twice<T>>;

}  // namespace

TEST_CASE_TEMPLATE("calls beyond the last cache equal those of std", T, std::int8_t, std::uint16_t, std::int32_t,
                   std::int64_t, float, double, long double) {
  changed_last_cache const cache(1);
  for (std::ptrdiff_t const n : sizes<T>()) {
    CAPTURE(n);
    check_calls<with_seq, T>(n);
#if defined(THRUM_WITH_TBB)
    check_calls<with_tbb, T>(n);
#elif defined(THRUM_WITH_OMP)
    check_calls<with_omp, T>(n);
#endif
  }
}

TEST_CASE("copies of records beyond the last cache equal those of std") {
  changed_last_cache const cache(1);
  for (std::ptrdiff_t const n : sizes<record_of_12_bytes>()) {
    CAPTURE(n);
    auto const v = records<record_of_12_bytes>(n);
    check(v, [&](record_of_12_bytes* out) { thrum::copy(thrum::seq, v.data(), v.data() + n, out); });
#if defined(THRUM_WITH_TBB)
    check(v, [&](record_of_12_bytes* out) { thrum::copy(thrum::tbb::par, v.data(), v.data() + n, out); });
#endif
  }
}

TEST_CASE("a functor of seq keeps its state where stores are non-temporal") {
  changed_last_cache const cache(1);
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    std::vector<std::int32_t> const ones(100000, 1);
    std::vector<std::int32_t> out(ones.size() + 1);
    thrum::transform(thrum::seq, ones.begin(), ones.end(), out.begin() + 1,
                     [calls = 0](std::int32_t x) mutable { return x + calls++; });
    for (std::size_t i = 0; i < out.size(); ++i) REQUIRE(out[i] == static_cast<std::int32_t>(i));
  }
}

TEST_CASE_TEMPLATE("an exception of a functor leaves a call that stores non-temporally", S, HOST_BACKENDS) {
  changed_last_cache const cache(1);
  std::vector<std::int32_t> const in = random_values<std::int32_t>(300000);
  std::vector<std::int32_t> out(in.size());
  std::int32_t const* const wrong = in.data() + 200000;
  CHECK_THROWS_AS(S::run(thrum::transform, in.begin(), in.end(), out.begin(),
                         [wrong](std::int32_t const& x) {
                           if (&x == wrong) throw std::runtime_error("wrong");
                           return x;
                         }),
                  std::runtime_error);
}

TEST_CASE("stores are non-temporal where the caches do not hold what a call touches") {
  std::vector<float> a(100000), out(a.size());
  auto const n = static_cast<std::ptrdiff_t>(a.size());
  transform_of<float> body{a.data(), out.data(), {}};
  using in_place = detail::transform_body<float*, float*, twice<float>>;
  in_place same{a.data(), a.data(), {}}, shifted{a.data(), a.data() + n / 2, {}};
  {
    changed_last_cache const cache(2 * a.size() * sizeof(float) + 1);
    CHECK_FALSE(detail::stores_nontemporally(body, n, one_thread));
    CHECK_FALSE(detail::copies_nontemporally(a.data(), n, out.data(), 1));
  }
  {
    changed_last_cache const cache(2 * a.size() * sizeof(float));
    CHECK(detail::stores_nontemporally(body, n, one_thread) == has_nontemporal_stores());
    CHECK(detail::copies_nontemporally(a.data(), n, out.data(), 1) == has_nontemporal_stores());
    // As many threads as use two caches.
    auto const threads = static_cast<std::ptrdiff_t>(detail::last_cache().threads) + 1;
    CHECK_FALSE(detail::stores_nontemporally(body, n, [=] { return threads; }));
    CHECK_FALSE(detail::copies_nontemporally(a.data(), n, out.data(), threads));
    CHECK_FALSE(detail::stores_nontemporally(same, n, one_thread));
    CHECK_FALSE(detail::stores_nontemporally(shifted, n, one_thread));
    CHECK_FALSE(detail::copies_nontemporally(a.data(), n, a.data() + n / 2, 1));  // not read or written
  }
  {
    // The two inputs of differences are nearly the same memory.
    detail::difference_body<float const*, float*, thrum::minus<>> neighbours{
        a.data() + 1, a.data(), out.data(), {}};
    changed_last_cache const cache(3 * (a.size() - 1) * sizeof(float));
    CHECK_FALSE(detail::stores_nontemporally(neighbours, n - 1, one_thread));
    changed_last_cache const smaller(2 * (a.size() - 1) * sizeof(float));
    CHECK(detail::stores_nontemporally(neighbours, n - 1, one_thread) == has_nontemporal_stores());
  }
  changed_last_cache const unknown(0);
  CHECK_FALSE(detail::stores_nontemporally(body, n, one_thread));
}

TEST_CASE("bodies whose inputs are unknown, or that write no numbers in memory, store as usual") {
  using zipped = detail::transform_body<std::vector<bool>::iterator, float*, thrum::identity<>>;
  CHECK_FALSE(detail::may_store_nontemporally<zipped>);
  CHECK_FALSE(detail::may_store_nontemporally<detail::transform_body<int*, int volatile*, twice<int>>>);
  CHECK_FALSE(detail::may_store_nontemporally<detail::transform_body<int*, pair_of_bytes*, thrum::identity<>>>);
  CHECK(detail::may_store_nontemporally<transform_of<int>> == compiles_nontemporal_stores);
}

TEST_CASE("the processor tells the last cache as the system does") {
  // Of all processors, which may have different ones.
  std::set<std::size_t> of_system;
  for (int processor = 0; processor < detail::hardware_threads(); ++processor) {
    std::size_t last = 0;
    for (int index = 0; index < 8; ++index) {
      std::size_t const bytes = detail::number_in_file("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                                                       "/cache/index" + std::to_string(index) + "/size");
      if (bytes != 0) last = bytes;
    }
    if (last != 0) of_system.insert(last);
  }
  detail::cache_size const cache = detail::last_cache();
  CHECK(cache.threads >= 1);
  if (cache.bytes != 0 && !of_system.empty()) CHECK(of_system.count(cache.bytes) == 1);
}
