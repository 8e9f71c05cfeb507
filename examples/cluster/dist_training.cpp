// Training on ranks that share the samples: each rank computes the gradient of its samples, one
// all_reduce adds the gradients and the losses of all ranks, and each rank makes the same step. The
// parameters start as those of rank 0, and stay the same on all ranks; they are those of one rank
// that has all samples. The model is linear, with planted weights, so that it is known what the
// loss comes down to: the noise.
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/random.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <cmath>

#include "cluster/host_side.h"
#include "common/format.h"

constexpr std::ptrdiff_t inputs = 100, outputs = 10;
/// An output's weights, and its bias: the weight of an input that is always 1.
constexpr std::ptrdiff_t weights = inputs + 1, parameters = outputs * weights;
constexpr int steps = 100;
constexpr double noise = 0.1;
constexpr std::uint64_t seed_of_samples = 1, seed_of_planted = 2, seed_of_start = 3;

using matrix = thrum::matrix_view<double>;
using const_matrix = thrum::matrix_view<double const>;

/// Makes sample number first + i: normal inputs, and the planted model's outputs with noise. It
/// depends on its number alone, so that any distribution over ranks has the same samples.
struct make_sample {
  matrix x, x_transposed, y;
  const_matrix planted;
  std::ptrdiff_t first;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    thrum::philox4x32 g = thrum::random::stream(seed_of_samples, first + i);
    thrum::random::portable_normal_distribution<double> normal;
    for (std::ptrdiff_t k = 0; k < weights; ++k) x(i, k) = x_transposed(k, i) = k < inputs ? normal(g) : 1.0;
    for (std::ptrdiff_t o = 0; o < outputs; ++o) {
      double const right =
          thrum::inner_product(thrum::seq, x.row(i).begin(), x.row(i).end(), planted.row(o).begin(), 0.0);
      y(o, i) = right + noise * normal(g);
    }
  }
};

/// The error of output o for sample i, where the index counts the samples of one output after the
/// other.
struct error_of {
  const_matrix x, y, w;
  THRUM_HD double operator()(std::ptrdiff_t index) const {
    std::ptrdiff_t const o = index / x.rows(), i = index % x.rows();
    return thrum::inner_product(thrum::seq, x.row(i).begin(), x.row(i).end(), w.row(o).begin(), -y(o, i));
  }
};

/// The derivative of half the sum of squared errors by a parameter: a sum over samples.
struct slope_of {
  const_matrix errors, x_transposed;
  THRUM_HD double operator()(std::ptrdiff_t parameter) const {
    auto const error = errors.row(parameter / weights);
    return thrum::inner_product(thrum::seq, error.begin(), error.end(),
                                x_transposed.row(parameter % weights).begin(), 0.0);
  }
};

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};
struct descend {
  double rate;
  THRUM_HD double operator()(double w, double slope) const { return w - rate * slope; }
};

struct trained {
  std::vector<double> w;       ///< the parameters, row by row
  std::vector<double> losses;  ///< before each step, and after the last
};

