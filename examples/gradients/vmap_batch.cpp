// vmap: a function of one number for each of many, of two numbers for each pair, of a row or of a column
// for each one of a matrix.
#include <thrum/functional.h>
#include <thrum/matrix_view.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/vmap.h>
#include <cmath>

#include "common/example.h"
#include "common/grain.h"

struct square_and_sine {
  THRUM_HD double operator()(double x) const { return x * x + std::sin(x); }
};
struct product_and_square {
  THRUM_HD double operator()(double x, double y) const { return x * y + x * x; }
};
struct square_and_self {
  THRUM_HD double operator()(double x) const { return x * x + x; }
};
/// The sum of squares of a row or a column, by the loop of seq, which adds several at a time.
struct sum_of_squares {
  template <class R>
  THRUM_HD double operator()(R const& x) const {
    return thrum::transform_reduce(thrum::seq, x.begin(), x.end(), thrum::square<double>{}, 0.0, thrum::plus<>{});
  }
};

int main(int argc, char** argv) {
  example::description const what{
      .id = "vmap_batch",
      .text = "Functions of n numbers, and of the rows and columns of a matrix of them.",
      .n = 1'000'000,
      .quick = 10'000,
      .bytes = 24,
      .least = 1000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      std::vector<double> ten, expected;
      for (int i = 0; i < 10; ++i) {
        ten.push_back(i);
        expected.push_back(i * i + std::sin(i));
      }
      doubles const small(ten.begin(), ten.end());
      doubles of_small(10);
      thrum::vmap(policy, of_small.begin(), square_and_sine{}, small);
      s.check_ulps("x^2 + sin x of 0 to 9 within 2 ulps", example::to_host(of_small), expected, 2);

      std::vector<double> const xs{1, 2, 3}, ys{4, 5, 6};
      doubles const left(xs.begin(), xs.end()), right(ys.begin(), ys.end());
      doubles pairs(3);
      thrum::vmap(policy, pairs.begin(), product_and_square{}, left, right);
      s.check_equal("xy + x^2 is 5 14 27", example::to_host(pairs), std::vector<double>{5, 14, 27});
      thrum::vmap(policy, pairs.begin(), product_and_square{}, left, 4.0);
      s.check_equal("with one y for all 5 12 21", example::to_host(pairs), std::vector<double>{5, 12, 21});

      auto const x = example::uniform<double>(policy, s.n(), 1, -1, 1);
      doubles y(s.size(), thrum::no_init), z(s.size(), thrum::no_init);
      auto const bytes = 16 * static_cast<double>(s.n());
      s.time(policy, "x^2 + x by vmap", [&] { thrum::vmap(policy, y.begin(), square_and_self{}, x); },
             {.bytes = bytes});
      s.time(policy, "by transform",
             [&] { thrum::transform(policy, x.begin(), x.end(), z.begin(), square_and_self{}); },
             {.bytes = bytes});
      s.check_ulps("vmap is transform", example::to_host(y), example::to_host(z), 1);

      auto const tasks = example::with_tasks_of(policy, 16);  // a slice has a thousand numbers
      std::ptrdiff_t const rows = s.n() / 1000, columns = 1000;
      thrum::matrix_view const a(x, rows, columns);
      doubles of_rows(static_cast<std::size_t>(rows)), of_columns(static_cast<std::size_t>(columns));
      s.time(policy, "rows", [&] { thrum::vmap(tasks, of_rows.begin(), sum_of_squares{}, thrum::slices<0>(a)); },
             {.elements = rows * columns, .bytes = 8 * static_cast<double>(rows * columns)});
      s.time(policy, "columns (in_axes = 1)",
             [&] { thrum::vmap(tasks, of_columns.begin(), sum_of_squares{}, thrum::slices<1>(a)); },
             {.elements = rows * columns, .bytes = 8 * static_cast<double>(rows * columns)});
      auto const numbers = example::to_host(x);
      std::vector<double> row_sums(static_cast<std::size_t>(rows)), column_sums(static_cast<std::size_t>(columns));
      for (std::size_t i = 0; i < static_cast<std::size_t>(rows * columns); ++i) {
        row_sums[i / 1000] += numbers[i] * numbers[i];
        column_sums[i % 1000] += numbers[i] * numbers[i];
      }
      s.check_ulps("of each row", example::to_host(of_rows), row_sums, 1000);
      s.check_ulps("of each column", example::to_host(of_columns), column_sums, 1000);
    });
  });
}
