// x / |x|: a sum of squares, which all threads need, and then a division of each element. The sum
// is computed once by transform_reduce, and once by blocks of 256 lanes: a lane adds its part, then
// the lanes of a block add their sums as a tree in shared memory.
#include <thrum/fill.h>
#include <thrum/for_each_block.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/example.h"
#include "common/reference.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};
/// A vector of length 0 does not change.
struct over {
  double length;
  THRUM_HD double operator()(double x) const { return length > 0 ? x / length : x; }
};

struct squares_of_block {
  static constexpr int lanes = 256, each = 64;
  double const* x;
  double* sums;
  std::ptrdiff_t n;
  THRUM_HD void operator()(thrum::block<lanes> const& block) const {
    auto& part = block.shared<double[lanes]>();
    auto own = block.values<double>();
    std::ptrdiff_t const first = block.index() * lanes * each;
    for (int k = 0; k < each; ++k) {
      block.each([&](int lane) {
        std::ptrdiff_t const i = first + k * lanes + lane;
        if (i < n) own[lane] += x[i] * x[i];
      });
    }
    block.each([&](int lane) { part[lane] = own[lane]; });
    for (int upper = lanes / 2; upper > 0; upper /= 2) {
      block.each([&](int lane) {
        if (lane < upper) part[lane] += part[lane + upper];
      });
    }
    block.each([&](int lane) {
      if (lane == 0) sums[block.index()] = part[0];
    });
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "vector_normalize",
                                  .text = "x / |x| of n normal numbers.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 40,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      auto const x = example::normal<double>(policy, s.n(), 3);
      vector out(x.size(), thrum::no_init), sums(static_cast<std::size_t>(thrum::blocks_for(s.n(), 256 * 64)));
      auto const divide = [&](vector const& v, double sum) {
        thrum::transform(policy, v.begin(), v.end(), out.begin(), over{std::sqrt(sum)});
      };
      auto const by_algorithm = [&](vector const& v) {
        divide(v, thrum::transform_reduce(policy, v.begin(), v.end(), square{}, 0.0, thrum::plus<>{}));
      };
      auto const by_blocks = [&](vector const& v) {
        auto const blocks = thrum::blocks_for(static_cast<std::ptrdiff_t>(v.size()), 256 * 64);
        thrum::for_each_block(
            policy, blocks, thrum::lanes<256>,
            squares_of_block{thrum::raw_pointer_cast(v.data()), thrum::raw_pointer_cast(sums.data()),
                             static_cast<std::ptrdiff_t>(v.size())});
        divide(v, thrum::reduce(policy, sums.begin(), sums.begin() + blocks));
      };
      auto const check = [&](char const* name) {
        example::exact_sum squares;
        for (double const value : example::to_host(out)) squares.add(static_cast<long double>(value) * value);
        double const unit = std::numeric_limits<double>::epsilon() / 2;
        s.check_close(name, std::sqrt(squares.value()), 1,
                      4 * unit * std::log2(static_cast<double>(std::max<std::int64_t>(s.n(), 2))));
      };
      example::amount const moved{.bytes = 24.0 * static_cast<double>(s.n())};
      s.time(policy, "transform_reduce, transform", [&] { by_algorithm(x); }, moved);
      check("the result has length 1");
      auto const first = example::to_host(out);
      thrum::fill(policy, out.begin(), out.end(), 0.0);  // the blocks have to write it again
      s.time(policy, "blocks of 256 lanes, transform", [&] { by_blocks(x); }, moved);
      check("that of the blocks has length 1");
      s.check_ulps("the two agree within 16 ulps", example::to_host(out), first, 16);

      vector const zero(100, 0.0);
      out.assign(100, 1.0);
      by_algorithm(zero);
      s.check_equal("a vector of zeros stays one", example::to_host(out), std::vector<double>(100, 0.0));
      out.assign(100, 1.0);
      by_blocks(zero);
      s.check_equal("a vector of zeros stays one by blocks", example::to_host(out), std::vector<double>(100, 0.0));
    });
  });
}
