// The expected profiles of a spike of heat on a long rod: Pascal's triangle for k = 1/4, and nearly
// a Gaussian. Checks and figures.
#pragma once

#include <thrum/iterate.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "common/session.h"

namespace example {

inline constexpr std::int64_t points = 1001, middle = 500;
inline constexpr double spike = 10'000;

/// Returns 10,000 C(2s, s + j) / 4^s at j points from the middle: Pascal's triangle, for a rod
/// without ends.
inline double exact(double s, double j) {
  double const log_of_choices = std::lgamma(2 * s + 1) - std::lgamma(s + j + 1) - std::lgamma(s - j + 1);
  return j > s ? 0 : spike * std::exp(log_of_choices - 2 * s * std::log(2.0));
}
inline double gaussian(double s, double j) {
  return spike * std::exp(-j * j / s) / std::sqrt(std::acos(-1.0) * s);
}

inline void check_heat(session& s, std::vector<double> const& u) {
  double sum = 0, variance = 0, farthest = 0;
  auto const steps = static_cast<double>(s.n());
  for (std::int64_t i = 0; i < points; ++i) {
    double const j = static_cast<double>(std::abs(i - middle)), value = u[static_cast<std::size_t>(i)];
    sum += value, variance += j * j * value / spike;
    farthest = std::max(farthest, std::abs(value - exact(steps, j)));
  }
  s.check_close("each point is 10,000 C(2s, s + j) / 4^s", farthest, 0, 1e-6);
  s.check_close("no heat is lost", sum, spike, 1e-6);
  s.check_close("the variance is s / 2", variance, steps / 2, 1e-4);
  if (s.n() == 10'000) s.check_close("the middle is 56.4182531222", u[middle], 56.4182531222, 1e-9);
}

/// Draws profiles beside the Gaussian, and the whole rod at all times, brighter where it is hotter.
template <class Step>
void draw_heat(session& s, Step const& step) {
  figure f{.title = "A spike of 10,000 spreads (k = 1/4)", .x_label = "points from the middle", .y_label = "heat"};
  image picture(points, 500);
  std::vector<double> u(points, 0), next(points);
  u[middle] = spike;
  std::int64_t done = 0;
  for (int row = 0; row < picture.height(); ++row) {
    std::int64_t const until = s.n() * (row + 1) / picture.height();
    thrum::iterate(thrum::seq, until - done, u, next, step);
    done = until;
    for (int x = 0; x < points; ++x) {
      picture.at(x, row) = shade(std::log10(1 + u[static_cast<std::size_t>(x)]) / 3);
    }
    if (row != 9 && row != 49 && row != 499) continue;
    std::string const when = " after " + std::to_string(done) + " steps";
    series computed{"computed" + when, {}, {}, series::style::points}, smooth{"Gaussian" + when, {}, {}};
    for (std::int64_t j = -250; j <= 250; ++j) {
      auto const x = static_cast<double>(j);
      smooth.x.push_back(x), smooth.y.push_back(gaussian(static_cast<double>(done), x));
      if (j % 10 == 0) computed.x.push_back(x), computed.y.push_back(u[static_cast<std::size_t>(middle + j)]);
    }
    f.lines.push_back(smooth), f.lines.push_back(computed);
  }
  s.draw(f);
  s.draw("space-time", picture);
}

}  // namespace example
