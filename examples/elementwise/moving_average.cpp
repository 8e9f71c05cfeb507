// Trailing means over windows of w numbers, with shorter windows at the start. Adding each window
// costs n * w; the difference of two prefix sums costs n, for any width. It rounds like the prefix
// sums, which are small if the numbers' mean is 0.
#include <thrum/for_each.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/scan.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

using series = thrum::iterator_range<double const*>;

struct mean {
  THRUM_HD double operator()(series window) const {
    double sum = 0;
    for (double x : window) sum += x;
    return sum / static_cast<double>(window.size());
  }
};
/// Returns the mean of the w numbers that end at index i, or of all numbers up to i.
struct trailing_mean {
  series x;
  std::ptrdiff_t w;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const first = i < w ? 0 : i - w + 1;
    return mean{}(series(x.begin() + first, i - first + 1));
  }
};
struct from_prefix_sums {
  double const* sums;
  std::ptrdiff_t w;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    return i < w ? sums[i] / static_cast<double>(i + 1) : (sums[i] - sums[i - w]) / static_cast<double>(w);
  }
};
/// Each row is a series of its own.
struct trailing_mean_in_row {
  thrum::matrix_view<double const> x;
  thrum::matrix_view<double> out;
  std::ptrdiff_t w;
  THRUM_HD void operator()(thrum::grid_index p) const { out(p) = trailing_mean{x.row(p.row), w}(p.column); }
};

template <class Policy, class Doubles>
void direct(Policy const& policy, Doubles const& x, Doubles& out, std::ptrdiff_t w) {
  thrum::sliding_window_range const windows(x.begin(), x.end(), w);
  auto const few = std::min<std::ptrdiff_t>(w - 1, x.end() - x.begin());
  series const all(thrum::matrix_view(x, 1, x.end() - x.begin()).row(0));
  thrum::tabulate(policy, out.begin(), out.begin() + few, trailing_mean{all, w});
  thrum::transform(policy, windows.begin(), windows.end(), out.begin() + few, mean{});
}

template <class Policy, class Doubles>
void by_scan(Policy const& policy, Doubles const& x, Doubles& sums, Doubles& out, std::ptrdiff_t w) {
  thrum::inclusive_scan(policy, x.begin(), x.end(), sums.begin());
  thrum::tabulate(policy, out.begin(), out.end(),
                  from_prefix_sums{thrum::matrix_view(sums, 1, x.end() - x.begin()).data(), w});
}

int main(int argc, char** argv) {
  example::description const what{.id = "moving_average",
                                  .text = "Trailing means of n random numbers in windows of 3 to 256.",
                                  .n = 1'000'000,
                                  .quick = 20'000,
                                  .bytes = 64,
                                  .least = 1,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure f{.title = "Trailing means of " + std::to_string(s.n()) + " numbers",
                      .x_label = "width of the window",
                      .y_label = "ms",
                      .x_logarithmic = true,
                      .y_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      std::vector<double> const five{1, 2, 3, 4, 5}, means{1, 1.5, 2, 3, 4};
      doubles few(five.begin(), five.end()), sums(5), out(5);
      direct(policy, few, out, 3);
      s.check_equal("1..5 in windows of 3 are 1, 1.5, 2, 3, 4", example::to_host(out), means);
      by_scan(policy, few, sums, out, 3);
      s.check_equal("so they are by prefix sums", example::to_host(out), means);
      bool refused = false;
      try {
        direct(policy, few, out, 0);
      } catch (std::invalid_argument const&) {
        refused = true;
      }
      s.check("a window of nothing is refused", refused);

      auto const x = example::uniform<double>(policy, s.n(), 1, -0.5, 0.5);
      doubles a(x.size()), b(x.size());
      sums.resize(x.size());
      example::series loops{.name = "windows, " + example::name_of(policy), .x = {}, .y = {}}, scans = loops;
      scans.name = "prefix sums, " + example::name_of(policy);
      for (std::ptrdiff_t const w : {3, 16, 64, 256}) {
        std::string const of = " of " + std::to_string(w);
        loops.y.push_back(1e3 * s.time(policy, "windows" + of, [&] { direct(policy, x, a, w); }));
        scans.y.push_back(1e3 * s.time(policy, "prefix sums" + of, [&] { by_scan(policy, x, sums, b, w); }));
        loops.x.push_back(static_cast<double>(w)), scans.x.push_back(static_cast<double>(w));
        auto const one = example::to_host(a), other = example::to_host(b);
        double apart = 0;
        for (std::size_t i = 0; i < one.size(); ++i) apart = std::max(apart, std::abs(one[i] - other[i]));
        // The prefix sums grow with the square root of n.
        double const growth = std::max(1.0, std::sqrt(static_cast<double>(s.n()) / 1e6));
        s.check_close("prefix sums within 1e-12 of windows", apart, 0, 1e-12 * growth);
      }
      f.lines.push_back(loops), f.lines.push_back(scans);

      // The same numbers as many series of 100: the windows start over in each row.
      std::ptrdiff_t const rows = s.n() / 100;
      if (rows == 0) return;
      thrum::matrix_view const in(x, rows, 100);
      auto const places = in.indices();
      s.time(policy, "rows of 100, windows of 3", [&] {
        thrum::for_each(policy, places.begin(), places.end(),
                        trailing_mean_in_row{in, thrum::matrix_view(b, rows, 100), 3});
      });
      direct(policy, x, a, 3);
      auto expected = example::to_host(a);
      auto const numbers = example::to_host(x);
      for (std::size_t i = 0; i + 1 < expected.size(); i += 100) {
        expected[i] = numbers[i], expected[i + 1] = (numbers[i] + numbers[i + 1]) / 2;
      }
      auto got = example::to_host(b);
      expected.resize(static_cast<std::size_t>(rows) * 100), got.resize(expected.size());
      s.check_equal("rows begin with shorter windows", got, expected);
    });
    s.draw(f);
  });
}
