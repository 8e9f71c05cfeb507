// c = a + b of fifty million floats: in the memory of the policy, copied from the host and back,
// and in memory that host and device share. The cost of the transfers decides whether a device is
// worth it.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

/// Says whether host and device share memory: without CUDA it is the host's, otherwise the call
/// needs a device.
inline bool has_unified_memory() {
#if defined(THRUM_WITH_CUDA)
  return example::card_present();
#else
  return true;
#endif
}

template <class V>
double largest_difference(V const& got, std::vector<float> const& expected) {
  double most = got.size() == expected.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < expected.size() && std::isfinite(most); ++i) {
    most = std::max(most, std::abs(static_cast<double>(got[i]) - static_cast<double>(expected[i])));
  }
  return most;
}

int main(int argc, char** argv) {
  example::description const what{.id = "vector_add_transfer",
                                  .text = "c = a + b of n floats, with and without their transfers.",
                                  .n = 50'000'000,
                                  .quick = 100'000,
                                  .bytes = 44};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const handled{.bytes = 12.0 * static_cast<double>(s.n())};
    std::vector<float> x, y, sums(s.size()), expected(s.size());
    s.each_policy([&](auto const& policy) {
      {
        auto a = example::uniform<float>(policy, s.n(), 1), b = example::uniform<float>(policy, s.n(), 2);
        example::vector_of<decltype(policy), float> c(s.size(), thrum::no_init);
        if (x.empty()) {
          x = example::to_host(a), y = example::to_host(b);
          std::transform(x.begin(), x.end(), y.begin(), expected.begin(), std::plus<>{});
        }
        auto const add = [&] {
          thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), thrum::plus<>{});
        };
        s.time(policy, "compute only", add, handled);
        s.check_equal("every bit is the host's", example::to_host(c), expected);
        std::fill(sums.begin(), sums.end(), -1.0F);  // the output of another policy
        s.time(
            policy, "with transfers",
            [&] {
              thrum::copy(x.begin(), x.end(), a.begin());
              thrum::copy(y.begin(), y.end(), b.begin());
              add();
              thrum::copy(c.begin(), c.end(), sums.begin());
            },
            handled);
        s.check_close("largest difference of all n is 0", largest_difference(sums, expected), 0, 0);
      }
      if (!has_unified_memory()) return s.say("no card: no memory that it shares with the host");
      thrum::unified_vector<float> a(s.size(), thrum::no_init), b(s.size(), thrum::no_init),
          c(s.size(), thrum::no_init);
      // The host writes the input each time, so that the pages move to the device again.
      auto const write = [&] {
        std::copy(x.begin(), x.end(), a.begin());
        std::copy(y.begin(), y.end(), b.begin());
      };
      s.time_prepared(
          policy, "unified memory", write,
          [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), thrum::plus<>{}); }, handled);
      s.check_close("nor in unified memory", largest_difference(c, expected), 0, 0);
    });
  });
}
