// Three habits of communication: collect results and reduce them once instead of in every round; a
// gather instead of a loop of receives; and messages that are under way while a rank computes. Each
// pair has the same totals. The ranks count their calls, and the share of their time that is spent
// in them.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/tabulate.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <array>
#include <numeric>

#include "cluster/counted_communicator.h"
#include "common/format.h"
#include "common/ranks.h"

constexpr std::int64_t terms_of_round = 40'000;

/// A hash of a number, small enough that sums do not overflow.
struct term {
  std::int64_t round;
  THRUM_HD std::int64_t operator()(std::int64_t i) const {
    auto const x = static_cast<std::uint64_t>(i + round * terms_of_round) * 0x9E3779B97F4A7C15u;
    return static_cast<std::int64_t>((x ^ x >> 29) * 0xBF58476D1CE4E5B9u >> 40);
  }
};

/// The work of one rank in a round: a sum over its share of the terms.
template <class Policy>
std::int64_t compute(Policy const& policy, example::share mine, std::int64_t round) {
  thrum::counting_iterator<std::int64_t> const first(mine.first), last(mine.last);
  return thrum::transform_reduce(policy, first, last, term{round}, std::int64_t{0}, thrum::plus<>{});
}

/// What a form of communication has counted and measured on this rank.
struct outcome {
  std::vector<std::int64_t> totals{};
  std::int64_t sends = 0, receives = 0, collectives = 0;
  double seconds = 0;        ///< of the slowest rank
  double communicating = 0;  ///< of this rank
};

/// Runs work(communicator that counts) `repeat` times, and returns the outcome of the run whose
/// time, that of the slowest rank, is the median.
template <class Communicator, class Work>
outcome count(Communicator const& c, int repeat, Work work) {
  std::vector<outcome> runs;
  for (int run = 0; run < repeat; ++run) {
    example::counted_communicator counted(c);
    c.barrier();
    example::stopwatch const watch;
    auto totals = work(counted);
    double const slowest = c.all_reduce(watch.seconds(), thrum::maximum<>{});
    runs.push_back({std::move(totals), counted.sends(), counted.receives(), counted.collectives(), slowest,
                    counted.seconds()});
  }
  auto const middle = runs.begin() + repeat / 2;
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](outcome const& a, outcome const& b) { return a.seconds < b.seconds; });
  return *middle;
}

using numbers = std::vector<std::int64_t>;

template <class Policy>
numbers reduce_in_each_round(Policy const& policy, auto& c, example::share mine, std::int64_t rounds) {
  numbers totals;
  for (std::int64_t round = 0; round < rounds; ++round) {
    std::int64_t const own = compute(policy, mine, round);
    totals.push_back(c.all_reduce(own, thrum::plus<>{}));
  }
  return totals;
}

template <class Policy>
numbers reduce_once(Policy const& policy, auto& c, example::share mine, std::int64_t rounds) {
  numbers own, totals(static_cast<std::size_t>(rounds));
  for (std::int64_t round = 0; round < rounds; ++round) own.push_back(compute(policy, mine, round));
  c.all_reduce(own, totals, thrum::plus<>{});
  return totals;
}

numbers receive_in_a_loop(auto& c, numbers const& own) {
  if (c.rank() != 0) {
    c.send(own, 0);
    return {};
  }
  numbers all(own);
  all.resize(own.size() * static_cast<std::size_t>(c.size()));
  for (int r = 1; r < c.size(); ++r) {
    c.recv(std::span(all).subspan(static_cast<std::size_t>(r) * own.size(), own.size()), r);
  }
  return all;
}

numbers gather(auto& c, numbers const& own) {
  numbers all(c.rank() == 0 ? own.size() * static_cast<std::size_t>(c.size()) : 0);
  c.gather(own, all);
  return all;
}

/// Passes the numbers around the ring of ranks by one, and works: `overlapped` works while they are
/// under way.
template <class Policy>
numbers pass_and_work(Policy const& policy, auto& c, numbers const& own, example::share mine, std::int64_t rounds,
                      bool overlapped) {
  int const to = (c.rank() + 1) % c.size(), from = (c.rank() + c.size() - 1) % c.size();
  numbers received(own.size());
  auto in = c.irecv(received, from);
  auto out = c.isend(own, to);
  std::int64_t sum = 0;
  auto const work = [&] {
    for (std::int64_t round = 0; round < rounds; ++round) sum += compute(policy, mine, round);
  };
  if (overlapped) work();
  c.wait(in);
  c.wait(out);
  if (!overlapped) work();
  return {std::accumulate(received.begin(), received.end(), std::int64_t{0}), sum};
}

