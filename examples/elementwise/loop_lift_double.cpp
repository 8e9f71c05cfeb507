// 2 * a of each element, once into a list that grows element by element, and once into a vector of
// known size. Only the second can use several threads, since each element has its own place.
#include <thrum/transform.h>

#include "common/example.h"

struct twice {
  THRUM_HD double operator()(double x) const { return 2 * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "loop_lift_double",
                                  .text = "A list of twice each element.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 56};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const moved{.bytes = 16.0 * static_cast<double>(s.n())};
    std::vector<double> grown;
    s.each_policy([&](auto const& policy) {
      auto const a = example::normal<double>(policy, s.n(), 1);
      if (grown.empty()) {
        auto const numbers = example::to_host(a);
        s.time_other(
            "std", "into a growing list",
            [&] {
              grown = {};
              for (double const x : numbers) grown.push_back(x + x);
            },
            moved);
      }
      example::vector_of<decltype(policy), double> r(s.size(), thrum::no_init);
      s.time(
          policy, "into places", [&] { thrum::transform(policy, a.begin(), a.end(), r.begin(), twice{}); }, moved);
      s.check_equal("the same list", example::to_host(r), grown);
    });
  });
}
