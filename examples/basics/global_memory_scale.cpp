// x becomes 2 x in place: read, multiply in a register, write. Only the speed of memory counts, and
// transform and for_each are equally fast.
#include <thrum/for_each.h>
#include <thrum/transform.h>

#include "common/example.h"

struct twice {
  THRUM_HD float operator()(float x) const { return 2 * x; }
};
struct double_it {
  THRUM_HD void operator()(float& x) const { x = 2 * x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "global_memory_scale",
                                  .text = "x becomes 2 x, in place, of n floats.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 24};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const handled{.bytes = 8.0 * static_cast<double>(s.n())};
    s.each_policy([&](auto const& policy) {
      auto const input = example::uniform<float>(policy, s.n(), 1, -1, 1);
      std::vector<float> expected = example::to_host(input);
      for (float& x : expected) x += x;

      auto x = input;
      // Starts from the input each time, since the numbers would overflow.
      auto const again = [&] { x = input; };
      s.time_prepared(
          policy, "transform", again, [&] { thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{}); },
          handled);
      s.check_equal("every bit by transform", example::to_host(x), expected);
      s.time_prepared(
          policy, "for_each", again, [&] { thrum::for_each(policy, x.begin(), x.end(), double_it{}); }, handled);
      s.check_equal("and by for_each", example::to_host(x), expected);
    });
  });
}
