// Gradients: of x^2 + 3xy + 5y^2 at n places by duals of two directions; of many variables by a tape,
// whose one pass backward costs the same for each operation, however many variables there are.
#include <thrum/gradients.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/tabulate.h>
#include <thrum/tape.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <thrum/vmap_sum.h>
#include <array>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "common/example.h"

struct quadratic {
  template <class X>
  THRUM_HD X operator()(X const& x, X const& y) const {
    return x * x + 3 * x * y + 5 * y * y;
  }
};
struct gradient {
  double x, y;
};
struct gradient_of_quadratic {
  THRUM_HD gradient operator()(double x, double y) const {
    auto const g = thrum::grad(quadratic{})(x, y);
    return {thrum::get<0>(g), thrum::get<1>(g)};
  }
};
/// x^2 + y z, and its gradient by three directions.
struct mixed {
  template <class X>
  THRUM_HD X operator()(X const& x, X const& y, X const& z) const {
    return x * x + y * z;
  }
};
struct gradient_of_mixed {
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    auto const g = thrum::grad(mixed{})(2, 3, 5);
    return i == 0 ? thrum::get<0>(g) : i == 1 ? thrum::get<1>(g) : thrum::get<2>(g);
  }
};

/// The sum of squares, each times that of the next one.
struct chain {
  template <class X>
  auto operator()(X const& x) const {
    using index = decltype(x.size());
    std::remove_cvref_t<decltype(x[0])> sum = 0;
    for (index i = 0; i + 1 < x.size(); ++i) sum += x[i] * x[i] * x[i + 1];
    return sum;
  }
};
/// The same as one operation of the tape.
struct term_of_chain {
  template <class X>
  X operator()(X const& x, X const& next) const {
    return x * x * next;
  }
};
template <class Policy>
struct chain_at_once {
  Policy const& policy;
  template <class X>
  auto operator()(X const& x) const {
    auto const n = static_cast<std::ptrdiff_t>(x.size()) - 1;
    return thrum::vmap_sum(policy, term_of_chain{}, thrum::iterator_range(x.begin(), n),
                           thrum::iterator_range(x.begin() + 1, n));
  }
};
struct squares {
  template <class X>
  auto operator()(X const& p) const {
    return p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
  }
};

/// Computes the gradient of `chain` forward, a direction at a time.
std::vector<double> forward_gradient(std::vector<double> const& x) {
  std::vector<double> gradient;
  std::vector<thrum::dual<double>> along(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    along[i] = thrum::dual<double>::variable(x[i]);
    gradient.push_back(chain{}(along).derivative());
    along[i] = x[i];
  }
  return gradient;
}

int main(int argc, char** argv) {
  example::description const what{.id = "grad_quadratic",
                                  .text = "Gradients of x^2 + 3xy + 5y^2 at n places, and of many variables.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 32,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto x = example::normal<double>(policy, s.n(), 1), y = example::normal<double>(policy, s.n(), 2);
      x[0] = 1;
      y[0] = 2;
      example::vector_of<decltype(policy), gradient> gradients(s.size(), thrum::no_init);
      s.time(policy, "2 directions",
             [&] {
               thrum::transform(policy, x.begin(), x.end(), y.begin(), gradients.begin(), gradient_of_quadratic{});
             },
             {.bytes = 32 * static_cast<double>(s.n())});
      auto const at_x = example::to_host(x), at_y = example::to_host(y);
      auto const g = example::to_host(gradients);
      s.check("(8, 23) at (1, 2)", g[0].x == 8 && g[0].y == 23);
      double greatest = 0;
      for (std::size_t i = 0; i < g.size(); ++i) {
        double const error =
            std::abs(g[i].x - (2 * at_x[i] + 3 * at_y[i])) + std::abs(g[i].y - (3 * at_x[i] + 10 * at_y[i]));
        greatest = std::fmax(greatest, error / (1 + std::abs(at_x[i]) + std::abs(at_y[i])));
      }
      s.check_close("(2x + 3y, 3x + 10y) everywhere", greatest, 0, 4e-15);
      example::vector_of<decltype(policy), double> three(3);
      thrum::tabulate(policy, three.begin(), three.end(), gradient_of_mixed{});
      s.check_equal("of x^2 + yz: (2x, z, y)", example::to_host(three), std::vector<double>{4, 5, 3});
    });

    thrum::tape tape;
    std::vector<double> const p{1, 2, 3};
    std::vector<double> by_tape(3);
    thrum::value_and_grad(tape, squares{}, p.begin(), p.end(), by_tape.begin());
    s.check_equal("of the sum of squares, backward: {2, 4, 6}", by_tape, std::vector<double>{2, 4, 6});
    example::series forward{.name = "forward, a direction at a time", .drawn = example::series::style::both};
    example::series backward{.name = "backward, by a tape", .drawn = example::series::style::both};
    for (std::size_t const count : {std::size_t{4}, std::size_t{30}, std::size_t{200}, std::size_t{1000}}) {
      std::vector<double> x(count), expected, found(count);
      for (std::size_t i = 0; i < count; ++i) x[i] = std::sin(static_cast<double>(i));
      std::string const variables = " of " + std::to_string(count) + " variables";
      auto const n = static_cast<std::int64_t>(count);
      double const there = s.time_other("forward", "gradient" + variables, [&] { expected = forward_gradient(x); },
                                        {.elements = n});
      double const back = s.time_other(
          "backward", "gradient" + variables,
          [&] { thrum::value_and_grad(tape, chain{}, x.begin(), x.end(), found.begin()); }, {.elements = n});
      double difference = 0;
      for (std::size_t i = 0; i < count; ++i) difference = std::fmax(difference, std::abs(found[i] - expected[i]));
      s.check_close("backward as forward", difference, 0, 1e-14);
      if (count == 1000) {
        s.each_policy([&](auto const& policy) {
          using policy_type = std::remove_cvref_t<decltype(policy)>;
          if constexpr (!example::on_card<policy_type>) {
            s.time(policy, "gradient" + variables,
                   [&] {
                     thrum::value_and_grad(tape, chain_at_once<policy_type>{policy}, x.begin(), x.end(),
                                           found.begin());
                   },
                   {.elements = n});
            for (std::size_t i = 0; i < count; ++i) {
              difference = std::fmax(difference, std::abs(found[i] - expected[i]));
            }
            s.check_close("as one operation, too", difference, 0, 1e-14);
          }
        });
      }
      forward.x.push_back(static_cast<double>(count));
      forward.y.push_back(1e6 * there);
      backward.x.push_back(static_cast<double>(count));
      backward.y.push_back(1e6 * back);
    }
    s.draw(example::figure{.title = "The time of a gradient",
                           .x_label = "variables",
                           .y_label = "microseconds",
                           .x_logarithmic = true,
                           .y_logarithmic = true,
                           .lines = {forward, backward}});
  });
}
