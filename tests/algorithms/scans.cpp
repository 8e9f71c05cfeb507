// inclusive_scan, exclusive_scan, transform_inclusive_scan, transform_exclusive_scan.
#include <thrum/functional.h>
#include <thrum/scan.h>
#include <thrum/transform_scan.h>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4, 8, 16, 32, 1000, 4096, 8192, 16384, 32000, 65536});

/// Computes x * x. Callable only when it is not const.
struct squared {
  int calls = 0;
  template <class T>
  THRUM_HD T operator()(T x) {
    ++calls;
    return static_cast<T>(x * x);
  }
};

/// Associative, but not commutative.
struct last_of {
  THRUM_HD int operator()(int a, int b) const { return b == 0 ? a : b; }
};

/// Multiplies matrices of two rows modulo 2^32: associative, but not commutative.
struct matrix {
  std::uint32_t a = 1, b = 0, c = 0, d = 1;
  matrix() = default;
  THRUM_HD constexpr matrix(std::uint32_t w, std::uint32_t x, std::uint32_t y, std::uint32_t z)
      : a(w), b(x), c(y), d(z) {}
  THRUM_HD constexpr explicit matrix(int x)
      : matrix(1, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(x * x), 3) {}
  THRUM_HD friend constexpr bool operator==(matrix const& m, matrix const& n) {
    return m.a == n.a && m.b == n.b && m.c == n.c && m.d == n.d;
  }
};
struct matrix_product {
  THRUM_HD matrix operator()(matrix const& m, matrix const& n) {
    return {m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c, m.c * n.b + m.d * n.d};
  }
};
struct to_matrix {
  THRUM_HD matrix operator()(int x) const { return matrix(x); }
};

template <class S, class T>
void check_scans(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    CAPTURE(n);
    auto const host = random_values<T>(n, -10, 10);
    auto const v = vector_of<S>(host);
    std::vector<T> expected(static_cast<std::size_t>(n) + 1, T(77));
    auto const blank = vector_of<S>(expected);
    auto const plus = thrum::plus<T>{};
    auto const end = expected.end() - 1;
    auto out = blank;
    auto const stop = out.begin() + n;

    std::inclusive_scan(host.begin(), host.end(), expected.begin(), plus);
    CHECK(S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin()) == stop);
    CHECK(host_copy(out) == expected);
    auto in_place = v;
    CHECK(S::run(thrum::inclusive_scan, in_place.begin(), in_place.end(), in_place.begin(), plus) ==
          in_place.end());
    CHECK(std::equal(expected.begin(), end, host_copy(in_place).begin()));

    std::inclusive_scan(host.begin(), host.end(), expected.begin(), plus, T(5));
    CHECK(S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), T(5), plus) == stop);
    CHECK(host_copy(out) == expected);

    std::exclusive_scan(host.begin(), host.end(), expected.begin(), T(0), plus);
    CHECK(S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin()) == stop);
    CHECK(host_copy(out) == expected);
    std::exclusive_scan(host.begin(), host.end(), expected.begin(), T(-3), plus);
    CHECK(S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), T(-3)) == stop);
    CHECK(host_copy(out) == expected);
    in_place = v;
    CHECK(S::run(thrum::exclusive_scan, in_place.begin(), in_place.end(), in_place.begin(), T(-3), plus) ==
          in_place.end());
    CHECK(std::equal(expected.begin(), end, host_copy(in_place).begin()));
  }
}

}  // namespace

// The sums stay below 2^24, so that float does not round them.
TEST_CASE_TEMPLATE("scans of int", S, ALL_SYSTEMS) { check_scans<S, int>(sizes); }
TEST_CASE_TEMPLATE("scans of int8", S, MORE_SYSTEMS) { check_scans<S, std::int8_t>(sizes); }
TEST_CASE_TEMPLATE("scans of uint16", S, MORE_SYSTEMS) { check_scans<S, std::uint16_t>(sizes); }
TEST_CASE_TEMPLATE("scans of float", S, MAIN_SYSTEMS) { check_scans<S, float>(sizes); }
TEST_CASE_TEMPLATE("scans of int64", S, MORE_SYSTEMS) { check_scans<S, std::int64_t>(sizes); }
TEST_CASE_TEMPLATE("scans of a large range", S, MAIN_SYSTEMS) {
  check_scans<S, int>(large_sizes({2'048'001, 1'023'999, 1'024'000, 1'024'001, (std::ptrdiff_t{1} << 22) + 1}));
}

