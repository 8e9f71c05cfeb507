// A temporary vector inside and outside of a loop, on each rank: one hundred allocations or one. A
// pool makes the loop with the temporary inside ask its source of memory once, too. A counting
// resource counts what each form asks for.
#include <thrum/memory_resource.h>
#include <thrum/pool_resource.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>

#include "common/ranks.h"
#include "common/spaces.h"

constexpr int rounds = 100;

/// The work of a round: a multiple of x, whose sum depends on the round.
struct times {
  double factor;
  THRUM_HD double operator()(double x) const { return factor * x; }
};

/// Takes the temporary as an argument, so that the caller decides how long it lives.
template <class Policy, class V, class Scratch>
double sum_of_round(Policy const& policy, V const& x, Scratch& t, int round) {
  thrum::transform(policy, x.begin(), x.end(), t.begin(), times{1.0 + round});
  return thrum::reduce(policy, t.begin(), t.end(), 0.0);
}

template <class Policy, class V, class Resource>
double temporary_inside(Policy const& policy, V const& x, Resource& resource) {
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    example::vector_from<Policy, double> t(x.size(), thrum::no_init, &resource);
    sum += sum_of_round(policy, x, t, round);
  }
  return sum;
}

template <class Policy, class V, class Resource>
double temporary_outside(Policy const& policy, V const& x, Resource& resource) {
  example::vector_from<Policy, double> t(x.size(), thrum::no_init, &resource);
  double sum = 0;
  for (int round = 0; round < rounds; ++round) sum += sum_of_round(policy, x, t, round);
  return sum;
}

int main(int argc, char** argv) {
  // Smaller vectors come from chunks of the pool that many share.
  example::description const what{.id = "buffer_reuse",
                                  .text = "100 rounds with a temporary of n numbers, on each rank.",
                                  .n = 1'000'000,
                                  .quick = 140'000,
                                  .bytes = 64,
                                  .n_is = "numbers of a rank",
                                  .counted = "numbers",
                                  .least = 131'073,
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    auto const of_all_ranks = [&](std::size_t count) {
      return c.all_reduce(static_cast<std::int64_t>(count), thrum::plus<>{});
    };
    s.each_policy([&](auto const& policy) {
      using space = example::space_of<decltype(policy)>;
      auto const x = example::uniform<double>(policy, s.n(), static_cast<std::uint64_t>(c.rank()) + 1);
      thrum::counting_resource<space> inside, outside, behind_pool;
      {
        thrum::pool_resource<space> pool(behind_pool);
        double const sum = temporary_inside(policy, x, inside);
        s.check_equal("outside of the loop: the same sum", temporary_outside(policy, x, outside), sum);
        s.check_equal("from a pool: the same sum", temporary_inside(policy, x, pool), sum);
        double expected = 0;
        for (double const value : example::to_host(x)) expected += value;
        expected *= rounds * (rounds + 1) / 2.0;
        s.check_close("the sum is that of a loop", sum, expected, 1e-10 * expected);
      }
      std::int64_t const with_inside = of_all_ranks(inside.allocations()),
                         with_outside = of_all_ranks(outside.allocations()),
                         with_pool = of_all_ranks(behind_pool.allocations());
      s.say(example::name_of(policy) + ": allocations of all " + std::to_string(c.size()) +
            " ranks: " + std::to_string(with_inside) + " inside, " + std::to_string(with_outside) + " outside, " +
            std::to_string(with_pool) + " by the pool");
      s.check_equal("100 on a rank inside of the loop", with_inside, std::int64_t{rounds} * c.size());
      s.check_equal("1 outside of it", with_outside, std::int64_t{c.size()});
      s.check_equal("1 by a pool", with_pool, std::int64_t{c.size()});

      example::amount const done{.elements = rounds * s.n(), .bytes = 24.0 * rounds * static_cast<double>(s.n())};
      thrum::pool_resource<space> pool(behind_pool);
      s.time(policy, "temporary inside", [&] { temporary_inside(policy, x, inside); }, done);
      s.time(policy, "temporary outside", [&] { temporary_outside(policy, x, outside); }, done);
      s.time(policy, "temporary inside, from a pool", [&] { temporary_inside(policy, x, pool); }, done);
      pool.free_all_blocks();
      s.check_equal("nothing leaks", inside.bytes_in_use() + outside.bytes_in_use() + behind_pool.bytes_in_use(),
                    std::size_t{0});
    });
  });
}
