// The indices of a grid as elements of algorithms, under every policy.
#include <thrum/detail/base/wide_integers.h>
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/iterator/grid_index_iterator.h>
#include <thrum/transform.h>
#include <limits>
#include <stdexcept>
#include "arithmetic_holds.h"
#include "data.h"
#include "policies.h"

namespace {

constexpr auto places = thrum::make_grid_index_iterator(7);
static_assert(arithmetic_holds(places));
static_assert(places[0] == thrum::grid_index{0, 0} && places[6] == thrum::grid_index{0, 6} &&
              places[7] == thrum::grid_index{1, 0} && (places + 20)[2] == thrum::grid_index{3, 1});
static_assert(places.columns() == 7 && (places + 20).base() == 20);
static_assert(std::is_same_v<thrum::memory_space_t<thrum::grid_index_iterator>, thrum::any_space>);
static_assert(std::random_access_iterator<thrum::grid_index_iterator>);
constexpr thrum::grid_indices inner(thrum::grid_index{1, 2}, thrum::grid_index{3, 5});
static_assert(inner.rows() == 2 && inner.columns() == 3 && inner.size() == 6 && !inner.empty());
static_assert(inner.begin()[4] == thrum::grid_index{2, 3} && inner.end() - inner.begin() == 6);

struct adds_one {
  int* a;
  std::ptrdiff_t width;
  THRUM_HD void operator()(thrum::grid_index at) const { a[at.row * width + at.column] += 1; }
};
struct row_and_column {
  THRUM_HD std::int64_t operator()(thrum::grid_index at) const { return 1'000'000 * at.row + at.column; }
};
}  // namespace

TEST_CASE_TEMPLATE("every place of a grid once", S, ALL_SYSTEMS) {
  std::ptrdiff_t const shapes[][2] = {{0, 0}, {0, 5}, {5, 0}, {1, 1}, {1, 5000}, {5000, 1}, {37, 53}, {201, 200}};
  for (auto const& shape : shapes) {
    std::ptrdiff_t const rows = shape[0], columns = shape[1];
    CAPTURE(rows);
    CAPTURE(columns);
    thrum::grid_indices const grid(rows, columns);
    REQUIRE(grid.size() == rows * columns);
    auto const n = static_cast<std::size_t>(grid.size());
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) expected.push_back(1'000'000 * i + j);
    }
    typename S::template vector<std::int64_t> out(n);
    typename S::template vector<int> touched(n);
    S::run(thrum::transform, grid.begin(), grid.end(), out.begin(), row_and_column{});
    CHECK(host_copy(out) == expected);
    // Grid indices alone do not say where the memory is that a functor refers to; the call needs a
    // policy.
    if constexpr (requires { S::policy(); }) {
      S::run(thrum::for_each, grid.begin(), grid.end(), adds_one{raw(touched), columns});
      CHECK(host_copy(touched) == std::vector<int>(n, 1));
    }
  }
}

TEST_CASE_TEMPLATE("the places of a part of a grid", S, ALL_SYSTEMS) {
  thrum::grid_indices const grid(thrum::grid_index{-3, 2}, thrum::grid_index{90, 71});
  std::vector<std::int64_t> expected;
  for (std::int64_t i = -3; i < 90; ++i) {
    for (std::int64_t j = 2; j < 71; ++j) expected.push_back(1'000'000 * i + j);
  }
  typename S::template vector<std::int64_t> out(expected.size());
  S::run(thrum::transform, grid.begin(), grid.end(), out.begin(), row_and_column{});
  CHECK(host_copy(out) == expected);
}

TEST_CASE("the quotients are right for all widths and places") {
  constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
  std::vector<std::ptrdiff_t> numbers{1,    2,        3,        5,           6, 7, 641, 1'000'000'007,
                                      most, most - 1, most / 2, most / 2 + 1};
  for (int bits = 2; bits < 63; ++bits) {
    for (std::ptrdiff_t near : {-1, 0, 1}) numbers.push_back((std::ptrdiff_t{1} << bits) + near);
  }
  for (std::uint64_t i = 0; i < 500; ++i) {
    numbers.push_back(static_cast<std::ptrdiff_t>(random_bits(i) >> (1 + i % 62)) | 1);
  }
  std::ptrdiff_t wrong = 0;
  for (std::ptrdiff_t const d : numbers) {
    thrum::detail::constant_divisor const by(d);
    for (std::ptrdiff_t const n : numbers) {
      // Tests the numbers around which the quotient changes, where errors would show.
      std::ptrdiff_t const edge = n / d * d;
      for (std::ptrdiff_t const x : {n, edge, edge - 1}) wrong += x >= 0 && by.quotient_of(x) != x / d;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a grid has sides of a length") {
  CHECK_THROWS_WITH_AS(thrum::make_grid_index_iterator(0), "thrum: a grid_index_iterator needs a column at least",
                       std::invalid_argument);
  CHECK_THROWS_AS(thrum::grid_indices(-1, 4), std::invalid_argument);
  CHECK_THROWS_AS(thrum::grid_indices(4, -1), std::invalid_argument);
  CHECK_THROWS_AS(thrum::grid_indices(thrum::grid_index{2, 2}, thrum::grid_index{1, 5}), std::invalid_argument);
}
