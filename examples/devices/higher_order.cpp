// Functions that return functions, and wrappers around functions (Python's decorators): a lambda on
// the host, and a functor with members for a device, as transform calls the composition here.
#include <thrum/transform.h>
#include <functional>
#include <utility>

#include "common/example.h"

/// The composition of f after g, for every policy.
template <class F, class G>
struct composed {
  F f;
  G g;
  template <class T>
  THRUM_HD T operator()(T x) const {
    return f(g(x));
  }
};
template <class F, class G>
composed(F, G) -> composed<F, G>;

struct times {
  double factor;
  THRUM_HD double operator()(double x) const { return factor * x; }
};
struct plus {
  double summand;
  THRUM_HD double operator()(double x) const { return x + summand; }
};

using lines = std::vector<std::string>;

/// Returns a function by number. Both functions are made in this call, and outlive it.
std::function<std::string()> introduction(int number) {
  auto first = [] { return std::string("My name is Ada"); };
  auto second = [] { return std::string("You may call me Grace"); };
  if (number == 1) return first;
  return second;
}

/// Returns f with a line of output before and after each call.
template <class F>
auto announced(F f, lines& log) {
  return [f = std::move(f), &log](auto&&... arguments) {
    log.push_back("before the call");
    f(std::forward<decltype(arguments)>(arguments)...);
    log.push_back("behind the call");
  };
}

int main(int argc, char** argv) {
  example::description const what{.id = "higher_order",
                                  .text = "Functions that make functions, and wrap them.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 40};
  return example::run(argc, argv, what, [](example::session& s) {
    s.check_equal("function 0", introduction(0)(), std::string("You may call me Grace"));
    s.check_equal("function 1", introduction(1)(), std::string("My name is Ada"));
    s.say(introduction(0)() + ". " + introduction(1)() + ".");

    lines log;
    auto const praise = [&log](std::string const& language) { log.push_back(language + " has closures too"); };
    announced(praise, log)("C++");
    for (std::string const& line : log) s.say(line);
    lines const once{"before the call", "C++ has closures too", "behind the call"};
    s.check_equal("the wrapper's lines stand around the function's", log, once);
    log.clear();
    announced(announced(praise, log), log)("C++");
    lines const nested{"before the call", "before the call", "C++ has closures too", "behind the call",
                       "behind the call"};
    s.check_equal("wrappers nest", log, nested);

    s.each_policy([&](auto const& policy) {
      auto const x = example::uniform<double>(policy, s.n(), 1, -1, 1);
      example::vector_of<decltype(policy), double> y(s.size(), thrum::no_init);
      composed const f{times{3}, composed{plus{0.5}, times{0.25}}};
      s.time(policy, "3 (x / 4 + 1 / 2)", [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), f); },
             {.bytes = 16.0 * static_cast<double>(s.n())});

      // x / 4 is exact, so that a device that multiplies and adds in one step rounds the same.
      auto expected = example::to_host(x);
      for (double& value : expected) value = 3 * (value / 4 + 0.5);
      s.check_equal("the composition, bit by bit", example::to_host(y), expected);
    });
  });
}
