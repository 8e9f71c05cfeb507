// Scatter, compute, gather: rank 0 deals out numbers, each rank computes with its share, and rank 0
// collects the results in the order of the numbers. Shares differ by at most one number, so that
// none is left over where the number of ranks does not divide n.
#include <thrum/transform.h>
#include <cmath>

#include "cluster/host_side.h"

/// Rounds twice, and no compiler merges the two operations: the bits are the same everywhere.
struct squash {
  THRUM_HD double operator()(double x) const { return x / (1 + (x < 0 ? -x : x)); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "scatter_compute_gather",
                                  .text = "x / (1 + |x|) of n numbers of rank 0, computed by all ranks.",
                                  .n = 4'000'003,
                                  .quick = 40'003,
                                  .bytes = 40,
                                  .n_is = "numbers",
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    // What rank 0 alone has, the others see empty.
    std::vector<double> numbers, expected, results;
    if (c.rank() == 0) {
      auto const made = example::normal<double>(example::all_cores(), s.n(), 1);
      numbers.assign(made.begin(), made.end());
      for (double const x : numbers) expected.push_back(x / (1 + std::abs(x)));
      results.resize(numbers.size());
    }
    auto const sizes = example::sizes_of_shares(s.n(), c.size());
    auto const mine = static_cast<std::size_t>(sizes[static_cast<std::size_t>(c.rank())]);

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), double> x(mine, thrum::no_init), r(mine, thrum::no_init);
      example::host_side in(policy, x), out(policy, r);
      auto const scatter = [&] {
        c.scatterv(numbers, sizes, in.elements());
        in.store();
      };
      auto const compute = [&] { thrum::transform(policy, x.begin(), x.end(), r.begin(), squash{}); };
      auto const gather = [&] { c.gatherv(out.load(), results, sizes); };

      std::fill(results.begin(), results.end(), -2.0);
      double const all = s.time(policy, "scatter, compute, gather", [&] {
        scatter();
        compute();
        gather();
      });
      if (c.rank() == 0) s.check_equal("every bit is the host loop's, in its place", results, expected);
      double const computed = s.time(policy, "the computation alone", compute);
      s.say(example::name_of(policy) + ": " + example::fixed(100 * (1 - computed / all), 0) +
            " % of the time is spent on dealing out and collecting");
      s.time(policy, "scatter alone", scatter, {.bytes = 8.0 * static_cast<double>(s.n())});
      s.time(policy, "gather alone", gather, {.bytes = 8.0 * static_cast<double>(s.n())});
    });
    std::int64_t dealt_out = 0;
    for (auto const size : sizes) dealt_out += size;
    s.check_equal("no number is left over", dealt_out, s.n());
  });
}
