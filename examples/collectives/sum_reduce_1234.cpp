// The sum of 1 to 1234, returned to the host or stored beside the numbers. reduce returns the sum,
// for which the host has to wait; reduce_into stores it through a pointer or an iterator, and the
// host continues. The next call on the device can use the sum.
#include <thrum/reduce.h>
#include <thrum/sequence.h>

#include "common/example.h"
#include "common/format.h"

/// Returns the policy under which calls without a result do not wait.
template <class Policy>
auto without_waiting(Policy const& policy) {
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) return thrum::cuda::par_nosync;
  else
#endif
    return policy;
}

int main(int argc, char** argv) {
  // Larger sums are not exact in double.
  example::description const what{.id = "sum_reduce_1234",
                                  .text = "The sum of 1 to n, on the host and left on the device.",
                                  .n = 1234,
                                  .quick = 1234,
                                  .bytes = 8,
                                  .least = 0,
                                  .most = 94'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    double const n = static_cast<double>(s.n()), expected = n * (n + 1) / 2;
    s.say("the sum of 1 to " + example::grouped(s.n()) + " is " +
          example::grouped(static_cast<std::int64_t>(expected)));
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      doubles numbers(s.size()), results(2);
      thrum::sequence(policy, numbers.begin(), numbers.end(), 1.0);
      auto const going_on = without_waiting(policy);

      double sum = 0;
      s.time(policy, "reduce, to the host", [&] { sum = thrum::reduce(policy, numbers.begin(), numbers.end()); });
      s.time(policy, "reduce_into a pointer",
             [&] { thrum::reduce_into(going_on, numbers.begin(), numbers.end(), results.data()); });
      s.time(policy, "reduce_into an iterator",
             [&] { thrum::reduce_into(going_on, numbers.begin(), numbers.end(), results.begin() + 1); });

      s.check_equal("the sum on the host is n (n + 1) / 2", sum, expected);
      s.check_equal("both sums that stayed are, too", example::to_host(results), std::vector{expected, expected});
    });
  });
}
