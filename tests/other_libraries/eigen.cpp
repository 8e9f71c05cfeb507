// Matrices, blocks and maps of Eigen as strided views, as docs/guides/other_libraries.md has them.
#include <doctest/doctest.h>

#include <thrum/for_each.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/strided_view.h>
#include <Eigen/Core>
#include <algorithm>
#include "policies.h"

namespace {

/// A view of a matrix, a map or a block. Eigen counts strides in elements.
template <class M>
auto view_of(M& m) {
  return thrum::strided_view(m.data(), {m.rows(), m.cols()}, {m.rowStride(), m.colStride()});
}

}  // namespace

TEST_CASE_TEMPLATE("matrices of Eigen, by rows and by columns", S, MAIN_SYSTEMS) {
  Eigen::MatrixXd by_columns(3, 5);
  for (Eigen::Index i = 0; i < 15; ++i) by_columns.data()[i] = static_cast<double>((i * 7) % 15);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = by_columns;
  auto const check = [](auto& m) {
    auto const view = view_of(m);
    for (Eigen::Index i = 0; i < 3; ++i) {
      for (Eigen::Index j = 0; j < 5; ++j) CHECK(&view(i, j) == &m(i, j));
    }
    CHECK(S::run(thrum::reduce, view.begin(), view.end()) == m.sum());
    auto const row = view.slice(0, 1);
    S::run(thrum::sort, row.begin(), row.end());
    CHECK(std::is_sorted(m.row(1).begin(), m.row(1).end()));
    CHECK(m.sum() == 105);
  };
  check(by_columns);
  check(by_rows);
  CHECK(by_columns == by_rows);
}

TEST_CASE_TEMPLATE("blocks and maps of Eigen", S, MAIN_SYSTEMS) {
  Eigen::MatrixXf m = Eigen::MatrixXf::Zero(4, 6);
  auto block = m.block(1, 2, 2, 3);
  auto const view = view_of(block);
  S::run(thrum::for_each, view.begin(), view.end(), [](float& x) { x += 1; });
  CHECK(m.sum() == 6);
  CHECK(block.minCoeff() == 1);
  float memory[12] = {};
  Eigen::Map<Eigen::MatrixXf, 0, Eigen::OuterStride<>> map(memory, 2, 3, Eigen::OuterStride<>(4));
  auto const mapped = view_of(map);
  S::run(thrum::for_each, mapped.begin(), mapped.end(), [](float& x) { x = 2; });
  CHECK(map.sum() == 12);
  CHECK(std::count(memory, memory + 12, 0.0F) == 6);
}
