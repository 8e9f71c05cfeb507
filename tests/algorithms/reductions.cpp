// reduce, transform_reduce, inner_product, count, count_if.
#include <thrum/count.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 16384, 32768, 65536});

/// The type in which elements of T are summed.
template <class T>
using wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

struct squared {
  template <class T>
  THRUM_HD wide<T> operator()(T x) const {
    return static_cast<wide<T>>(x) * static_cast<wide<T>>(x);
  }
};
struct is_even {
  template <class T>
  THRUM_HD bool operator()(T x) const {
    return static_cast<std::int64_t>(x) % 2 == 0;
  }
};
/// Callable only when it is not const. Counts the calls of this copy.
struct counting_plus {
  std::ptrdiff_t calls = 0;
  template <class T>
  THRUM_HD T operator()(T a, T b) {
    ++calls;
    return static_cast<T>(a + b);
  }
};
struct record_sum {
  THRUM_HD record operator()(record a, record b) const { return record(a.key + b.key, a.payload ^ b.payload); }
};
struct cache_line_sum {
  THRUM_HD cache_line operator()(cache_line a, cache_line b) const { return cache_line(a.value + b.value); }
};
/// Returns the greater of two: associative and commutative, and not a sum.
struct greater_of {
  THRUM_HD int operator()(int a, int b) const { return a < b ? b : a; }
};

template <class S, class T>
void check_reductions() {
  for (std::ptrdiff_t const n : sizes) {
    auto const host = random_values<T>(n);
    auto const v = vector_of<S>(host);
    CAPTURE(n);
    using W = wide<T>;
    W const sum = std::accumulate(host.begin(), host.end(), W(0));
    CHECK(S::run(thrum::reduce, v.begin(), v.end()) == static_cast<T>(sum));
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), W(-7)) == sum - 7);
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), W(5), thrum::plus<W>{}) == sum + 5);
    W const squares = std::accumulate(host.begin(), host.end(), W(3), [](W a, T b) { return a + squared{}(b); });
    CHECK(S::run(thrum::transform_reduce, v.begin(), v.end(), squared{}, W(3), thrum::plus<>{}) == squares);
    CHECK(S::run(thrum::count_if, v.begin(), v.end(), is_even{}) ==
          std::count_if(host.begin(), host.end(), is_even{}));
    CHECK(S::run(thrum::count, v.begin(), v.end(), static_cast<T>(7)) ==
          std::count(host.begin(), host.end(), static_cast<T>(7)));
  }
}

}  // namespace

// The sums fit into 24 bits, so that float does not round them.
TEST_CASE_TEMPLATE("reductions of int8", S, MORE_SYSTEMS) { check_reductions<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("reductions of int32", S, ALL_SYSTEMS) { check_reductions<S, std::int32_t>(); }
TEST_CASE_TEMPLATE("reductions of int64", S, MORE_SYSTEMS) { check_reductions<S, std::int64_t>(); }
TEST_CASE_TEMPLATE("reductions of float", S, MAIN_SYSTEMS) { check_reductions<S, float>(); }
TEST_CASE_TEMPLATE("reductions of double", S, MORE_SYSTEMS) { check_reductions<S, double>(); }

TEST_CASE_TEMPLATE("reduce with operators of one's own", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -1'000'000, 1'000'000);
    auto const v = vector_of<S>(host);
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), 1, counting_plus{}) ==
          std::accumulate(host.begin(), host.end(), 1L));
    int const least = -2'000'000;
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), least, greater_of{}) ==
          std::accumulate(host.begin(), host.end(), least, greater_of{}));
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), least, thrum::maximum<int>{}) ==
          std::accumulate(host.begin(), host.end(), least, greater_of{}));
  }
}

TEST_CASE_TEMPLATE("reduce of elements that are no numbers", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_records(n, 100);
    auto const v = vector_of<S>(host);
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), record(1, 2), record_sum{}) ==
          std::accumulate(host.begin(), host.end(), record(1, 2), record_sum{}));
    auto const host_lines = random_values<cache_line>(n);
    auto const lines = vector_of<S>(host_lines);
    CHECK(S::run(thrum::reduce, lines.begin(), lines.end(), cache_line(1), cache_line_sum{}) ==
          std::accumulate(host_lines.begin(), host_lines.end(), cache_line(1), cache_line_sum{}));
  }
}

TEST_CASE_TEMPLATE("inner_product", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host1 = random_values<int>(n, -100, 100, 1), host2 = random_values<int>(n, -100, 100, 2);
    auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
    CHECK(S::run(thrum::inner_product, v1.begin(), v1.end(), v2.begin(), std::int64_t{-3}) ==
          std::inner_product(host1.begin(), host1.end(), host2.begin(), std::int64_t{-3}));
    CHECK(S::run(thrum::inner_product, v1.begin(), v1.end(), v2.begin(), -500, greater_of{}, thrum::minus<>{}) ==
          std::inner_product(host1.begin(), host1.end(), host2.begin(), -500, greater_of{}, std::minus<>{}));
  }
}

TEST_CASE_TEMPLATE("reductions of a large range", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : large_sizes({(1 << 20) + 1, (1 << 20) - 1, 1 << 22})) {
    CAPTURE(n);
    auto const host = random_values<int>(n);
    auto const v = vector_of<S>(host);
    CHECK(S::run(thrum::reduce, v.begin(), v.end()) == std::accumulate(host.begin(), host.end(), 0));
    CHECK(S::run(thrum::count, v.begin(), v.end(), 42) == std::count(host.begin(), host.end(), 42));
  }
}

TEST_CASE_TEMPLATE("sums of wider elements are made in the type of the start value", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {2, 5000}) {
    auto const v = vector_of<S>(std::vector<double>(static_cast<std::size_t>(n), 0.5));
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), 0) == 0);
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), 7U) == 7);
  }
}
TEST_CASE("sums are made in the type of the start value") {
  std::vector<int> const v(100'000, 100'000);
  CHECK(thrum::reduce(thrum::seq, v.begin(), v.end(), 0L) == 10'000'000'000L);
  CHECK(thrum::inner_product(thrum::seq, v.begin(), v.end(), v.begin(), 0L) == 1'000'000'000'000'000L);
  std::vector<float> const halves(3, 1.5f);
  CHECK(thrum::inner_product(thrum::seq, halves.begin(), halves.end(), halves.begin(), 0) == 3);
  CHECK(thrum::transform_reduce(thrum::seq, halves.begin(), halves.end(), halves.begin(), 0) == 6);
  std::vector<std::uint8_t> const bytes(1000, 200);
  CHECK(thrum::reduce(bytes.begin(), bytes.end()) == static_cast<std::uint8_t>(200'000));
  CHECK(thrum::reduce(bytes.begin(), bytes.end(), 0) == 200'000);
  CHECK(thrum::reduce(bytes.begin(), bytes.end(), 0.5) == 200'000.5);
}
