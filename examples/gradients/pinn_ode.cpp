// A network y(x) that is trained to fulfil y' = -y, y(0) = 1 on [0, 2]. The loss has the derivative of the
// network by x; training needs the derivatives of the loss by the weights. On a card these are duals of duals,
// whose sum over all points is a reduction; on the host a tape has one operation for all points of the network
// of one unit, and one for all of 16 units at each point. One unit goes down the gradient, as in the course; 16 units do so by Adam.
#include <thrum/functional.h>
#include <thrum/gradients.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/tape.h>
#include <thrum/transform_reduce.h>
#include <thrum/vmap_sum.h>
#include <array>
#include <cmath>
#include <numeric>

#include "common/example.h"

constexpr double rate = 0.01;

/// The network of one unit: w[2] tanh(w[0] x + w[1]) + w[3].
template <class W, class X>
THRUM_HD X network(W const* w, X const& x) {
  using std::tanh;
  return w[2] * tanh(w[0] * x + w[1]) + w[3];
}

/// The loss of a point, as a W: the square of y' + y there, and of y(0) - 1 for the point -1.
template <class W>
struct loss_at {
  W w[4];
  std::int64_t points;
  THRUM_HD W operator()(std::int64_t i) const {
    if (i < 0) {
      W const error = network(w, W(0)) - 1;
      return error * error;
    }
    using along_x = thrum::dual<W>;
    W const x = 2 * static_cast<double>(i) / static_cast<double>(points - 1);
    along_x const y = network(w, along_x::variable(x));
    W const residual = y.derivative() + y.value();
    return residual * residual / static_cast<double>(points);
  }
};

using weights = std::array<double, 4>;
using dual4 = thrum::dual<double, 4>;

/// Returns the loss and its derivatives, summed over all points under a policy.
template <class Policy>
dual4 loss_and_gradient(Policy const& policy, weights const& w, std::int64_t points) {
  loss_at<dual4> f{{}, points};
  for (int k = 0; k < 4; ++k) f.w[k] = dual4::variable(w[static_cast<std::size_t>(k)], k);
  thrum::counting_iterator<std::int64_t> const from(-1), to(points);
  return thrum::transform_reduce(policy, from, to, f, dual4(0), thrum::plus<>{});
}
double loss_alone(weights const& w, std::int64_t points) {
  loss_at<double> f{{w[0], w[1], w[2], w[3]}, points};
  double sum = 0;
  for (std::int64_t i = -1; i < points; ++i) sum += f(i);
  return sum;
}

/// The square of y' + y at x, where y' is computed beside y, from 1 - tanh^2.
struct squared_residual {
  template <class W>
  W operator()(W const& a, W const& b, W const& c, W const& d, double x) const {
    using std::tanh;
    W const t = tanh(a * x + b), residual = c * (t + a * (1 - t * t)) + d;
    return residual * residual;
  }
};
/// The loss as a sum over all points at once, which computes them in vectors.
template <class Policy>
struct loss_at_once {
  Policy const& policy;
  std::vector<double> const& x;
  template <class R>
  auto operator()(R const& w) const {
    auto const at_0 = w[2] * tanh(w[1]) + w[3] - 1;
    return thrum::vmap_sum(policy, squared_residual{}, w[0], w[1], w[2], w[3], x) / static_cast<double>(x.size()) +
           at_0 * at_0;
  }
};

constexpr weights first_weights{0.5, -0.3, 0.8, 0.4};

/// Trains one unit. Returns the losses; changes the weights.
template <class Policy>
std::vector<double> train(Policy const& policy, weights& w, std::int64_t points, int steps) {
  std::vector<double> losses;
  if constexpr (example::on_card<Policy>) {
    for (int step = 0; step < steps; ++step) {
      dual4 const loss = loss_and_gradient(policy, w, points);
      losses.push_back(loss.value());
      for (std::size_t k = 0; k < 4; ++k) w[k] -= rate * loss.derivative(static_cast<int>(k));
    }
  } else {
    auto& tape = thrum::tape<>::of_thread();
    std::vector<double> x;
    for (std::int64_t i = 0; i < points; ++i) {
      x.push_back(2 * static_cast<double>(i) / static_cast<double>(points - 1));
    }
    weights gradient;
    for (int step = 0; step < steps; ++step) {
      losses.push_back(
          thrum::value_and_grad(tape, loss_at_once<Policy>{policy, x}, w.begin(), w.end(), gradient.begin()));
      for (std::size_t k = 0; k < 4; ++k) w[k] -= rate * gradient[k];
    }
  }
  return losses;
}

