// Ten draws of n normal numbers: x * 2 where their sum is positive, else x / 2. The host branches on the sum,
// as PyTorch does; or the sum stays where it is, and the functor branches on it.
#include <thrum/reduce.h>
#include <thrum/transform.h>

#include "common/example.h"

struct twice {
  THRUM_HD double operator()(double x) const { return x * 2; }
};
struct half {
  THRUM_HD double operator()(double x) const { return x / 2; }
};
struct by_sum {
  double const* sum;
  THRUM_HD double operator()(double x) const { return *sum > 0 ? x * 2 : x / 2; }
};

int main(int argc, char** argv) {
  example::description const what{
      .id = "eager_branch",
      .text = "Ten draws of n normal numbers, doubled or halved by the sign of their sum.",
      .n = 100,
      .quick = 100,
      .bytes = 24,
      .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      std::vector<doubles> draws;
      for (std::uint64_t k = 0; k < 10; ++k) draws.push_back(example::normal<double>(policy, s.n(), k + 1));
      doubles y(s.size(), thrum::no_init), z(s.size(), thrum::no_init), sum(1);
      std::int64_t doubled = 0;
      for (doubles const& x : draws) {
        bool const positive = thrum::reduce(policy, x.begin(), x.end(), 0.0) > 0;
        doubled += positive;
        if (positive) thrum::transform(policy, x.begin(), x.end(), y.begin(), twice{});
        else thrum::transform(policy, x.begin(), x.end(), y.begin(), half{});
        std::vector<double> expected;
        for (double const value : example::to_host(x)) expected.push_back(positive ? value * 2 : value / 2);
        s.check_equal("each is exactly twice or half", example::to_host(y), expected);
        thrum::reduce_into(policy, x.begin(), x.end(), sum.begin(), 0.0);
        thrum::transform(policy, x.begin(), x.end(), z.begin(), by_sum{thrum::raw_pointer_cast(sum.data())});
        s.check_equal("so it is where the functor branches", example::to_host(z), expected);
      }
      s.say(example::name_of(policy) + ": " + std::to_string(doubled) + " of 10 draws doubled");
      s.time(policy, "the host branches",
             [&] {
               for (doubles const& x : draws) {
                 if (thrum::reduce(policy, x.begin(), x.end(), 0.0) > 0) {
                   thrum::transform(policy, x.begin(), x.end(), y.begin(), twice{});
                 } else {
                   thrum::transform(policy, x.begin(), x.end(), y.begin(), half{});
                 }
               }
             },
             {.elements = 10 * s.n()});
      s.time(policy, "the functor branches",
             [&] {
               for (doubles const& x : draws) {
                 thrum::reduce_into(policy, x.begin(), x.end(), sum.begin(), 0.0);
                 thrum::transform(policy, x.begin(), x.end(), z.begin(),
                                  by_sum{thrum::raw_pointer_cast(sum.data())});
               }
             },
             {.elements = 10 * s.n()});
    });
  });
}
