// The sum of 100 million numbers, and their dot product with as many others. The additions form a
// tree whose shape depends on n alone: seq and any number of threads compute the same bits, and the
// error hardly grows with n, while the error of a sum from left to right does.
#include <thrum/inner_product.h>
#include <thrum/reduce.h>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/example.h"
#include "common/reference.h"

using doubles = thrum::host_vector<double>;

struct references {
  example::exact_sum sum, dot;
};

references exact_sums(doubles const& a, doubles const& b) {
  references exact;
  for (std::size_t i = 0; i < a.size(); ++i) {
    exact.sum.add(a[i]);
    exact.dot.add(static_cast<long double>(a[i]) * b[i]);
  }
  return exact;
}

/// Returns the relative errors of sums of the first n numbers, for n = 2^10, 2^12, ...
void draw_errors(example::session& s, doubles const& a) {
  example::figure f{.title = "Relative error of the sum of n doubles of [0, 1)",
                    .x_label = "n",
                    .y_label = "relative error (an exact sum is drawn at 1e-17)",
                    .x_logarithmic = true,
                    .y_logarithmic = true};
  auto const both = example::series::style::both;
  f.lines = {{"from left to right", {}, {}, both}, {"std::reduce", {}, {}, both}, {"thrum::reduce", {}, {}, both}};
  example::exact_sum exact;
  double naive = 0;
  std::size_t done = 0;
  for (std::size_t n = 1024; n <= a.size(); n *= 4) {
    for (; done < n; ++done) exact.add(a[done]), naive += a[done];
    auto const end = a.begin() + static_cast<std::ptrdiff_t>(n);
    double const sums[] = {naive, std::reduce(a.begin(), end), thrum::reduce(thrum::seq, a.begin(), end)};
    for (std::size_t k = 0; k < 3; ++k) {
      f.lines[k].x.push_back(static_cast<double>(n));
      f.lines[k].y.push_back(std::max(1e-17, std::abs(sums[k] / exact.value() - 1)));
    }
  }
  s.draw(f);
}

int main(int argc, char** argv) {
  example::description const what{.id = "parallel_sum_dot",
                                  .text = "The sum of n doubles, and the dot product of two vectors of n.",
                                  .n = 100'000'000,
                                  .quick = 200'000,
                                  .bytes = 16,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    references exact;
    double const n = static_cast<double>(s.n());
    {
      auto const a = example::uniform<double>(example::all_cores(), s.n(), 1);
      auto const b = example::uniform<double>(example::all_cores(), s.n(), 2, -1, 1);
      s.progress().show("sums to compare with");
      exact = exact_sums(a, b);
      double sum = 0, dot = 0;
      s.time_other("std", "sum", [&] { sum = std::reduce(a.begin(), a.end()); }, {.bytes = 8 * n, .flops = n});
      s.time_other("std", "dot", [&] { dot = std::transform_reduce(a.begin(), a.end(), b.begin(), 0.0); },
                   {.bytes = 16 * n, .flops = 2 * n});
      if (s.wants_picture()) draw_errors(s, a);
    }
    s.each_policy([&](auto const& policy) {
      auto const a = example::uniform<double>(policy, s.n(), 1),
                 b = example::uniform<double>(policy, s.n(), 2, -1, 1);
      double sum = 0, dot = 0;
      s.time(policy, "sum", [&] { sum = thrum::reduce(policy, a.begin(), a.end()); },
             {.bytes = 8 * n, .flops = n});
      s.time(policy, "dot", [&] { dot = thrum::inner_product(policy, a.begin(), a.end(), b.begin(), 0.0); },
             {.bytes = 16 * n, .flops = 2 * n});
      s.check_close("the sum within 2 log2(n) u of one in long double", sum, exact.sum.value(),
                    exact.sum.tolerance<double>());
      // Each product is rounded too.
      s.check_close("the dot product too", dot, exact.dot.value(), 1.1 * exact.dot.tolerance<double>());
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        s.check_same("the bits of the sum", sum);
        s.check_same("the bits of the dot product", dot);
      }
#if defined(THRUM_WITH_TBB)
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy)>, thrum::tbb::policy>) {
        for (int const threads : {1, 2, 3, 8}) {
          double const again = thrum::reduce(policy.threads(threads), a.begin(), a.end());
          s.check_equal("the same bits with 1, 2, 3 and 8 threads", again, sum);
        }
      }
#endif
    });
  });
}
