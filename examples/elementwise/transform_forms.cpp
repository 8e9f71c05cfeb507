// transform takes one range or two, and writes to another range or in place; each form exists with
// and without a policy. The standard library has the same forms, with its own policies.
#include <thrum/transform.h>
#include <algorithm>
#include <iterator>
#if defined(THRUM_WITH_TBB)
#include <execution>
#endif

#include "common/example.h"
#include "common/format.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};
struct add {
  THRUM_HD double operator()(double x, double y) const { return x + y; }
};

void print_forms(example::session& s) {
  for (char const* line : {"form              std::transform                    thrum::transform",
                           "unary             (first, last, out, f)             (first, last, out, f)",
                           "binary            (first, last, first2, out, f)     (first, last, first2, out, f)",
                           "with a policy     (par, ...), on the host           (seq | par | cuda::par, ...)",
                           "in place          out = first                       out = first or first2",
                           "returns           the end of the output             the same"}) {
    s.say(line);
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "transform_forms",
                                  .text = "The forms of transform, beside those of the standard library.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 72};
  return example::run(argc, argv, what, [](example::session& s) {
    print_forms(s);
    example::amount const one{.bytes = 16.0 * static_cast<double>(s.n())},
        two{.bytes = 24.0 * static_cast<double>(s.n())};
    std::vector<double> squares, sums;
    s.each_policy([&](auto const& policy) {
      auto const a = example::normal<double>(policy, s.n(), 1), b = example::normal<double>(policy, s.n(), 2);
      example::vector_of<decltype(policy), double> r(s.size(), thrum::no_init);
      if (squares.empty()) {
        auto const x = example::to_host(a), y = example::to_host(b);
        squares.resize(x.size());
        sums.resize(x.size());
        s.time_other("std", "unary", [&] { std::transform(x.begin(), x.end(), squares.begin(), square{}); }, one);
        s.time_other(
            "std", "binary", [&] { std::transform(x.begin(), x.end(), y.begin(), sums.begin(), add{}); }, two);
#if defined(THRUM_WITH_TBB)
        using std::execution::par;
        s.time_other(
            "std par", "unary", [&] { std::transform(par, x.begin(), x.end(), squares.begin(), square{}); }, one);
        s.time_other(
            "std par", "binary", [&] { std::transform(par, x.begin(), x.end(), y.begin(), sums.begin(), add{}); },
            two);
#endif
      }
      auto end = r.begin();
      s.time(
          policy, "unary", [&] { end = thrum::transform(policy, a.begin(), a.end(), r.begin(), square{}); }, one);
      s.check_equal("unary as std", example::to_host(r), squares);
      s.check("it returns the end of the output", end == r.end());
      s.time(
          policy, "binary",
          [&] { end = thrum::transform(policy, a.begin(), a.end(), b.begin(), r.begin(), add{}); }, two);
      s.check_equal("binary as std", example::to_host(r), sums);
      s.check("so does the binary form", end == r.end());

      auto c = a;
      end = thrum::transform(policy, c.begin(), c.end(), c.begin(), square{});
      s.check_equal("unary in place", example::to_host(c), squares);
      s.check("which returns the end as well", end == c.end());
      c = b;
      thrum::transform(policy, a.begin(), a.end(), c.begin(), c.begin(), add{});
      s.check_equal("binary onto its second range", example::to_host(c), sums);
      thrum::transform(a.begin(), a.end(), r.begin(), square{});
      s.check_equal("without a policy, where the vectors are", example::to_host(r), squares);
    });
  });
}
