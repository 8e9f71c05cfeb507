// Finds the parts of a series that recur. Each window is compared with every other one, n * n / 2
// pairs, along diagonals, where a pair costs a few operations for any width. Diagonals are
// independent except for the running minima, which are atomic.
#include "matrix_profile.h"

#include <limits>

#include "common/format.h"

constexpr std::ptrdiff_t window_width = 48;

/// Returns normal numbers with a bump and, later, the same bump one and a half times as high and on
/// another level.
std::vector<double> series_with_motif(std::int64_t n) {
  auto const noise = example::normal<double>(thrum::seq, n, 7);
  std::vector<double> x(noise.begin(), noise.end());
  for (std::ptrdiff_t k = 0; k < window_width; ++k) {
    auto const first = static_cast<std::size_t>(n / 5 + k), second = static_cast<std::size_t>(7 * n / 10 + k);
    x[first] += 3 * std::sin(0.13 * static_cast<double>(k));
    x[second] = 1.5 * x[first] - 3;
  }
  return x;
}

/// Computes the profile by its definition, with two loops over normalised windows.
std::vector<double> by_definition(std::vector<double> const& x) {
  std::size_t const m = window_width, number = x.size() - m + 1;
  std::vector<std::vector<double>> z(number, std::vector<double>(m));
  for (std::size_t i = 0; i < number; ++i) {
    double mean = 0, variance = 0;
    for (std::size_t k = 0; k < m; ++k) mean += x[i + k] / static_cast<double>(m);
    for (std::size_t k = 0; k < m; ++k) variance += (x[i + k] - mean) * (x[i + k] - mean) / static_cast<double>(m);
    for (std::size_t k = 0; k < m; ++k) z[i][k] = (x[i + k] - mean) / std::sqrt(variance);
  }
  std::vector<double> nearest(number, std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < number; ++i) {
    for (std::size_t j = 0; j < number; ++j) {
      if ((i < j ? j - i : i - j) <= m / 4) continue;
      double sum = 0;
      for (std::size_t k = 0; k < m; ++k) sum += (z[i][k] - z[j][k]) * (z[i][k] - z[j][k]);
      nearest[i] = std::min(nearest[i], std::sqrt(sum));
    }
  }
  return nearest;
}

double furthest(std::vector<double> const& a, std::vector<double> const& b) {
  double apart = a.size() == b.size() ? 0 : 1e9;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) apart = std::max(apart, std::abs(a[i] - b[i]));
  return apart;
}

example::figure drawn(std::vector<double> const& x, std::vector<double> const& distances) {
  example::figure f{
      .title = "A series and how far each window is from its nearest", .x_label = "place", .y_label = ""};
  example::series series{.name = "series, 10 lower", .x = {}, .y = {}},
      profile{.name = "distance", .x = {}, .y = {}};
  example::series motif{.name = "the same shape", .x = {}, .y = {}, .drawn = example::series::style::points};
  for (std::size_t i = 0; i < x.size(); ++i)
    series.x.push_back(static_cast<double>(i)), series.y.push_back(x[i] - 10);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    profile.x.push_back(static_cast<double>(i));
    if (distances[i] < 1e-5) motif.x.push_back(static_cast<double>(i)), motif.y.push_back(distances[i]);
  }
  profile.y = distances;
  f.lines = {series, profile, motif};
  return f;
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "matrix_profile",
      .text = "The nearest other window of each window of 48 in a series of n numbers.",
      .n = 16'384,
      .quick = 1'024,
      .bytes = 96,
      .n_is = "numbers",
      .least = 512,
      .most = 1 << 20,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<double> const small = series_with_motif(512), expected = by_definition(small);
    example::figure scaling{.title = "The time grows with n^2",
                            .x_label = "numbers",
                            .y_label = "ms",
                            .x_logarithmic = true,
                            .y_logarithmic = true};
    std::vector<double> distances;
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      profile::engine<policy_type> few(policy, small, window_width);
      s.time(policy, "512, by rows", [&] { few.by_rows(); }, {.elements = 512});
      auto const rows = few.places();
      s.check_close("rows within 1e-6 of the definition", furthest(few.distances(), expected), 0, 1e-6);
      few.by_diagonals();
      s.check_close("diagonals too", furthest(distances = few.distances(), expected), 0, 1e-6);
      s.check_equal("both find the same windows", few.places(), rows);

      example::series line{
          .name = example::name_of(policy), .x = {}, .y = {}, .drawn = example::series::style::both};
      for (std::int64_t n = std::max<std::int64_t>(512, s.n() / 8); n <= s.n(); n *= 2) {
        profile::engine<policy_type> all(policy, series_with_motif(n), window_width);
        line.x.push_back(static_cast<double>(n));
        line.y.push_back(1e3 * s.time(policy, std::to_string(n) + ", by diagonals", [&] { all.by_diagonals(); },
                                      {.elements = n}));
        auto const place = all.places();
        auto const apart = all.distances();
        auto const first = static_cast<std::size_t>(n / 5), second = static_cast<std::size_t>(7 * n / 10);
        s.check("the shape is found at both places", place[first] == static_cast<std::int64_t>(second) &&
                                                         place[second] == static_cast<std::int64_t>(first));
        s.check_close("within 1e-5", std::max(apart[first], apart[second]), 0, 1e-5);
        bool symmetric = true;  // the nearest window is at most as far from its own
        for (std::size_t i = 0; i < place.size(); ++i)
          symmetric &= apart[static_cast<std::size_t>(place[i])] <= apart[i] + 1e-6;
        s.check("the distances are symmetric", symmetric);
        s.say(example::name_of(policy) + ", " + std::to_string(n) + " numbers: places " + std::to_string(first) +
              " and " + std::to_string(place[first]) + " are " + example::fixed(apart[first], 12) + " apart");
      }
      scaling.lines.push_back(line);
    });
    s.draw(drawn(small, distances));
    s.draw("scaling", scaling);
  });
}
