// The five ways to call reduce. By default a sum starts from zero and adds; a maximum has to start
// from the least value: from 0 it would be wrong for numbers that are all negative.
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <algorithm>
#include <limits>
#include <numeric>

#include "common/example.h"

int main(int argc, char** argv) {
  example::description const what{.id = "thrust_reduce",
                                  .text = "Sums and a maximum of n integers from -1000 to -1.",
                                  .n = 10'000'000,
                                  .quick = 200'000,
                                  .bytes = 24,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    using std::int64_t;
    std::vector<int64_t> const expected =
        example::to_host(example::integers<int64_t>(thrum::seq, s.n(), 1, -1000, -1));
    int64_t const sum = std::accumulate(expected.begin(), expected.end(), int64_t{0});
    int64_t const greatest = *std::max_element(expected.begin(), expected.end());
    s.say("sum " + std::to_string(sum) + ", maximum " + std::to_string(greatest));
    s.each_policy([&](auto const& policy) {
      auto const v = example::integers<int64_t>(policy, s.n(), 1, -1000, -1);
      auto const first = v.begin(), last = v.end();
      int64_t a = 0, b = 0, c = 0, d = 0, e = 0;
      example::amount const work{.bytes = 8.0 * static_cast<double>(s.n())};

      a = thrum::reduce(first, last);  // where the vector is
      s.time(policy, "reduce(policy, first, last)", [&] { b = thrum::reduce(policy, first, last); }, work);
      s.time(policy, "..., 0)", [&] { c = thrum::reduce(policy, first, last, int64_t{0}); }, work);
      s.time(
          policy, "..., 0, plus)",
          [&] { d = thrum::reduce(policy, first, last, int64_t{0}, thrum::plus<int64_t>{}); }, work);
      int64_t const least = std::numeric_limits<int64_t>::lowest();
      s.time(
          policy, "..., lowest, maximum)",
          [&] { e = thrum::reduce(policy, first, last, least, thrum::maximum<int64_t>{}); }, work);

      s.check("four forms of the sum are std::accumulate's", a == sum && b == sum && c == sum && d == sum);
      s.check_equal("an init of 7 is added", thrum::reduce(policy, first, last, int64_t{7}), sum + 7);
      s.check_equal("the maximum of negative numbers is std::max_element's", e, greatest);
      s.check_equal("from 0 it is 0", thrum::reduce(policy, first, last, int64_t{0}, thrum::maximum<int64_t>{}),
                    0);
      s.check_same("the sum", a);
    });
  });
}
