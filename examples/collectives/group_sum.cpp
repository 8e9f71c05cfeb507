// Sums groups of g numbers: a block of g lanes adds them as a tree, in memory that the lanes share.
// Each level adds the upper half to the lower half, rounded up, so that g need not be a power of
// two. Alternatively, reduce_by_key sums number i into group i / g.
#include <thrum/fill.h>
#include <thrum/for_each_block.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <algorithm>
#include <string>
#include <vector>

#include "common/example.h"

struct sum_of_group {
  int const* numbers;
  long long* sums;
  std::ptrdiff_t n;
  THRUM_HD void operator()(thrum::block<> const& group) const {
    auto& workspace = group.shared<long long[thrum::most_lanes]>();
    std::ptrdiff_t const first = group.index() * group.size();
    group.each([&](int lane) { workspace[lane] = first + lane < n ? numbers[first + lane] : 0; });
    for (int left = group.size(); left > 1; left = (left + 1) / 2) {
      int const lower = (left + 1) / 2;
      group.each([&](int lane) {
        if (lane + lower < left) workspace[lane] += workspace[lane + lower];
      });
    }
    group.each([&](int lane) {
      if (lane == 0) sums[group.index()] = workspace[0];
    });
  }
};

struct group_of {
  std::int64_t size;
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return i / size; }
};

struct as_long {
  THRUM_HD long long operator()(int x) const { return x; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "group_sum",
                                  .text = "Sums of groups of 1, 3, 32 and 100 of the numbers 0 to n - 1.",
                                  .n = 4'000'000,
                                  .quick = 100'000,
                                  .bytes = 40,
                                  .least = 1,
                                  .most = 2'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> numbers(s.size(), thrum::no_init);
      thrum::sequence(policy, numbers.begin(), numbers.end());
      for (std::int64_t const size : {1, 3, 32, 100}) {
        std::int64_t const groups = thrum::blocks_for(s.n(), size);
        std::vector<long long> expected(static_cast<std::size_t>(groups));
        for (std::int64_t g = 0; g < groups; ++g) {
          std::int64_t const first = g * size, end = std::min(s.n(), first + size);
          expected[static_cast<std::size_t>(g)] = (first + end - 1) * (end - first) / 2;
        }
        std::string const of = ", groups of " + std::to_string(size);
        example::vector_of<decltype(policy), long long> sums(expected.size());
        s.time(policy, "blocks" + of, [&] {
          thrum::for_each_block(
              policy, groups, size,
              sum_of_group{thrum::raw_pointer_cast(numbers.data()), thrum::raw_pointer_cast(sums.data()), s.n()});
        });
        s.check_equal("each sum of a block in closed form", example::to_host(sums), expected);

        thrum::fill(policy, sums.begin(), sums.end(), -1LL);
        thrum::counting_iterator<std::int64_t> const place(0);
        auto const group = thrum::make_transform_iterator(place, group_of{size});
        s.time(policy, "reduce_by_key" + of, [&] {
          auto const wide = thrum::make_transform_iterator(numbers.begin(), as_long{});
          thrum::reduce_by_key(policy, group, group + s.n(), wide, thrum::make_discard_iterator(), sums.begin());
        });
        s.check_equal("each sum by key in closed form", example::to_host(sums), expected);
      }
    });
  });
}
