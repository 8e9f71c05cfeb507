// The sum of squares on the device if there is one, otherwise on all cores. The program asks which
// policies the machine has before it begins, instead of catching errors. The work is written once,
// and gets the chosen policy.
#include <thrum/any_policy.h>
#include <thrum/functional.h>
#include <thrum/transform_reduce.h>
#include <optional>
#include <stdexcept>

#include "common/example.h"
#include "common/format.h"
#include "common/reference.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "backend_fallback",
                                  .text = "The sum of the squares of n normal numbers, where it is fastest.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 16};
  return example::run(argc, argv, what, [](example::session& s) {
    // The numbers are the same under every policy; these are for the reference.
    auto const numbers = example::normal<double>(thrum::seq, s.n(), 1);
    example::exact_sum exact;
    for (double const x : numbers) exact.add(static_cast<long double>(x) * x);

    auto const sum_under = [&](thrum::any_policy const& any, char const* title) {
      return visit(any, [&](auto const& policy) {
        example::vector_of<decltype(policy), double> const v(numbers.begin(), numbers.end());
        double sum = 0;
        s.time(policy, title,
               [&] { sum = thrum::transform_reduce(policy, v.begin(), v.end(), square{}, 0.0, thrum::plus<>{}); },
               {.bytes = 8.0 * static_cast<double>(s.n())});
        return sum;
      });
    };
    for (char const* const name : {"seq", "par", "cuda"}) {
      if (!s.asked().wants(name)) continue;
      std::optional<thrum::any_policy> any;
      try {
        any.emplace(name);
      } catch (std::runtime_error const& missing) {
        s.say(missing.what());  // it is not there, and the error says what is
        continue;
      }
      double const sum = sum_under(*any, "sum of squares");
      s.check_close("every policy agrees with the sum in long double", sum, exact.value(),
                    exact.tolerance<double>());
      s.say(std::string(name) + ": " + example::fixed(sum, 6));
    }

    thrum::any_policy const chosen = thrum::any_policy::from_environment();
    s.say("Chosen by THRUM_POLICY, or else by what there is: " + chosen.name());
    s.check_close("so does the one that is chosen", sum_under(chosen, "the same, chosen"), exact.value(),
                  exact.tolerance<double>());
    auto const there = thrum::any_policy::available();
    s.check_equal("the last of those that there are", thrum::any_policy("auto").name(), there.back());
    bool refused = false;
    try {
      thrum::any_policy const none("gpu9");
    } catch (std::invalid_argument const& error) {
      refused = std::string(error.what()).find(there.back()) != std::string::npos;
    }
    s.check("other names are refused with those that there are", refused);
  });
}
