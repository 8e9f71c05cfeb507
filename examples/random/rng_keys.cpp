// Random numbers whose state is a key that the program holds: the same key makes the same numbers,
// and a new key other ones. Keys are numbers of an engine themselves, at indices to which discard
// jumps.
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <cmath>

#include "common/example.h"

using key = std::uint64_t;

/// Returns the i-th key that follows from a key. Another engine makes the numbers, so that no
/// number is a key.
key split(key parent, unsigned i) {
  thrum::philox4x64 g(parent);
  g.discard(i);
  return g();
}

double correlation(std::vector<double> const& x, std::vector<double> const& y) {
  auto const n = static_cast<double>(x.size());
  double const sx = thrum::reduce(thrum::seq, x.begin(), x.end()) / n,
               sy = thrum::reduce(thrum::seq, y.begin(), y.end()) / n;
  auto const product = [&](std::vector<double> const& a, std::vector<double> const& b) {
    return thrum::inner_product(thrum::seq, a.begin(), a.end(), b.begin(), 0.0) / n;
  };
  double const spread = (product(x, x) - sx * sx) * (product(y, y) - sy * sy);
  return (product(x, y) - sx * sy) / std::sqrt(spread);
}

int main(int argc, char** argv) {
  example::description const what{.id = "rng_keys",
                                  .text = "Normal numbers by keys, and the sum of n of their squares.",
                                  .n = 1000,
                                  .quick = 1000,
                                  .bytes = 16,
                                  .n_is = "numbers",
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      key const root = 0, first = split(root, 0), second = split(root, 1);
      auto const draws = [&](key k) { return example::to_host(example::normal<double>(policy, 100, k)); };
      auto const x = draws(root), again = draws(root), left = draws(first), right = draws(second);
      s.check_equal("the same key makes the same numbers", again, x);
      std::size_t equal = 0;
      for (std::size_t i = 0; i < x.size(); ++i) equal += left[i] == right[i] || left[i] == x[i] ? 1 : 0;
      s.check_equal("split keys make others", equal, std::size_t{0});
      double const related = correlation(left, right);
      s.say(example::name_of(policy) + ": correlation of two split keys' numbers " + example::fixed(related, 3));
      s.check_close("without correlation", related, 0, 0.4);

      example::vector_of<decltype(policy), double> normals;
      s.time(policy, "draw normal numbers",
             [&] { normals = example::normal<double>(policy, s.n(), split(root, 2)); });
      auto const n = static_cast<double>(s.n());
      double const squares = thrum::inner_product(policy, normals.begin(), normals.end(), normals.begin(), 0.0);
      s.say(example::name_of(policy) + ": sum of " + example::grouped(s.n()) + " squares " +
            example::fixed(squares, 2));
      s.check_close("the sum of squares is n within four standard deviations", squares, n, 4 * std::sqrt(2 * n));
    });

    thrum::philox4x64 walked(0), jumped(0);
    for (int i = 0; i < 1'000'000; ++i) walked();
    jumped.discard(1'000'000);
    s.check("a jump of a million is a million steps", walked == jumped);
  });
}
