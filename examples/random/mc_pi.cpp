// Pi from the share of random points that are within the quarter circle. Point i is a function of a
// seed and of i, so that any policy, any number of threads and any cut of the range counts the same
// hits.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/random.h>
#include <thrum/transform_reduce.h>
#include <cmath>
#include <numbers>

#include "common/example.h"

/// Says whether point i is within. Its coordinates have 24 bits, so that the squares and their sum
/// are exact in double: fused operations change no hit.
struct hit {
  THRUM_HD std::int64_t operator()(std::int64_t i) const {
    thrum::philox4x32 g = thrum::random::stream(2, i);
    thrum::portable_uniform_real_distribution<float> const unit(0, 1);
    double const x = unit(g), y = unit(g);
    return x * x + y * y <= 1 ? 1 : 0;
  }
};

template <class Policy>
std::int64_t hits(Policy const& policy, std::int64_t first, std::int64_t last) {
  return thrum::transform_reduce(policy, thrum::counting_iterator(first), thrum::counting_iterator(last), hit{},
                                 std::int64_t{0}, thrum::plus<>{});
}

double deviation(double n) {
  double const p = std::numbers::pi / 4;
  return 4 * std::sqrt(p * (1 - p) / n);
}

/// The estimate from the first k points, as a function of k.
template <class Policy>
example::figure convergence(Policy const& policy, std::int64_t n) {
  example::figure f{.title = "The estimate of pi from the first k points",
                    .x_label = "k",
                    .y_label = "4 hits / k",
                    .x_logarithmic = true,
                    .lines = {{"the estimate", {}, {}}, {"pi", {}, {}}},
                    .bands = {{"pi, two standard deviations each way", {}, {}, {}}}};
  std::int64_t done = 0, found = 0;
  for (double k = std::min(100.0, static_cast<double>(n)); done < n; k *= 1.3) {
    std::int64_t const to = std::min(n, static_cast<std::int64_t>(k));
    found += hits(policy, done, to);
    done = to;
    auto const m = static_cast<double>(done);
    for (auto* const x : {&f.lines[0].x, &f.lines[1].x, &f.bands[0].x}) x->push_back(m);
    f.lines[0].y.push_back(4 * static_cast<double>(found) / m);
    f.lines[1].y.push_back(std::numbers::pi);
    f.bands[0].low.push_back(std::numbers::pi - 2 * deviation(m));
    f.bands[0].high.push_back(std::numbers::pi + 2 * deviation(m));
  }
  return f;
}

int main(int argc, char** argv) {
  example::description const what{.id = "mc_pi",
                                  .text = "Pi by n random points in the unit square.",
                                  .n = 100'000'000,
                                  .quick = 1'000'000,
                                  .n_is = "points",
                                  .least = 1,
                                  .most = 1'000'000'000'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    bool drawn = false;
    s.each_policy([&](auto const& policy) {
      std::int64_t found = 0;
      s.time(policy, "points within the circle", [&] { found = hits(policy, 0, s.n()); });
      auto const n = static_cast<double>(s.n());
      double const pi = 4 * static_cast<double>(found) / n;
      s.say(example::name_of(policy) + ": pi is about " + example::fixed(pi, 6) + ", standard deviation " +
            example::fixed(deviation(n), 6));
      s.check_close("pi within four standard deviations", pi, std::numbers::pi, 4 * deviation(n));
      s.check_same("hits", found);
      std::int64_t const cut = s.n() / 3;
      s.check_equal("the hits of two parts are those of the whole",
                    hits(policy, 0, cut) + hits(policy, cut, s.n()), found);
      if (s.wants_picture() && !drawn) s.draw(convergence(policy, s.n()));
      drawn = true;
    });
  });
}
