// A sum of squares over several devices: each gets its share, all are started, and only then does
// the host wait. Without devices, parts of the host's memory take their place, so that the same
// program runs, and is tested, anywhere.
#include <thrum/multi_device.h>
#include <thrum/transform_reduce.h>
#include <cmath>
#include <stdexcept>

#include "common/example.h"
#include "devices/parts.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

/// Splits as in the course: equal shares, and the last part also takes the remainder.
std::vector<std::ptrdiff_t> shares(std::ptrdiff_t n, int parts) {
  std::vector<std::ptrdiff_t> sizes(static_cast<std::size_t>(parts), n / parts);
  sizes.back() += n % parts;
  return sizes;
}

/// Draws a line for each part, and nothing between the parts.
example::series lines_of(summed_parts const& parts, std::string const& name, double above) {
  example::series line{.name = name, .x = {}, .y = {}, .drawn = example::series::style::both};
  for (std::size_t p = 0; p < parts.sums.size(); ++p) {
    auto const y = static_cast<double>(p) + above;
    double const gap = std::nan("");
    line.x.insert(line.x.end(), {parts.begin[p], parts.end[p], gap});
    line.y.insert(line.y.end(), {y, y, gap});
  }
  return line;
}

int main(int argc, char** argv) {
  example::description const what{.id = "multi_gpu_split",
                                  .text = "The sum of n squares, over one device and over several.",
                                  .n = 10'000'000,
                                  .quick = 100'003,
                                  .bytes = 48,
                                  .least = 16,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure timeline{
        .title = "multi_gpu_split: when each of four parts was summed", .x_label = "ms", .y_label = "part"};
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
        auto const each = sums_of_parts(policy, v, square{});
        double together = 0;
        for (double const part : each.sums) together += part;
        s.check_close("the parts' sums add up to it", together, one, tolerance);
        timeline.lines.push_back(
            lines_of(each, example::name_of(policy), 0.1 * static_cast<double>(timeline.lines.size())));
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
