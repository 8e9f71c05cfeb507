// x.at[0].set(10) of JAX makes another array. Here that is a copy and an assignment; a scatter into a
// copy for many places; replace_copy for values. The original stays as it was.
#include <thrum/copy.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/replace.h>
#include <thrum/scatter.h>
#include <thrum/sequence.h>

#include "common/example.h"

struct every_third {
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return 3 * i; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "immutable_update",
                                  .text = "Copies of n numbers with one of them, or every third, changed.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 24,
                                  .least = 3};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using doubles = example::vector_of<decltype(policy), double>;
      std::vector<double> const three{1, 2, 3};
      doubles const x(three.begin(), three.end());
      doubles first = x;
      first[0] = 10;
      s.check_equal("10 2 3", example::to_host(first), std::vector<double>{10, 2, 3});
      doubles replaced(3);
      thrum::replace_copy(policy, x.begin(), x.end(), replaced.begin(), 1.0, 5.0);
      s.check_equal("5 2 3", example::to_host(replaced), std::vector<double>{5, 2, 3});
      s.check_equal("the original is 1 2 3", example::to_host(x), three);

      doubles original(s.size(), thrum::no_init), updated(s.size(), thrum::no_init);
      thrum::sequence(policy, original.begin(), original.end());
      auto const bytes = 16 * static_cast<double>(s.n());
      s.time(policy, "a copy, and one number",
             [&] {
               thrum::copy(policy, original.begin(), original.end(), updated.begin());
               updated[0] = 10;
             },
             {.bytes = bytes});
      auto const count = (s.n() + 2) / 3;
      s.time(policy, "a copy, and every third",
             [&] {
               thrum::copy(policy, original.begin(), original.end(), updated.begin());
               auto const places =
                   thrum::make_transform_iterator(thrum::counting_iterator<std::int64_t>(0), every_third{});
               thrum::constant_iterator<double> const minus_one(-1);
               thrum::scatter(policy, minus_one, minus_one + count, places, updated.begin());
             },
             {.bytes = bytes});
      std::vector<double> expected, unchanged;
      for (std::int64_t i = 0; i < s.n(); ++i) {
        unchanged.push_back(static_cast<double>(i));
        expected.push_back(i % 3 == 0 ? -1 : static_cast<double>(i));
      }
      s.check_equal("every third is -1", example::to_host(updated), expected);
      s.check_equal("the n numbers are as before", example::to_host(original), unchanged);
    });
  });
}
