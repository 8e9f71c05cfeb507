// Matrices in the memory of vectors: their elements, rows, columns and blocks in algorithms, under
// every policy.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/reduce.h>
#include <numeric>
#include <stdexcept>
#include "data.h"
#include "policies.h"

namespace {

constexpr int numbers[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
constexpr thrum::matrix_view<int const> small(&numbers[0], 3, 4);
static_assert(small(0, 0) == 0 && small(1, 3) == 13 && small(thrum::grid_index{2, 1}) == 21);
static_assert(small.rows() == 3 && small.columns() == 4 && small.stride() == 4 && small.size() == 12);
static_assert(small.extent(0) == 3 && small.extent(1) == 4 && small.stride(0) == 4 && small.stride(1) == 1);
static_assert(small.is_exhaustive() && !small.empty() && small.data() == small.data_handle());
static_assert(small.row(1).size() == 4 && small.row(1)[2] == 12 && small.row(2).begin() == &numbers[8]);
static_assert(small.column(1).size() == 3 && small.column(1)[2] == 21 && small.column(3).back() == 23);
static_assert(small.block(1, 1, 2, 2)(1, 1) == 22 && small.block(1, 1, 2, 2).stride() == 4);
static_assert(!small.block(1, 1, 2, 2).is_exhaustive() && small.block(1, 0, 2, 4).is_exhaustive());
static_assert(small.block(3, 4, 0, 0).empty() && thrum::matrix_view<int>().empty());
static_assert(thrum::matrix_view<int const>(&numbers[0], 3, 2, 4)(2, 1) == 21);
static_assert(std::is_convertible_v<thrum::matrix_view<int>, thrum::matrix_view<int const>> &&
              !std::is_convertible_v<thrum::matrix_view<int const>, thrum::matrix_view<int>>);
static_assert(std::is_trivially_copyable_v<thrum::matrix_view<int>>);

template <class T, class V>
constexpr bool views = std::is_constructible_v<thrum::matrix_view<T>, V&, int, int>;
static_assert(views<derived_element, std::vector<derived_element>> &&
              views<base_element const, std::vector<base_element>>);
static_assert(!views<base_element, std::vector<derived_element>> &&
              !views<derived_element, std::vector<base_element>>);
static_assert(!views<int, std::vector<int> const> && views<int const, std::vector<int> const>);

struct sum_of_row {
  thrum::matrix_view<int const> from;
  int* sums;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    int sum = 0;
    for (int x : from.row(i)) sum += x;
    sums[i] = sum;
  }
};
struct transposed {
  thrum::matrix_view<int const> from;
  thrum::matrix_view<int> to;
  THRUM_HD void operator()(thrum::grid_index at) const { to(at.column, at.row) = from(at); }
};
}  // namespace

TEST_CASE_TEMPLATE("rows, columns, blocks and transposes", S, BACKENDS) {
  std::ptrdiff_t const shapes[][2] = {{1, 1}, {1, 300}, {300, 1}, {2, 3}, {37, 53}, {200, 201}};
  for (auto const& shape : shapes) {
    std::ptrdiff_t const rows = shape[0], columns = shape[1];
    CAPTURE(rows);
    CAPTURE(columns);
    auto const host = random_values<int>(rows * columns);
    auto const v = vector_of<S>(host);
    thrum::matrix_view const a(v, rows, columns);
    static_assert(std::is_same_v<decltype(a), thrum::matrix_view<int const> const>);
    auto const at = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
      return host[static_cast<std::size_t>(i * columns + j)];
    };

    int column_sum = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) column_sum += at(i, columns / 2);
    auto const column = a.column(columns / 2);
    CHECK(S::run(thrum::reduce, column.begin(), column.end()) == column_sum);

    typename S::template vector<int> sums(static_cast<std::size_t>(rows));
    auto const number = thrum::make_counting_iterator(std::ptrdiff_t{0});
    S::run(thrum::for_each, number, number + rows, sum_of_row{a, raw(sums)});
    auto const of_rows = host_copy(sums);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      auto const first = host.begin() + i * columns;
      CHECK(of_rows[static_cast<std::size_t>(i)] == std::accumulate(first, first + columns, 0));
    }

    typename S::template vector<int> t(host.size());
    auto const all = a.indices();
    S::run(thrum::for_each, all.begin(), all.end(), transposed{a, thrum::matrix_view(t, columns, rows)});
    auto const turned = host_copy(t);
    std::ptrdiff_t wrong = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      for (std::ptrdiff_t j = 0; j < columns; ++j) {
        wrong += turned[static_cast<std::size_t>(j * rows + i)] != at(i, j);
      }
    }
    CHECK(wrong == 0);

    // The call writes the block in place, and nothing beside it.
    auto written = vector_of<S>(host);
    auto const inner =
        thrum::matrix_view(written, rows, columns).block(rows / 3, columns / 3, rows / 2, columns / 2);
    for (std::ptrdiff_t i = 0; i < inner.rows(); ++i) {
      S::run(thrum::fill, inner.row(i).begin(), inner.row(i).end(), 1000);
    }
    auto const now = host_copy(written);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      for (std::ptrdiff_t j = 0; j < columns; ++j) {
        bool const inside =
            i >= rows / 3 && i < rows / 3 + rows / 2 && j >= columns / 3 && j < columns / 3 + columns / 2;
        wrong += now[static_cast<std::size_t>(i * columns + j)] != (inside ? 1000 : at(i, j));
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("what is no matrix is refused") {
  std::vector<int> v(12);
  CHECK_NOTHROW(thrum::matrix_view(v, 3, 4));
  CHECK_NOTHROW(thrum::matrix_view(v, 100, 0));
  CHECK_THROWS_WITH_AS(thrum::matrix_view(v, 3, 5), "thrum: a vector of 12 elements is no matrix of 3 x 5",
                       std::invalid_argument);
  CHECK_THROWS_AS(thrum::matrix_view(v, -1, 5), std::invalid_argument);
  CHECK_THROWS_AS(thrum::matrix_view(v.data(), 3, -1), std::invalid_argument);
  CHECK_THROWS_AS(thrum::matrix_view(v.data(), 3, 4, 3), std::invalid_argument);
  thrum::matrix_view const a(v, 3, 4);
  CHECK_NOTHROW(a.block(0, 0, 3, 4));
  CHECK_NOTHROW(a.block(3, 4, 0, 0));
  CHECK_THROWS_WITH_AS(a.block(1, 0, 3, 4), "thrum: a block of a matrix_view is not inside of it",
                       std::out_of_range);
  CHECK_THROWS_AS(a.block(0, 1, 3, 4), std::out_of_range);
  CHECK_THROWS_AS(a.block(-1, 0, 1, 1), std::out_of_range);
  CHECK_THROWS_AS(a.block(0, 0, -1, 1), std::out_of_range);
}
