// 1 / (1 + exp(-x)) of floats: an element-wise kernel is a functor, written in the language of the
// program. Compilers make vectors of thrum's exponential, and none of the C library's.
#include <thrum/functional.h>
#include <thrum/math.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

struct sigmoid {
  THRUM_HD float operator()(float x) const { return 1 / (1 + thrum::math::exp(-x)); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "sigmoid_kernel",
                                  .text = "The sigmoid of n normal floats.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 28};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    s.each_policy([&](auto const& policy) {
      auto const x = example::normal<float>(policy, s.n(), 1);
      example::vector_of<decltype(policy), float> r(s.size(), thrum::no_init), minus(s.size(), thrum::no_init);
      s.time(policy, "1 / (1 + exp(-x))",
             [&] { thrum::transform(policy, x.begin(), x.end(), r.begin(), sigmoid{}); }, {.bytes = 8 * n});

      auto const numbers = example::to_host(x), results = example::to_host(r);
      std::vector<float> expected(numbers.size());
      std::transform(numbers.begin(), numbers.end(), expected.begin(),
                     [](float v) { return static_cast<float>(1 / (1 + std::exp(-static_cast<double>(v)))); });
      s.check_ulps("within 4 ulps of doubles", results, expected, 4);

      thrum::transform(policy, x.begin(), x.end(), minus.begin(), thrum::negate<>{});
      thrum::transform(policy, minus.begin(), minus.end(), minus.begin(), sigmoid{});
      auto const others = example::to_host(minus);
      float off = 0;
      for (std::size_t i = 0; i < results.size(); ++i) off = std::max(off, std::abs(results[i] + others[i] - 1));
      s.check_close("of x and of -x they are 1 together", off, 0, 2e-7);
    });
  });
}
