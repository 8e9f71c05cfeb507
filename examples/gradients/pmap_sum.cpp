// A sum of squares on each of several devices, and the sum of all. Parts of the host's memory stand in
// for devices where there is none.
#include <thrum/functional.h>
#include <thrum/multi_device.h>
#include <thrum/transform_reduce.h>

#include "common/example.h"
#include "devices/parts.h"

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "pmap_sum",
                                  .text = "The sum of squares of n ones on each of 1 to 4 devices, and of all.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 40,
                                  .n_is = "numbers of a device",
                                  .least = 1000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure scaling{
        .title = "pmap_sum: n ones on each device", .x_label = "devices", .y_label = "numbers a second"};
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::series line{.name = example::name_of(policy), .drawn = example::series::style::both};
      for (int devices = 1; devices <= 4; ++devices) {
        auto const group = group_of<policy_type>(policy, devices);
        using vector = thrum::multi_device_vector<double, std::remove_cvref_t<decltype(*group)>>;
        vector const thousands(*group, std::vector<std::ptrdiff_t>(static_cast<std::size_t>(devices), 1000),
                               std::vector<double>(static_cast<std::size_t>(1000 * devices), 1.0));
        auto const of_each = sums_of_parts(policy, thousands, square{}).sums;
        s.check_equal("1000 on each device", of_each,
                      std::vector<double>(static_cast<std::size_t>(devices), 1000.0));
        s.check_equal("1000 times the devices together",
                      thrum::multi_device::transform_reduce(thousands, square{}, 0.0, thrum::plus<>{}),
                      1000.0 * devices);
        std::int64_t const n = devices * s.n();
        vector const ones(*group, std::vector<std::ptrdiff_t>(static_cast<std::size_t>(devices), s.n()),
                          std::vector<double>(static_cast<std::size_t>(n), 1.0));
        double all = 0;
        double const seconds =
            s.time(policy, std::to_string(devices) + (devices == 1 ? " device" : " devices"),
                   [&] { all = thrum::multi_device::transform_reduce(ones, square{}, 0.0, thrum::plus<>{}); },
                   {.elements = n, .bytes = 8 * static_cast<double>(n)});
        s.check_equal("n times the devices together", all, static_cast<double>(n));
        line.x.push_back(devices);
        line.y.push_back(static_cast<double>(n) / seconds);
      }
      scaling.lines.push_back(line);
    });
    s.draw(scaling);
  });
}
