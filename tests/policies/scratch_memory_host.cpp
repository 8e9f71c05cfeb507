// Where scratch memory gives out the call throws std::bad_alloc, nothing leaks, and the library works afterwards.
#include <thrum/copy.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/memory_resource.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <new>
#include "counted.h"
#include "data.h"
#include "policies.h"

namespace {

constexpr int n = 50'000;

bool is_odd(counted const& x) { return x.value % 2 != 0; }
struct sum {
  counted operator()(counted const& x, counted const& y) const { return x.value ^ y.value; }
};

template <class Policy>
void use(Policy const& policy) {
  std::vector<int> v(n, 1);
  CHECK(thrum::reduce(policy, v.begin(), v.end()) == n);
  thrum::inclusive_scan(policy, v.begin(), v.end(), v.begin());
  CHECK(v.back() == n);
}

/// Runs a call with scratch memory that fails at the first allocation, at the second, and so on, until all succeed.
template <class Policy, class Call>
int failures(Policy const& policy, Call call) {
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    std::ptrdiff_t const before = alive;
    bool thrown = false;
    try {
      call(policy.with(failing));
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    CHECK(counting.bytes_in_use() == 0);
    CHECK(alive == before);
    use(policy);
    if (!failing.failed()) return static_cast<int>(k) - 1;
  }
}

template <class Policy>
void check_memory_failures(Policy const& policy, bool parallel) {
  auto const numbers = random_values<int>(n);
  auto const v = random_values<counted>(n, 0, 40'000);
  auto const numbers_of = [&](auto call) {
    return failures(policy, [&](auto const& p) {
      auto copy = numbers;
      call(p, copy);
    });
  };
  auto const elements_of = [&](auto call) {
    return failures(policy, [&](auto const& p) {
      auto copy = v;
      call(p, copy);
    });
  };
  // By digits, and by comparison.
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); }) >= 2);
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::sort_by_key(p, w.begin(), w.end(), w.begin()); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto values = w;
          thrum::stable_sort_by_key(p, w.begin(), w.end(), values.begin());
        }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::partition(p, w.begin(), w.end(), is_odd); }) >= 2);
  if (!parallel) return;
  CHECK(elements_of([](auto const& p, auto& w) { thrum::remove_if(p, w.begin(), w.end(), is_odd); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::unique(p, w.begin(), w.end()); }) >= 2);
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::remove_if(p, w.begin(), w.end(), thrum::identity<>{}); }) >=
        2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::reduce(p, w.begin(), w.end(), counted(0), sum{}); }) >= 1);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::min_element(p, w.begin(), w.end()); }) >= 1);
  CHECK(elements_of(
            [](auto const& p, auto& w) { thrum::inclusive_scan(p, w.begin(), w.end(), w.begin(), sum{}); }) >= 1);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto keys = w, values = w;
          thrum::reduce_by_key(p, w.begin(), w.end(), w.begin(), keys.begin(), values.begin(), thrum::equal_to<>{},
                               sum{});
        }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto out = w;
          thrum::copy_if(p, w.begin(), w.end(), out.begin(), is_odd);
        }) >= 1);
}

}  // namespace

TEST_CASE("scratch memory that fails under seq") { check_memory_failures(thrum::seq, false); }
#if defined(THRUM_WITH_TBB)
TEST_CASE("scratch memory that fails under tbb::par") { check_memory_failures(thrum::tbb::par, true); }
#endif
