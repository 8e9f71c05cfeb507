// omp::par: its members, threads, exceptions and bits, and the memory of OpenMP by Thrust's names.
// The test is built in programs with OpenMP and without oneTBB.
#include <doctest/doctest.h>
#include <omp.h>
#include <thrum/any_policy.h>
#include <thrum/device_vector.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/omp.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/system/omp/execution_policy.h>
#include <thrum/system/omp/vector.h>
#include <thrum/transform.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

/// Returns the numbers of OpenMP's threads that call a functor, each call a task.
template <class Policy>
std::set<int> threads_of_calls(Policy const& policy, int calls) {
  std::set<int> threads;
  std::mutex mutex;
  std::atomic<int> begun = 0;
  int const wanted = static_cast<int>(std::min<std::ptrdiff_t>(policy.concurrency(), calls));
  thrum::for_each_n(policy.grain(1), thrum::counting_iterator<int>(0), calls, [&](int) {
    ++begun;
    // The first call waits for another thread to begin one.
    for (int i = 0; i < 100'000'000 && begun < wanted && wanted > 1; ++i) {
    }
    std::lock_guard const lock(mutex);
    threads.insert(omp_get_thread_num());
  });
  return threads;
}

/// Numbers whose sums depend on the order of the additions.
std::vector<float> rounded_numbers(std::size_t n) {
  std::vector<float> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = 1.0F / static_cast<float>(i % 1013 + 1) - 0.003F;
  return v;
}

template <class Policy>
std::vector<float> sums(Policy const& policy, std::vector<float> const& v) {
  std::vector<int> keys(v.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i / 20'011);
  std::vector<float> all(4 * v.size() + 1);
  auto out = all.begin();
  *out++ = thrum::reduce(policy, v.begin(), v.end());
  out = thrum::inclusive_scan(policy, v.begin(), v.end(), out);
  out = thrum::exclusive_scan(policy, v.begin(), v.end(), out, 0.5F);
  out = thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), v.begin(), out);
  thrum::reduce_by_key(policy, keys.begin(), keys.end(), v.begin(), std::vector<int>(v.size()).begin(), out);
  return all;
}

}  // namespace

