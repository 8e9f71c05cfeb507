// Heat that spreads along a rod: ten thousand steps over a thousand points, each step depending on
// the previous one. The work of a step is so small that it runs on the calling thread: tasks, or
// launches of kernels, would cost more than the step. For k = 1/4 a spike becomes a row of Pascal's
// triangle, with which the result is compared, and nearly a Gaussian.
#include <thrum/iterate.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <stdexcept>
#include <vector>

#include "common/example.h"
#include "simulation/heat_profiles.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>
#endif

using example::points;

/// Moves a point towards the mean of its neighbours, by k; the ends of the rod stay at 0.
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
/// Runs all steps in one kernel: a grid that runs at once, and waits for all its threads after each
/// step.
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
    initial[example::middle] = example::spike;
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
      example::check_heat(s, result);
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
    if (s.wants_picture()) example::draw_heat(s, step);
  });
}
