// cos(2x) of 0, 1, 2, ..., and c = a + b, d = 2c, e = sin(d). Vectors stay where the work is done:
// data that each step would send back and forth is sent once. Both sides reach a unified vector,
// and nothing is copied by hand.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

struct twice {
  THRUM_HD double operator()(double x) const { return 2 * x; }
};
struct cosine {
  THRUM_HD double operator()(double x) const { return std::cos(x); }
};
struct sine {
  THRUM_HD double operator()(double x) const { return std::sin(x); }
};

/// Copies a vector to the other side, and counts the copy.
template <class From, class To>
void transfer(From const& from, To& to, int& transfers) {
  thrum::copy(from.begin(), from.end(), to.begin());
  ++transfers;
}

/// Computes e = sin(2 (a + b)). The three steps find their input in place, or everything is sent to
/// each of them and back.
template <class Vector>
int chain(auto const& policy, std::vector<double> const& a, std::vector<double> const& b, std::vector<double>& e,
          bool stays) {
  int transfers = 0;
  Vector x(a.size(), thrum::no_init), y(a.size(), thrum::no_init);
  auto const back_and_forth = [&] {
    if (!stays) transfer(x, e, transfers), transfer(e, x, transfers);
  };
  transfer(a, x, transfers);
  transfer(b, y, transfers);
  thrum::transform(policy, x.begin(), x.end(), y.begin(), x.begin(), thrum::plus<>{});
  back_and_forth();
  thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{});
  back_and_forth();
  thrum::transform(policy, x.begin(), x.end(), x.begin(), sine{});
  transfer(x, e, transfers);
  return transfers;
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "arange_cos",
      .text = "cos(2x) of 0, 1, 2, ..., and sin(2 (a + b)) with and without transfers.",
      .n = 1'000'000,
      .quick = 10'000,
      .bytes = 88};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<double> cosines(s.size()), a(s.size()), b(s.size()), sines(s.size()), e(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
      auto const x = static_cast<double>(i);
      cosines[i] = std::cos(2 * x);
      a[i] = x / 8, b[i] = 1 - x / 4;
      sines[i] = std::sin(2 * (a[i] + b[i]));
    }
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      vector x(s.size());
      thrum::sequence(policy, x.begin(), x.end());
      thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{});
      thrum::transform(policy, x.begin(), x.end(), x.begin(), cosine{});
      s.check_ulps("cos(2x) within 2 ulps", example::to_host(x), cosines, 2);

      int sent = 0;
      std::fill(e.begin(), e.end(), -9.0);  // the output of another policy
      s.time(policy, "stays there", [&] { sent = chain<vector>(policy, a, b, e, true); });
      s.check_ulps("sin(2(a + b)) within 2 ulps", e, sines, 2);
      s.check_equal("two transfers in, one out", sent, 3);
      std::fill(e.begin(), e.end(), -9.0);
      s.time(policy, "there and back each step", [&] { sent = chain<vector>(policy, a, b, e, false); });
      s.check_ulps("and with every step sent back", e, sines, 2);
      s.check_equal("which are seven", sent, 7);

      thrum::unified_vector<double> const p(a.begin(), a.end()), q(b.begin(), b.end());
      thrum::unified_vector<double> r(s.size());
      s.time(policy, "unified vectors", [&] {
        thrum::transform(policy, p.begin(), p.end(), q.begin(), r.begin(), thrum::plus<>{});
        thrum::transform(policy, r.begin(), r.end(), r.begin(), twice{});
        thrum::transform(policy, r.begin(), r.end(), r.begin(), sine{});
      });
      s.check_ulps("unified vectors give the same", r, sines, 2);
    });
  });
}
