// The sum of tanh over a matrix's diagonal, added to each of its elements. The diagonal is a range
// of every (n+1)-th element, and is not copied. The first call costs more than the others because
// the threads or the device start; no call compiles anything.
#include <thrum/iterator/strided_iterator.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <cmath>

#include "common/example.h"

struct tangent {
  THRUM_HD double operator()(double x) const { return std::tanh(x); }
};
struct add_constant {
  double constant;
  THRUM_HD double operator()(double x) const { return x + constant; }
};

template <class Policy, class Matrix>
double go_fast(Policy const& policy, std::ptrdiff_t n, Matrix const& a, Matrix& out) {
  auto const diagonal = thrum::make_strided_iterator(a.begin(), n + 1);
  double const t = thrum::transform_reduce(policy, diagonal, diagonal + n, tangent{}, 0.0, thrum::plus<>{});
  thrum::transform(policy, a.begin(), a.end(), out.begin(), add_constant{t});
  return t;
}

int main(int argc, char** argv) {
  example::description const what{.id = "go_fast_trace",
                                  .text = "A matrix of n x n, plus the sum of tanh over its diagonal.",
                                  .n = 10,
                                  .quick = 10,
                                  .n_is = "rows",
                                  .most = 1 << 15,
                                  .bytes_of = [](double n) { return 32 * n * n; }};
  return example::run(argc, argv, what, [](example::session& s) {
    long double sum = 0;
    for (std::int64_t i = 0; i < s.n(); ++i) sum += std::tanh(static_cast<long double>(i * (s.n() + 1)));
    auto const exact = static_cast<double>(sum);
    if (s.n() == 10) s.check_close("the sum is 8.999999999442106", exact, 8.999999999442106, 1e-14);

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), double> a(s.size() * s.size()), out(a.size());
      thrum::sequence(policy, a.begin(), a.end(), 0.0);
      double t = 0;
      double const first = example::seconds_of([&] { t = go_fast(policy, s.n(), a, out); });
      s.add({"first call", example::name_of(policy), first, {}});
      s.time(policy, "further calls", [&] { go_fast(policy, s.n(), a, out); });

      s.check_close("the sum over the diagonal within 1e-12", t, exact, 1e-12 * static_cast<double>(s.n()));
      std::vector<double> expected(out.size());
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<double>(i) + t;
      s.check_equal("each element plus it", example::to_host(out), expected);
      if (!expected.empty())
        s.say(example::name_of(policy) + ": last element " + example::fixed(expected.back(), 12));
    });
  });
}
