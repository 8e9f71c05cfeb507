// Searches, selections, histograms, sums by key and shuffles over split vectors, whose parts are in
// the host's memory: the code is the code that several devices run.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/multi_device.h>
#include <cstddef>
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
