// One iteration of programs of examples/, in the same steps over thrum and over Thrust: of the heat
// equation, of k-means, of the matrix profile and of brick sort. Memory is there before the
// iteration begins, as after a first one.
#include "frame/peers.cuh"

#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>

#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <cmath>

// ITERATION(row, STEPS) adds the rows of STEPS(library, exec), which works on the view v.
#define ITERATION(row, STEPS)                                                                \
  row("thrum cuda", [](auto const& v) { return STEPS(thrum, thrum::cuda::par_nosync); });    \
  row("thrust cuda", [](auto const& v) { return STEPS(thrust, thrust::cuda::par_nosync); }); \
  row("thrust cuda pool", [](auto const& v) { return STEPS(thrust, thrust::cuda::par_nosync(thrust_pool)); });

namespace {

// ---- Heat along a rod: examples/simulation/heat_equation.cpp

struct point_in_next_step {
  double const* u;
  std::ptrdiff_t n;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    return i == 0 || i == n - 1 ? 0 : u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
  }
};
#define HEAT_STEP(library, exec) library::tabulate(exec, v.out, v.out + v.n, point_in_next_step{v.in, v.n})

void heat_rows() {
  auto const row = rows<double, input_output<double, 8>>("iteration of heat equation", {.bytes = 16});
  ITERATION(row, HEAT_STEP)
}

// ---- Brick sort, an even pass and an odd one: examples/collectives/brick_pass.h

struct pair_of {
  std::int32_t* v;
  std::ptrdiff_t parity;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::int32_t* const x = v + 2 * i + parity;
    std::int32_t const a = x[0], b = x[1];
    x[0] = b < a ? b : a;
    x[1] = b < a ? a : b;
  }
};
#define BRICK_PASS(library, exec, parity)                                                        \
  library::for_each_n(exec, library::counting_iterator<std::ptrdiff_t>(0), (v.n - (parity)) / 2, \
                      pair_of{v.in, parity})
#define BRICK_PASSES(library, exec) (BRICK_PASS(library, exec, 0), BRICK_PASS(library, exec, 1), nothing{})

void brick_rows() {
  auto const row =
      rows<std::int32_t, in_place<std::int32_t>>("iteration of brick sort", {.bytes = 16}, whole_input{});
  ITERATION(row, BRICK_PASSES)
}

// ---- A row of the matrix profile, after the means and deviations of its windows:
// examples/simulation/matrix_profile.h

constexpr std::ptrdiff_t width = 48;

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};
struct mean_from_sums {
  double const* sums;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    return (sums[i + width - 1] - (i == 0 ? 0 : sums[i - 1])) / width;
  }
};
struct scale_from_sums {
  double const *squares, *mean;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    double const variance = mean_from_sums{squares}(i)-mean[i] * mean[i];
    return variance > 1e-12 ? 1 / std::sqrt(variance * width) : 0;
  }
};
struct key_to {
  double const *x, *mean, *scale;
  std::ptrdiff_t i;
  THRUM_HD std::uint64_t operator()(std::ptrdiff_t j) const {
    std::ptrdiff_t const apart = i < j ? j - i : i - j;
    if (apart <= width / 4) return ~std::uint64_t{0};
    double product = 0;
    for (std::ptrdiff_t k = 0; k < width; ++k) product += x[i + k] * x[j + k];
    double const correlation = (product - width * mean[i] * mean[j]) * scale[i] * scale[j];
    double const fraction = correlation > 1 ? 0 : correlation < -1 ? 1 : (1 - correlation) / 2;
    return static_cast<std::uint64_t>(fraction * 4294967295.0) << 32 | static_cast<std::uint64_t>(j);
  }
};

