// A function with a branch. JAX's jit traces it without a value, and cannot choose; a compiled functor
// just branches, on duals as on doubles, and its derivative is that of the branch taken. where computes both
// sides, as jnp.where does: compilers make vectors of it at any level.
#include <thrum/gradients.h>
#include <thrum/transform.h>

#include "common/example.h"

struct branch {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    return x > 0 ? x : 2 * x;
  }
};
struct both_sides {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    return thrum::where(x > 0, x, 2 * x);
  }
};
struct slope_of_branch {
  THRUM_HD double operator()(double x) const { return thrum::grad(branch{})(x); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "branch_function",
                                  .text = "x where it is positive, else 2 x; and its derivative, at n places.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 24,
                                  .least = 2};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto x = example::normal<double>(policy, s.n(), 1);
      x[0] = 10;
      x[1] = -3;
      example::vector_of<decltype(policy), double> values(s.size(), thrum::no_init),
          slopes(s.size(), thrum::no_init);
      s.time(policy, "values", [&] { thrum::transform(policy, x.begin(), x.end(), values.begin(), branch{}); },
             {.bytes = 16 * static_cast<double>(s.n())});
      auto const of_branch = example::to_host(values);
      s.time(policy, "values by where",
             [&] { thrum::transform(policy, x.begin(), x.end(), values.begin(), both_sides{}); },
             {.bytes = 16 * static_cast<double>(s.n())});
      s.check_equal("where has the values of the branch", example::to_host(values), of_branch);
      s.time(policy, "slopes",
             [&] { thrum::transform(policy, x.begin(), x.end(), slopes.begin(), slope_of_branch{}); },
             {.bytes = 16 * static_cast<double>(s.n())});
      auto const at = example::to_host(x), f = example::to_host(values), g = example::to_host(slopes);
      s.check("f(10) = 10, f'(10) = 1", f[0] == 10 && g[0] == 1);
      s.check("f(-3) = -6, f'(-3) = 2", f[1] == -6 && g[1] == 2);
      std::vector<double> expected;
      for (double const place : at) expected.push_back(place > 0 ? 1 : 2);
      s.check_equal("the slope is that of the branch", g, expected);
    });
  });
}