TEST_CASE_TEMPLATE("scans of maxima and minima", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -1'000'000'000, 1'000'000'000);
    auto const v = vector_of<S>(host);
    std::vector<int> expected(host.size());
    auto out = vector_of<S>(expected);
    std::inclusive_scan(host.begin(), host.end(), expected.begin(), thrum::maximum<>{});
    CHECK(S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), thrum::maximum<>{}) == out.end());
    CHECK(host_copy(out) == expected);
    std::exclusive_scan(host.begin(), host.end(), expected.begin(), 5, thrum::minimum<int>{});
    CHECK(S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), 5, thrum::minimum<int>{}) == out.end());
    CHECK(host_copy(out) == expected);
  }
}

TEST_CASE_TEMPLATE("transform scans", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -50, 50);
    auto const v = vector_of<S>(host);
    std::vector<long> expected(host.size() + 1, 77);
    auto out = vector_of<S>(expected);
    auto const stop = out.begin() + n;
    thrum::plus<long> const plus;

    std::transform_inclusive_scan(host.begin(), host.end(), expected.begin(), plus, squared{});
    CHECK(S::run(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), squared{}, plus) == stop);
    CHECK(host_copy(out) == expected);
    std::transform_inclusive_scan(host.begin(), host.end(), expected.begin(), plus, squared{}, 9L);
    CHECK(S::run(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), squared{}, 9L, plus) == stop);
    CHECK(host_copy(out) == expected);
    std::transform_exclusive_scan(host.begin(), host.end(), expected.begin(), 9L, plus, squared{});
    CHECK(S::run(thrum::transform_exclusive_scan, v.begin(), v.end(), out.begin(), squared{}, 9L, plus) == stop);
    CHECK(host_copy(out) == expected);
  }
}

TEST_CASE_TEMPLATE("scans keep the order of the operands", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = random_values<int>(n, 0, 5);
    auto const v = vector_of<S>(host);
    std::vector<int> expected(host.size());
    typename S::template vector<int> out(host.size());
    std::inclusive_scan(host.begin(), host.end(), expected.begin(), last_of{});
    S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), last_of{});
    CHECK(host_copy(out) == expected);

    std::vector<matrix> const host_matrices(host.begin(), host.end());
    auto const matrices = vector_of<S>(host_matrices);
    std::vector<matrix> expected_products(host.size());
    typename S::template vector<matrix> products(host.size());
    std::exclusive_scan(host_matrices.begin(), host_matrices.end(), expected_products.begin(), matrix(7),
                        matrix_product{});
    S::run(thrum::exclusive_scan, matrices.begin(), matrices.end(), products.begin(), matrix(7), matrix_product{});
    CHECK(host_copy(products) == expected_products);
    std::transform_inclusive_scan(host.begin(), host.end(), expected_products.begin(), matrix_product{},
                                  to_matrix{});
    S::run(thrum::transform_inclusive_scan, v.begin(), v.end(), products.begin(), to_matrix{}, matrix_product{});
    CHECK(host_copy(products) == expected_products);
  }
}

TEST_CASE_TEMPLATE("sums of a scan are made in the type of the start value, or of the elements", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 40'000;
  auto const v = vector_of<S>(std::vector<std::uint8_t>(n, 200));
  typename S::template vector<int> out(n);
  S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), 0, thrum::plus<>{});
  CHECK(host_copy(out).back() == 200 * n);
  S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), 0);
  CHECK(host_copy(out).back() == 200 * (n - 1));
  S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin());
  CHECK(host_copy(out).back() == static_cast<std::uint8_t>(200 * n));
  for (std::size_t const count : {std::size_t{2}, std::size_t{5000}}) {
    auto const wider = vector_of<S>(std::vector<double>(count, 1.5));
    typename S::template vector<double> sums(count);
    S::run(thrum::exclusive_scan, wider.begin(), wider.end(), sums.begin(), 0);
    CHECK(host_copy(sums).back() == static_cast<double>(count - 1));
  }
}
