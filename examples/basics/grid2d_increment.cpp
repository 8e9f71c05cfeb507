// a(y, x) += 1 over a grid. The loop over both dimensions is one call over the indices of the grid,
// in any shape, and no index has to be tested for being inside. For comparison: the quotient and
// remainder by hand, and a loop over each row.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/grid_index_iterator.h>
#include <thrum/matrix_view.h>

#include "common/example.h"

using cells = thrum::matrix_view<int>;

struct add_one {
  cells a;
  THRUM_HD void operator()(thrum::grid_index p) const { a(p) += 1; }
};
struct add_one_by_quotient {
  cells a;
  THRUM_HD void operator()(std::ptrdiff_t n) const { a(n / a.columns(), n % a.columns()) += 1; }
};
struct add_one_to_row {
  cells a;
  THRUM_HD void operator()(std::ptrdiff_t y) const {
    for (int& cell : a.row(y)) cell += 1;
  }
};

/// Tiles of 16 x 16 cells, like the thread blocks of a grid: each tile has a colour of its own, and
/// cells that were not increased exactly once are black.
example::image drawn(std::vector<int> const& cell, int rows, int columns) {
  example::image picture(columns, rows);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      auto const place =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(x);
      if (cell[place] == static_cast<int>(place) + 1) picture.at(x, y) = example::tint(x / 16 + 5 * (y / 16));
    }
  }
  return picture.enlarged(8);
}

int main(int argc, char** argv) {
  example::description const what{.id = "grid2d_increment",
                                  .text = "Adds one to each cell of n columns and n - 1 rows.",
                                  .n = 4'000,
                                  .quick = 500,
                                  .n_is = "columns",
                                  .counted = "cells",
                                  .least = 1,
                                  .most = 30'000,
                                  .bytes_of = [](double n) { return 16 * n * n; },
                                  .draws = example::description::picture::image};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int> last;
    s.each_policy([&](auto const& policy) {
      using ints = example::vector_of<decltype(policy), int>;
      std::ptrdiff_t const shapes[][2] = {{1, 1}, {1, 100}, {100, 1}, {37, 53}};
      for (auto const& shape : shapes) {
        std::vector<int> before(static_cast<std::size_t>(shape[0] * shape[1])), after;
        for (std::size_t i = 0; i < before.size(); ++i)
          before[i] = static_cast<int>(i), after.push_back(before[i] + 1);
        ints a(before.begin(), before.end());
        thrum::grid_indices const grid(shape[0], shape[1]);
        thrum::for_each(policy, grid.begin(), grid.end(), add_one{cells(a, shape[0], shape[1])});
        s.check_equal("all cells of odd shapes are one more", last = example::to_host(a), after);
      }

      std::ptrdiff_t const columns = s.n(), rows = columns - 1;
      ints v(static_cast<std::size_t>(rows * columns), 0);
      cells const a(v, rows, columns);
      auto const number = thrum::make_counting_iterator(std::ptrdiff_t{0});
      std::size_t calls = 0;
      example::amount const of{.elements = rows * columns, .bytes = 8.0 * static_cast<double>(rows * columns)};
      auto const places = a.indices();
      s.time(
          policy, "places", [&] { thrum::for_each(policy, places.begin(), places.end(), add_one{a}), ++calls; },
          of);
      s.time(
          policy, "quotients",
          [&] { thrum::for_each_n(policy, number, a.size(), add_one_by_quotient{a}), ++calls; }, of);
      s.time(policy, "rows", [&] { thrum::for_each_n(policy, number, rows, add_one_to_row{a}), ++calls; }, of);
      s.check_equal("a large grid has one more for each call", example::to_host(v),
                    std::vector<int>(v.size(), static_cast<int>(calls)));
    });
    s.draw(drawn(last, 37, 53));
  });
}
