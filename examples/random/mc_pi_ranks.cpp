// Pi by ranks, each with its part of one sequence of points, whose hits are added. The sum does not
// depend on the number of ranks, because point i depends on i alone. Generators with consecutive
// seeds fail: neighbouring linear congruential generators are correlated, and some draw the numbers
// that others have drawn.
#include <thrum/adjacent_difference.h>
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/random.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform_reduce.h>
#include <cmath>
#include <future>
#include <numbers>
#include <set>

#include "common/example.h"

/// Exact in double, since coordinates have 24 bits.
struct hit {
  THRUM_HD std::int64_t operator()(std::int64_t i) const {
    thrum::philox4x32 g = thrum::random::stream(9, i);
    thrum::portable_uniform_real_distribution<float> const unit(0, 1);
    double const x = unit(g), y = unit(g);
    return x * x + y * y <= 1 ? 1 : 0;
  }
};

struct tally {
  std::int64_t hits = 0, points = 0;
};

/// Rank r takes the points from n r / ranks on, so that no point is left over. The ranks are
/// threads here, and share only their sums, as ranks on other machines would.
template <class Policy>
tally count_by_ranks(Policy const& policy, int ranks, std::int64_t n) {
  std::vector<std::future<tally>> sums;
  for (int r = 0; r < ranks; ++r) {
    std::int64_t const first = n * r / ranks, last = n * (r + 1) / ranks;
    sums.push_back(std::async(std::launch::async, [=, &policy] {
      thrum::counting_iterator<std::int64_t> const from(first), to(last);
      return tally{thrum::transform_reduce(policy, from, to, hit{}, std::int64_t{0}, thrum::plus<>{}),
                   last - first};
    }));
  }
  tally all;
  for (auto& sum : sums) {
    tally const of_rank = sum.get();
    all.hits += of_rank.hits;
    all.points += of_rank.points;
  }
  return all;
}

using congruential = thrum::linear_congruential_engine<std::uint32_t, 1103515245, 12345, 1U << 31>;

/// Returns the index of thread i's seed in the one cycle of `congruential`: 1024 threads in each
/// rank, ranks a million apart.
struct place_of_seed {
  THRUM_HD std::int64_t operator()(std::ptrdiff_t i) const {
    auto const thread = static_cast<std::uint32_t>(i);
    std::uint32_t const seed = thread % 1024 + thread / 1024 * 1'000'000;
    // The low b bits have the period 2^b, so that the lower bits determine each bit of the index.
    std::uint32_t at = 0, factor = congruential::multiplier, term = congruential::increment, place = 0;
    for (int bit = 0; bit < 31; ++bit) {
      if (((at ^ seed) >> bit & 1) != 0) at = factor * at + term, place |= 1U << bit;
      term *= factor + 1;
      factor *= factor;
    }
    return place;
  }
};

struct below {
  std::int64_t limit;
  THRUM_HD bool operator()(std::int64_t x) const { return x < limit; }
};

template <class Policy>
void check_congruential(example::session& s, Policy const& policy) {
  example::vector_of<Policy, std::int64_t> places(4096, thrum::no_init), gaps(4096, thrum::no_init);
  thrum::tabulate(policy, places.begin(), places.end(), place_of_seed{});
  thrum::sort(policy, places.begin(), places.end());
  thrum::adjacent_difference(policy, places.begin(), places.end(), gaps.begin());
  auto const overlaps = thrum::count_if(policy, gaps.begin() + 1, gaps.end(), below{20'000});
  std::int64_t const least = *thrum::min_element(policy, gaps.begin() + 1, gaps.end());
  s.say(example::name_of(policy) + ": of 4096 congruential streams of 20,000 numbers " + std::to_string(overlaps) +
        " run into the next one, the closest after " + std::to_string(least) + " numbers");
  s.check_equal("160 congruential streams overlap", overlaps, 160);
  s.check_equal("the closest after 29 numbers", least, 29);
}

/// Returns the k-th numbers of the streams 0 to 1023, with a generator for each.
template <class Make>
std::vector<double> draws_of_neighbours(Make make, int k) {
  std::vector<double> draws;
  for (int stream = 0; stream < 1024; ++stream) {
    auto g = make(stream);
    g.discard(static_cast<unsigned long long>(k));
    draws.push_back(static_cast<double>(g()) / (static_cast<double>(g.max()) + 1));
  }
  return draws;
}

/// Returns the differences of neighbours modulo 1, each value once.
std::set<double> differences(std::vector<double> const& draws) {
  std::set<double> values;
  for (std::size_t i = 1; i < draws.size(); ++i) {
    double const difference = draws[i] - draws[i - 1];
    values.insert(difference - std::floor(difference));
  }
  return values;
}

int main(int argc, char** argv) {
  example::description const what{.id = "mc_pi_ranks",
                                  .text = "Pi by four times n points, dealt out to ranks.",
                                  .n = 10'240'000,
                                  .quick = 100'000,
                                  .n_is = "points of a rank",
                                  .least = 1,
                                  .most = 1'000'000'000'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      std::int64_t const n = 4 * s.n();
      std::vector<tally> all(3);
      for (std::size_t i = 0; i < all.size(); ++i) {
        int const ranks = 1 << i;
        s.time(policy, std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"),
               [&] { all[i] = count_by_ranks(policy, ranks, n); }, {.elements = n});
        s.check_equal("no point is lost", all[i].points, n);
        s.check_equal("one rank, two and four count the same hits", all[i].hits, all[0].hits);
      }
      s.check_equal("three ranks too, which share unequally", count_by_ranks(policy, 3, n).hits, all[0].hits);
      s.check_same("hits", all[0].hits);
      double const p = std::numbers::pi / 4, pi = 4 * static_cast<double>(all[0].hits) / static_cast<double>(n);
      s.say(example::name_of(policy) + ": pi is about " + example::fixed(pi, 6));
      s.check_close("pi within four standard deviations", pi, std::numbers::pi,
                    16 * std::sqrt(p * (1 - p) / static_cast<double>(n)));
      check_congruential(s, policy);
    });

    auto const congruential_stream = [](int i) { return congruential(static_cast<std::uint32_t>(i)); };
    auto const philox_stream = [](int i) { return thrum::random::stream(9, i); };
    for (int k = 0; k < 3; ++k) {
      auto const steps = differences(draws_of_neighbours(congruential_stream, k));
      s.say("number " + std::to_string(k) + " of each congruential stream is that of its neighbour plus " +
            example::fixed(*steps.begin(), 4));
      s.check_equal("neighbouring congruential streams differ by a constant", steps.size(), std::size_t{1});
      s.check("those of Philox do not", differences(draws_of_neighbours(philox_stream, k)).size() > 1000);
    }
    example::figure f{.title = "The first number of a stream against that of its neighbour",
                      .x_label = "stream i",
                      .y_label = "stream i + 1"};
    auto const add = [&](char const* name, std::vector<double> const& draws) {
      f.lines.push_back({name,
                         {draws.begin(), draws.end() - 1},
                         {draws.begin() + 1, draws.end()},
                         example::series::style::points});
    };
    add("Philox, seed and index", draws_of_neighbours(philox_stream, 0));
    add("congruential, consecutive seeds", draws_of_neighbours(congruential_stream, 0));
    s.draw(f);
  });
}
