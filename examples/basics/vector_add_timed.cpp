// c = a + b of floats, with and without the copies to where the policy works, by two clocks: is it
// worth a GPU? std::clock counts the time of all threads together; measure with the wall clock, or
// with events on a device.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <algorithm>
#include <ctime>

#include "common/example.h"
#include "common/format.h"
#if defined(__CUDACC__)
#include <thrum/cuda/event.h>
#endif

/// Returns the seconds of one call of work() by the wall clock and by a second clock: events on a
/// device, otherwise the processor time.
struct both_clocks {
  double wall, other;
};
template <class Policy, class Work>
both_clocks time_by_both(Policy const&, Work work) {
  example::stopwatch const watch;
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    thrum::cuda::timer timer;
    timer.start();
    work();
    timer.stop();
    return {watch.seconds(), timer.seconds()};
  }
#endif
  std::clock_t const start = std::clock();
  work();
  return {watch.seconds(), static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC};
}

int main(int argc, char** argv) {
  example::description const what{.id = "vector_add_timed",
                                  .text = "c = a + b of n floats, timed with and without copies.",
                                  .n = 64 * 512 * 1024,
                                  .quick = 200'000,
                                  .bytes = 36};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const handled{.bytes = 12.0 * static_cast<double>(s.n())};
    std::vector<float> x, y, sums(s.size()), expected(s.size());
    s.each_policy([&](auto const& policy) {
      auto a = example::uniform<float>(policy, s.n(), 676), b = example::uniform<float>(policy, s.n(), 677);
      example::vector_of<decltype(policy), float> c(s.size(), thrum::no_init);
      if (x.empty()) {
        x = example::to_host(a), y = example::to_host(b);
        auto const plain_loop = [&] {
          for (std::size_t i = 0; i < x.size(); ++i) expected[i] = x[i] + y[i];
        };
        s.time_other("loop", "a + b", plain_loop, handled);
      }
      auto const add = [&] {
        thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), thrum::plus<>{});
      };
      s.time(policy, "a + b", add, handled);
      s.check_equal("every bit is the host loop's", example::to_host(c), expected);
      both_clocks const clocks = time_by_both(policy, add);
      s.say(example::name_of(policy) + ": " + example::milliseconds(clocks.wall) + " ms by the wall, " +
            example::milliseconds(clocks.other) + " ms by " +
            (example::name_of(policy) == "cuda" ? "events" : "std::clock, which adds up the threads"));

      std::fill(sums.begin(), sums.end(), -1.0F);  // the output of another policy
      auto const copy_and_add = [&] {
        thrum::copy(x.begin(), x.end(), a.begin());
        thrum::copy(y.begin(), y.end(), b.begin());
        add();
        thrum::copy(c.begin(), c.end(), sums.begin());
      };
      s.time(policy, "a + b with copies there and back", copy_and_add, handled);
      s.check_equal("with copies too", sums, expected);
    });
  });
}
