// Searches, selections, histograms, sums by key and shuffles of split vectors whose parts are on
// ranks, which are threads here.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/ranks/group.h>
#include <thrum/ranks/threads.h>
#include <cstddef>
#include "multi_device/split_selections.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace ranks = thrum::ranks;
using ranks::thread_communicator;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

}  // namespace

TEST_CASE_TEMPLATE("ranks search and select as one vector", B, thrum::seq_policy, parallel) {
  for (int const n : {1, 2, 3, 5}) {
    ranks::run(n, [](thread_communicator const& c) {
      ranks::group const group(c, B());
      for (std::ptrdiff_t const elements : {0, 1, 2, 4, 5, 1000}) split_vectors::check_selections(group, elements);
      if (c.size() == 3) split_vectors::check_selections(group, 17'003);
    });
  }
}

TEST_CASE_TEMPLATE("sums of floats by key over ranks have the bits of seq", B, thrum::seq_policy, parallel) {
  for (unsigned const start : {1U, 2U}) {
    auto const keys = split_vectors::keys_of_runs(150'001, start);
    for (int const n : {1, 2, 3, 7}) {
      ranks::run(n, [&](thread_communicator const& c) {
        ranks::group const group(c, B());
        split_vectors::check_bits_by_key(group, keys);
      });
    }
  }
}

TEST_CASE("an element of a rank among many elements of several ranks") {
  ranks::run(3, [](thread_communicator const& c) {
    ranks::group const group(c, parallel());
    split_vectors::check_long_ranks(group, 100'000);
  });
}
