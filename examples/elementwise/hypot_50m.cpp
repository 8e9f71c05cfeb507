// sqrt(a * a + b * b) of fifty million pairs: one call, whose policy alone determines where it
// runs.
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <cmath>

#include "common/example.h"

struct hypotenuse {
  THRUM_HD double operator()(double a, double b) const { return std::sqrt(a * a + b * b); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "hypot_50m",
                                  .text = "The hypotenuse of n pairs of normal numbers.",
                                  .n = 50'000'000,
                                  .quick = 200'000,
                                  .bytes = 56,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<double> expected;
    s.each_policy([&](auto const& policy) {
      auto const a = example::normal<double>(policy, s.n(), 1), b = example::normal<double>(policy, s.n(), 2);
      example::vector_of<decltype(policy), double> c(s.size(), thrum::no_init);
      s.time(policy, "sqrt(a*a + b*b)",
             [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), hypotenuse{}); },
             {.bytes = 24.0 * static_cast<double>(s.n())});

      if (expected.empty()) {
        auto const x = example::to_host(a), y = example::to_host(b);
        for (std::size_t i = 0; i < x.size(); ++i) expected.push_back(std::hypot(x[i], y[i]));
      }
      s.check_ulps("each within 2 ulps of std::hypot", example::to_host(c), expected, 2);
      double const mean = thrum::reduce(policy, c.begin(), c.end()) / static_cast<double>(s.n());
      s.check_close("the mean is sqrt(pi / 2)", mean, std::sqrt(std::acos(-1.0) / 2),
                    4 * 0.6551 / std::sqrt(static_cast<double>(s.n())));
    });
  });
}
