// Counts how often round(x) is each whole number, for x of a normal distribution. Number i depends
// on a seed and i alone, so that every policy generates the same numbers. A sort brings equal
// numbers together, and reduce_by_key counts them.
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <cmath>
#include <map>

#include "common/example.h"

using std::int64_t;

constexpr double deviation = 2;

struct rounded {
  THRUM_HD int operator()(double x) const { return static_cast<int>(std::floor(x + 0.5)); }
};

/// The numbers, and how often each occurs.
template <class Policy>
std::map<int, int64_t> histogram(Policy const& policy, int64_t n, double mean) {
  auto const x = example::normal<double>(policy, n, 1337, mean, deviation);
  example::vector_of<Policy, int> keys(x.size(), thrum::no_init), values(x.size(), thrum::no_init);
  example::vector_of<Policy, int64_t> counts(x.size(), thrum::no_init);
  thrum::transform(policy, x.begin(), x.end(), keys.begin(), rounded{});
  thrum::sort(policy, keys.begin(), keys.end());
  auto const ends = thrum::reduce_by_key(policy, keys.begin(), keys.end(), thrum::constant_iterator<int64_t>(1),
                                         values.begin(), counts.begin());
  values.resize(static_cast<std::size_t>(ends.first - values.begin()));
  counts.resize(values.size());
  auto const host_values = example::to_host(values);
  auto const host_counts = example::to_host(counts);
  std::map<int, int64_t> bars;
  for (std::size_t i = 0; i < host_values.size(); ++i) bars[host_values[i]] = host_counts[i];
  return bars;
}

/// Computes chi squared against the distribution, for the whole numbers that are expected at least
/// five times and the two tails beyond them. Returns chi squared and the number of bins minus one.
std::pair<double, int> chi_squared(std::map<int, int64_t> const& bars, int64_t n, double mean) {
  auto const below = [&](double x) { return 0.5 * std::erfc((mean - x) / (deviation * std::sqrt(2.0))); };
  auto const many = static_cast<double>(n);
  int low = static_cast<int>(mean), high = low;
  while (many * (below(low - 0.5) - below(low - 1.5)) >= 5) --low;
  while (many * (below(high + 1.5) - below(high + 0.5)) >= 5) ++high;
  double sum = 0;
  for (int bin = low; bin <= high; ++bin) {
    double const from = bin == low ? 0 : below(bin - 0.5), to = bin == high ? 1 : below(bin + 0.5);
    int64_t found = 0;
    for (auto const& [value, number] : bars) {
      if ((value == bin) || (value < low && bin == low) || (value > high && bin == high)) found += number;
    }
    double const off = static_cast<double>(found) - many * (to - from);
    sum += off * off / (many * (to - from));
  }
  return {sum, high - low};
}

/// Returns the value that chi squared exceeds with a probability of 1e-4, by Wilson and Hilferty.
double rarely_exceeded(int degrees) {
  double const k = 2.0 / (9.0 * degrees);
  return degrees * std::pow(1 - k + 3.719 * std::sqrt(k), 3);
}

int main(int argc, char** argv) {
  example::description const what{.id = "normal_histogram",
                                  .text = "A histogram of n normal numbers, rounded.",
                                  .n = 10'000,
                                  .quick = 10'000,
                                  .bytes = 40,
                                  .least = 100,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    thrum::philox4x32 engine(1337);
    double const mean = thrum::random::portable_uniform_int_distribution<int>(1, 6)(engine);
    std::map<int, int64_t> bars;
    s.each_policy([&](auto const& policy) {
      s.time(policy, "numbers, sort, reduce_by_key", [&] { bars = histogram(policy, s.n(), mean); });
      int64_t all = 0;
      std::vector<int64_t> flat;
      for (auto const& [value, number] : bars) all += number, flat.insert(flat.end(), {value, number});
      s.check_equal("the counts sum to n", all, s.n());
      auto const [chi, degrees] = chi_squared(bars, s.n(), mean);
      s.check_close("chi squared is not above what one of 10,000 is", chi, 0, rarely_exceeded(degrees));
      s.check_same("the histogram", flat);
    });
    s.say("numbers around " + std::to_string(static_cast<int>(mean)));
    example::figure f{.title = "Normal numbers around " + std::to_string(static_cast<int>(mean)) + ", rounded",
                      .x_label = "",
                      .y_label = "how many"};
    for (auto const& [value, number] : bars) {
      std::string const label = std::to_string(value);
      s.say(std::string(4 - std::min<std::size_t>(4, label.size()), ' ') + label + ' ' +
            std::string(static_cast<std::size_t>(50 * number / s.n()), '*'));
      f.bars.push_back({label, static_cast<double>(number)});
    }
    s.draw(f);
  });
}
