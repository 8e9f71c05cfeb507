// x <- 2 x, once directly, and once through memory that the 256 lanes of a block share: stage,
// wait, apply. No lane reads what another lane has staged, so that the second form only does more
// work. All lanes take part in the wait, also those without an element.
#include <thrum/for_each_block.h>
#include <thrum/transform.h>
#include <string>

#include "common/example.h"
#include "common/format.h"

struct twice {
  THRUM_HD float operator()(float x) const { return 2 * x; }
};

struct twice_staged {
  float* x;
  std::ptrdiff_t n;
  THRUM_HD void operator()(thrum::block<256> const& block) const {
    auto& tile = block.shared<float[256]>();
    block.each_of(n, [&](int lane, std::ptrdiff_t i) { tile[lane] = x[i]; });
    block.each_of(n, [&](int lane, std::ptrdiff_t i) { x[i] = 2 * tile[lane]; });
  }
};

template <class Policy, class V>
void double_in_tiles(Policy const& policy, V& x) {
  auto const n = static_cast<std::ptrdiff_t>(x.size());
  thrum::for_each_block(policy, thrum::blocks_for(n, 256), thrum::lanes<256>,
                        twice_staged{thrum::raw_pointer_cast(x.data()), n});
}

int main(int argc, char** argv) {
  example::description const what{.id = "shared_memory_staging",
                                  .text = "x <- 2 x of n floats, directly and through tiles of 256.",
                                  .n = 20'000'001,
                                  .quick = 200'001,
                                  .bytes = 16};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto const input = example::uniform<float>(policy, s.n(), 1, -1, 1);
      auto expected = example::to_host(input);
      for (float& x : expected) x *= 2;

      auto x = input;
      auto const begin = [&] { thrum::copy(policy, input.begin(), input.end(), x.begin()); };
      example::amount const moved{.bytes = 8.0 * static_cast<double>(s.n())};
      double const direct = s.time_prepared(
          policy, "2 x", begin, [&] { thrum::transform(policy, x.begin(), x.end(), x.begin(), twice{}); }, moved);
      s.check_equal("twice each, directly", example::to_host(x), expected);
      double const staged =
          s.time_prepared(policy, "2 x, staged in tiles", begin, [&] { double_in_tiles(policy, x); }, moved);
      s.check_equal("twice each, staged", example::to_host(x), expected);
      s.say("Staging takes " + example::fixed(staged / direct, 2) + " times as long under " +
            example::name_of(policy) + ".");

      for (std::int64_t const few : {0, 1, 255, 256, 257}) {
        auto y = example::uniform<float>(policy, few, 2);
        auto right = example::to_host(y);
        for (float& value : right) value *= 2;
        double_in_tiles(policy, y);
        s.check_equal("0, 1, 255, 256 and 257 elements", example::to_host(y), right);
      }
    });
  });
}
