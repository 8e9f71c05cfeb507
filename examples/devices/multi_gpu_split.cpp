// A sum of squares over several devices: each gets its share, all are begun, and only then is anything waited for. Without
// devices parts of the host's memory stand for them, so that the same program runs, and is tested, anywhere.
#include <thrum/multi_device.h>
#include <thrum/transform_reduce.h>
#if defined(__CUDACC__)
#include <thrum/cuda/event.h>
#endif

#include "common/example.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

#if defined(__CUDACC__)
/// Group of a policy: of as many parts as asked for, on the devices in turn.
template <class Policy>
auto group_of(Policy const& policy, int parts) {
  if constexpr (example::on_card<Policy>) {
    std::vector<int> numbers;
    for (int p = 0; p < parts; ++p) numbers.push_back(p % thrum::cuda::device::count());
    return std::make_unique<thrum::cuda::device_group>(numbers);
  } else {
    return std::make_unique<thrum::policy_group<Policy>>(parts, policy);
  }
}
#else
template <class Policy>
auto group_of(Policy const& policy, int parts) {
  return std::make_unique<thrum::policy_group<Policy>>(parts, policy);
}
#endif

/// The course's split: equal shares, and the last part takes the rest too.
std::vector<std::ptrdiff_t> shares(std::ptrdiff_t n, int parts) {
  std::vector<std::ptrdiff_t> sizes(static_cast<std::size_t>(parts), n / parts);
  sizes.back() += n % parts;
  return sizes;
}

struct span_of_time {
  double begin = 0, end = 0;
};

/// When each part of a vector was summed, in seconds from the first one's begin.
template <class Policy, class Vector>
std::vector<span_of_time> times_of_parts(Policy const&, Vector const& v) {
  auto const& group = v.group();
  std::vector<span_of_time> times(static_cast<std::size_t>(group.parts()));
  auto const place = [](std::ptrdiff_t p) { return static_cast<std::size_t>(p); };
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    std::vector<thrum::cuda::event> begins, ends;
    thrum::device_vector<double> sums(times.size());
    group.run([&](std::ptrdiff_t p) {
      auto const part = v.part(p);
      begins.emplace_back();
      ends.emplace_back();
      begins.back().record(group.policy(p).stream());
      thrum::transform_reduce_into(group.policy(p), part.begin(), part.end(), sums.begin() + p, square{}, 0.0,
                                   thrum::plus<>{});
      ends.back().record(group.policy(p).stream());
    });
    for (std::size_t p = 0; p < times.size(); ++p) {
      if (group.device_of(static_cast<std::ptrdiff_t>(p)) != group.device_of(0)) continue;
      times[p] = {begins[p].seconds_since(begins[0]), ends[p].seconds_since(begins[0])};
    }
    group.wait();
    return times;
  }
#endif
  example::stopwatch const watch;
  group.run([&](std::ptrdiff_t p) {
    auto const part = v.part(p);
    times[place(p)].begin = watch.seconds();
    static_cast<void>(
        thrum::transform_reduce(group.policy(p), part.begin(), part.end(), square{}, 0.0, thrum::plus<>{}));
    times[place(p)].end = watch.seconds();
  });
  return times;
}

int main(int argc, char** argv) {
  example::description const what{.id = "multi_gpu_split",
                                  .text = "The sum of n squares, over one device and over several.",
                                  .n = 10'000'000,
                                  .quick = 100'003,
                                  .bytes = 32,
                                  .least = 16,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure timeline{.title = "multi_gpu_split: four parts, all begun before any is waited for",
                             .x_label = "ms",
                             .y_label = "part"};
    auto const source = example::uniform<double>(thrum::seq, s.n(), 1, -1, 1);
    std::vector<double> const x(source.begin(), source.end());
    long double sum = 0;
    for (double const value : x) sum += static_cast<long double>(value) * static_cast<long double>(value);
    auto const expected = static_cast<double>(sum);
    double const tolerance = 2 * std::log2(static_cast<double>(s.n())) * 1.11e-16 * expected;

    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::vector_of<policy_type, double> const whole(x.begin(), x.end());
      double one = 0;
      s.time(policy, "one device", [&] {
        one = thrum::transform_reduce(policy, whole.begin(), whole.end(), square{}, 0.0, thrum::plus<>{});
      });
      s.check_close("one device is right", one, expected, tolerance);

      for (int const parts : {2, 3, 4, 7}) {
        auto const group = group_of<policy_type>(policy, parts);
        thrum::multi_device_vector<double, std::remove_cvref_t<decltype(*group)>> const v(*group,
                                                                                          shares(s.n(), parts), x);
        double split = 0;
        s.time(policy, std::to_string(parts) + " parts",
               [&] { split = thrum::multi_device::transform_reduce(v, square{}, 0.0, thrum::plus<>{}); });
        s.check_close("split as one device", split, one, tolerance);
        if (parts != 4) continue;
        auto const times = times_of_parts(policy, v);
        for (std::size_t p = 0; p < times.size(); ++p) {
          auto const y = static_cast<double>(p);
          timeline.lines.push_back({.name = p == 0 ? example::name_of(policy) : "",
                                    .x = {1e3 * times[p].begin, 1e3 * times[p].end},
                                    .y = {y, y},
                                    .drawn = example::series::style::both});
        }
      }
    });

    bool refused = false;
    try {
      thrum::policy_group<std::remove_cvref_t<decltype(thrum::seq)>> const none(0);
    } catch (std::invalid_argument const& error) {
      s.say(error.what());
      refused = true;
    }
    s.check("no device at all is an error", refused);
    s.draw(timeline);
  });
}
