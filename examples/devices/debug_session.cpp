// x += cos(x) for a single number: a minimal program to step through with a debugger. A functor
// that is wrong under cuda::par is wrong under seq, where gdb, or a print, shows all of it.
#include <thrum/for_each.h>
#include <cmath>

#include "common/example.h"

struct add_cosine {
  THRUM_HD void operator()(float& x) const {
    x += std::cos(x);  // a place for a breakpoint
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "debug_session",
                                  .text = "x += cos(x), from 1, and how to watch it under a debugger.",
                                  .bytes = 16,
                                  .n_is = "numbers",
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    // The reference is in double, so that it does not share the rounding of float.
    double const expected = 1 + std::cos(1.0);
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), float> x(s.size(), 1.0F);
      thrum::for_each(policy, x.begin(), x.end(), add_cosine{});
      float const once = x[0];
      char text[64];
      std::snprintf(text, sizeof text, "%s: 1 -> %.7f", example::name_of(policy).c_str(),
                    static_cast<double>(once));
      s.say(text);
      s.check_close("1 becomes 1.5403023", static_cast<double>(once), expected, 2.4e-7);
      float const last = x[s.size() - 1];
      s.check_equal("all numbers alike", last, once);
      s.time_prepared(
          policy, "x += cos(x)", [&] { x.assign(s.size(), 1.0F); },
          [&] { thrum::for_each(policy, x.begin(), x.end(), add_cosine{}); });
    });

    s.say("\nOn the host, with the program built by -O0 -g:");
    s.say("  gdb --args debug_session --policy seq --quick");
    s.say("    break add_cosine::operator()    stops before the addition");
    s.say("    run, print x, next, print x     1, then 1.5403");
    s.say("On the device, with nvcc -O0 -g -G:");
    s.say("  cuda-gdb --args debug_session_cuda --policy cuda --quick");
    s.say("    set cuda break_on_launch application");
    s.say("    break add_cosine::operator(), run, info cuda threads, print x");
  });
}
