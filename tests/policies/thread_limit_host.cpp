// THRUM_NUM_THREADS bounds the threads of tbb::par if the program sets no bound.
#include <doctest/doctest.h>
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/global_control.h>
#include <thrum/for_each.h>
#include <thrum/tbb.h>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

TEST_CASE("THRUM_NUM_THREADS=1 keeps tbb::par on the calling thread") {
  // The library reads the variable once, at the first call of the program.
  REQUIRE(setenv("THRUM_NUM_THREADS", "1", 1) == 0);
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 4);
  std::atomic<int> elsewhere = 0;
  std::vector<int> v(2'000'000);
  auto const me = std::this_thread::get_id();
  thrum::for_each(thrum::tbb::par, v.begin(), v.end(),
                  [&](int&) { elsewhere += std::this_thread::get_id() != me; });
  CHECK(elsewhere == 0);
}
#endif
