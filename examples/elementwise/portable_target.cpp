// a * a + b * b, written once: the policy is the first argument of the call, and the only
// difference between one core, all cores and the device.
#include <thrum/transform.h>

#include "common/example.h"

struct sum_of_squares {
  THRUM_HD double operator()(double a, double b) const { return a * a + b * b; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "portable_target",
                                  .text = "a * a + b * b of n pairs, for every target.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 64};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto const a = example::normal<double>(policy, s.n(), 1), b = example::normal<double>(policy, s.n(), 2);
      example::vector_of<decltype(policy), double> c(s.size(), thrum::no_init);
      s.time(policy, "a*a + b*b",
             [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), sum_of_squares{}); },
             {.bytes = 24.0 * static_cast<double>(s.n()), .flops = 3.0 * static_cast<double>(s.n())});

      // Uses two different arrays: with equal ones an array that is read twice would not be
      // noticed. A target that rounds the product and the sum together differs by less than two
      // units.
      auto const x = example::to_host(a), y = example::to_host(b);
      std::vector<double> expected(s.size());
      for (std::size_t i = 0; i < x.size(); ++i) expected[i] = x[i] * x[i] + y[i] * y[i];
      s.check_ulps("of two arrays, within 2 ulps", example::to_host(c), expected, 2);

      thrum::transform(policy, a.begin(), a.end(), a.begin(), c.begin(), sum_of_squares{});
      for (std::size_t i = 0; i < x.size(); ++i) expected[i] = 2 * (x[i] * x[i]);
      s.check_equal("of an array and itself exactly 2 a*a", example::to_host(c), expected);
    });
  });
}
