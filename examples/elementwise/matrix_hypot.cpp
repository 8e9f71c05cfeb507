// sqrt(a * a + b * b) of two matrices of floats, in double: as one range, as parallel rows with a
// loop in each, and over the indices of the grid. The grain is the number of rows of a task; the
// result does not depend on it.
#include <thrum/equal.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include "common/example.h"

using floats = thrum::matrix_view<float const>;
using doubles = thrum::matrix_view<double>;

struct hypotenuse {
  THRUM_HD double operator()(float a, float b) const {
    double const x = a, y = b;
    return std::sqrt(x * x + y * y);
  }
};
struct hypotenuse_at {
  floats a, b;
  doubles c;
  THRUM_HD void operator()(thrum::grid_index p) const { c(p) = hypotenuse{}(a(p), b(p)); }
};
/// The inner loop is a call of its own, which runs on the calling thread.
struct hypotenuses_of_row {
  floats a, b;
  doubles c;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    thrum::transform(thrum::seq, a.row(i).begin(), a.row(i).end(), b.row(i).begin(), c.row(i).begin(),
                     hypotenuse{});
  }
};

/// Counts the elements that differ from std::hypot by more than two units in the last place, on
/// threads that are not thrum's.
template <class Floats, class Doubles>
std::int64_t wrong(Floats const& a, Floats const& b, Doubles const& c) {
  std::size_t const parts = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::int64_t> bad(parts);
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < parts; ++p) {
    threads.emplace_back([&, p] {
      std::int64_t here = 0;
      for (std::size_t i = c.size() * p / parts; i < c.size() * (p + 1) / parts; ++i) {
        double const right = std::hypot(static_cast<double>(a[i]), static_cast<double>(b[i]));
        here += !(std::abs(c[i] - right) <= std::numeric_limits<double>::epsilon() * right);  // two units or one
      }
      bad[p] = here;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return std::accumulate(bad.begin(), bad.end(), std::int64_t{0});
}

int main(int argc, char** argv) {
  example::description const what{.id = "matrix_hypot",
                                  .text = "The hypotenuses of two n x n matrices of random numbers.",
                                  .n = 10'000,
                                  .quick = 400,
                                  .n_is = "rows and columns",
                                  .counted = "elements",
                                  .least = 1,
                                  .most = 25'000,
                                  .bytes_of = [](double n) { return 40 * n * n; },
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const host = example::all_cores();
    std::ptrdiff_t const n = s.n();
    auto const x = example::uniform<float>(host, n * n, 1, -1, 1),
               y = example::uniform<float>(host, n * n, 2, -1, 1);
    example::figure f{
        .title = "Rows in parallel", .x_label = "rows of a task", .y_label = "ms", .x_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::vector_of<policy_type, float> const a(x.begin(), x.end()), b(y.begin(), y.end());
      example::vector_of<policy_type, double> c(a.size(), thrum::no_init), d(a.size(), thrum::no_init);
      floats const in_a(a, n, n), in_b(b, n, n);
      doubles const out(d, n, n);
      example::amount const of{.elements = n * n, .bytes = 16.0 * static_cast<double>(n * n)};
      s.time(
          policy, "one range",
          [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), hypotenuse{}); }, of);
      std::int64_t bad = 0;
      if constexpr (example::on_card<policy_type>) bad = wrong(x, y, example::to_host(c));
      else bad = wrong(x, y, c);
      s.check_equal("all within 2 ulps of std::hypot", bad, 0);

      auto const check = [&](char const* name) {
        if constexpr (example::on_card<policy_type>)
          s.check(name, thrum::equal(policy, c.begin(), c.end(), d.begin()));
        else s.check(name, std::equal(c.begin(), c.end(), d.begin()));
        thrum::fill(policy, d.begin(), d.end(), -1.0);  // the next form has to write it again
      };
      auto const row = thrum::make_counting_iterator(std::ptrdiff_t{0});
      hypotenuses_of_row const of_row{in_a, in_b, out};
      if constexpr (requires { policy.grain(1); }) {
        example::series line{
            .name = example::name_of(policy), .x = {}, .y = {}, .drawn = example::series::style::both};
        for (std::ptrdiff_t const grain : {1, 64, 4096}) {
          if (grain > n) break;
          line.x.push_back(static_cast<double>(grain));
          line.y.push_back(1e3 * s.time(
                                     policy, "rows, " + std::to_string(grain) + " a task",
                                     [&] { thrum::for_each_n(policy.grain(grain), row, n, of_row); }, of));
        }
        f.lines.push_back(line);
      } else {
        double const seconds = s.time(policy, "rows", [&] { thrum::for_each_n(policy, row, n, of_row); }, of);
        f.lines.push_back({.name = example::name_of(policy), .x = {1, 4096}, .y = {1e3 * seconds, 1e3 * seconds}});
      }
      check("rows give the same");
      auto const places = out.indices();
      s.time(
          policy, "places",
          [&] { thrum::for_each(policy, places.begin(), places.end(), hypotenuse_at{in_a, in_b, out}); }, of);
      check("places give the same");
    });
    s.draw(f);
  });
}
