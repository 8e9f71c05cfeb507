// The squares of n numbers, and their sum, which needs no vector for the squares.
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <cmath>

#include "common/example.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "square_100m",
                                  .text = "The squares of n normal numbers, and the sum of the squares.",
                                  .n = 100'000'000,
                                  .quick = 200'000,
                                  .bytes = 32,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    s.each_policy([&](auto const& policy) {
      auto const x = example::normal<double>(policy, s.n(), 1);
      example::vector_of<decltype(policy), double> r(s.size(), thrum::no_init);
      s.time(policy, "r = x*x", [&] { thrum::transform(policy, x.begin(), x.end(), r.begin(), square{}); },
             {.bytes = 16 * n, .flops = n});
      double sum = 0;
      s.time(policy, "sum of x*x",
             [&] { sum = thrum::transform_reduce(policy, x.begin(), x.end(), square{}, 0.0, thrum::plus<>{}); },
             {.bytes = 8 * n, .flops = 2 * n});

      auto const numbers = example::to_host(x), results = example::to_host(r);
      bool right = true;
      long double exact = 0;
      for (std::size_t i = 0; i < results.size(); ++i) {
        double const product = numbers[i] * numbers[i];
        right = right && results[i] == product;
        exact += product;
      }
      s.check("each square is the host's", right);
      s.check_close("the sum is that of the host in long double", sum, static_cast<double>(exact), 1e-13 * sum);
      s.check_close("the mean square is 1", sum / n, 1, 4 * std::sqrt(2 / n));
    });
  });
}
