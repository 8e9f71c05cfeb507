// Numbers rounded to d decimals, rint(x 10^d) / 10^d: a functor contains its 10^d. Numbers exactly
// in the middle are rounded to the even digit.
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

struct round_to_decimals {
  double scale;
  explicit round_to_decimals(int decimals) : scale(std::pow(10.0, decimals)) {}
  THRUM_HD double operator()(double x) const { return std::rint(x * scale) / scale; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "round_decimals",
                                  .text = "n numbers rounded to three decimals.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 40};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      round_to_decimals const rounded(3);
      auto const x = example::uniform<double>(policy, s.n(), 1, -1000, 1000);
      vector r(s.size(), thrum::no_init);
      s.time(policy, "rint(1000 x) / 1000",
             [&] { thrum::transform(policy, x.begin(), x.end(), r.begin(), rounded); },
             {.bytes = 16.0 * static_cast<double>(s.n())});

      auto const numbers = example::to_host(x), results = example::to_host(r);
      std::vector<double> expected(numbers.size());
      double moved = 0;
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        expected[i] = std::rint(numbers[i] * 1000) / 1000;
        moved = std::max(moved, std::abs(results[i] - numbers[i]));
      }
      s.check_equal("each as by rint on the host", results, expected);
      s.check("none moves by more than 0.0005", moved <= 5e-4 + 1e-12);

      vector ties{0.0625, 0.1875, 0.3125, -0.4375};  // 62.5, 187.5, 312.5 and -437.5 thousandths exactly
      thrum::transform(policy, ties.begin(), ties.end(), ties.begin(), rounded);
      s.check_equal("ties go to the even digit", example::to_host(ties),
                    std::vector<double>{0.062, 0.188, 0.312, -0.438});
    });
  });
}
