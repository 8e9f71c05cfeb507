// Rosenbrock's valley, (1-x)^2 + 100 (y-x^2)^2, by gradient descent: one start as in the course, and many
// starts at once, each a whole descent of its own on a core or a thread of the card.
#include <thrum/gradients.h>
#include <thrum/tabulate.h>
#include <thrum/tuple.h>
#include <cmath>
#include <numeric>

#include "common/example.h"
#include "common/grain.h"

struct valley {
  template <class X>
  THRUM_HD X operator()(X const& x, X const& y) const {
    X const a = 1 - x, b = y - x * x;
    return a * a + 100 * (b * b);
  }
};

struct place {
  double x, y;
};

/// The place after `steps` steps of gradient descent.
struct descent {
  std::int64_t steps;
  double rate = 0.001;
  THRUM_HD place operator()(place at) const {
    for (std::int64_t k = 0; k < steps; ++k) {
      auto const gradient = thrum::grad(valley{})(at.x, at.y);
      at.x -= rate * thrum::get<0>(gradient);
      at.y -= rate * thrum::get<1>(gradient);
    }
    return at;
  }
};

/// The starts: a grid of 64 columns over [-4, 4] x [-3, 5], the first of them the course's.
constexpr int columns = 64;
struct start {
  std::ptrdiff_t rows;
  THRUM_HD place operator()(std::ptrdiff_t i) const {
    if (i == 0) return {-1, 1};
    return {-4 + 8 * (static_cast<double>(i % columns) + 0.5) / columns,
            -3 + 8 * (static_cast<double>(i / columns) + 0.5) / static_cast<double>(rows)};
  }
};
struct end_of {
  start from;
  descent down;
  THRUM_HD place operator()(std::ptrdiff_t i) const { return down(from(i)); }
};

/// The descents from eight starts, a step of each in turn: no step waits for the one before it, and
/// compilers put several into a vector.
struct eight {
  place at[8];
};
struct ends_of_eight {
  start from;
  descent down;
  THRUM_HD eight operator()(std::ptrdiff_t group) const {
    double x[8], y[8];
    for (int l = 0; l < 8; ++l) {
      place const begin = from(8 * group + l);
      x[l] = begin.x;
      y[l] = begin.y;
    }
    for (std::int64_t k = 0; k < down.steps; ++k) {
      for (int l = 0; l < 8; ++l) {
        auto const gradient = thrum::grad(valley{})(x[l], y[l]);
        x[l] -= down.rate * thrum::get<0>(gradient);
        y[l] -= down.rate * thrum::get<1>(gradient);
      }
    }
    eight ends;
    for (int l = 0; l < 8; ++l) ends.at[l] = {x[l], y[l]};
    return ends;
  }
};

/// Draws the levels f = 1, 4, 16, ..., along y for each x.
void add_contours(example::figure& f) {
  for (double const level : {1.0, 10.0, 50.0, 200.0}) {
    example::series above{.name = ""}, below{.name = ""};
    for (double x = -2; x <= 2.0001; x += 0.01) {
      double const rest = level - (1 - x) * (1 - x);
      double const gap = rest < 0 ? std::nan("") : std::sqrt(rest / 100);
      above.x.push_back(x);
      above.y.push_back(x * x + gap);
      below.x.push_back(x);
      below.y.push_back(x * x - gap);
    }
    f.lines.push_back(above);
    f.lines.push_back(below);
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "rosenbrock_gd",
                                  .text = "1000 steps of gradient descent in Rosenbrock's valley, from n starts.",
                                  .n = 4096,
                                  .quick = 128,
                                  .bytes = 16,
                                  .n_is = "starts",
                                  .least = 64,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::ptrdiff_t const rows = (s.n() + columns - 1) / columns;
    std::vector<place> ends;
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), place> one(1), all(s.size());
      auto const tasks = example::with_tasks_of(policy, 64);  // a descent takes ten microseconds
      auto const go = [&](std::int64_t steps, auto& places) {
        thrum::tabulate(policy, places.begin(), places.end(), end_of{{rows}, {steps}});
      };
      go(1, one);
      place at = example::to_host(one)[0];
      s.check_close("after 1 step x = -0.996", at.x, -0.996, 1e-15);
      s.check_close("and y = 1", at.y, 1, 1e-15);
      go(1000, one);
      at = example::to_host(one)[0];
      s.check_close("after 1000 steps x = 0.363639884769", at.x, 0.363639884769, 1e-11);
      s.check_close("y = 0.129198805583", at.y, 0.129198805583, 1e-11);
      s.check_close("f = 0.405875416008", valley{}(at.x, at.y), 0.405875416008, 1e-11);
      go(20'000, one);
      at = example::to_host(one)[0];
      s.check_close("after 20,000 f = 1.9e-8", valley{}(at.x, at.y), 1.9e-8, 1e-9);
      s.time(policy, "1000 steps from each start",
             [&] { thrum::tabulate(tasks, all.begin(), all.end(), end_of{{rows}, {1000}}); },
             {.flops = 1000 * 30 * static_cast<double>(s.n())});
      ends = example::to_host(all);
      example::vector_of<decltype(policy), eight> groups((s.size() + 7) / 8);
      auto const tasks_of_eight = example::with_tasks_of(policy, 8);
      s.time(policy, "eight starts at a time",
             [&] { thrum::tabulate(tasks_of_eight, groups.begin(), groups.end(), ends_of_eight{{rows}, {1000}}); },
             {.flops = 1000 * 30 * static_cast<double>(s.n())});
      auto const in_eights = example::to_host(groups);
      double apart = 0;
      std::size_t thrown = 0;
      bool all_lower = true;
      for (std::size_t i = 0; i < ends.size(); ++i) {
        place const from = start{rows}(static_cast<std::ptrdiff_t>(i));
        if (!std::isfinite(ends[i].x)) ++thrown;
        if (std::abs(from.x) <= 1 && std::abs(from.y) <= 1) {
          apart = std::fmax(apart, std::abs(in_eights[i / 8].at[i % 8].x - ends[i].x));
          all_lower = all_lower && valley{}(ends[i].x, ends[i].y) < valley{}(from.x, from.y);
        }
      }
      s.say(example::name_of(policy) + ": of " + std::to_string(s.n()) + " starts " + std::to_string(thrown) +
            " have left for ever: the steps are too large there");
      s.check_close("eight at a time end there, too", apart, 0, 1e-9);
      s.check("all starts between -1 and 1 have come down", all_lower);
    });
    if (!s.wants_picture()) return;
    example::figure f{
        .title = "rosenbrock_gd: levels 1, 10, 50 and 200, and 20,000 steps", .x_label = "x", .y_label = "y"};
    add_contours(f);
    example::series path{.name = "from (-1, 1)", .drawn = example::series::style::both};
    for (std::int64_t steps = 0; steps <= 20'000; steps = steps < 50 ? steps + 1 : steps * 5 / 4) {
      place const at = descent{steps}({-1, 1});
      path.x.push_back(at.x);
      path.y.push_back(at.y);
    }
    f.lines.push_back(path);
    s.draw(f);
    example::image basin(columns, static_cast<int>(rows));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      double const value = valley{}(ends[i].x, ends[i].y);
      auto const row = static_cast<int>(rows) - 1 - static_cast<int>(i) / columns;
      basin.at(static_cast<int>(i) % columns, row) =
          std::isfinite(value) ? example::shade(-std::log10(value + 1e-6) / 6) : example::color{255, 255, 255};
    }
    s.draw("basin", basin.enlarged(6));
  });
}
