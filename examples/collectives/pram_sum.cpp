// The sum of f(n) for n from 0 to 2^D: 2^D + 1 terms, which as many processors add in D + 1 steps,
// since the one term above the power of two costs a step. With few processors the time doubles with
// each D; it is constant only while D is small. Terms need no memory: they are computed when they
// are added.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/transform_reduce.h>
#include <bit>
#include <cmath>
#include <map>

#include "common/example.h"
#include "common/format.h"
#include "common/reference.h"

struct inverse_square {
  THRUM_HD double operator()(std::int64_t n) const {
    double const k = static_cast<double>(n) + 1;
    return 1 / (k * k);
  }
};

template <class Policy>
double sum(Policy const& policy, std::int64_t terms) {
  thrum::counting_iterator<std::int64_t> const first(0);
  return thrum::transform_reduce(policy, first, first + terms, inverse_square{}, 0.0, thrum::plus<>{});
}

/// Returns the sum of 1 / k^2 over all k > n, by Euler and Maclaurin; the error is less than 1 /
/// (30 n^5).
double tail(double n) { return 1 / n - 1 / (2 * n * n) + 1 / (6 * n * n * n); }

int main(int argc, char** argv) {
  example::description const what{
      .id = "pram_sum",
      .text = "The sum of 1 / (i + 1)^2 for i = 0 ... 2^D, for every other D with 2^D <= n.",
      .n = 1 << 26,
      .quick = 1 << 16,
      .n_is = "terms",
      .least = 1,
      .most = std::int64_t{1} << 32,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::map<int, example::exact_sum> reference;
    example::exact_sum so_far;
    std::int64_t added = 0;
    int const most = static_cast<int>(std::bit_width(s.size())) - 1;
    for (int d = most % 2; d <= most; d += 2) {
      for (; added <= std::int64_t{1} << d; ++added) {
        auto const k = static_cast<long double>(added) + 1;
        so_far.add(1 / (k * k));
      }
      reference[d] = so_far;
    }
    example::figure f{
        .title = "Time of a sum of 2^D + 1 terms", .x_label = "D", .y_label = "ms", .y_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      example::series line{
          .name = example::name_of(policy), .x = {}, .y = {}, .drawn = example::series::style::both};
      for (std::pair<int const, example::exact_sum> const& of : reference) {
        auto const& [d, exact] = of;
        std::int64_t const terms = (std::int64_t{1} << d) + 1;
        double total = 0;
        double const seconds =
            s.time(policy, "D = " + std::to_string(d), [&] { total = sum(policy, terms); }, {.elements = terms});
        line.x.push_back(static_cast<double>(d));
        line.y.push_back(1e3 * seconds);
        // A term itself is rounded twice.
        double const units = of.second.tolerance<double>() + 3e-16 * exact.value();
        s.check_close("each sum within 2 log2(n) u of one in long double", total, exact.value(), units);
        if (d >= 10) {
          double const limit = std::acos(-1.0) * std::acos(-1.0) / 6 - tail(static_cast<double>(terms));
          s.check_close("and of pi^2 / 6 less its tail from D = 10 on", total, limit, units + 1e-15);
        }
        if (d == most)
          s.say(example::name_of(policy) + ": " + example::fixed(total, 15) + "; the limit is pi^2 / 6");
      }
      f.lines.push_back(line);
    });
    s.draw(f);
  });
}
