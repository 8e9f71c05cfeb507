// Searches, selections, histograms, sums by key and shuffles over split vectors, whose parts are in
// the host's memory: the code is the code that several devices run.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <vector>
#include "looped_team.h"
#include "split_selections.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

}  // namespace

TEST_CASE_TEMPLATE("split vectors are searched as one vector", B, thrum::seq_policy, parallel, device_like) {
  for (std::ptrdiff_t const parts : {1, 2, 3, 5}) {
    thrum::policy_group<B> const group(parts);
    for (std::ptrdiff_t const n : {0, 1, 2, 4, 5, 1000}) split_vectors::check_selections(group, n);
    if (parts == 3) split_vectors::check_selections(group, 17'003);
  }
}

TEST_CASE_TEMPLATE("sums of floats by key are the same bits whatever the number of parts, in whole tiles", B,
                   thrum::seq_policy, parallel) {
  for (std::ptrdiff_t const n : {16'385, 16'384 * 3, 200'001}) {
    for (unsigned const start : {1U, 2U, 3U}) {
      auto const keys = split_vectors::keys_of_runs(n, start);
      for (std::ptrdiff_t const parts : {1, 2, 3, 7, 20}) {
        CAPTURE(n);
        CAPTURE(start);
        CAPTURE(parts);
        split_vectors::check_bits_by_key(thrum::policy_group<B>(parts), keys);
      }
    }
  }
  split_vectors::check_bits_by_key(thrum::policy_group<B>(4), std::vector<int>(100'000, 7));
}

TEST_CASE_TEMPLATE("an element of a rank among many", B, parallel, device_like) {
  split_vectors::check_long_ranks(thrum::policy_group<B>(3), 200'000);
}

TEST_CASE("ranks of floats: NaNs are last") {
  std::vector<float> h;
  for (int x : split_vectors::random_ints(70'000, 1000))
    h.push_back(x % 10 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(x));
  auto const numbers = std::count_if(h.begin(), h.end(), [](float x) { return x == x; });
  thrum::policy_group group(3, thrum::seq);
  thrum::multi_device_vector<float, decltype(group)> const v(group, h);
  CHECK(split_vectors::md::nth_element(v, numbers - 1) == 999);
  CHECK(split_vectors::md::nth_element(v, 0) == 1);
  CHECK(split_vectors::md::nth_element(v, numbers - 1, thrum::greater<>{}) == 1);
  float const last = split_vectors::md::nth_element(v, 69'999);
  CHECK(last != last);
  CHECK(split_vectors::md::top_k(v, 2) == std::vector<float>{999, 999});
}

TEST_CASE("a rank by a relation that is no order is that of some element") {
  thrum::policy_group group(3, thrum::seq);
  auto const h = split_vectors::random_ints(100'000, 1 << 20);
  thrum::multi_device_vector<int, decltype(group)> const v(group, h);
  for (int const kind : {0, 1, 2}) {
    auto const relation = [kind](int a, int b) {
      return kind == 0   ? true
             : kind == 1 ? a <= b
                         : (static_cast<unsigned>(a) * 2654435761U ^ static_cast<unsigned>(b)) % 2 == 0;
    };
    int const found = split_vectors::md::nth_element(v, 50'000, relation);
    CHECK(std::count(h.begin(), h.end(), found) > 0);
  }
}

TEST_CASE(
    "whichever allocation fails, a selection or a shuffle leaves the elements as they are, and nothing leaks") {
  using space = thrum::host_space;
  using group_type = thrum::policy_group<thrum::seq_policy>;
  using vector = thrum::multi_device_vector<int, group_type>;
  namespace md = split_vectors::md;
  auto const h = split_vectors::random_ints(40'000, 10);
  auto runs = h, shuffled = h;
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  thrum::shuffle(thrum::seq, shuffled.begin(), shuffled.end(), thrum::philox4x32(1));
  bool failed = true;
  int failures = 0;
  for (std::size_t k = 4; failed; ++k) {
    thrum::counting_resource<space> counting;
    thrum::fail_on_kth_allocation<space> failing(k, counting);
    {
      group_type const group(3, thrum::seq.with(failing));
      vector v(group, {30'000, 4'000, 6'000}, h);
      auto const held = counting.blocks_in_use();
      try {
        auto const descent = md::is_sorted_until(v);
        auto const kept = md::unique(v).to_host(), keys = md::reduce_by_key(v, v).first.to_host();
        auto const counts = md::histogram_even(v, 2, 0, 10);
        auto const greatest = md::top_k(v, 3);
        int const last = md::nth_element(v, 39'999);
        md::shuffle(v, thrum::philox4x32(1));
        CHECK(descent == std::is_sorted_until(h.begin(), h.end()) - h.begin());
        CHECK(kept == runs);
        CHECK(keys == runs);
        CHECK(counts[0] + counts[1] == 40'000);
        CHECK(greatest == std::vector<int>{9, 9, 9});
        CHECK(last == 9);
      } catch (std::bad_alloc const&) {
        ++failures;
        CHECK(v.to_host() == h);
      }
      if (!failing.failed()) CHECK(v.to_host() == shuffled);
      CHECK(counting.blocks_in_use() == held);
    }
    CHECK(counting.blocks_in_use() == 0);
    failed = failing.failed();
    REQUIRE(k < 400);
  }
  CHECK(failures > 50);
}
