// Heat that spreads along a rod: ten thousand steps, each of which needs the one before, over a thousand points. So little
// work a step is done where it is called: tasks, or launches of kernels, would cost more than the step. For k = 1/4 a spike
// becomes a row of Pascal's triangle, to which the result is compared, and nearly a Gaussian.
#include <thrum/iterate.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>
#endif

constexpr std::int64_t points = 1001, middle = 500;
constexpr double spike = 10'000;

/// A point moves towards the mean of its neighbours, by k; the ends of the rod are kept at 0.
struct point_in_next_step {
  double const* u;
  std::ptrdiff_t n;
  double k;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    return i == 0 || i == n - 1 ? 0 : u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]);
  }
};

struct heat_step {
  double k;
  explicit heat_step(double factor) : k(factor) {
    if (!(factor >= 0 && factor <= 0.5))
      throw std::invalid_argument("heat: above k = 1/2 the steps are not stable");
  }
  template <class Policy, class V>
  void operator()(Policy const& policy, V const& u, V& next) const {
    auto const n = static_cast<std::ptrdiff_t>(u.size());
    thrum::tabulate(policy, next.begin(), next.end(), point_in_next_step{thrum::raw_pointer_cast(u.data()), n, k});
  }
};

#if defined(__CUDACC__)
/// All steps in one kernel: a grid that runs at once, and waits for itself after each.
struct steps_of_grid {
  double* u;
  double* next;
  std::int64_t steps;
  double k;
  __device__ void operator()(thrum::cuda::cooperative_context const& here) const {
    double *from = u, *to = next;
    for (std::int64_t s = 0; s < steps; ++s) {
      for (std::ptrdiff_t i = here.grid_rank(); i < points; i += here.grid_size()) {
        to[i] = point_in_next_step{from, points, k}(i);
      }
      here.sync_grid();
      double* const written = to;
      to = from, from = written;
    }
  }
};
#endif

/// 10,000 C(2s, s + j) / 4^s at j points from the middle: Pascal's triangle, which knows of no ends of the rod.
double exact(double s, double j) {
  double const log_of_choices = std::lgamma(2 * s + 1) - std::lgamma(s + j + 1) - std::lgamma(s - j + 1);
  return j > s ? 0 : spike * std::exp(log_of_choices - 2 * s * std::log(2.0));
}
double gaussian(double s, double j) { return spike * std::exp(-j * j / s) / std::sqrt(std::acos(-1.0) * s); }

void check_result(example::session& s, std::vector<double> const& u) {
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

/// Profiles beside the Gaussian, and all of the rod at all times, each as bright as it is hot.
void draw(example::session& s, heat_step const& step) {
  example::figure f{
      .title = "A spike of 10,000 spreads (k = 1/4)", .x_label = "points from the middle", .y_label = "heat"};
  example::image picture(points, 500);
  std::vector<double> u(points, 0), next(points);
  u[middle] = spike;
  std::int64_t done = 0;
  for (int row = 0; row < picture.height(); ++row) {
    std::int64_t const until = s.n() * (row + 1) / picture.height();
    thrum::iterate(thrum::seq, until - done, u, next, step);
    done = until;
    for (int x = 0; x < points; ++x) {
      picture.at(x, row) = example::shade(std::log10(1 + u[static_cast<std::size_t>(x)]) / 3);
    }
    if (row != 9 && row != 49 && row != 499) continue;
    std::string const when = " after " + std::to_string(done) + " steps";
    example::series computed{"computed" + when, {}, {}, example::series::style::points},
        smooth{"Gaussian" + when, {}, {}};
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

int main(int argc, char** argv) {
  example::description const what{.id = "heat_equation",
                                  .text = "Heat along a rod of 1001 points, n steps after a spike in the middle.",
                                  .n = 10'000,
                                  .quick = 2'000,
                                  .n_is = "steps",
                                  .least = 1,
                                  .most = 10'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<double> initial(points, 0);
    initial[middle] = spike;
    heat_step const step(0.25);
    bool rejected = false;
    try {
      heat_step const unstable(0.5 + 1e-9);
    } catch (std::invalid_argument const&) {
      rejected = true;
    }
    s.check("k > 1/2 is rejected", rejected);
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), double> u, next(points);
      auto const begin = [&] { u = initial; };
      auto const steps_one_by_one = [&](auto const& exec) {
        for (std::int64_t k = 0; k < s.n(); ++k) {
          step(exec, u, next);
          thrum::swap(u, next);
        }
      };
      s.time_prepared(policy, "thrum::iterate", begin, [&] { thrum::iterate(policy, s.n(), u, next, step); });
      auto const result = example::to_host(u);
      check_result(s, result);
      s.time_prepared(policy, "a call for each step", begin, [&] { steps_one_by_one(policy); });
      s.check_equal("calls one by one end as iterate does", example::to_host(u), result);
      if constexpr (requires { policy.grain(1); }) {
        s.time_prepared(policy, "tasks of 256 points", begin, [&] { steps_one_by_one(policy.grain(256)); });
        s.check_equal("tasks end as iterate does", example::to_host(u), result);
      }
#if defined(__CUDACC__)
      if constexpr (example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        s.time_prepared(policy, "one cooperative kernel", begin, [&] {
          steps_of_grid const kernel{thrum::raw_pointer_cast(u.data()), thrum::raw_pointer_cast(next.data()),
                                     s.n(), step.k};
          thrum::cuda::launch_cooperative(policy, thrum::cuda::grid{{4}, {256}}, kernel);
          if (s.n() % 2 != 0) thrum::swap(u, next);
        });
        s.check_equal("one kernel ends as iterate does", example::to_host(u), result);
      }
#endif
    });
    if (s.wants_picture()) draw(s, step);
  });
}