/// A wide network: the sum of c[k] tanh(a[k] x + b[k]) over 16 units, and d; the weights are a, b, c, d one
/// after another. A unit's part of y' + y, where y' is computed beside y, from 1 - tanh^2:
constexpr int units = 16;
struct residual_of_unit {
  double x;
  template <class W>
  W operator()(W const& a, W const& b, W const& c) const {
    using std::tanh;
    W const t = tanh(a * x + b);
    return c * (t + a * (1 - t * t));
  }
};
struct value_of_unit {
  double x;
  template <class W>
  W operator()(W const& a, W const& b, W const& c) const {
    using std::tanh;
    return c * tanh(a * x + b);
  }
};
template <class Policy>
struct wide_loss {
  Policy const& policy;
  std::int64_t points;
  template <class R>
  auto operator()(R const& w) const {
    auto const over_units = [&](auto const& of_unit) {
      auto const part = [&](int k) { return thrum::iterator_range(w.begin() + k * units, units); };
      return thrum::vmap_sum(policy, of_unit, part(0), part(1), part(2)) + w[3 * units];
    };
    auto const at_0 = over_units(value_of_unit{0}) - 1;
    auto sum = at_0 * at_0;
    for (std::int64_t i = 0; i < points; ++i) {
      auto const residual =
          over_units(residual_of_unit{2 * static_cast<double>(i) / static_cast<double>(points - 1)});
      sum += residual * residual / static_cast<double>(points);
    }
    return sum;
  }
};

/// Steps of Adam: each weight by the mean of its derivatives so far over the root of that of their squares.
class adam {
 public:
  explicit adam(std::size_t n) : means_(n), squares_(n) {}
  void step(std::vector<double>& w, std::vector<double> const& gradient) {
    left_of_means_ *= 0.9;
    left_of_squares_ *= 0.999;
    double const by_means = rate / (1 - left_of_means_), by_squares = 1 / (1 - left_of_squares_);
    for (std::size_t k = 0; k < w.size(); ++k) {
      means_[k] = 0.9 * means_[k] + 0.1 * gradient[k];
      squares_[k] = 0.999 * squares_[k] + 0.001 * gradient[k] * gradient[k];
      w[k] -= by_means * means_[k] / (std::sqrt(by_squares * squares_[k]) + 1e-8);
    }
  }

 private:
  std::vector<double> means_, squares_;
  double left_of_means_ = 1, left_of_squares_ = 1;
};

/// Trains 16 units from these weights. Returns the losses.
template <class Policy>
std::vector<double> train_wide(Policy const& policy, thrum::tape<>& tape, std::vector<double>& w,
                               std::int64_t points, int steps) {
  std::vector<double> losses, gradient(w.size());
  adam down(w.size());
  for (int step = 0; step < steps; ++step) {
    losses.push_back(
        thrum::value_and_grad(tape, wide_loss<Policy>{policy, points}, w.begin(), w.end(), gradient.begin()));
    down.step(w, gradient);
  }
  return losses;
}

/// Returns the mean of |y(x) - e^-x| at 100 places of [0, 2].
template <class Y>
double mean_error(Y y) {
  double sum = 0;
  for (int i = 0; i < 100; ++i) sum += std::abs(y(2.0 * i / 99) - std::exp(-2.0 * i / 99));
  return sum / 100;
}

