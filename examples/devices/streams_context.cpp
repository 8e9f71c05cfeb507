// Queued work: eight steps, each on the results of the previous one, in a stream that lives for a
// block of code. The host waits once, at the end of the block. On the host a chain of futures does
// the same.
#include <thrum/async/transform.h>
#include <thrum/future.h>
#include <thrum/transform.h>
#if defined(__CUDACC__)
#include <thrum/cuda/counters.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/stream.h>
#endif

#include "common/example.h"

constexpr std::size_t steps = 8;

/// A step whose position in the order shows in the result.
struct step {
  double k;
  THRUM_HD double operator()(double x) const { return x / 2 + k; }
};

/// The times at which each step was queued, began and ended, in milliseconds.
struct timeline {
  std::vector<double> queued, begin, end;
};

/// A chain of futures; the host waits only at its end.
template <class Policy, class V>
timeline in_queue(Policy const& policy, V& x) {
  timeline t{std::vector<double>(steps), std::vector<double>(steps), std::vector<double>(steps)};
  example::stopwatch const watch;
  auto const run = [&](std::size_t k) {
    t.begin[k] = 1e3 * watch.seconds();
    thrum::transform(policy, x.begin(), x.end(), x.begin(), step{static_cast<double>(k)});
    t.end[k] = 1e3 * watch.seconds();
  };
  // A call without elements begins the chain: under par it makes the steps tasks.
  auto done = thrum::async::transform(policy, x.begin(), x.begin(), x.begin(), step{0}).then([](auto) {});
  for (std::size_t k = 0; k < steps; ++k) {
    t.queued[k] = 1e3 * watch.seconds();
    done = done.then([&run, k] { run(k); });
  }
  done.get();
  return t;
}

#if defined(__CUDACC__)
/// A stream that lives for a block of code, whose end waits for the work. `pauses` also waits after
/// each step.
template <class V>
timeline in_stream(V& x, bool pauses = false) {
  timeline t;
  thrum::cuda::stream stream;
  auto const policy = thrum::cuda::par_nosync.on(stream);
  std::vector<thrum::cuda::event> events(steps + 1);
  example::stopwatch const watch;
  events[0].record(stream);
  for (std::size_t k = 0; k < steps; ++k) {
    t.queued.push_back(1e3 * watch.seconds());
    thrum::transform(policy, x.begin(), x.end(), x.begin(), step{static_cast<double>(k)});
    events[k + 1].record(stream);
    if (pauses) stream.synchronize();
  }
  stream.synchronize();
  for (std::size_t k = 0; k < steps; ++k) {
    t.begin.push_back(1e3 * events[k].seconds_since(events[0]));
    t.end.push_back(1e3 * events[k + 1].seconds_since(events[0]));
  }
  return t;
}
#endif

template <class Policy, class V>
timeline queued_steps(Policy const& policy, V& x) {
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) return in_stream(x);
#endif
  return in_queue(policy, x);
}

/// Draws the times of queueing, and a staircase of the steps as they ran.
void add_to(example::figure& f, timeline const& t, std::string const& name) {
  example::series queued{.name = name + ": queued", .drawn = example::series::style::points};
  example::series ran{.name = name + ": ran"};
  for (std::size_t k = 0; k < steps; ++k) {
    auto const y = static_cast<double>(k);
    queued.x.push_back(t.queued[k]), queued.y.push_back(y);
    ran.x.insert(ran.x.end(), {t.begin[k], t.end[k]}), ran.y.insert(ran.y.end(), {y, y});
  }
  f.lines.push_back(queued);
  f.lines.push_back(ran);
}

int main(int argc, char** argv) {
  example::description const what{.id = "streams_context",
                                  .text = "Eight steps over n numbers, queued in order, and one wait.",
                                  .n = 10'000'000,
                                  .quick = 200'000,
                                  .bytes = 24,
                                  .least = 1,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    double expected = 1;
    for (std::size_t k = 0; k < steps; ++k) expected = expected / 2 + static_cast<double>(k);
    example::figure picture{
        .title = "streams_context", .x_label = "ms since the first was queued", .y_label = "step"};

    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::vector_of<policy_type, double> x(s.size(), 1.0);
      timeline const t = queued_steps(policy, x);
      s.check_equal("the steps were done in order", example::to_host(x), std::vector<double>(s.size(), expected));
      bool ordered = t.queued.size() == steps && t.begin.size() == steps;
      for (std::size_t k = 1; k < steps; ++k) ordered = ordered && t.begin[k] >= t.end[k - 1];
      s.check("none began before the one before it had ended", ordered);
      s.say(example::name_of(policy) + ": all queued after " + std::to_string(t.queued.back()) +
            " ms, all done after " + std::to_string(t.end.back()) + " ms");
      add_to(picture, t, example::name_of(policy));

      s.time(policy, "queued, one wait", [&] { queued_steps(policy, x); },
             {.bytes = 16.0 * steps * static_cast<double>(s.n())});
#if defined(__CUDACC__)
      if constexpr (example::on_card<policy_type>) {
        auto const waits = [&](bool pauses) {
          auto const before = thrum::cuda::counters::now();
          in_stream(x, pauses);
          return (thrum::cuda::counters::now() - before).stream_synchronisations;
        };
        s.check_equal("one wait for the stream", waits(false), std::uint64_t{1});
        s.check_equal("one more behind each step", waits(true), std::uint64_t{steps + 1});
      }
#endif
      s.time(policy, "a wait behind each", [&] {
        for (std::size_t k = 0; k < steps; ++k) {
          thrum::transform(policy, x.begin(), x.end(), x.begin(), step{static_cast<double>(k)});
        }
      });
    });
    s.draw(picture);
  });
}
