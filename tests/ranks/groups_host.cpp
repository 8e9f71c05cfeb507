// Split vectors whose parts are on ranks, which are threads here: the results are those of one part,
// to the bit, and an exception of one rank ends the call on all.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/ranks/group.h>
#include <thrum/ranks/threads.h>
#include "multi_device/split_vectors.h"
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

TEST_CASE_TEMPLATE("ranks give what one vector gives", B, thrum::seq_policy, parallel) {
  for (int const n : {1, 2, 3, 5}) {
    ranks::run(n, [](thread_communicator const& c) {
      ranks::group const group(c, B());
      for (std::ptrdiff_t const elements : {0, 1, 2, 4, 5, 1000}) split_vectors::check_all(group, elements);
      if (c.size() == 3) split_vectors::check_all(group, 17'003);
    });
  }
}

TEST_CASE_TEMPLATE("sums and scans of floats are the bits of seq for any number of ranks", B, thrum::seq_policy,
                   parallel) {
  for (int const n : {1, 2, 3, 7}) {
    ranks::run(n, [](thread_communicator const& c) { split_vectors::check_bits(ranks::group(c, B())); });
  }
}
