// r = a x + y, the smallest useful kernel: two loads, a product, a sum and a store, so that only
// memory bounds its speed.
#include <thrum/transform.h>
#include <cmath>
#include <limits>

#include "common/example.h"

struct axpy {
  double a;
  THRUM_HD double operator()(double x, double y) const { return a * x + y; }
};

/// Says whether r is a x + y, rounded once as by fma, or twice: the second rounding, of the
/// product, is half a unit of the product.
bool is_axpy(double r, double a, double x, double y) {
  double const fused = std::fma(a, x, y), unit = std::numeric_limits<double>::epsilon();
  return std::abs(r - fused) <= unit * std::abs(fused) + unit / 2 * std::abs(a * x);
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "axpy", .text = "a x + y of n pairs.", .n = 10'000'000, .quick = 100'000, .bytes = 48};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    double const a = 2.5;
    s.each_policy([&](auto const& policy) {
      auto const x = example::normal<double>(policy, s.n(), 1), y = example::normal<double>(policy, s.n(), 2);
      example::vector_of<decltype(policy), double> r(s.size(), thrum::no_init);
      s.time(policy, "a x + y",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), r.begin(), axpy{a}); },
             {.bytes = 24 * n, .flops = 2 * n});

      auto const left = example::to_host(x), right = example::to_host(y), results = example::to_host(r);
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < results.size(); ++i) wrong += !is_axpy(results[i], a, left[i], right[i]);
      s.check_equal("each within an ulp, with or without fma", wrong, std::size_t{0});
    });
  });
}
