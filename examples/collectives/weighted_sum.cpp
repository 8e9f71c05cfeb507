// A reduction of four parts, like that of a reduction kernel: a map (x * w), an operator (+), its
// identity (0), and a function of the result. The map is a functor of transform_reduce, which reads
// the pairs once and stores nothing; the function of the one result needs no algorithm.
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <thrum/tuple.h>
#include <cmath>

#include "common/example.h"
#include "common/format.h"
#include "common/reference.h"

struct weighted {
  template <class Pair>
  THRUM_HD float operator()(Pair const& pair) const {
    return thrum::get<0>(pair) * thrum::get<1>(pair);
  }
};

template <class Policy, class Floats>
float weighted_sum(Policy const& policy, Floats const& x, Floats const& w) {
  auto const first = thrum::make_zip_iterator(x.begin(), w.begin());
  return thrum::transform_reduce(policy, first, first + (x.end() - x.begin()), weighted{}, 0.0f, thrum::plus<>{});
}

int main(int argc, char** argv) {
  example::description const what{.id = "weighted_sum",
                                  .text = "The sum of x * w: normal numbers, uniform weights.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 16,
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    example::exact_sum exact;
    s.each_policy([&](auto const& policy) {
      auto const x = example::normal<float>(policy, s.n(), 1), w = example::uniform<float>(policy, s.n(), 2);
      float sum = 0;
      double const n = static_cast<double>(s.n());
      s.time(policy, "sum of x * w", [&] { sum = weighted_sum(policy, x, w); }, {.bytes = 8 * n, .flops = 2 * n});
      float const mean = sum / thrum::reduce(policy, w.begin(), w.end());
      s.say(example::name_of(policy) + ": sum " + example::fixed(sum, 4) + ", weighted mean " +
            example::fixed(mean, 7));

      if (exact.value() == 0) {
        auto const a = example::to_host(x), b = example::to_host(w);
        for (std::size_t i = 0; i < a.size(); ++i) exact.add(static_cast<long double>(a[i]) * b[i]);
      }
      s.check_close("the sum within 2 log2(n) u of one in long double", sum, exact.value(),
                    exact.tolerance<float>() * 1.1);
      // Each term has the deviation sqrt(E w^2) = sqrt(1/3); the weights have the mean 1/2.
      s.check_close("the mean is 0 within 5 deviations", mean, 0, 5 * std::sqrt(4 / (3 * n)));
    });
  });
}
