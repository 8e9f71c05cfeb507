// The speed of products of matrices, in GFLOP/s: 2 n^3 operations divided by the time. In tiles by
// thrum, and by the vendor's library on the same vectors if the machine has one, of float and of
// double. Freivalds' test checks all of them.
#include <thrum/detail/base/config.h>
#include <algorithm>
#include <string>
#include <type_traits>

#include "common/example.h"
#include "common/format.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/product_check.h"
#include "linear_algebra/random_matrices.h"
#include "linear_algebra/vendor_blas.h"

template <class T>
char const* const type_name = std::is_same_v<T, float> ? "float" : "double";

/// Measures products of this many rows, under a policy and by the library of its side.
template <class T, class Policy>
void bench(example::session& s, Policy const& policy, std::int64_t rows) {
  example::random_matrices<Policy, T> m(policy, rows);
  std::string const what = std::string(type_name<T>) + ", " + example::grouped(rows) + " rows";
  s.time(
      policy, what, [&] { example::multiply_in_tiles(policy, m.left(), m.right(), m.product(), rows); }, m.work());
  example::check_product(s, std::string("tiled, ") + type_name<T>, m.on_host());

  [[maybe_unused]] int const size = static_cast<int>(rows);
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    if (!example::card_blas_starts()) return s.say("There is no cuBLAS that starts here to compare with.");
    example::card_multiplier const multiply;
    s.time_other(
        example::card_blas().name(), what, [&] { multiply(m.left(), m.right(), m.product(), size); }, m.work());
    example::check_product(s, std::string("cuBLAS, ") + type_name<T>, m.on_host());
  }
#endif
  if constexpr (std::is_same_v<Policy, thrum::seq_policy>) {
    if (!example::host_blas()) return;
    s.time_other(
        example::host_blas().name(), what,
        [&] { example::multiply_by_cblas(m.left(), m.right(), m.product(), size); }, m.work());
    example::check_product(s, std::string("CBLAS, ") + type_name<T>, m.on_host());
  }
}

/// Checks every element of a product that is small enough.
template <class T, class Policy>
void check_small(example::session& s, Policy const& policy) {
  example::random_matrices<Policy, T> m(policy, 100);
  example::multiply_in_tiles(policy, m.left(), m.right(), m.product(), 100);
  s.check_close("every entry of 100 rows within n u |A| |B|", example::worst_of_all(m.on_host()), 0, 1);
}

int main(int argc, char** argv) {
  example::description const what{.id = "matmul_bench",
                                  .text =
                                      "Products of n x n matrices of float and double. (The course has --n 5000, "
                                      "which takes about ten times as long, and --n 10000.)",
                                  .n = 2000,
                                  .quick = 200,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 30'000,
                                  .bytes_of = [](double n) { return 64 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    s.say("The course, n = 5000: Python 300 s (0.83 GFLOP/s), NumPy 3 s (83), a GPU 0.03 s (8300).");
    if (!example::host_blas()) s.say("This machine has no OpenBLAS, MKL or BLIS to compare with.");
    s.each_policy([&](auto const& policy) {
      check_small<float>(s, policy);
      check_small<double>(s, policy);
      if (s.n() > 1000) bench<float>(s, policy, 1000);
      bench<float>(s, policy, s.n());
      if (s.n() > 1000) bench<double>(s, policy, 1000);
      bench<double>(s, policy, s.n());
    });
  });
}
