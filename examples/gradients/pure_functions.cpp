// A pure function gives the same for the same arguments, whenever and wherever it is called: x^2 + y^2.
// One that counts its calls in itself does not: an algorithm copies its functors, each thread's copy
// counts its own calls, and the caller's counts none. What is to be seen of the calls belongs into
// their results.
#include <thrum/functional.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <algorithm>
#include <vector>

#include "common/example.h"

struct sum_of_squares {
  THRUM_HD double operator()(double x, double y) const { return x * x + y * y; }
};
/// Impure: the number of earlier calls of this copy is in the result.
struct counting {
  std::int64_t calls = 0;
  THRUM_HD double operator()(double x, double y) {
    ++calls;
    return x * x + y * y + static_cast<double>(calls);
  }
};
/// Tells with each result of what it was made, as a print in the function would.
struct told {
  THRUM_HD thrum::tuple<double, double> operator()(double x, double y) const {
    return thrum::make_tuple(sum_of_squares{}(x, y), x);
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "pure_functions",
                                  .text = "x^2 + y^2 by a pure functor, and by one that counts its calls.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 48,
                                  .least = 3};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      auto x = example::normal<double>(policy, s.n(), 1), y = example::normal<double>(policy, s.n(), 2);
      x[0] = 3;
      y[0] = 4;
      doubles once(s.size(), thrum::no_init), again(s.size(), thrum::no_init), seen(s.size(), thrum::no_init);
      s.time(policy, "x^2 + y^2",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), once.begin(), sum_of_squares{}); },
             {.bytes = 24 * static_cast<double>(s.n())});
      s.check_equal("3^2 + 4^2 = 25", double{once[0]}, 25.0);
      thrum::transform(policy, x.begin(), x.end(), y.begin(), again.begin(), sum_of_squares{});
      s.check_equal("once more, the same", example::to_host(again), example::to_host(once));
      auto const back = [](auto const& v) { return thrum::make_reverse_iterator(v.end()); };
      thrum::transform(policy, back(x), back(x) + s.n(), back(y), thrum::make_reverse_iterator(again.end()),
                       sum_of_squares{});
      // Compilers may fuse one of the products with the sum, in each loop another one.
      s.check_ulps("from the end, the same", example::to_host(again), example::to_host(once), 1);
      auto const h = example::to_host(x), k = example::to_host(y);
      std::vector<double> expected(h.size());
      std::transform(h.begin(), h.end(), k.begin(), expected.begin(), sum_of_squares{});
      s.check_ulps("by a loop, the same", example::to_host(once), expected, 1);

      auto const results = thrum::make_zip_iterator(again.begin(), seen.begin());
      s.time(policy, "with what was seen",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), results, told{}); },
             {.bytes = 32 * static_cast<double>(s.n())});
      s.check_equal("the arguments seen are all, in their order", example::to_host(seen), example::to_host(x));

      counting counter;
      thrum::transform(policy, x.begin(), x.end(), y.begin(), again.begin(), counter);
      s.check_equal("the caller's counter has counted nothing", counter.calls, std::int64_t{0});
      double calls_of_last = 0;
      thrum::transform(policy, again.begin(), again.end(), once.begin(), again.begin(), thrum::minus<>{});
      calls_of_last = thrum::reduce(policy, again.begin(), again.end(), 0.0, thrum::maximum<>{});
      s.say(example::name_of(policy) + ": the copy that was called most counted " +
            std::to_string(static_cast<std::int64_t>(calls_of_last + 0.5)) + " of " + std::to_string(s.n()) +
            " calls");
    });
  });
}
