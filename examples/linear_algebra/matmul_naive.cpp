// C = A * B. Each element is a call that reads a row of A and a column of B: n^3 reads of each
// matrix, most of them repeated, and far apart in the columns. Memory bounds the speed;
// matmul_tiled is faster.
#include <thrum/tabulate.h>
#include <algorithm>
#include <vector>

#include "common/example.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/product_check.h"

/// Computes the same by loops, with sums in double.
std::vector<double> multiply_by_loops(std::vector<float> const& a, std::vector<float> const& b, std::size_t n) {
  std::vector<double> c(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += static_cast<double>(a[i * n + k]) * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
  return c;
}

/// Returns the largest |C - expected| relative to n u |A| |B|, which for positive numbers is n u A
/// B.
double worst_entry(example::product_on_host<float> const& p, std::vector<double> const& expected) {
  double worst = 0;
  for (std::size_t e = 0; e < expected.size(); ++e) {
    worst = std::max(worst, std::abs(p.c[e] - expected[e]) / (p.unit() * expected[e]));
  }
  return worst;
}

int main(int argc, char** argv) {
  example::description const what{.id = "matmul_naive",
                                  .text =
                                      "The product of two n x n matrices of floats, entry by entry. (The "
                                      "course has --n 2048, which takes minutes on a processor.)",
                                  .n = 800,
                                  .quick = 128,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 30'000,
                                  .bytes_of = [](double n) { return 40 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    example::amount const work{.flops = 2 * n * n * n};
    std::vector<double> expected;
    s.each_policy([&](auto const& policy) {
      auto const a = example::uniform<float>(policy, s.n() * s.n(), 676),
                 b = example::uniform<float>(policy, s.n() * s.n(), 677);
      example::vector_of<decltype(policy), float> c(s.size() * s.size(), thrum::no_init);
      example::naive_product<float> const entry{thrum::raw_pointer_cast(a.data()),
                                                thrum::raw_pointer_cast(b.data()), s.n()};
      example::product_on_host<float> p{example::to_host(a), example::to_host(b), {}, s.size()};
      if (expected.empty()) {
        s.time_other("loops", "C = A B", [&] { expected = multiply_by_loops(p.a, p.b, p.n); }, work);
      }
      s.time(policy, "C = A B", [&] { thrum::tabulate(policy, c.begin(), c.end(), entry); }, work);
      p.c = example::to_host(c);
      s.check_close("each entry within n u |A| |B|", worst_entry(p, expected), 0, 1);
      s.check_close("Freivalds three times", example::worst_of_freivalds(p, 3), 0, 1);
    });
  });
}
