// C = A * B in tiles: a block reads a tile of A and one of B into memory that its lanes share,
// waits, and uses each number as often as the tile is long; then it waits before the next tile.
// Tiles at the edges are filled with zeros. The lanes of a block have parts of C in registers: 4 x
// 4 elements in a thread of a device, and as many vectors as a processor has registers for on the
// host.
#include <thrum/tabulate.h>
#include <algorithm>
#include <type_traits>

#include "common/example.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/product_check.h"
#include "linear_algebra/random_matrices.h"
#include "linear_algebra/vendor_blas.h"

int main(int argc, char** argv) {
  example::description const what{.id = "matmul_tiled",
                                  .text = "The product of two n x n matrices of floats, in tiles.",
                                  .n = 2048,
                                  .quick = 300,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 30'000,
                                  .bytes_of = [](double n) { return 30 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      for (std::int64_t const rows : {1, 31, 33, 100, 129}) {
        example::random_matrices<policy_type, float> m(policy, rows);
        example::multiply_in_tiles(policy, m.left(), m.right(), m.product(), rows);
        s.check_close("all entries of 1, 31, 33, 100 and 129 rows within n u |A| |B|",
                      example::worst_of_all(m.on_host()), 0, 1);
      }
      // In a large matrix every access to a column misses the caches: the naive product uses a
      // smaller matrix.
      example::random_matrices<policy_type, float> small(policy, std::min<std::int64_t>(s.n(), 500));
      s.time(
          policy, "naive",
          [&] {
            thrum::tabulate(policy, small.entries().begin(), small.entries().end(),
                            example::naive_product<float>{small.left(), small.right(), small.rows()});
          },
          small.work());
      example::random_matrices<policy_type, float> m(policy, s.n());
      s.time(
          policy, "tiled", [&] { example::multiply_in_tiles(policy, m.left(), m.right(), m.product(), s.n()); },
          m.work());
      example::check_product(s, "tiled", m.on_host());
#if defined(__CUDACC__)
      if constexpr (example::on_card<policy_type>) {
        if (!example::card_blas_starts()) return s.say("There is no cuBLAS that starts here to compare with.");
        example::card_multiplier const multiply;
        s.time(
            policy, "cuBLAS", [&] { multiply(m.left(), m.right(), m.product(), static_cast<int>(s.n())); },
            m.work());
        example::check_product(s, "cuBLAS", m.on_host());
      }
#endif
    });
    if (!example::host_blas()) return s.say("This machine has no CBLAS to compare with.");
    example::random_matrices<thrum::seq_policy, float> m(thrum::seq, s.n());
    s.time_other(
        example::host_blas().name(), "vendor",
        [&] { example::multiply_by_cblas(m.left(), m.right(), m.product(), static_cast<int>(s.n())); }, m.work());
    example::check_product(s, "CBLAS", m.on_host());
  });
}
