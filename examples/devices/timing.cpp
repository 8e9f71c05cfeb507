// Measures time: a clock of real time, a first call that does not count, and under CUDA a clock
// that waits. A launch returns at once, so that a clock around it alone measures only the launch. A
// wrapper times any function.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/timer.h>
#include <thrum/transform_reduce.h>
#include <ctime>
#include <utility>
#if defined(__CUDACC__)
#include <thrum/cuda.cuh>
#endif

#include "common/example.h"

constexpr std::int64_t once = 333'283'335'000;
// Volatile, so that no compiler adds at compile time or only once; otherwise the measured time
// would be that of nothing.
std::int64_t volatile limit = 10'000;

struct square {
  THRUM_HD std::int64_t operator()(std::int64_t x) const { return x * x; }
};

/// Sums n^2 for all n below the limit, this many times.
template <class Policy>
std::int64_t sum_of_squares(Policy const& policy, int times) {
  std::int64_t sum = 0;
  thrum::counting_iterator<std::int64_t> const first(0);
  for (int i = 0; i < times; ++i) {
    sum += thrum::transform_reduce(policy, first, first + limit, square{}, std::int64_t{0}, thrum::plus<>{});
  }
  return sum;
}

/// The result of a function, and the seconds that it took under a policy.
template <class T>
struct timed_result {
  T value;
  double seconds;
};

/// Returns the result of f together with its time, like a decorator in Python.
template <class Policy, class F>
auto timed(Policy const& policy, F f) {
  return [=](auto&&... arguments) {
    thrum::timer watch(policy);
    watch.start();
    auto value = f(policy, std::forward<decltype(arguments)>(arguments)...);
    watch.stop();
    return timed_result<decltype(value)>{value, watch.seconds()};
  };
}

/// Adds the seconds of its lifetime to a sum.
class scope_timer {
 public:
  explicit scope_timer(double& seconds) : seconds_(seconds) {}
  scope_timer(scope_timer const&) = delete;
  scope_timer& operator=(scope_timer const&) = delete;
  ~scope_timer() { seconds_ += watch_.seconds(); }

 private:
  double& seconds_;
  example::stopwatch watch_;
};

int main(int argc, char** argv) {
  example::description const what{.id = "timing",
                                  .text = "The sum of the squares below 10,000, n times, by several clocks.",
                                  .n = 999,
                                  .quick = 99,
                                  .n_is = "times",
                                  .least = 1,
                                  .most = 27'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const times = static_cast<int>(s.n());
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      auto const f = timed(policy, [](auto const& p, int k) { return sum_of_squares(p, k); });
      s.check_equal("333,283,335,000", f(1).value, once);

      // Three clocks around the same work. The clock of the processor is not among them: it adds
      // the times of all threads.
      double wall = 0;
      std::clock_t const before = std::clock();
      timed_result<std::int64_t> result{};
      {
        scope_timer const outside(wall);
        result = f(times);
      }
      double const processor = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
      s.check_equal("n times that", result.value, once * s.n());
      s.check("time has passed", result.seconds > 0);
      s.check("the timer inside shows no more than the one around it", result.seconds <= wall + 1e-5);
      auto const ms = [](double seconds) { return std::to_string(1e3 * seconds) + " ms"; };
      s.say(name + ": timer " + ms(result.seconds) + ", around it " + ms(wall) + ", of the processor " +
            ms(processor));
      s.add({"timer", name, result.seconds, {.elements = s.n()}});
      s.add({"std::clock, which adds up threads", name, processor, {.elements = s.n()}});

#if defined(__CUDACC__)
      if constexpr (example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        // The same without a result for the host: the host does not wait, and the naive clock stops
        // before the work has begun.
        thrum::device_vector<std::int64_t> sum(1);
        auto const work = [&] {
          thrum::counting_iterator<std::int64_t> const first(0);
          for (int i = 0; i < times; ++i) {
            thrum::transform_reduce_into(thrum::cuda::par_nosync, first, first + limit, sum.begin(), square{},
                                         std::int64_t{0}, thrum::plus<>{});
          }
        };
        double const naive = example::seconds_of(work);
        thrum::cuda::par.sync();
        double around = 0, events = 0;
        {
          scope_timer const outside(around);
          events = thrum::seconds_of(thrum::cuda::par_nosync, work);
        }
        s.check("events show no more than the clock around them", events > 0 && events <= around + 1e-5);
        s.say("cuda, without a wait: a clock that does not wait " + ms(naive) + ", events " + ms(events));
        s.add({"naive: the launches alone", name, naive, {.elements = s.n()}});
        s.add({"events", name, events, {.elements = s.n()}});
      }
#endif
    });
  });
}
