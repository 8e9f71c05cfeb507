// Is a product of matrices bound by memory or by arithmetic? A machine does no more than its processors compute, and no more
// than its memory delivers times the operations for each byte: the roofline. Where the two meet is the ridge. A product of
// n x n floats can do with 2 n^3 operations on 12 n^2 bytes, n / 6 for each; entry by entry it asks for 4 bytes for each.
#include <thrum/for_each_block.h>
#include <thrum/host_properties.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "common/example.h"
#include "common/format.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/random_matrices.h"
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#endif

/// The two roofs, in operations and bytes per second.
struct machine {
  std::string name;
  double flops, bytes;
  double ridge() const { return flops / bytes; }
  double bound(double intensity) const { return std::min(flops, bytes * intensity); }
};

/// 2 n^3 operations, and 3 n^2 floats.
struct product {
  double n;
  double flops() const { return 2 * n * n * n; }
  double bytes() const { return 12 * n * n; }
  double intensity() const { return flops() / bytes(); }
};

/// Multiplies the same two small tiles again and again, which are in a cache or in shared memory: nothing but arithmetic.
template <class Shape>
struct arithmetic_alone {
  float* out;
  int times;
  struct part {
    float sums[Shape::high * Shape::wide];
  };
  THRUM_HD void operator()(thrum::block<Shape::lanes> const& block) const {
    auto& left = block.template shared<float[Shape::rows][Shape::depth], 0>();
    auto& right = block.template shared<float[Shape::depth][Shape::columns], 1>();
    auto parts = block.template values<part>();
    block.deal(Shape::rows, Shape::depth, [&](int i, int j) { left[i][j] = 0.5F; });
    block.deal(Shape::depth, Shape::columns, [&](int i, int j) { right[i][j] = 0.25F; });
    block.each([&](int lane) {
      int const i = lane / Shape::across * Shape::high, j = lane % Shape::across * Shape::wide;
      for (int k = 0; k < times; ++k) example::multiply_add<float, Shape>(left[i], right[0] + j, parts[lane].sums);
      out[block.index() * Shape::lanes + lane] = parts[lane].sums[0];
    });
  }
};

struct triad {
  THRUM_HD float operator()(float x, float y) const { return 2 * x + y; }
};

/// Measures a policy's roofs, and draws the line of them.
template <class Policy>
machine measured(example::session& s, Policy const& policy) {
  using shape =
      std::conditional_t<example::on_card<Policy>, example::shape_of_device, example::shape_of_host<float>>;
  std::ptrdiff_t const blocks = example::on_card<Policy> ? 4096 : 64;
  int const times = s.quick() ? 2 : 100;
  example::vector_of<Policy, float> out(static_cast<std::size_t>(blocks * shape::lanes));
  double const flops = 2.0 * shape::rows * shape::columns * shape::depth * static_cast<double>(blocks) * times;
  double const arithmetic =
      s.time(policy, "arithmetic alone",
             [&] {
               thrum::for_each_block(policy, blocks, thrum::lanes<shape::lanes>,
                                     arithmetic_alone<shape>{thrum::raw_pointer_cast(out.data()), times});
             },
             {.elements = blocks, .flops = flops});
  s.check(
      "what is computed alone is right",
      example::to_host(out) == std::vector<float>(out.size(), static_cast<float>(0.125 * shape::depth * times)));

  std::int64_t const n = s.quick() ? 100'000 : 50'000'000;
  auto const x = example::uniform<float>(policy, n, 1), y = example::uniform<float>(policy, n, 2);
  example::vector_of<Policy, float> z(x.size(), thrum::no_init);
  double const bytes = 12.0 * static_cast<double>(n);
  double const moving = s.time(
      policy, "2 x + y", [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), z.begin(), triad{}); },
      {.elements = n, .bytes = bytes, .flops = 2.0 * static_cast<double>(n)});
  return {example::name_of(policy), flops / arithmetic, bytes / moving};
}

example::series roof_of(machine const& m) {
  example::series roof{m.name + " can do", {}, {}};
  for (double e = -4; e <= 12; e += 0.0625) {
    roof.x.push_back(std::exp2(e)), roof.y.push_back(m.bound(std::exp2(e)) / 1e9);
  }
  return roof;
}

int main(int argc, char** argv) {
  example::description const what{.id = "roofline_matmul",
                                  .text = "Products of n x n floats below the roofs of the machine.",
                                  .n = 2048,
                                  .quick = 256,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 20'000,
                                  .bytes_of = [](double n) { return 6e8 + 12 * n * n; },
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    machine const card{"an RTX 4090", 82.6e12, 1008e9};
    product const course{2048};
    s.check_close("the ridge of the course's card is at 81.9 operations for each byte", card.ridge(), 81.9, 0.05);
    s.check_close("n / 6 operations for each byte", course.intensity(), 2048.0 / 6, 1e-9);
    s.check("more than 492 rows are bound by arithmetic",
            product{491}.intensity() < card.ridge() && product{493}.intensity() > card.ridge());
    s.check_close("2048 rows are 0.208 ms of arithmetic", 1e3 * course.flops() / card.flops, 0.208, 5e-4);
    s.check_close("2048 rows are 0.05 ms of traffic", 1e3 * course.bytes() / card.bytes, 0.05, 5e-4);
    auto const host = thrum::host_properties();
    s.say(host.processor + ": " + std::to_string(host.cores) + " cores, " + std::to_string(host.l2_cache / 1024) +
          " KiB of cache for each.");

    example::figure f{.title = "Products of matrices below the roofs",
                      .x_label = "operations for each byte of memory",
                      .y_label = "GFLOP/s",
                      .x_logarithmic = true,
                      .y_logarithmic = true};
    f.lines.push_back(roof_of(card));
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      machine const here = measured(s, policy);
      s.say(here.name + ": " + example::fixed(here.flops / 1e9, 1) + " GFLOP/s, " +
            example::fixed(here.bytes / 1e9, 1) + " GB/s, the ridge at " + example::fixed(here.ridge(), 1) +
            " operations for each byte, " + example::fixed(6 * here.ridge(), 0) + " rows.");
      example::random_matrices<policy_type, float> small(policy, std::min<std::int64_t>(s.n(), 500)),
          m(policy, s.n());
      double const naive = s.time(
          policy, "naive",
          [&] {
            thrum::tabulate(policy, small.entries().begin(), small.entries().end(),
                            example::naive_product<float>{small.left(), small.right(), small.rows()});
          },
          small.work());
      double const tiled = s.time(
          policy, "tiled", [&] { example::multiply_in_tiles(policy, m.left(), m.right(), m.product(), s.n()); },
          m.work());
      example::check_product(s, "tiled", m.on_host());
      f.lines.push_back(roof_of(here));
      f.lines.push_back({"2 x + y, naive and tiled, " + here.name,
                         {1.0 / 6, 0.25, product{static_cast<double>(s.n())}.intensity()},
                         {here.bytes / 6e9, small.work().flops / naive / 1e9, m.work().flops / tiled / 1e9},
                         example::series::style::points});
    });
    s.draw(f);
  });
}