int main(int argc, char** argv) {
  example::description const what{.id = "pinn_ode",
                                  .text = "A network for y' = -y, y(0) = 1, trained at n points in 1000 steps.",
                                  .n = 20,
                                  .quick = 20,
                                  .n_is = "points",
                                  .least = 2,
                                  .most = 1'000'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    int const steps = s.quick() ? 200 : 1000;
    weights trained{};
    std::vector<double> losses;
    s.each_policy([&](auto const& policy) {
      dual4 const start = loss_and_gradient(policy, first_weights, s.n());
      for (std::size_t k = 0; k < 4; ++k) {
        weights above = first_weights, below = first_weights;
        above[k] += 1e-5;
        below[k] -= 1e-5;
        double const difference = (loss_alone(above, s.n()) - loss_alone(below, s.n())) / 2e-5;
        s.check_close("the gradient is that of central differences", start.derivative(static_cast<int>(k)),
                      difference, 1e-6);
      }
      s.time_prepared(
          policy, "one unit, " + std::to_string(steps) + " steps", [&] { trained = first_weights; },
          [&] { losses = train(policy, trained, s.n(), steps); }, {.elements = steps * s.n()});
      s.check("the loss comes down", losses.back() < losses.front() / 5);
    });
    double const error = mean_error([&](double x) { return network(trained.data(), x); });
    s.say("one unit: mean error " + example::fixed(error, 4) + ", loss " + example::fixed(losses.back(), 6));
    if (!s.quick()) s.check("one unit: the mean error is below 0.03", error < 0.03);

    // Normal weights; those of the sum are smaller, so that the sum of 16 is no larger than one of them.
    std::vector<double> first_wide(3 * units + 1), w, wide_losses;
    auto const drawn = example::to_host(example::normal<double>(thrum::seq, 3 * units, 7));
    std::copy(drawn.begin(), drawn.end(), first_wide.begin());
    for (std::size_t k = 2 * units; k < 3 * units; ++k) first_wide[k] /= std::sqrt(units);
    thrum::tape tape;
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      if constexpr (!example::on_card<policy_type>) {
        wide_loss<policy_type> const loss{policy, s.n()};
        std::vector<double> gradient(first_wide.size());
        thrum::value_and_grad(tape, loss, first_wide.begin(), first_wide.end(), gradient.begin());
        for (std::size_t const k : {std::size_t{0}, std::size_t{20}, std::size_t{40}, std::size_t{48}}) {
          std::vector<double> above = first_wide, below = first_wide;
          above[k] += 1e-5;
          below[k] -= 1e-5;
          s.check_close("so is that of 16 units", gradient[k], (loss(above) - loss(below)) / 2e-5, 1e-6);
        }
        s.time_prepared(
            policy, "16 units, " + std::to_string(steps) + " steps", [&] { w = first_wide; },
            [&] { wide_losses = train_wide(policy, tape, w, s.n(), steps); }, {.elements = steps * s.n()});
        s.check_same("the weights", w);
      }
    });
    auto const wide = [&](double x) {
      double sum = w[3 * units];
      for (std::size_t k = 0; k < units; ++k) sum += w[2 * units + k] * std::tanh(w[k] * x + w[units + k]);
      return sum;
    };
    double const wide_error = mean_error(wide);
    s.say("16 units: mean error " + example::fixed(wide_error, 4) + ", loss " +
          example::fixed(wide_losses.back(), 6) + ", the tape has room for " + std::to_string(tape.capacity()) +
          " operations");
    s.check("16 units: the loss comes down", wide_losses.back() < wide_losses.front() / 5);
    if (!s.quick()) s.check("16 units: the mean error is below 0.002", wide_error < 0.002);

    example::series exact{.name = "e^-x"}, one{.name = "one unit"}, many{.name = "16 units"};
    for (double x = 0; x <= 2.0001; x += 0.02) {
      for (auto* line : {&exact, &one, &many}) line->x.push_back(x);
      exact.y.push_back(std::exp(-x));
      one.y.push_back(network(trained.data(), x));
      many.y.push_back(wide(x));
    }
    s.draw(example::figure{
        .title = "pinn_ode: y' = -y", .x_label = "x", .y_label = "y", .lines = {exact, one, many}});
    if (!s.wants_picture()) return;
    example::series of_one{.name = "one unit"}, of_many{.name = "16 units"};
    for (std::size_t k = 0; k < losses.size(); ++k) {
      of_one.x.push_back(static_cast<double>(k + 1));
      of_one.y.push_back(losses[k]);
      of_many.x.push_back(static_cast<double>(k + 1));
      of_many.y.push_back(wide_losses[k]);
    }
    s.draw("loss", example::figure{.title = "pinn_ode: the loss",
                                   .x_label = "step",
                                   .y_label = "loss",
                                   .x_logarithmic = true,
                                   .y_logarithmic = true,
                                   .lines = {of_one, of_many}});
  });
}
