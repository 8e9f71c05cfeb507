// The promises of a policy. Compares the same calls under the standard's policies and under
// thrum's: element-wise results agree; rounded sums may differ if the shapes of the sums differ; a
// functor that depends on an order gets none.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#if defined(THRUM_WITH_TBB) && !defined(__CUDACC__)
#include <execution>
#define EXAMPLE_STD_POLICIES 1
#endif

#include "common/example.h"

struct polynomial {
  THRUM_HD double operator()(double x) const { return (x + 0.5) * 2; }
};

/// Counts as a beginner might: reads, adds one, writes. Two threads that read the same number lose
/// one.
struct count_carelessly {
  std::atomic<std::int64_t>* counter;
  void operator()(std::ptrdiff_t) const {
    counter->store(counter->load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
};
struct count_atomically {
  std::atomic<std::int64_t>* counter;
  void operator()(std::ptrdiff_t) const { counter->fetch_add(1, std::memory_order_relaxed); }
};

template <class Policy, class Count>
std::int64_t counted(Policy const& policy, std::int64_t n, std::atomic<std::int64_t>& counter) {
  counter = 0;
  thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), n, Count{&counter});
  return counter;
}

int main(int argc, char** argv) {
  example::description const what{.id = "execution_policies",
                                  .text = "The same work under the policies of the standard and of thrum.",
                                  .n = 2'000'000,
                                  .quick = 100'000,
                                  .bytes = 96};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const input = example::uniform<double>(thrum::seq, s.n(), 1);
    std::vector<double> const x(input.begin(), input.end());
    std::vector<double> y(x.size()), sorted(x);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = (x[i] + 0.5) * 2;
    std::sort(sorted.begin(), sorted.end());
    double const sum = static_cast<double>(std::accumulate(x.begin(), x.end(), 0.0L));
    double const rounding = 2 * std::log2(static_cast<double>(s.n()) + 2) * 1.11e-16 * sum;

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), double> const in(x.begin(), x.end());
      example::vector_of<decltype(policy), double> out(x.size()), order(x.size());
      s.time(policy, "transform",
             [&] { thrum::transform(policy, in.begin(), in.end(), out.begin(), polynomial{}); });
      s.check_equal("transform agrees bit by bit", example::to_host(out), y);
      double total = 0;
      s.time(policy, "reduce", [&] { total = thrum::reduce(policy, in.begin(), in.end()); });
      s.check_close("reduce agrees up to rounding", total, sum, rounding);
      if (example::name_of(policy) != "cuda") s.check_same("and to the last bit on the host", total);
      s.time_prepared(
          policy, "sort", [&] { order = in; }, [&] { thrum::sort(policy, order.begin(), order.end()); });
      s.check_equal("sort agrees", example::to_host(order), sorted);

      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        std::atomic<std::int64_t> counter;
        std::int64_t const careless = counted<decltype(policy), count_carelessly>(policy, s.n(), counter);
        s.say("read, add, write under " + example::name_of(policy) + ": " + std::to_string(careless) + " of " +
              std::to_string(s.n()) + " counted");
        if (example::name_of(policy) == "seq") s.check_equal("seq runs one call at a time", careless, s.n());
        std::int64_t const atomic = counted<decltype(policy), count_atomically>(policy, s.n(), counter);
        s.check_equal("atomic additions are right under every policy", atomic, s.n());
      }
    });

#if defined(EXAMPLE_STD_POLICIES)
    auto const standard = [&](char const* name, auto const& policy) {
      std::vector<double> out(x.size()), order;
      s.time_other(name, "transform",
                   [&] { std::transform(policy, x.begin(), x.end(), out.begin(), polynomial{}); });
      s.check_equal("transform agrees bit by bit", out, y);
      double total = 0;
      s.time_other(name, "reduce", [&] { total = std::reduce(policy, x.begin(), x.end()); });
      s.check_close("reduce agrees up to rounding", total, sum, static_cast<double>(s.n()) * 1.11e-16 * sum);
      s.time_other(name, "sort", [&] { std::sort(policy, order.begin(), order.end()); }, {}, [&] { order = x; });
      s.check_equal("sort agrees", order, sorted);
    };
    standard("std::seq", std::execution::seq);
    standard("std::unseq", std::execution::unseq);
    standard("std::par", std::execution::par);
    standard("std::par_unseq", std::execution::par_unseq);
#endif
  });
}
