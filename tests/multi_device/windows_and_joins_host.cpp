// Windows and joins over vectors that are split over parts of the host's memory.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/policy_group.h>
#include <stdexcept>
#include <vector>
#include "looped_team.h"
#include "windows_and_joins.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace md = thrum::multi_device;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

}  // namespace

TEST_CASE_TEMPLATE("windows over split vectors are those over one vector", B, thrum::seq_policy, parallel,
                   device_like) {
  for (std::ptrdiff_t const parts : {1, 2, 3, 5}) {
    thrum::policy_group<B> const group(parts);
    for (std::ptrdiff_t const n : {0, 1, 2, 4, 5, 31, 1000}) windows_and_joins::check_all_windows(group, n);
    if (parts == 3) windows_and_joins::check_all_windows(group, 17'003);
  }
}

TEST_CASE_TEMPLATE("joins over split vectors are those over one vector", B, thrum::seq_policy, parallel,
                   device_like) {
  for (std::ptrdiff_t const parts : {1, 2, 3, 5}) {
    thrum::policy_group<B> const group(parts);
    windows_and_joins::check_all_joins(group);
    windows_and_joins::check_orders_of_joins(group);
    if (parts == 3) windows_and_joins::check_joins(group, 17'003, 5'000);
  }
}

TEST_CASE("wrong calls over windows") {
  thrum::policy_group const group(2, thrum::seq);
  using vector = thrum::multi_device_vector<float, std::remove_const_t<decltype(group)>>;
  vector v(group, {2, 3}, thrum::no_init), out(group, {3, 2}, thrum::no_init);
  windows_and_joins::weighted_sum const f;
  CHECK_THROWS_AS(md::transform_windows(v, out, 1, 1, f), std::invalid_argument);
  CHECK_THROWS_AS(md::transform_windows(v, v, 1, 1, f), std::invalid_argument);
  vector alike(group, {2, 3}, thrum::no_init);
  CHECK_THROWS_AS(md::transform_windows(v, alike, -1, 1, f), std::invalid_argument);
  CHECK_THROWS_AS(md::transform_windows(v, alike, 1, -1, f), std::invalid_argument);
}

TEST_CASE("wrong joins") {
  thrum::policy_group const group(2, thrum::seq), other(2, thrum::seq);
  using vector = thrum::multi_device_vector<int, std::remove_const_t<decltype(group)>>;
  vector const a(group, {2, 3}, thrum::no_init), b(group, {3, 2}, thrum::no_init),
      c(other, {2, 3}, thrum::no_init);
  CHECK_THROWS_AS(md::inner_join(a, b, a, a), std::invalid_argument);
  CHECK_THROWS_AS(md::inner_join(a, a, a, b), std::invalid_argument);
  CHECK_THROWS_AS(md::inner_join(a, a, c, c), std::invalid_argument);
}