TEST_CASE("omp::par asks for at least one thread, and one element to a task") {
  CHECK_THROWS_WITH_AS(thrum::omp::par.threads(0), "thrum: omp::par.threads(n) needs n >= 1",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(thrum::omp::par.grain(0), "thrum: omp::par.grain(n) needs n >= 1", std::invalid_argument);
  CHECK(thrum::omp::par.threads(5).concurrency() == 5);
  CHECK(thrum::omp::par.concurrency() == omp_get_max_threads());
}

TEST_CASE("omp::par uses as many threads as it is told") {
  CHECK(threads_of_calls(thrum::omp::par.threads(1), 8).size() == 1);
  CHECK(threads_of_calls(thrum::omp::par.threads(2), 2) == std::set{0, 1});
  CHECK(threads_of_calls(thrum::omp::par.threads(3), 1).size() == 1);
}

TEST_CASE("an exception of a functor leaves the call, and no further task begins") {
  std::atomic<int> calls = 0;
  for (int const threads : {1, 3}) {
    calls = 0;
    CHECK_THROWS_AS(
        thrum::for_each_n(thrum::omp::par.threads(threads).grain(1), thrum::counting_iterator<int>(0), 100'000,
                          [&](int) {
                            ++calls;
                            throw std::runtime_error("no");
                          }),
        std::runtime_error);
    CHECK(calls <= threads);
  }
  std::vector<int> v(10'000);
  CHECK_THROWS_AS(thrum::transform(thrum::omp::par.grain(7), v.begin(), v.end(), v.begin(),
                                   [](int) -> int { throw std::logic_error("never"); }),
                  std::logic_error);
}

TEST_CASE("calls nest, and run within the user's parallel regions") {
  std::vector<long> totals(6);
  thrum::for_each_n(thrum::omp::par.threads(2).grain(1), thrum::counting_iterator<std::size_t>(0), totals.size(),
                    [&](std::size_t i) {
                      std::vector<long> v(50'000);
                      thrum::sequence(thrum::omp::par, v.begin(), v.end(), static_cast<long>(i));
                      totals[i] = thrum::reduce(thrum::omp::par, v.begin(), v.end());
                    });
  for (std::size_t i = 0; i < totals.size(); ++i) {
    CHECK(totals[i] == 49'999L * 25'000 + 50'000 * static_cast<long>(i));
  }
  std::vector<int> sorted(3 * 40'000);
#pragma omp parallel for num_threads(3)
  for (int part = 0; part < 3; ++part) {
    auto const first = sorted.begin() + part * 40'000;
    thrum::transform(thrum::omp::par, thrum::counting_iterator<int>(0), thrum::counting_iterator<int>(40'000),
                     first, [](int i) { return i * 7919 % 40'009; });
    thrum::sort(thrum::omp::par, first, first + 40'000);
  }
  for (int part = 0; part < 3; ++part) {
    CHECK(std::is_sorted(sorted.begin() + part * 40'000, sorted.begin() + (part + 1) * 40'000));
  }
}

TEST_CASE("sums under omp::par have the bits of seq, with any number of threads") {
  for (std::size_t const n : {0, 1, 2, 16'384, 16'385, 300'001}) {
    CAPTURE(n);
    std::vector<float> const v = rounded_numbers(n), expected = sums(thrum::seq, v);
    for (int const threads : {1, 2, 3, 7}) CHECK(sums(thrum::omp::par.threads(threads), v) == expected);
    CHECK(sums(thrum::omp::par.deterministic(), v) == expected);
  }
}

TEST_CASE("omp::par takes its scratch memory from a resource") {
  std::vector<int> v(300'000);
  thrum::sequence(v.begin(), v.end());
  for (bool const as_thrust : {false, true}) {
    thrum::counting_resource<thrum::host_space> resource;
    auto const policy = as_thrust ? thrum::omp::par(resource) : thrum::omp::par.with(resource);
    thrum::sort(policy, v.begin(), v.end(), thrum::greater<int>());
    thrum::stable_sort(policy, v.begin(), v.end());
    CHECK(resource.allocations() > 0);
    CHECK(resource.blocks_in_use() == 0);
  }
}

TEST_CASE("the device of a program with OpenMP and without oneTBB is OpenMP") {
  static_assert(thrum::default_device_system == thrum::device_system::omp);
  static_assert(std::is_same_v<decltype(thrum::device), thrum::omp::policy const>);
  static_assert(std::is_same_v<thrum::omp::vector<int>, thrum::device_vector<int>>);
  CHECK(thrum::any_policy::built() == std::vector<std::string>{"seq", "omp"});
  CHECK(thrum::any_policy("auto").name() == "omp");
  CHECK(THRUM_DEVICE_SYSTEM == THRUM_DEVICE_SYSTEM_OMP);
}

TEST_CASE("vectors, memory and resources of OpenMP") {
  thrum::omp::vector<int> v(5, 1);
  thrum::sequence(v.begin(), v.end(), 2);
  CHECK(thrum::reduce(thrum::system::omp::par, v.begin(), v.end()) == 20);
  thrum::omp::universal_vector<int> const copy(v.begin(), v.end());
  CHECK(thrum::reduce(copy.begin(), copy.end()) == 20);
  thrum::omp::pointer<int> const p = thrum::omp::malloc<int>(4);
  thrum::sequence(p, p + 4);
  thrum::omp::reference<int> const last = p[3];
  CHECK(last == 3);
  thrum::omp::free(p);
  thrum::omp::memory_resource resource;
  auto const raw = resource.allocate(64, 8);
  CHECK(thrum::raw_pointer_cast(raw) != nullptr);
  resource.deallocate(raw, 64, 8);
}
