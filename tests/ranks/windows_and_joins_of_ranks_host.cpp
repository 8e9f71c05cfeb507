// Windows and joins over ranks, which are threads here: the results are those of one vector, and an
// exception of one rank while messages are under way ends the call on all.
#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/ranks/group.h>
#include <thrum/ranks/threads.h>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>
#include "multi_device/windows_and_joins.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace md = thrum::multi_device;
namespace ranks = thrum::ranks;
using ranks::thread_communicator;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

/// Throws for windows whose middle has this value.
struct failing {
  float at;
  template <class W>
  float operator()(W const& window) const {
    if (window[1] == at) throw std::runtime_error("a window");
    return window[0] + window[1] + window[2];
  }
};

}  // namespace

TEST_CASE_TEMPLATE("windows over ranks are those over one vector", B, thrum::seq_policy, parallel) {
  for (int const n : {1, 2, 3, 5}) {
    ranks::run(n, [](thread_communicator const& c) {
      ranks::group const group(c, B());
      for (std::ptrdiff_t const elements : {0, 1, 2, 4, 5, 31, 1000})
        windows_and_joins::check_all_windows(group, elements);
      if (c.size() == 3) windows_and_joins::check_all_windows(group, 17'003);
    });
  }
}

TEST_CASE_TEMPLATE("joins over ranks are those over one vector", B, thrum::seq_policy, parallel) {
  for (int const n : {1, 2, 3, 5}) {
    ranks::run(n, [](thread_communicator const& c) {
      ranks::group const group(c, B());
      windows_and_joins::check_all_joins(group);
      windows_and_joins::check_orders_of_joins(group);
      if (c.size() == 3) windows_and_joins::check_joins(group, 17'003, 5'000);
    });
  }
}

TEST_CASE("windows and joins of messages in pieces") {
  ranks::run(3, [](thread_communicator const& c) {
    ranks::group const group(c.with_piece(16), thrum::seq);
    windows_and_joins::check_joins(group, 31, 200);
    for (std::ptrdiff_t const elements : {1, 31, 300}) windows_and_joins::check_all_windows(group, elements);
  });
}

TEST_CASE("a functor that throws while edges are under way ends the call on all ranks") {
  // 10.5 is within a part, 0.5 and 399.5 are at the edges of one.
  for (float const at : {10.5F, 0.5F, 399.5F, 250.5F}) {
    CAPTURE(at);
    std::atomic<int> own = 0, of_others = 0;
    ranks::run(4, [&](thread_communicator const& c) {
      ranks::group const group(c, thrum::seq);
      using vector = thrum::multi_device_vector<float, std::remove_const_t<decltype(group)>>;
      std::vector<float> h(400);
      std::iota(h.begin(), h.end(), 0.5F);
      vector const v(group, {100, 0, 200, 100}, h);
      vector out(group, {100, 0, 200, 100}, thrum::no_init);
      try {
        md::transform_windows(v, out, 1, 1, failing{at}, md::periodic);
      } catch (ranks::remote_error const& e) {
        CHECK(e.rank() == (at < 100 ? 0 : at < 300 ? 2 : 3));
        ++of_others;
      } catch (std::runtime_error const&) {
        ++own;
      }
      // The group works afterwards.
      md::transform_windows(v, out, 1, 1, failing{-1}, md::periodic);
      CHECK(out.to_host()[1] == 4.5F);
      CHECK(out.to_host()[399] == 398.5F + 399.5F + 0.5F);
    });
    CHECK(own == 1);
    CHECK(of_others == 3);
  }
}
