// Searches, selections, histograms, sums by key and shuffles over split vectors, whose parts are in
// the host's memory: the code is the code that several devices run.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/multi_device.h>
#include <cstddef>
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