class series {
 public:
  static constexpr double bytes = 5 * sizeof(double);
  struct view {
    std::ptrdiff_t n, windows;
    double *x, *sums, *squares, *mean, *scale;
    key_to keys() const { return {x, mean, scale, windows / 3}; }
  };
  series(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        x_(n, turns, uniform<double>{1, 3}),
        sums_(n, turns),
        squares_(n, turns),
        mean_(n, turns),
        scale_(n, turns) {}
  void clear() {
    mean_.clear();
    scale_.clear();
  }
  view of(std::ptrdiff_t turn) {
    return {n_, n_ - width + 1, x_.of(turn), sums_.of(turn), squares_.of(turn), mean_.of(turn), scale_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<double> x_, sums_, squares_, mean_, scale_;
};
struct row_of_profile {
  template <class View>
  outcome operator()(View const& v, std::uint64_t key) const {
    return outcome().number(key).elements(v.mean, v.windows).elements(v.scale, v.windows);
  }
};
#define PROFILE_ROW(library, exec)                                                                               \
  (library::inclusive_scan(exec, v.x, v.x + v.n, v.sums),                                                        \
   library::transform_inclusive_scan(exec, v.x, v.x + v.n, v.squares, square{}, library::plus<double>{}),        \
   library::tabulate(exec, v.mean, v.mean + v.windows, mean_from_sums{v.sums}),                                  \
   library::tabulate(exec, v.scale, v.scale + v.windows, scale_from_sums{v.squares, v.mean}),                    \
   library::transform_reduce(exec, library::counting_iterator<std::ptrdiff_t>(0),                                \
                             library::counting_iterator<std::ptrdiff_t>(v.windows), v.keys(), ~std::uint64_t{0}, \
                             library::minimum<std::uint64_t>{}))

void profile_rows() {
  auto const row = rows<double, series>("iteration of matrix profile", {}, row_of_profile{});
  ITERATION(row, PROFILE_ROW)
}

// ---- k-means: label each point by its nearest centre, then move the centres to the means

constexpr int centres = 16;

struct point_sum {
  double x, y;
  std::int64_t points;
  THRUM_HD friend point_sum operator+(point_sum const& a, point_sum const& b) {
    return {a.x + b.x, a.y + b.y, a.points + b.points};
  }
};
struct nearest_centre {
  two_sums const* centre;
  THRUM_HD std::int32_t operator()(two_sums const& p) const {
    std::int32_t nearest = 0;
    double least = 1e300;
    for (std::int32_t c = 0; c < centres; ++c) {
      double const x = p.first - centre[c].first, y = p.second - centre[c].second, apart = x * x + y * y;
      if (apart < least) least = apart, nearest = c;
    }
    return nearest;
  }
};
struct sum_of_point {
  two_sums const* points;
  THRUM_HD point_sum operator()(std::int32_t i) const { return {points[i].first, points[i].second, 1}; }
};
struct moved_centre {
  std::int32_t const* label;
  point_sum const* sums;
  two_sums* centre;
  THRUM_HD void operator()(std::ptrdiff_t r) const {
    auto const number = static_cast<double>(sums[r].points);
    centre[label[r]] = {sums[r].x / number, sums[r].y / number};
  }
};

class clusters {
 public:
  static constexpr double bytes = sizeof(two_sums) + 2 * sizeof(std::int32_t);
  struct view {
    std::ptrdiff_t n;
    two_sums *points, *centre;
    std::int32_t *labels, *order, *kept;
    point_sum* sums;
  };
  clusters(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        points_(n, turns, uniform<two_sums>{1, 10}),
        original_(centres, turns, uniform<two_sums>{7, 10}),
        centre_(centres, turns),
        labels_(n, turns),
        order_(n, turns),
        kept_(centres, turns),
        sums_(centres, turns) {}
  void restore() { centre_.copy_from(original_); }
  void clear() { labels_.clear(); }
  view of(std::ptrdiff_t turn) {
    return {
        n_, points_.of(turn), centre_.of(turn), labels_.of(turn), order_.of(turn), kept_.of(turn), sums_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<two_sums> points_, original_, centre_;
  array<std::int32_t> labels_, order_, kept_;
  array<point_sum> sums_;
};
struct moved_centres {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.labels, v.n).elements(v.centre, centres);
  }
};
#define KMEANS_SUMS(library, exec)                                                                          \
  library::reduce_by_key(exec, v.labels, v.labels + v.n,                                                    \
                         library::make_transform_iterator(v.order, sum_of_point{v.points}), v.kept, v.sums, \
                         library::equal_to<std::int32_t>{}, library::plus<point_sum>{})
#define KMEANS_STEP(library, exec)                                                                         \
  (library::transform(exec, v.points, v.points + v.n, v.labels, nearest_centre{v.centre}),                 \
   library::sequence(exec, v.order, v.order + v.n),                                                        \
   library::sort_by_key(exec, v.labels, v.labels + v.n, v.order),                                          \
   library::for_each_n(exec, library::counting_iterator<std::ptrdiff_t>(0),                                \
                       KMEANS_SUMS(library, exec).first - v.kept, moved_centre{v.kept, v.sums, v.centre}), \
   nothing{})

void k_means_rows() {
  auto const row = rows<two_sums, clusters>("iteration of k-means", {}, moved_centres{});
  ITERATION(row, KMEANS_STEP)
}

}  // namespace

void add_rows() {
  heat_rows();
  k_means_rows();
  profile_rows();
  brick_rows();
}
