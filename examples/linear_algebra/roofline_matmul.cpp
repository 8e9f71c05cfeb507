// Is a product of matrices bound by memory or by arithmetic? A machine is at most as fast as its
// processors compute, and as its memory delivers times the operations per byte: the roofline. The
// two bounds meet at the ridge. A product of n x n floats needs 2 n^3 operations on 12 n^2 bytes, n
// / 6 per byte; computed element by element it reads 4 bytes for each operation.
#include <thrum/host_properties.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <string>
#include <type_traits>

#include "common/example.h"
#include "common/format.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/random_matrices.h"
#include "linear_algebra/roofline.h"

using example::machine, example::square_product;

int main(int argc, char** argv) {
  example::description const what{.id = "roofline_matmul",
                                  .text = "Products of n x n floats below the roofs of the machine.",
                                  .n = 2048,
                                  .quick = 256,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 20'000,
                                  .bytes_of = [](double n) { return 6e8 + 24 * n * n; },
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    machine const card{"an RTX 4090", 82.6e12, 1008e9};
    square_product const course{2048};
    s.check_close("the ridge of the course's card is at 81.9 operations for each byte", card.ridge(), 81.9, 0.05);
    s.check_close("n / 6 operations for each byte", course.intensity(), 2048.0 / 6, 1e-9);
    s.check("more than 492 rows are bound by arithmetic",
            square_product{491}.intensity() < card.ridge() && square_product{493}.intensity() > card.ridge());
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
    f.lines.push_back(example::roof_of(card));
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      machine const here = example::measured(s, policy);
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
      f.lines.push_back(example::roof_of(here));
      f.lines.push_back({"2 x + y, naive and tiled, " + here.name,
                         {1.0 / 6, 0.25, square_product{static_cast<double>(s.n())}.intensity()},
                         {here.bytes / 6e9, small.work().flops / naive / 1e9, m.work().flops / tiled / 1e9},
                         example::series::style::points});
    });
    s.draw(f);
  });
}
