// c = a + b by a kernel of one index, for which the library chooses the shape of the launch, beside
// the algorithm that needs no kernel; and by blocks of a chosen size. The figure shows the effect
// of the size.
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/transform.h>
#include <algorithm>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>
#endif

struct add_kernel {
  double const* a;
  double const* b;
  double* c;
  std::ptrdiff_t n;
  THRUM_HD void operator()(std::ptrdiff_t i) const { c[i] = a[i] + b[i]; }
  /// In a grid that is larger than n.
  template <class Context>
  THRUM_HD void operator()(Context const& here) const {
    if (here.x() < n) (*this)(here.x());
  }
};

/// Runs the kernel in blocks: thread blocks on a device, otherwise the indices of one task.
template <class Policy>
void run_in_blocks(Policy const& policy, add_kernel const& kernel, std::ptrdiff_t block) {
  std::ptrdiff_t const blocks = (kernel.n + block - 1) / block;
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>)
    return thrum::cuda::launch(policy, thrum::cuda::grid{{blocks}, {block}}, kernel);
#endif
  if constexpr (requires { policy.grain(block); }) {
    thrum::for_each_n(policy.grain(block), thrum::counting_iterator<std::ptrdiff_t>(0), kernel.n, kernel);
  } else if constexpr (!example::on_card<Policy>) {
    for (std::ptrdiff_t k = 0; k < blocks; ++k) {
      thrum::for_each_n(policy, thrum::counting_iterator(k * block), std::min(block, kernel.n - k * block),
                        kernel);
    }
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "vector_add_forall",
                                  .text = "c = a + b of n doubles, by a kernel of an index and by transform.",
                                  .n = 100'000,
                                  .quick = 10'000,
                                  .bytes = 72,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{
        .title = "c = a + b", .x_label = "threads or indices in a block", .y_label = "ms", .x_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      auto const a = example::uniform<double>(policy, s.n(), 1), b = example::uniform<double>(policy, s.n(), 2);
      example::vector_of<decltype(policy), double> c(s.size()), sums(s.size());
      example::amount const handled{.bytes = 24.0 * static_cast<double>(s.n())};
      auto const x = example::to_host(a), y = example::to_host(b);
      std::vector<double> expected(s.size());
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = x[i] + y[i];

      add_kernel const kernel{thrum::raw_pointer_cast(a.data()), thrum::raw_pointer_cast(b.data()),
                              thrum::raw_pointer_cast(c.data()), s.n()};
      double const chosen = s.time(
          policy, "for_each_n over the indices",
          [&] { thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), kernel.n, kernel); },
          handled);
      s.check_equal("the kernel gives the host's bits", example::to_host(c), expected);
      s.time(
          policy, "transform",
          [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), sums.begin(), thrum::plus<>{}); },
          handled);
      s.check_equal("transform gives the same", example::to_host(sums), example::to_host(c));

      example::series by_size{.name = name + ", by hand"}, automatic{.name = name + ", chosen by the library"};
      for (std::ptrdiff_t block = 32; block <= 1024; block *= 2) {
        thrum::fill(policy, c.begin(), c.end(), 0.0);
        double const seconds = s.time(
            policy, "blocks of " + std::to_string(block), [&] { run_in_blocks(policy, kernel, block); }, handled);
        s.check_equal("so does every size of block", example::to_host(c), expected);
        by_size.x.push_back(static_cast<double>(block)), by_size.y.push_back(1e3 * seconds);
        automatic.x.push_back(static_cast<double>(block)), automatic.y.push_back(1e3 * chosen);
      }
      by_size.drawn = example::series::style::both;
      picture.lines.push_back(by_size);
      picture.lines.push_back(automatic);
    });
    s.draw(picture);
  });
}
