// timer and host_properties: timers of every policy, and the properties of the machine.
#include <thrum/host_properties.h>
#include <thrum/timer.h>
#include <thrum/transform.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>
#include "policies.h"
#if !defined(THRUM_WITH_CUDA)
#include <thrum/checked.h>
#endif

namespace {
struct negated {
  THRUM_HD int operator()(int x) const { return -x; }
};
}  // namespace

TEST_CASE_TEMPLATE("work is measured", S, MAIN_SYSTEMS) {
  auto v = vector_of<S>(std::vector<int>(100000, 3));
  auto const exec = S::policy();
  thrum::timer watch(exec);
  auto const wall = std::chrono::steady_clock::now();
  watch.start();
  for (int k = 0; k < 11; ++k) thrum::transform(exec, v.begin(), v.end(), v.begin(), negated{});
  watch.stop();
  double const seconds = watch.seconds();  // waits for the GPU, which may have other work
  double const most = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
  CHECK(seconds > 0);
  CHECK(seconds < most + 1e-3);
  CHECK(watch.seconds() == seconds);
  CHECK(host_copy(v) == std::vector<int>(100000, -3));
  CHECK(thrum::seconds_of(exec, [&] { thrum::transform(exec, v.begin(), v.end(), v.begin(), negated{}); }) > 0);
  CHECK(host_copy(v) == std::vector<int>(100000, 3));
}

TEST_CASE_TEMPLATE("a timer is started again", S, HOST_BACKENDS) {
  thrum::timer watch(S::policy());
  CHECK_THROWS_AS(static_cast<void>(watch.seconds()), std::logic_error);
  watch.stop();
  CHECK_THROWS_AS(static_cast<void>(watch.seconds()), std::logic_error);
  watch.start();
  CHECK_THROWS_AS(static_cast<void>(watch.seconds()), std::logic_error);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  watch.stop();
  CHECK(watch.seconds() >= 0.02);
  watch.start();
  watch.stop();
  CHECK(watch.seconds() < 0.02);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE("a checked policy is timed as its own") {
  CHECK(thrum::seconds_of(thrum::checked(thrum::seq),
                          [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }) >= 0.005);
}
#endif

TEST_CASE("the machine's properties agree with each other") {
  thrum::machine_properties const p = thrum::host_properties();
  CHECK(p.threads >= 1);
  CHECK(p.hardware_threads >= p.threads);
  CHECK(p.cores <= p.hardware_threads);
#if defined(__linux__)
  CHECK(p.cores >= 1);
  CHECK(p.page_size >= 4096);
  CHECK(p.page_size % 4096 == 0);
  CHECK(p.memory.total > (std::size_t{1} << 28));
  CHECK(p.memory.free <= p.memory.total);
  std::vector<std::size_t> caches{p.l1_data_cache, p.l2_cache, p.l3_cache};
  std::erase(caches, std::size_t{0});
  CHECK(std::is_sorted(caches.begin(), caches.end()));
  if (p.l1_data_cache != 0) CHECK(p.l1_data_cache % p.cache_line == 0);
  if (p.huge_page_size != 0) CHECK(p.huge_page_size % p.page_size == 0);
#endif
}

TEST_CASE("facts that a system does not tell are 0") {
  CHECK(thrum::detail::number_in_file("/nowhere/at/all") == 0);
  CHECK(thrum::detail::cache_fact(9, "size") == 0);
}
