// The derivative of the logistic function by dual numbers: at 1, as the course has it, and at many
// places. e^x / (e^x + 1) is no number for large x, since e^x is infinite; 1 / (1 + e^-x) is.
#include <thrum/gradients.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <cmath>

#include "common/example.h"

struct of_the_course {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using std::exp;
    return exp(x) / (exp(x) + 1);
  }
};
struct logistic {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using std::exp;
    return 1 / (1 + exp(-x));
  }
};
constexpr auto slope = thrum::grad(logistic{});
/// By hand: s (1 - s).
struct slope_by_hand {
  THRUM_HD double operator()(double x) const {
    double const y = logistic{}(x);
    return y * (1 - y);
  }
};
/// The derivative at 1, and at 1000 in the two forms.
struct special_slopes {
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    if (i == 0) return thrum::grad(of_the_course{})(1.0);
    return i == 1 ? thrum::grad(of_the_course{})(1000.0) : thrum::grad(logistic{})(1000.0);
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "logistic_grad",
                                  .text = "The derivative of the logistic function at n places.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 24,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), double> special(3);
      thrum::tabulate(policy, special.begin(), special.end(), special_slopes{});
      auto const at = example::to_host(special);
      s.check_close("0.19661193324148185 at 1", at[0], 0.19661193324148185, 1e-15);
      s.check("e^x / (e^x + 1) has no slope at 1000", std::isnan(at[1]));
      s.check_equal("1 / (1 + e^-x) has 0", at[2], 0.0);

      auto const x = example::uniform<double>(policy, s.n(), 1, -6, 6);
      example::vector_of<decltype(policy), double> by_dual(s.size(), thrum::no_init),
          by_hand(s.size(), thrum::no_init);
      s.time(policy, "by duals", [&] { thrum::transform(policy, x.begin(), x.end(), by_dual.begin(), slope); },
             {.bytes = 16 * static_cast<double>(s.n())});
      s.time(policy, "by hand",
             [&] { thrum::transform(policy, x.begin(), x.end(), by_hand.begin(), slope_by_hand{}); },
             {.bytes = 16 * static_cast<double>(s.n())});
      // 1 - s loses digits where s is near 1: there the formula by hand is the less exact one.
      auto const left = example::to_host(by_dual), right = example::to_host(by_hand);
      double greatest = 0;
      for (std::size_t i = 0; i < left.size(); ++i) greatest = std::fmax(greatest, std::abs(left[i] - right[i]));
      s.check_close("s (1 - s) everywhere", greatest, 0, 4e-16);
    });
    example::series value{.name = "1 / (1 + e^-x)"}, derivative{.name = "its derivative"};
    for (double x = -6; x <= 6; x += 0.05) {
      value.x.push_back(x);
      value.y.push_back(logistic{}(x));
      derivative.x.push_back(x);
      derivative.y.push_back(slope(x));
    }
    s.draw(example::figure{
        .title = "The logistic function", .x_label = "x", .y_label = "", .lines = {value, derivative}});
  });
}
