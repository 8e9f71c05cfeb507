// 2 (x - y) / (x + y) of floats: one transform computes y, another compares it with x.
#include <thrum/sequence.h>
#include <thrum/transform.h>

#include "common/example.h"

struct relative_difference {
  THRUM_HD float operator()(float x, float y) const { return 2 * (x - y) / (x + y); }
};
struct twice_plus_one {
  THRUM_HD float operator()(float x) const { return 2 * x + 1; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "rel_diff",
                                  .text = "The relative difference of x and 2x + 1, for x = 0, 1, 2, ...",
                                  .n = 1000,
                                  .quick = 1000,
                                  .bytes = 28,
                                  .most = 5'000'000};  // x + y = 3x + 1 is an exact float up to here
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<float> expected;
    for (std::int64_t x = 0; x < s.n(); ++x) {
      expected.push_back(static_cast<float>(-2 * static_cast<double>(x + 1) / static_cast<double>(3 * x + 1)));
    }
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), float> x(s.size()), y(s.size()), r(s.size());
      thrum::sequence(policy, x.begin(), x.end(), 0.0F);
      thrum::transform(policy, x.begin(), x.end(), y.begin(), twice_plus_one{});
      s.time(policy, "2(x-y)/(x+y)",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), r.begin(), relative_difference{}); },
             {.bytes = 12.0 * static_cast<double>(s.n()), .flops = 4.0 * static_cast<double>(s.n())});

      auto const results = example::to_host(r);
      s.check_ulps("-2(x+1)/(3x+1) within 2 ulps", results, expected, 2);
      if (s.n() >= 1) s.check_equal("-2 at x = 0", results[0], -2.0F);
      if (s.n() >= 1000) s.check_close("-0.667111 at x = 999", results[999], -0.667111, 5e-7);
    });
  });
}
