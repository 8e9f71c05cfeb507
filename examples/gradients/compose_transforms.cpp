// Transformations compose: grad(f) is a functor, so that it is mapped over elements, over the parts of
// a vector on several devices, and differentiated again.
#include <thrum/gradients.h>
#include <thrum/multi_device.h>
#include <thrum/tape.h>
#include <thrum/transform.h>
#include <thrum/vmap_sum.h>
#include <cmath>

#include "common/example.h"
#include "devices/parts.h"

struct square_and_sine {
  template <class X>
  THRUM_HD X operator()(X const& x) const {
    using std::sin;
    return x * x + sin(x);
  }
};
constexpr auto slope = thrum::grad(square_and_sine{});
constexpr auto bend = thrum::grad(slope);
/// The sum over all elements: a function with one value, which has a gradient. Each operation is on the tape.
struct sum_by_loop {
  template <class X>
  auto operator()(X const& x) const {
    auto sum = square_and_sine{}(x[0]);
    for (decltype(x.size()) i = 1; i < x.size(); ++i) sum += square_and_sine{}(x[i]);
    return sum;
  }
};

/// The same as one operation, whose calls run under a policy.
template <class Policy>
struct sum_over_all {
  Policy const& policy;
  template <class X>
  auto operator()(X const& x) const {
    return thrum::vmap_sum(policy, square_and_sine{}, x);
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "compose_transforms",
                                  .text = "Derivatives of x^2 + sin x at n places, mapped in several ways.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 40,
                                  .least = 7};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const source = example::to_host(example::uniform<double>(thrum::seq, s.n(), 1, -3, 3));
    std::vector<double> expected, expected_bends;
    for (double const x : source) {
      expected.push_back(2 * x + std::cos(x));
      expected_bends.push_back(2 - std::sin(x));
    }
    auto const distance = [](std::vector<double> const& a, std::vector<double> const& b) {
      double greatest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) greatest = std::fmax(greatest, std::abs(a[i] - b[i]));
      return greatest;
    };
    thrum::tape tape;
    std::vector<double> gradient(s.size());
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::vector_of<policy_type, double> const x(source.begin(), source.end());
      example::vector_of<policy_type, double> slopes(s.size(), thrum::no_init), bends(s.size(), thrum::no_init);
      auto const bytes = 16 * static_cast<double>(s.n());
      s.time(policy, "vmap(grad(f))", [&] { thrum::transform(policy, x.begin(), x.end(), slopes.begin(), slope); },
             {.bytes = bytes});
      auto const on_one = example::to_host(slopes);
      s.check_close("the diagonal of the Jacobian is 2x + cos x", distance(on_one, expected), 0, 4e-15);
      s.time(policy, "vmap(grad(grad(f)))",
             [&] { thrum::transform(policy, x.begin(), x.end(), bends.begin(), bend); }, {.bytes = bytes});
      s.check_close("grad of grad is 2 - sin x", distance(example::to_host(bends), expected_bends), 0, 4e-15);

      for (int const parts : {2, 3}) {
        auto const group = group_of<policy_type>(policy, parts);
        thrum::multi_device_vector<double, std::remove_cvref_t<decltype(*group)>> v(*group, source);
        s.time_prepared(
            policy, "pmap(vmap(grad(f))), " + std::to_string(parts) + " parts", [&] {},
            [&] {
              group->run([&](std::ptrdiff_t p) {
                auto const part = v.part(p);
                thrum::transform(group->policy(p), part.begin(), part.end(), slopes.begin() + v.offset(p), slope);
              });
              group->wait();
            },
            {.bytes = bytes});
        s.check_equal("parts have the bits of the whole", example::to_host(slopes), on_one);
      }
      if constexpr (!example::on_card<policy_type>) {
        s.time(policy, "grad(sum(vmap(f)))", [&] {
          thrum::value_and_grad(tape, sum_over_all<policy_type>{policy}, source.begin(), source.end(),
                                gradient.begin());
        });
        s.check_close("the gradient of the sum is that diagonal", distance(gradient, expected), 0, 4e-15);
      }
    });
    s.time_other("a loop", "grad(sum(vmap(f)))", [&] {
      thrum::value_and_grad(tape, sum_by_loop{}, source.begin(), source.end(), gradient.begin());
    });
    s.check_close("so is that of a loop", distance(gradient, expected), 0, 4e-15);
  });
}
