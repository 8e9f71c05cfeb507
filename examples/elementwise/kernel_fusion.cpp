// (2x + 3y) / (x + y + 1) of floats: as one functor, as the six array expressions of NumPy or of
// CuPy without fusion, with five temporaries, and as lazy expressions that are computed when they
// are read. Memory bounds all: 12 bytes per element against 60.
#include <thrum/fill.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>
#include <thrum/zip_function.h>

#include "common/example.h"
#include "common/format.h"

struct times {
  float factor;
  THRUM_HD float operator()(float x) const { return factor * x; }
};
struct plus_one {
  THRUM_HD float operator()(float x) const { return x + 1; }
};
struct weighted_sum {
  THRUM_HD float operator()(float x, float y) const { return 2 * x + 3 * y; }
};
struct sum_plus_one {
  THRUM_HD float operator()(float x, float y) const { return x + y + 1; }
};
struct ratio {
  THRUM_HD float operator()(float x, float y) const { return weighted_sum{}(x, y) / sum_plus_one{}(x, y); }
};

int main(int argc, char** argv) {
  example::description const what{.id = "kernel_fusion",
                                  .text = "(2x + 3y) / (x + y + 1), fused, staged and lazy.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 56};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const n = static_cast<double>(s.n());
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), float>;
      auto const x = example::uniform<float>(policy, s.n(), 1), y = example::uniform<float>(policy, s.n(), 2);
      vector r(s.size(), thrum::no_init), t1(s.size()), t2(s.size()), t3(s.size()), t4(s.size()), t5(s.size());
      double const fused = s.time(
          policy, "fused", [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), r.begin(), ratio{}); },
          {.bytes = 12 * n, .flops = 6 * n});
      auto const of_fused = example::to_host(r);
      // The next form has to write it again.
      auto const forget = [&] { thrum::fill(policy, r.begin(), r.end(), -1.0F); };
      forget();

      double const staged =
          s.time(policy, "staged",
                 [&] {
                   thrum::transform(policy, x.begin(), x.end(), t1.begin(), times{2});
                   thrum::transform(policy, y.begin(), y.end(), t2.begin(), times{3});
                   thrum::transform(policy, t1.begin(), t1.end(), t2.begin(), t3.begin(), thrum::plus<>{});
                   thrum::transform(policy, x.begin(), x.end(), y.begin(), t4.begin(), thrum::plus<>{});
                   thrum::transform(policy, t4.begin(), t4.end(), t5.begin(), plus_one{});
                   thrum::transform(policy, t3.begin(), t3.end(), t5.begin(), r.begin(), thrum::divides<>{});
                 },
                 {.bytes = 60 * n, .flops = 6 * n});
      auto const of_staged = example::to_host(r);
      forget();

      auto const pairs = thrum::make_zip_iterator(x.begin(), y.begin());
      auto const above = thrum::make_transform_iterator(pairs, thrum::make_zip_function(weighted_sum{}));
      auto const below = thrum::make_transform_iterator(pairs, thrum::make_zip_function(sum_plus_one{}));
      s.time(policy, "lazy",
             [&] { thrum::transform(policy, above, above + s.n(), below, r.begin(), thrum::divides<>{}); },
             {.bytes = 12 * n, .flops = 6 * n});

      s.say(example::name_of(policy) + ": fused is " + example::fixed(staged / fused, 2) +
            " times as fast as staged; by bytes, 60 / 12, it would be 5");
      s.check_ulps("fused and staged agree within 2 ulps", of_fused, of_staged, 2);
      s.check_ulps("lazy and staged agree within 2 ulps", example::to_host(r), of_staged, 2);
      auto const a = example::to_host(x), b = example::to_host(y);
      std::vector<float> exact(s.size());
      for (std::size_t i = 0; i < exact.size(); ++i) {
        exact[i] = static_cast<float>((2.0 * a[i] + 3.0 * b[i]) / (1.0 + a[i] + b[i]));
      }
      s.check_ulps("within 5 ulps of doubles", of_fused, exact, 5);
    });
  });
}
