// The sum of n doubles. It has the same bits under seq and par, with any number of threads, and is
// more exact than a loop from left to right, since lanes and tiles are added.
#include <thrum/reduce.h>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "common/example.h"

int main(int argc, char** argv) {
  example::description const what{.id = "compute_sum",
                                  .text = "The sum of n doubles.",
                                  .n = 50'000'000,
                                  .quick = 200'000,
                                  .bytes = 16,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    std::optional<double> of_host;
    s.each_policy([&](auto const& policy) {
      auto const a = example::uniform<double>(policy, s.n(), 1);
      double sum = 0;
      s.time(policy, "sum", [&] { sum = thrum::reduce(policy, a.begin(), a.end()); },
             {.bytes = 8.0 * static_cast<double>(s.n()), .flops = static_cast<double>(s.n())});

      auto const numbers = example::to_host(a);
      long double const exact = std::accumulate(numbers.begin(), numbers.end(), 0.0L);
      double const unit = std::numeric_limits<double>::epsilon() / 2;
      double const bound = 2 * (std::log2(static_cast<double>(s.n())) + 1) * unit * static_cast<double>(exact);
      s.check_close("within 2 log2(n) rounding errors of the sum in long double", sum, static_cast<double>(exact),
                    bound);
      s.say(example::name_of(policy) + ": " + example::fixed(sum, 8) + ", off by " +
            example::fixed(1e9 * std::abs(static_cast<double>(sum - exact)), 3) + "e-9");
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        s.check_equal("the same bits under seq and par", sum, of_host.value_or(sum));
        if (!of_host) {
          double plain = 0;
          s.time_other("std", "sum", [&] { plain = std::accumulate(numbers.begin(), numbers.end(), 0.0); },
                       {.bytes = 8.0 * static_cast<double>(s.n()), .flops = static_cast<double>(s.n())});
          s.say("std::accumulate: " + example::fixed(plain, 8) + ", off by " +
                example::fixed(1e9 * std::abs(static_cast<double>(plain - exact)), 3) + "e-9");
        }
        of_host = sum;
      }
    });
  });
}
