// sqrt(x*x) by 1, 2, 4 and 8 threads: the policy sets the number, and no setting of the process
// changes. No more threads start than the machine has processors.
#include <thrum/fill.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <thread>

#include "common/example.h"
#include "common/format.h"

struct root_of_square {
  THRUM_HD double operator()(double x) const { return std::sqrt(x * x); }
};

/// Calls work(policy, threads) under par with 1, 2, 4 and 8 threads, and once under any other policy.
template <class Policy, class Work>
void each_number_of_threads(Policy const& policy, Work work) {
  if constexpr (requires { policy.threads(1); }) {
    for (int const threads : {1, 2, 4, 8}) work(policy.threads(threads), threads);
  } else work(policy, 0);
}

int main(int argc, char** argv) {
  example::description const what{.id = "thread_sweep",
                                  .text = "sqrt(x^2) of n normal numbers by 1, 2, 4 and 8 threads.",
                                  .n = 50'000'000,
                                  .quick = 200'000,
                                  .bytes = 40,
                                  .least = 1,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    auto const both = example::series::style::both;
    example::series speed{.name = "measured", .x = {}, .y = {}, .drawn = both},
        ideal{.name = "ideal", .x = {}, .y = {}};
    example::series efficiency{.name = "", .x = {}, .y = {}, .drawn = both};
    s.each_policy([&](auto const& policy) {
      auto const x = example::normal<double>(policy, s.n(), 1);
      example::vector_of<decltype(policy), double> r(s.size());
      double of_one = 0;
      each_number_of_threads(policy, [&](auto const& some, int threads) {
        thrum::fill(policy, r.begin(), r.end(), -1.0);  // the next threads have to write it again
        double const seconds = s.time(
            some, threads == 0 ? std::string("sqrt(x*x)") : "sqrt(x*x), threads: " + std::to_string(threads),
            [&] { thrum::transform(some, x.begin(), x.end(), r.begin(), root_of_square{}); }, {.bytes = 16 * n});
        if (threads == 0) return;
        if (threads == 1) of_one = seconds;
        speed.x.push_back(threads);
        speed.y.push_back(of_one / seconds);
        ideal.x.push_back(threads);
        ideal.y.push_back(threads);
        efficiency.x.push_back(threads);
        efficiency.y.push_back(of_one / seconds / threads);
        s.say("threads " + std::to_string(threads) + ": speed-up " + example::fixed(speed.y.back(), 2) +
              ", efficiency " + example::fixed(100 * efficiency.y.back(), 0) + " %");
      });
      auto const numbers = example::to_host(x);
      std::vector<double> expected(numbers.size());
      std::transform(numbers.begin(), numbers.end(), expected.begin(), [](double v) { return std::abs(v); });
      s.check_equal("exactly |x|", example::to_host(r), expected);
      s.check_close("the mean is sqrt(2 / pi)", thrum::reduce(policy, r.begin(), r.end()) / n,
                    std::sqrt(2 / std::acos(-1.0)), 4 * 0.6028 / std::sqrt(n));
    });
    s.say("This machine has " + std::to_string(std::thread::hardware_concurrency()) + " processors.");
    s.draw({.title = "sqrt(x^2): speed-up over one thread",
            .x_label = "threads",
            .y_label = "",
            .lines = {speed, ideal}});
    s.draw("efficiency",
           {.title = "sqrt(x^2): speed-up / threads", .x_label = "threads", .y_label = "", .lines = {efficiency}});
  });
}
