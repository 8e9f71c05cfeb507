// for_each, for_each_n, fill, fill_n, generate, generate_n, sequence, tabulate, transform.
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/generate.h>
#include <thrum/sequence.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({256, 4096, 8192, 65536});

struct increment {
  template <class T>
  THRUM_HD void operator()(T& x) const {
    x = static_cast<T>(x + 1);
  }
};
/// Callable only when it is not const.
struct affine {
  int calls = 0;
  template <class T>
  THRUM_HD T operator()(T x) {
    ++calls;
    return static_cast<T>(3 * x + 1);
  }
};
struct difference {
  template <class T>
  THRUM_HD T operator()(T x, T y) {
    return static_cast<T>(2 * x - y);
  }
};
struct halve {
  THRUM_HD double operator()(int x) const { return x * 0.5; }
};
struct sum_in_double {
  THRUM_HD double operator()(int x, float y) const { return static_cast<double>(x) + static_cast<double>(y); }
};
struct quarters {
  THRUM_HD double operator()(std::ptrdiff_t i) const { return static_cast<double>(i) * 0.25; }
};
struct seven {
  THRUM_HD int operator()() const { return 7; }
};
struct index_modulo {
  THRUM_HD int operator()(std::ptrdiff_t i) const { return static_cast<int>(i % 1000); }
};
struct to_record {
  THRUM_HD record operator()(int x) const { return record(x, -x); }
};

template <class S, class T>
void check_transform() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host1 = random_values<T>(n, -40, 40, 1), host2 = random_values<T>(n, -40, 40, 2);
    auto const v1 = vector_of<S>(host1), v2 = vector_of<S>(host2);
    // Has one element more than the call writes.
    std::vector<T> expected(static_cast<std::size_t>(n) + 1, T(99));
    auto out = vector_of<S>(expected);
    auto const end = out.begin() + n;

    std::transform(host1.begin(), host1.end(), expected.begin(), affine{});
    CHECK(S::run(thrum::transform, v1.begin(), v1.end(), out.begin(), affine{}) == end);
    CHECK(host_copy(out) == expected);

    std::transform(host1.begin(), host1.end(), host2.begin(), expected.begin(), difference{});
    CHECK(S::run(thrum::transform, v1.begin(), v1.end(), v2.begin(), out.begin(), difference{}) == end);
    CHECK(host_copy(out) == expected);

    // The output is either of the inputs.
    auto in_place = v1;
    CHECK(S::run(thrum::transform, in_place.begin(), in_place.end(), v2.begin(), in_place.begin(), difference{}) ==
          in_place.end());
    CHECK(std::equal(expected.begin(), expected.end() - 1, host_copy(in_place).begin()));
    in_place = v2;
    S::run(thrum::transform, v1.begin(), v1.end(), in_place.begin(), in_place.begin(), difference{});
    CHECK(std::equal(expected.begin(), expected.end() - 1, host_copy(in_place).begin()));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("transform of int", S, ALL_SYSTEMS) { check_transform<S, int>(); }