/// Prints a form of communication, as all ranks saw it, and draws its share of the time.
void tell(example::session& s, auto const& c, example::figure& f, std::string const& policy,
          std::string const& name, outcome const& o) {
  std::array<double, 2> const own{o.communicating, o.seconds};
  std::array<double, 2> all{};
  c.all_reduce(own, all, thrum::plus<>{});
  std::array<std::int64_t, 3> const calls{o.sends, o.receives, o.collectives};
  std::array<std::int64_t, 3> calls_of_all{};
  c.all_reduce(calls, calls_of_all, thrum::plus<>{});
  double const percent = 100 * all[0] / all[1];
  s.say(policy + ": " + name + ": " + example::fixed(percent) + " % of the time in " +
        example::grouped(calls_of_all[2]) + " calls of collectives, " + example::grouped(calls_of_all[0]) +
        " sends, " + example::grouped(calls_of_all[1]) + " receives");
  s.add({name, policy, o.seconds, {}});
  f.bars.push_back({name + ", " + policy, percent});
}

int main(int argc, char** argv) {
  example::description const what{.id = "comm_patterns",
                                  .text = "Sums of n rounds over all ranks, by few and by many messages.",
                                  .n = 1000,
                                  .quick = 50,
                                  .n_is = "rounds",
                                  .least = 1,
                                  .most = 1'000'000,
                                  .draws = example::description::picture::figure,
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    example::figure shares{.title = "Time in communication", .x_label = "", .y_label = "%"};
    example::share const mine = example::share_of(terms_of_round, c.rank(), c.size());
    std::int64_t const rounds = s.n(), others = c.size() - 1;
    numbers expected(s.size());
    for (std::int64_t round = 0; round < rounds; ++round) {
      std::int64_t& sum = expected[static_cast<std::size_t>(round)];
      for (std::int64_t i = 0; i < terms_of_round; ++i) sum += term{round}(i);
    }

    s.each_policy([&](auto const& policy) {
      auto const name = example::name_of(policy);
      outcome const each = count(
          c, s.asked().repeat, [&](auto& counted) { return reduce_in_each_round(policy, counted, mine, rounds); });
      outcome const once =
          count(c, s.asked().repeat, [&](auto& counted) { return reduce_once(policy, counted, mine, rounds); });
      s.check_equal("a reduction in each round: the totals are a loop's", each.totals, expected);
      s.check_equal("one reduction: the same totals", once.totals, expected);
      s.check_equal("calls: one in each round", each.collectives, rounds);
      s.check_equal("calls: one in all", once.collectives, std::int64_t{1});
      s.check_same("the totals", once.totals);
      tell(s, c, shares, name, "all_reduce in each round", each);
      tell(s, c, shares, name, "one all_reduce", once);

      numbers own(s.size());
      thrum::tabulate(thrum::seq, own.begin(), own.end(),
                      [&](std::ptrdiff_t i) { return i * c.size() + c.rank(); });
      outcome const loop =
          count(c, s.asked().repeat, [&](auto& counted) { return receive_in_a_loop(counted, own); });
      outcome const gathered = count(c, s.asked().repeat, [&](auto& counted) { return gather(counted, own); });
      if (c.rank() == 0) {
        numbers all;
        for (int r = 0; r < c.size(); ++r) {
          for (std::int64_t i = 0; i < rounds; ++i) all.push_back(i * c.size() + r);
        }
        s.check_equal("receives in a loop: all numbers in the order of ranks", loop.totals, all);
        s.check_equal("gather: the same", gathered.totals, all);
      }
      s.check_equal("a message from each other rank", c.rank() == 0 ? loop.receives : loop.sends,
                    c.rank() == 0 ? others : 1);
      s.check_equal("or one call", gathered.collectives + gathered.sends + gathered.receives, std::int64_t{1});
      tell(s, c, shares, name, "receives in a loop", loop);
      tell(s, c, shares, name, "gather", gathered);

      // A megabyte to the next rank, or less.
      numbers large(std::min<std::size_t>(131'072, 128 * s.size()), c.rank() + 1);
      outcome const waited = count(c, s.asked().repeat, [&](auto& counted) {
        return pass_and_work(policy, counted, large, mine, rounds, false);
      });
      outcome const overlapped = count(c, s.asked().repeat, [&](auto& counted) {
        return pass_and_work(policy, counted, large, mine, rounds, true);
      });
      auto const from = (c.rank() + c.size() - 1) % c.size();
      s.check_equal("the neighbour's message has arrived", waited.totals[0],
                    static_cast<std::int64_t>(large.size()) * (from + 1));
      s.check_equal("work during the message: the same totals", overlapped.totals, waited.totals);
      s.check_equal("a message each way", overlapped.sends + overlapped.receives, std::int64_t{2});
      tell(s, c, shares, name, "message, then work", waited);
      tell(s, c, shares, name, "work during the message", overlapped);
    });
    s.draw(shares);
  });
}
