// r = sqrt(a + b + c), then sin(r) + cos(r): as one functor over three ranges, and as a transform for each of three
// expressions, whose intermediate results go to memory and come back.
#include <thrum/fill.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>
#include <thrum/zip_function.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

struct chain {
  THRUM_HD double operator()(double a, double b, double c) const {
    double const r = std::sqrt(a + b + c);
    return std::sin(r) + std::cos(r);
  }
};
struct sine_plus_cosine {
  THRUM_HD double operator()(double r) const { return std::sin(r) + std::cos(r); }
};
struct root_of_sum {
  THRUM_HD double operator()(double s, double c) const { return std::sqrt(s + c); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "array_expr_chain",
                                  .text = "sin(r) + cos(r) of r = sqrt(a + b + c), fused and staged.",
                                  .n = 50'000'000,
                                  .quick = 100'000,
                                  .bytes = 72};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      auto const a = example::uniform<double>(policy, s.n(), 1), b = example::uniform<double>(policy, s.n(), 2),
                 c = example::uniform<double>(policy, s.n(), 3);
      vector v(s.size(), thrum::no_init), r(s.size(), thrum::no_init);
      auto const all = thrum::make_zip_iterator(a.begin(), b.begin(), c.begin());
      s.time(policy, "one call",
             [&] { thrum::transform(policy, all, all + s.n(), v.begin(), thrum::make_zip_function(chain{})); },
             {.bytes = 32 * n});
      auto const fused = example::to_host(v);
      thrum::fill(policy, v.begin(), v.end(), -9.0);  // the three calls have to write it again
      s.time(policy, "three calls",
             [&] {
               thrum::transform(policy, a.begin(), a.end(), b.begin(), r.begin(), thrum::plus<>{});
               thrum::transform(policy, r.begin(), r.end(), c.begin(), r.begin(), root_of_sum{});
               thrum::transform(policy, r.begin(), r.end(), v.begin(), sine_plus_cosine{});
             },
             {.bytes = 64 * n});

      s.check_ulps("fused and staged agree within 2 ulps", example::to_host(v), fused, 2);
      auto const roots = example::to_host(r);
      double off = 0, largest = 0;
      for (std::size_t i = 0; i < fused.size(); ++i) {
        off = std::max(off, std::abs(fused[i] * fused[i] - (1 + std::sin(2 * roots[i]))));
        largest = std::max(largest, std::abs(fused[i]));
      }
      s.check_close("the square is 1 + sin(2r)", off, 0, 8 * 4e-16);
      s.check("none is beyond sqrt(2)", largest <= std::sqrt(2.0) * (1 + 4e-16));
    });
  });
}
