// The derivative of a step: the branches are constants, so that no program that differentiates finds
// the jump. A smooth step of width e has a peak of area 1, however narrow it is.
#include <thrum/functional.h>
#include <thrum/gradients.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <cmath>
#include <numeric>

#include "common/example.h"

struct step {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    return x < 0 ? X(0) : X(1);
  }
};
struct smooth_step {
  double width;
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using std::tanh;
    return (1 + tanh(x / width)) / 2;
  }
};
struct slope_of_step {
  THRUM_HD double operator()(double x) const { return thrum::grad(step{})(x); }
};
/// The area below the slope, around the i-th of `cells` places between -20 and 20 widths.
struct area_of_cell {
  double width;
  std::int64_t cells;
  THRUM_HD double operator()(std::int64_t i) const {
    double const h = 40 * width / static_cast<double>(cells);
    double const x = (static_cast<double>(i) + 0.5) * h - 20 * width;
    return h * thrum::grad(smooth_step{width})(x);
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "step_derivative",
                                  .text = "The derivative of a step, and the areas below those of smooth steps.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 16,
                                  .n_is = "places",
                                  .least = 1000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto x = example::uniform<double>(policy, s.n(), 1, -1, 1);
      x[0] = 0;
      example::vector_of<decltype(policy), double> slopes(s.size(), thrum::no_init);
      s.time(policy, "slope of the step",
             [&] { thrum::transform(policy, x.begin(), x.end(), slopes.begin(), slope_of_step{}); });
      s.check_equal("the step has the slope 0 everywhere, at 0 too", example::to_host(slopes),
                    std::vector<double>(s.size(), 0.0));
      for (double const width : {1.0, 0.1, 0.01, 0.001}) {
        thrum::counting_iterator<std::int64_t> const from(0), to(s.n());
        double area = 0;
        s.time(policy, "area, width " + example::fixed(width, 3), [&] {
          area = thrum::transform_reduce(policy, from, to, area_of_cell{width, s.n()}, 0.0, thrum::plus<>{});
        });
        s.check_close("smooth steps have slopes of area 1", area, 1, 1e-12);
      }
    });
    example::figure f{
        .title = "Slopes of smooth steps: ever narrower, always of area 1", .x_label = "x", .y_label = ""};
    for (double const width : {1.0, 0.5, 0.2, 0.1}) {
      example::series line{.name = "width " + example::fixed(width, 1)};
      for (double x = -2; x <= 2; x += 0.01) {
        line.x.push_back(x);
        line.y.push_back(thrum::grad(smooth_step{width})(x));
      }
      f.lines.push_back(line);
    }
    s.draw(f);
  });
}