/// The samples of a rank, and the model that all ranks train.
template <class Policy, class Communicator>
class trainer {
 public:
  trainer(Policy const& policy, Communicator const& c, std::int64_t samples)
      : policy_(policy),
        c_(c),
        samples_(samples),
        mine_(example::share_of(samples, c.rank(), c.size())),
        x_(size_of(weights), thrum::no_init),
        x_transposed_(size_of(weights), thrum::no_init),
        y_(size_of(outputs), thrum::no_init),
        errors_(size_of(outputs), thrum::no_init),
        w_(parameters, thrum::no_init),
        slopes_(parameters, thrum::no_init) {
    auto const planted = example::normal<double>(policy, parameters, seed_of_planted);
    thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), mine_.size(),
                      make_sample{{x_, mine_.size(), weights},
                                  {x_transposed_, weights, mine_.size()},
                                  {y_, outputs, mine_.size()},
                                  {planted, outputs, weights},
                                  mine_.first});
  }

  /// Trains at a rate from small random weights: each rank draws its own, and takes those of rank 0.
  trained train(double rate) {
    w_ = example::normal<double>(policy_, parameters, seed_of_start + static_cast<std::uint64_t>(c_.rank()), 0,
                                 0.1);
    example::host_side start(policy_, w_);
    start.load();
    c_.broadcast(start.elements());
    start.store();
    trained result;
    for (int step = 0; step <= steps; ++step) {
      result.losses.push_back(add_slopes());
      if (step < steps) {
        thrum::transform(policy_, w_.begin(), w_.end(), slopes_.begin(), w_.begin(),
                         descend{2 * rate / errors_in_all()});
      }
    }
    result.w = example::to_host(w_);
    return result;
  }

 private:
  using vector = example::vector_of<Policy, double>;

  std::size_t size_of(std::ptrdiff_t of_sample) const {
    return static_cast<std::size_t>(mine_.size() * of_sample);
  }
  double errors_in_all() const { return static_cast<double>(samples_ * outputs); }

  /// Computes the slopes for the samples of all ranks, and returns the loss. One message has both.
  double add_slopes() {
    std::int64_t const n = mine_.size();
    thrum::tabulate(policy_, errors_.begin(), errors_.end(),
                    error_of{{x_, n, weights}, {y_, outputs, n}, {w_, outputs, weights}});
    thrum::tabulate(policy_, slopes_.begin(), slopes_.end(),
                    slope_of{{errors_, outputs, n}, {x_transposed_, weights, n}});
    std::vector<double> own = example::to_host(slopes_), all(parameters + 1);
    own.push_back(
        thrum::transform_reduce(policy_, errors_.begin(), errors_.end(), square{}, 0.0, thrum::plus<>{}));
    c_.all_reduce(own, all, thrum::plus<>{});
    thrum::copy(all.begin(), all.end() - 1, slopes_.begin());
    return all.back() / errors_in_all();
  }

  Policy policy_;
  Communicator c_;
  std::int64_t samples_;
  example::share mine_;
  vector x_, x_transposed_, y_, errors_, w_, slopes_;
};

/// Trains by plain loops over all samples.
trained full_batch(std::int64_t samples, double rate) {
  auto const n = static_cast<std::size_t>(samples);
  std::vector<double> x(n * weights), transposed(n * weights), y(n * outputs);
  auto const planted = example::normal<double>(thrum::seq, parameters, seed_of_planted);
  make_sample const make{{x.data(), samples, weights},
                         {transposed.data(), weights, samples},
                         {y.data(), outputs, samples},
                         {planted.data(), outputs, weights},
                         0};
  for (std::int64_t i = 0; i < samples; ++i) make(i);
  auto const start = example::normal<double>(thrum::seq, parameters, seed_of_start, 0, 0.1);
  trained result{{start.begin(), start.end()}, {}};
  double const count = static_cast<double>(samples * outputs);
  for (int step = 0; step <= steps; ++step) {
    std::vector<double> slopes(parameters, 0);
    double loss = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double const* const sample = &x[i * weights];
      for (std::size_t o = 0; o < outputs; ++o) {
        double const* const w = &result.w[o * weights];
        double error = -y[o * n + i];
        for (std::size_t k = 0; k < weights; ++k) error += w[k] * sample[k];
        for (std::size_t k = 0; k < weights; ++k) slopes[o * weights + k] += error * sample[k];
        loss += error * error;
      }
    }
    result.losses.push_back(loss / count);
    if (step == steps) break;
    for (std::size_t p = 0; p < parameters; ++p) result.w[p] -= 2 * rate / count * slopes[p];
  }
  return result;
}

/// Returns the greatest difference of two ranges.
double distance_of(std::vector<double> const& a, std::vector<double> const& b) {
  double greatest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) greatest = std::max(greatest, std::abs(a[i] - b[i]));
  return greatest;
}

