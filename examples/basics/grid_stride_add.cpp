// r = x + y by threads each of which starts at its number and steps by the number of threads. The
// result is the same for any grid, and a kernel takes the elements of any library. The figure shows
// the cost of the grid's size.
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>

#include "common/example.h"

/// One thread of a grid: adds the elements `thread`, `thread` + `threads`, ...
struct strided_add {
  double const* x;
  double const* y;
  double* r;
  std::ptrdiff_t n, threads;
  THRUM_HD void operator()(std::ptrdiff_t thread) const {
    for (std::ptrdiff_t i = thread; i < n; i += threads) r[i] = x[i] + y[i];
  }
};

template <class Policy>
void add_by_grid(Policy const& policy, strided_add const& kernel) {
  thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), kernel.threads, kernel);
}

/// x is 0, 1, 2, ..., y is 2 x, and r therefore 3 x. A kernel takes the memory of any library,
/// vectors included.
template <class Policy>
struct operands {
  example::vector_of<Policy, double> x, y, r;
  operands(Policy const& policy, std::size_t n) : x(n), y(n), r(n) {
    thrum::sequence(policy, x.begin(), x.end());
    thrum::sequence(policy, y.begin(), y.end(), 0.0, 2.0);
  }
  strided_add kernel(std::ptrdiff_t threads) {
    return {thrum::raw_pointer_cast(x.data()), thrum::raw_pointer_cast(y.data()),
            thrum::raw_pointer_cast(r.data()), static_cast<std::ptrdiff_t>(x.size()), threads};
  }
};

std::vector<double> threefold(std::size_t n) {
  std::vector<double> v;
  for (std::size_t i = 0; i < n; ++i) v.push_back(3.0 * static_cast<double>(i));
  return v;
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "grid_stride_add",
      .text = "r = x + y by a grid-stride loop: of ten elements, and of n by many grids.",
      .n = 4'000'000,
      .quick = 20'000,
      .bytes = 60,
      .least = 1,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{.title = "x + y by a grid-stride loop",
                            .x_label = "threads of the grid",
                            .y_label = "ms",
                            .x_logarithmic = true,
                            .y_logarithmic = true};
    example::amount const handled{.bytes = 24.0 * static_cast<double>(s.n())};
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      for (std::ptrdiff_t const threads : {1, 32, 1000}) {
        operands<policy_type> ten(policy, 10);
        add_by_grid(policy, ten.kernel(threads));
        s.check_equal("0 3 6 ... 27 by 1, 32 and 1000 threads", example::to_host(ten.r), threefold(10));
      }

      operands<policy_type> all(policy, s.size());
      example::series times{.name = example::name_of(policy), .drawn = example::series::style::both};
      for (std::ptrdiff_t threads = 1; threads < 4 * s.n() && threads <= 1 << 20; threads *= 32) {
        thrum::fill(policy, all.r.begin(), all.r.end(), 0.0);
        double const seconds = s.time(
            policy, std::to_string(threads) + " threads", [&] { add_by_grid(policy, all.kernel(threads)); },
            handled);
        s.check_equal("3 x of n elements by every grid", example::to_host(all.r), threefold(s.size()));
        times.x.push_back(static_cast<double>(threads)), times.y.push_back(1e3 * seconds);
      }
      picture.lines.push_back(times);
      thrum::fill(policy, all.r.begin(), all.r.end(), 0.0);
      s.time(
          policy, "transform",
          [&] {
            thrum::transform(policy, all.x.begin(), all.x.end(), all.y.begin(), all.r.begin(), thrum::plus<>{});
          },
          handled);
      s.check_equal("3 x by transform", example::to_host(all.r), threefold(s.size()));
    });
    s.draw(picture);
  });
}
