// Pi by threads that each have the state of a generator: states[i] is xoroshiro128+ after i jumps
// of 2^64 numbers, so that no two streams overlap. Each thread makes an estimate of its own, and
// the estimates scatter as theory predicts.
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <cmath>
#include <numbers>

#include "common/example.h"
#include "common/grain.h"

constexpr std::uint64_t seed = 1;
constexpr int draws = 10'000;

struct state_of_thread {
  THRUM_HD thrum::xoroshiro128p operator()(std::ptrdiff_t i) const {
    thrum::xoroshiro128p g(seed);
    g.jump(static_cast<unsigned long long>(i));
    return g;
  }
};

/// Counts the hits of `draws` points. The state is a copy. The sums and squares are exact in
/// double, so that the count is the same everywhere.
struct hits_of_state {
  THRUM_HD int operator()(thrum::xoroshiro128p g) const {
    thrum::portable_uniform_real_distribution<float> const unit(0, 1);
    int hits = 0;
    for (int i = 0; i < draws; ++i) {
      double const x = unit(g), y = unit(g);
      hits += x * x + y * y <= 1 ? 1 : 0;
    }
    return hits;
  }
};

double estimate(int hits) { return 4.0 * hits / draws; }

/// Draws how often estimates occur, in bins of half a standard deviation, and the normal
/// distribution.
example::figure histogram(std::vector<int> const& hits, double variance) {
  double const deviation = std::sqrt(variance), width = deviation / 2;
  example::figure f{.title = "Estimates of pi, each from 10,000 points",
                    .x_label = "4 hits / 10,000",
                    .y_label = "states in the bin",
                    .lines = {{"counted", {}, {}, example::series::style::both}, {"normal distribution", {}, {}}}};
  for (int bin = -9; bin <= 9; ++bin) {
    double const middle = std::numbers::pi + bin * width, z = bin / 2.0;
    auto const within = [&](int h) { return std::abs(estimate(h) - middle) < width / 2; };
    f.lines[0].x.push_back(middle);
    f.lines[0].y.push_back(static_cast<double>(std::count_if(hits.begin(), hits.end(), within)));
    f.lines[1].x.push_back(middle);
    f.lines[1].y.push_back(static_cast<double>(hits.size()) * std::exp(-z * z / 2) / 2 /
                           std::sqrt(2 * std::numbers::pi));
  }
  return f;
}

int main(int argc, char** argv) {
  example::description const what{.id = "mc_pi_states",
                                  .text = "Pi by n generators of their own, 10,000 points each.",
                                  .n = 8192,
                                  .quick = 256,
                                  .bytes = 32,
                                  .n_is = "states",
                                  .least = 2,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    double const p = std::numbers::pi / 4, variance = 16 * p * (1 - p) / draws;
    s.each_policy([&](auto const& given) {
      auto const policy = example::with_tasks_of(given, 16);
      example::vector_of<decltype(policy), thrum::xoroshiro128p> states(s.size(), thrum::no_init);
      example::vector_of<decltype(policy), int> hits(s.size(), thrum::no_init);
      s.time(policy, "a jump for each state",
             [&] { thrum::tabulate(policy, states.begin(), states.end(), state_of_thread{}); });
      s.time(policy, "10,000 points of each",
             [&] { thrum::transform(policy, states.begin(), states.end(), hits.begin(), hits_of_state{}); });

      auto const found = example::to_host(hits);
      double mean = 0, spread = 0;
      for (int const h : found) mean += estimate(h) / n;
      for (int const h : found) spread += (estimate(h) - mean) * (estimate(h) - mean) / (n - 1);
      s.say(example::name_of(policy) + ": mean of the estimates " + example::fixed(mean, 6) + ", variance " +
            example::fixed(1e4 * spread, 4) + "e-4 where " + example::fixed(1e4 * variance, 4) +
            "e-4 is expected");
      s.check_close("the mean within four standard deviations of pi", mean, std::numbers::pi,
                    4 * std::sqrt(variance / n));
      s.check_close("the variance is 16 p (1 - p) / 10,000 within a tenth, or four deviations of its own", spread,
                    variance, variance * std::max(0.1, 4 * std::sqrt(2 / (n - 1))));
      s.check_same("hits", thrum::reduce(policy, hits.begin(), hits.end(), std::int64_t{0}));

      std::vector<thrum::xoroshiro128p> walked{thrum::xoroshiro128p(seed)};
      for (; walked.size() < s.size(); walked.back().jump()) walked.push_back(walked.back());
      s.check_equal("the states are those of one jump after the other", example::to_host(states), walked);
      s.draw(histogram(found, variance));
    });
  });
}
