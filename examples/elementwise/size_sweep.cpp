// sqrt(x*x + x*x*x) for sizes of 1000, 10,000, ... elements: the sizes from which more threads, or
// the device, are faster.
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <map>

#include "common/example.h"
#include "common/format.h"

struct root_of_powers {
  THRUM_HD double operator()(double x) const { return std::sqrt(x * x + x * x * x); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "size_sweep",
                                  .text = "sqrt(x^2 + x^3) of 1000, 10,000, ... up to n numbers of [0, 1).",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 40,
                                  .least = 1000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure f{.title = "sqrt(x^2 + x^3): time of a call",
                      .x_label = "elements",
                      .y_label = "microseconds",
                      .x_logarithmic = true,
                      .y_logarithmic = true};
    std::map<std::int64_t, double> of_one;
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      auto const x = example::uniform<double>(policy, s.n(), 1);
      example::vector_of<decltype(policy), double> r(s.size());
      example::series line{.name = name, .x = {}, .y = {}, .drawn = example::series::style::both};
      std::int64_t first_ahead = 0;
      for (std::int64_t n = 1000; n <= s.n(); n *= 10) {
        // A clock does not resolve a microsecond: small sizes are called many times for one
        // measurement.
        std::int64_t const calls = std::max<std::int64_t>(1, (s.quick() ? 100'000 : 10'000'000) / n);
        auto const work = [&] {
          for (std::int64_t k = 0; k < calls; ++k) {
            thrum::transform(policy, x.begin(), x.begin() + n, r.begin(), root_of_powers{});
          }
        };
        double const seconds =
            example::median_seconds(s.asked().repeat, [] {}, work, 2) / static_cast<double>(calls);
        s.add({"n = " + example::grouped(n),
               name,
               seconds,
               {.elements = n, .bytes = 16.0 * static_cast<double>(n)}});
        line.x.push_back(static_cast<double>(n));
        line.y.push_back(1e6 * seconds);
        double const one = of_one.emplace(n, seconds).first->second;
        if (seconds < 0.9 * one && first_ahead == 0) first_ahead = n;
      }
      f.lines.push_back(line);
      if (first_ahead > 0)
        s.say(name + " is ahead of " + f.lines[0].name + " from n = " + example::grouped(first_ahead));

      auto const numbers = example::to_host(x);
      std::vector<double> expected(numbers.size());
      std::transform(numbers.begin(), numbers.end(), expected.begin(),
                     [](double v) { return v * std::sqrt(1 + v); });
      thrum::transform(policy, x.begin(), x.end(), r.begin(), root_of_powers{});
      s.check_ulps("x sqrt(1 + x) within 3 ulps", example::to_host(r), expected, 3);
    });
    s.draw(f);
  });
}