TEST_CASE_TEMPLATE("transform of int8", S, MORE_SYSTEMS) { check_transform<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("transform of double", S, MAIN_SYSTEMS) { check_transform<S, double>(); }

TEST_CASE_TEMPLATE("transform to another type", S, MAIN_SYSTEMS) {
  auto const host = random_values<int>(70'000);
  auto const v = vector_of<S>(host);
  typename S::template vector<record> out(host.size());
  CHECK(S::run(thrum::transform, v.begin(), v.end(), out.begin(), to_record{}) == out.end());
  std::vector<record> expected(host.size());
  std::transform(host.begin(), host.end(), expected.begin(), to_record{});
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("for_each and for_each_n call the functor once for each element", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto expected = random_values<int>(n);
    auto v = vector_of<S>(expected);
    std::for_each(expected.begin(), expected.end(), increment{});
    CHECK(S::run(thrum::for_each, v.begin(), v.end(), increment{}) == v.end());
    CHECK(host_copy(v) == expected);
    // Writes all elements but the last.
    auto const count = std::max<std::ptrdiff_t>(n - 1, 0);
    std::for_each(expected.begin(), expected.begin() + count, increment{});
    CHECK(S::run(thrum::for_each_n, v.begin(), count, increment{}) == v.begin() + count);
    CHECK(S::run(thrum::for_each_n, v.begin(), 0U, increment{}) == v.begin());
    CHECK(host_copy(v) == expected);
  }
}

TEST_CASE_TEMPLATE("fill, generate, sequence, tabulate", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    typename S::template vector<int> v(size + 1, -1);
    auto const end = v.begin() + n;
    auto const check = [&](std::vector<int> expected) {
      expected.push_back(-1);
      CHECK(host_copy(v) == expected);
    };
    std::vector<int> expected(size);

    S::run(thrum::fill, v.begin(), end, 5);
    check(std::vector<int>(size, 5));
    CHECK(S::run(thrum::fill_n, v.begin(), size, 6) == end);
    check(std::vector<int>(size, 6));

    S::run(thrum::generate, v.begin(), end, seven{});
    check(std::vector<int>(size, 7));
    S::run(thrum::fill, v.begin(), end, 0);
    CHECK(S::run(thrum::generate_n, v.begin(), n, seven{}) == end);
    check(std::vector<int>(size, 7));

    std::iota(expected.begin(), expected.end(), 0);
    S::run(thrum::sequence, v.begin(), end);
    check(expected);
    std::iota(expected.begin(), expected.end(), -12);
    S::run(thrum::sequence, v.begin(), end, -12);
    check(expected);
    for (std::size_t i = 0; i < size; ++i) expected[i] = 10 - 3 * static_cast<int>(i);
    S::run(thrum::sequence, v.begin(), end, 10, -3);
    check(expected);

    for (std::size_t i = 0; i < size; ++i) expected[i] = static_cast<int>(i % 1000);
    S::run(thrum::tabulate, v.begin(), end, index_modulo{});
    check(expected);
  }
}

TEST_CASE_TEMPLATE("a sequence of floats from an integer is exact", S, MAIN_SYSTEMS) {
  typename S::template vector<float> v(3);
  S::run(thrum::sequence, v.begin(), v.end(), 16'777'217);
  CHECK(host_copy(v) == std::vector<float>{16'777'216, 16'777'218, 16'777'220});
}

TEST_CASE_TEMPLATE("sequence and fill of other types", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 10'000;
  typename S::template vector<double> v(n);
  S::run(thrum::sequence, v.begin(), v.end(), 1.0, 0.5);
  std::vector<double> expected;
  for (int i = 0; i < n; ++i) expected.push_back(1 + 0.5 * i);
  CHECK(host_copy(v) == expected);
  typename S::template vector<cache_line> lines(n);
  S::run(thrum::fill, lines.begin(), lines.end(), cache_line(8));
  CHECK(host_copy(lines) == std::vector<cache_line>(n, cache_line(8)));
  // Elements that share bytes are written by the calling thread alone.
  std::vector<bool> flags(n);
  thrum::fill(thrum::seq, flags.begin(), flags.end(), true);
  CHECK(flags == std::vector<bool>(n, true));
}

template <class S, class T, class Init>
void check_sequence(Init init, Init step) {
  constexpr int n = 5000;
  typename S::template vector<T> v(n);
  std::vector<T> expected;
  S::run(thrum::sequence, v.begin(), v.end(), init);
  for (int i = 0; i < n; ++i) expected.push_back(static_cast<T>(static_cast<T>(init) + static_cast<T>(i)));
  CHECK(host_copy(v) == expected);
  S::run(thrum::sequence, v.begin(), v.end(), init, step);
  for (int i = 0; i < n; ++i) {
    expected[static_cast<std::size_t>(i)] =
        static_cast<T>(static_cast<T>(init) + static_cast<T>(i) * static_cast<T>(step));
  }
  CHECK(host_copy(v) == expected);
}

// An int could not hold these values.
TEST_CASE_TEMPLATE("sequence computes in the type of the elements", S, MAIN_SYSTEMS) {
  check_sequence<S, std::int64_t>(0, 2'000'000'000);
  check_sequence<S, std::int64_t>(2'147'483'000, 1'000'000);
  check_sequence<S, std::int64_t>(-2'147'483'000, -1'000'000);
  check_sequence<S, std::uint64_t>(2'147'483'647, 7);
  check_sequence<S, std::uint32_t>(2'147'483'000, 1000);
  check_sequence<S, std::uint8_t>(250, 3);
  check_sequence<S, double>(2'147'483'000, 1'000'000);
  check_sequence<S, float>(16'777'000, 16);
  // Integers of 32 bits could not count from here.
  check_sequence<S, double, std::int64_t>((std::int64_t{1} << 30) - 1, 1);
  check_sequence<S, double, std::int64_t>((std::int64_t{1} << 30) + 1, 1);
  check_sequence<S, double, std::int64_t>(-(std::int64_t{1} << 40), 1'000'000);
  check_sequence<S, std::int32_t>(-2'147'483'647 - 1, 3);
  check_sequence<S, double, std::size_t>(7, 3);
  check_sequence<S, double, std::size_t>(std::size_t{1} << 40, 3);
  // The elements could not hold fractions.
  typename S::template vector<int> v(7);
  S::run(thrum::sequence, v.begin(), v.end(), 0.5, 0.5);
  CHECK(host_copy(v) == std::vector<int>{0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE_TEMPLATE("element-wise algorithms on a large range", S, ALL_SYSTEMS) {
  std::ptrdiff_t const n = large_size((std::ptrdiff_t{1} << 22) + 3);
  typename S::template vector<int> v(static_cast<std::size_t>(n));
  S::run(thrum::sequence, v.begin(), v.end());
  S::run(thrum::transform, v.begin(), v.end(), v.begin(), thrum::negate<>{});
  S::run(thrum::for_each, v.begin(), v.end(), increment{});
  auto const result = host_copy(v);
  std::ptrdiff_t wrong = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) wrong += result[static_cast<std::size_t>(i)] != 1 - i;
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("a negative number of elements is none", S, ALL_SYSTEMS) {
  typename S::template vector<int> v(10, 1);
  auto const middle = v.begin() + 5;
  for (int const n : {-1, -3}) {
    CHECK(S::run(thrum::for_each_n, middle, n, increment{}) == middle);
    CHECK(S::run(thrum::fill_n, middle, static_cast<long>(n), 7) == middle);
    CHECK(S::run(thrum::generate_n, middle, n, seven{}) == middle);
  }
  CHECK(host_copy(v) == std::vector<int>(10, 1));
}

// The test also shows that the headers give no warnings of conversions.
TEST_CASE_TEMPLATE("results are converted to the type of the elements", S, ALL_SYSTEMS) {
  typename S::template vector<float> floats(100);
  typename S::template vector<int> ints(100);
  S::run(thrum::fill, floats.begin(), floats.end(), 3);
  CHECK(host_copy(floats) == std::vector<float>(100, 3.0F));
  S::run(thrum::fill, ints.begin(), ints.end(), 2.5);
  CHECK(host_copy(ints) == std::vector<int>(100, 2));
  S::run(thrum::generate, floats.begin(), floats.end(), seven{});
  CHECK(host_copy(floats) == std::vector<float>(100, 7.0F));
  S::run(thrum::tabulate, ints.begin(), ints.end(), quarters{});
  CHECK(host_copy(ints)[99] == 24);
  S::run(thrum::transform, ints.begin(), ints.end(), floats.begin(), halve{});
  CHECK(host_copy(floats)[99] == 12.0F);
  S::run(thrum::transform, ints.begin(), ints.end(), floats.begin(), ints.begin(), sum_in_double{});
  CHECK(host_copy(ints)[99] == 36);
  S::run(thrum::transform, ints.rbegin(), ints.rend(), floats.rbegin(), halve{});
  CHECK(host_copy(floats)[99] == 18.0F);
}

TEST_CASE("seq calls one functor in order") {
  std::vector<int> v(100);
  thrum::generate(thrum::seq, v.begin(), v.end(), [next = 0]() mutable { return next++; });
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(v == expected);
  std::vector<int> seen;
  thrum::for_each(v.begin(), v.end(), [&seen](int x) { seen.push_back(x); });
  CHECK(seen == expected);
}

TEST_CASE_TEMPLATE("ranges that begin within a word, or end within a tile", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {1023, 1024, 2048, 2049}) {
    for (std::ptrdiff_t const offset : {0, 1, 3}) {
      CAPTURE(n);
      CAPTURE(offset);
      std::vector<int> expected(static_cast<std::size_t>(n + offset) + 1, 5);
      auto v = vector_of<S>(expected);
      std::fill(expected.begin() + offset, expected.end() - 1, 7);
      S::run(thrum::fill, v.begin() + offset, v.end() - 1, 7);
      CHECK(host_copy(v) == expected);
      auto out = vector_of<S>(std::vector<int>(expected.size(), 9));
      S::run(thrum::transform, v.begin() + offset, v.end() - 1, out.begin() + offset, thrum::negate<>{});
      std::transform(expected.begin(), expected.end(), expected.begin(), std::negate<>{});
      std::fill(expected.begin(), expected.begin() + offset, 9);
      expected.back() = 9;
      CHECK(host_copy(out) == expected);
    }
  }
}
