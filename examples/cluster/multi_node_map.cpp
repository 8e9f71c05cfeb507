// One function on the devices of all nodes: each rank has a row of n ones, adds the row's sum to
// the square of each number, and so gets n + 1 everywhere. The sum of all rows takes a collective.
// Ranks meet at one address, which one of them tells the others.
#include <thrum/fill.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <set>

#include "cluster/host_side.h"

struct square_plus {
  double term;
  THRUM_HD double operator()(double x) const { return x * x + term; }
};

template <class Policy, class V>
void map_row(Policy const& policy, V const& x, V& r) {
  double const sum = thrum::reduce(policy, x.begin(), x.end(), 0.0);
  thrum::transform(policy, x.begin(), x.end(), r.begin(), square_plus{sum});
}

int main(int argc, char** argv) {
  example::description const what{.id = "multi_node_map",
                                  .text = "x * x plus the sum of x, for a row of n ones on each rank.",
                                  .n = 1000,
                                  .quick = 1000,
                                  .bytes = 128,
                                  .n_is = "numbers of a row",
                                  .counted = "numbers",
                                  .least = 1,
                                  .most = 1'000'000'000,
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    auto const different = [](std::vector<int> const& ports) {
      return std::set<int>(ports.begin(), ports.end()).size();
    };
    int const own_port = 8476 + c.rank();
    auto const own = c.all_gather(own_port), told = c.all_gather(c.broadcast(own_port));
    s.say("addresses: " + std::to_string(different(own)) + " if each rank makes its own, " +
          std::to_string(different(told)) + " if rank 0 tells it");
    s.check_equal("the ranks meet at one address", different(told), std::size_t{1});

    s.each_policy([&](auto const& policy) {
      auto const n = static_cast<double>(s.n());
      auto const ranks = static_cast<std::size_t>(c.size());
      example::vector_of<decltype(policy), double> x(s.size(), 1.0), r(s.size(), thrum::no_init);
      s.time(policy, "x * x + the row's sum", [&] { map_row(policy, x, r); });
      std::vector<double> rows(c.rank() == 0 ? ranks * s.size() : 0);
      example::host_side row(policy, r);
      c.gather(row.load(), rows);
      if (c.rank() == 0) {
        s.say(example::name_of(policy) + ": " + std::to_string(ranks) + " rows of " + example::fixed(rows[0], 0));
        s.check_equal(example::fixed(n + 1, 0) + " everywhere", rows, std::vector<double>(rows.size(), n + 1));
      }

      // Rows that differ: rank k has k + 1 everywhere.
      double const own_value = 1.0 + c.rank();
      thrum::fill(policy, x.begin(), x.end(), own_value);
      map_row(policy, x, r);
      s.check_equal("a row of k has k * k + k n", example::to_host(r),
                    std::vector<double>(s.size(), own_value * own_value + own_value * n));
      s.time(policy, "x * x + the sum of all rows", [&] {
        double const row_sum = thrum::reduce(policy, x.begin(), x.end(), 0.0);
        double const sum = c.all_reduce(row_sum, thrum::plus<>{});
        thrum::transform(policy, x.begin(), x.end(), r.begin(), square_plus{sum});
      });
      double const all = n * static_cast<double>(c.size()) * static_cast<double>(c.size() + 1) / 2;
      s.check_equal("the sum of all rows is everywhere", example::to_host(r),
                    std::vector<double>(s.size(), own_value * own_value + all));
    });
  });
}