/// Adds the losses of a training on so many ranks to their series: one rank is a line, and more are
/// points on it, those of each number of ranks at other steps.
void add_to(example::figure& f, int ranks, int most, std::vector<double> const& losses) {
  using style = example::series::style;
  auto const place = static_cast<std::size_t>(ranks - 1);
  while (f.lines.size() <= place) {
    auto const number = f.lines.size() + 1;
    f.lines.push_back({.name = std::to_string(number) + (number == 1 ? " rank" : " ranks"),
                       .drawn = number == 1 ? style::line : style::points});
  }
  auto& [name, x, y, drawn] = f.lines[place];
  x.push_back(0), y.push_back(std::nan(""));  // a gap behind the curve of the other rate
  int const every = ranks == 1 ? 1 : 3 * most;
  for (int step = ranks == 1 ? 0 : 3 * ranks; step <= steps; step += every) {
    x.push_back(step), y.push_back(losses[static_cast<std::size_t>(step)]);
  }
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "dist_training",
      .text = "100 steps of a linear model of 100 inputs and 10 outputs, on n samples.",
      .n = 4000,
      .quick = 1000,
      .bytes = 8 * (4 * weights + 3 * outputs),
      .n_is = "samples",
      .least = 1000,
      .most = 100'000'000,
      .draws = example::description::picture::figure,
      .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    example::figure curves{.title = "Loss of " + example::grouped(s.n()) + " samples at the rates 0.01 and 1",
                           .x_label = "step",
                           .y_label = "mean squared error",
                           .y_logarithmic = true};
    // The squared noise, less what the parameters of an output fit of it.
    auto const n = static_cast<double>(s.n());
    double const floor = noise * noise * (1 - weights / n);
    double const deviation = noise * noise * std::sqrt(2 / (n * outputs));

    for (double const rate : {0.01, 1.0}) {
      trained whole{std::vector<double>(parameters), std::vector<double>(steps + 1)};
      if (c.rank() == 0) whole = full_batch(s.n(), rate);
      c.broadcast(whole.w);
      c.broadcast(whole.losses);
      std::string const with_rate = "rate " + example::fixed(rate, 2);
      s.say(with_rate + ": the loss goes from " + example::fixed(whole.losses.front(), 1) + " to " +
            example::fixed(whole.losses.back(), 4));

      s.each_policy([&](auto const& policy) {
        // The first 1, 2, ... ranks have all samples; the others watch.
        for (int ranks = s.quick() && rate < 1 ? c.size() : 1; ranks <= c.size(); ++ranks) {
          bool const takes_part = c.rank() < ranks;
          auto const some = c.split(takes_part ? 0 : 1);
          trained result;
          double seconds = 0;
          if (takes_part) {
            trainer one(policy, some, s.n());
            some.barrier();
            seconds = example::seconds_of([&] { result = one.train(rate); });
            std::vector<double> of_all(static_cast<std::size_t>(ranks) * result.w.size());
            some.all_gather(result.w, of_all);
            std::vector<double> expected;
            for (int r = 0; r < ranks; ++r) expected.insert(expected.end(), result.w.begin(), result.w.end());
            s.check_equal("the parameters of all ranks are the same", of_all, expected);
            s.check_close("they are those of the full batch", distance_of(result.w, whole.w), 0, 1e-10);
            s.check_close("so is the loss", distance_of(result.losses, whole.losses), 0, 1e-10);
            if (rate == 1) {
              s.check_close("rate 1: the loss comes down to the noise", result.losses.back(), floor,
                            4 * deviation);
            }
            if (c.rank() == 0 && example::name_of(policy) == "seq") add_to(curves, ranks, c.size(), result.losses);
          }
          s.add({with_rate + ", " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"),
                 example::name_of(policy),
                 c.all_reduce(seconds, thrum::maximum<>{}),
                 {.elements = steps * s.n(), .flops = 4.0 * parameters * steps * n}});
        }
      });
      if (rate < 1)
        s.check("rate 0.01: most of the loss is left", whole.losses.back() > 0.5 * whole.losses.front());
    }
    s.draw(curves);
  });
}
