// Checks that every algorithm uses more than one thread, with tbb::par and without a policy on
// device vectors.
#include <thrum/thrum.h>
#include "data.h"
#include "policies.h"

#if defined(THRUM_WITH_TBB)
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>
#include "meeting.h"

namespace {

constexpr std::ptrdiff_t n = many;

}  // namespace

TEST_CASE("one thread does not meet itself") {
  meeting alone{std::chrono::seconds(0)};
  alone.begin();
  thrum::for_each_n(thrum::seq, thrum::counting_iterator<int>(0), 10, [&](int) { alone.arrive(); });
  CHECK(!alone.met());
  alone.begin();
  thrum::for_each_n(thrum::tbb::par.threads(1).grain(1), thrum::counting_iterator<int>(0), 10,
                    [&](int) { alone.arrive(); });
  CHECK(!alone.met());
}

/// Returns whether threads meet in the last one of some calls whose functor takes long, after calls
/// that were brief. is_slow(i) says which elements take a millisecond. (Without optimisation no call
/// is brief.)
template <class Slow>
bool meet_after_brief_calls(int calls, Slow is_slow) {
  constexpr std::ptrdiff_t few = thrum::detail::too_few_to_time + 64;
  std::vector<int> v(few);
  int* const first = v.data();
  auto const call = [=](bool is_brief, bool meets) {
    thrum::for_each(thrum::tbb::par, first, first + few, [=](int& x) {
      ++x;
      if (is_brief) return;
      std::ptrdiff_t const i = &x - first;
      if (is_slow(i)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (meets && i > few / 2) threads.arrive();
    });
  };
  for (int i = 0; i < 100; ++i) call(true, false);
  for (int i = 1; i < calls; ++i) call(false, false);
  threads.begin();
  call(false, true);
  CHECK(std::count(v.begin(), v.end(), 100 + calls) == few);
  return threads.met();
}
TEST_CASE("a functor that comes to take long after brief calls is shared out again") {
  CHECK(meet_after_brief_calls(1, [](std::ptrdiff_t i) { return i < 1024 && i % 64 == 0; }));
  // If the looks do not show it, the next call is shared out.
  CHECK(meet_after_brief_calls(2, [](std::ptrdiff_t i) { return i % 2048 == 0; }));
}

TEST_CASE_TEMPLATE("element-wise algorithms are parallel", S, BOTH) {
  typename S::template vector<int> v(n), out(n);
  auto const increment = attending{[](int& x) { ++x; }};
  auto const negative = attending{[](int x) { return -x; }};
  auto const sum = attending{[](int x, int y) { return x + y; }};
  CHECK(S::meets(thrum::for_each, v.begin(), v.end(), increment));
  CHECK(S::meets(thrum::for_each_n, v.begin(), n, increment));
  CHECK(S::meets(thrum::transform, v.begin(), v.end(), out.begin(), negative));
  CHECK(S::meets(thrum::transform, v.begin(), v.end(), v.begin(), out.begin(), sum));
  CHECK(S::meets(thrum::generate, v.begin(), v.end(), attending{[] { return 1; }}));
  CHECK(S::meets(thrum::generate_n, v.begin(), n, attending{[] { return 1; }}));
  CHECK(S::meets(thrum::tabulate, v.begin(), v.end(), attending{[](std::ptrdiff_t i) { return i % 5 == 0; }}));
}

TEST_CASE_TEMPLATE("algorithms without a functor are parallel", S, BOTH) {
  typename S::template vector<attendant> v(n), out(n);
  typename S::template vector<int> map(n);
  CHECK(S::meets(thrum::fill, v.begin(), v.end(), attendant(1)));
  CHECK(S::meets(thrum::fill_n, v.begin(), n, attendant(1)));
  CHECK(S::meets(thrum::sequence, v.begin(), v.end(), 0, 1));
  CHECK(S::meets(thrum::copy, v.begin(), v.end(), out.begin()));
  CHECK(S::meets(thrum::copy_n, v.begin(), n, out.begin()));
  std::iota(map.begin(), map.end(), 0);
  CHECK(S::meets(thrum::gather, map.begin(), map.end(), v.begin(), out.begin()));
  CHECK(S::meets(thrum::scatter, v.begin(), v.end(), map.begin(), out.begin()));
  CHECK(S::meets(thrum::reverse, v.begin(), v.end()));
  CHECK(S::meets(thrum::count, v.begin(), v.end(), attendant(-1)));
  CHECK(S::meets(thrum::find, v.begin(), v.end(), attendant(-1)));
  CHECK(S::meets(thrum::equal, v.begin(), v.end(), v.begin()));
  CHECK(S::meets(thrum::unique, v.begin(), v.end()));
}

TEST_CASE_TEMPLATE("reductions are parallel", S, BOTH) {
  typename S::template vector<int> v(n, 1), out(n), values(n);
  auto const plus = attending{[](long x, long y) { return x + y; }};
  auto const times = attending{[](int x, int y) { return x * y; }};
  auto const odd = attending{[](int x) { return x % 2 != 0; }};
  auto const before = attending{[](int x, int y) { return x < y; }};
  CHECK(S::meets(thrum::reduce, v.begin(), v.end(), 0L, plus));
  CHECK(S::meets(thrum::transform_reduce, v.begin(), v.end(), odd, 0L, thrum::plus<>{}));
  CHECK(S::meets(thrum::transform_reduce, v.begin(), v.end(), thrum::identity<>{}, 0L, plus));
  CHECK(S::meets(thrum::inner_product, v.begin(), v.end(), v.begin(), 0L, thrum::plus<>{}, times));
  CHECK(S::meets(thrum::count_if, v.begin(), v.end(), odd));
  CHECK(S::meets(thrum::min_element, v.begin(), v.end(), before));
  CHECK(S::meets(thrum::max_element, v.begin(), v.end(), before));
  CHECK(S::meets(thrum::minmax_element, v.begin(), v.end(), before));
  auto const same = attending{[](int x, int y) { return x == y; }};
  CHECK(S::meets(thrum::reduce_by_key, v.begin(), v.end(), v.begin(), out.begin(), values.begin(), same,
                 thrum::plus<>{}));
  CHECK(S::meets(thrum::reduce_by_key, v.begin(), v.end(), v.begin(), out.begin(), values.begin(),
                 thrum::equal_to<>{}, plus));
}

TEST_CASE_TEMPLATE("searches are parallel", S, BOTH) {
  typename S::template vector<int> v(n, 1), out(n);
  auto const none = attending{[](int x) { return x < 0; }};
  auto const all = attending{[](int x) { return x > 0; }};
  auto const same = attending{[](int x, int y) { return x == y; }};
  auto const before = attending{[](int x, int y) { return x < y; }};
  CHECK(S::meets(thrum::find_if, v.begin(), v.end(), none));
  CHECK(S::meets(thrum::find_if_not, v.begin(), v.end(), all));
  CHECK(S::meets(thrum::all_of, v.begin(), v.end(), all));
  CHECK(S::meets(thrum::any_of, v.begin(), v.end(), none));
  CHECK(S::meets(thrum::none_of, v.begin(), v.end(), none));
  CHECK(S::meets(thrum::equal, v.begin(), v.end(), v.begin(), same));
  CHECK(S::meets(thrum::mismatch, v.begin(), v.end(), v.begin(), same));
  CHECK(S::meets(thrum::is_sorted, v.begin(), v.end(), before));
  CHECK(S::meets(thrum::lower_bound, v.begin(), v.begin() + 10, v.begin(), v.end(), out.begin(), before));
  CHECK(S::meets(thrum::upper_bound, v.begin(), v.begin() + 10, v.begin(), v.end(), out.begin(), before));
  CHECK(S::meets(thrum::binary_search, v.begin(), v.begin() + 10, v.begin(), v.end(), out.begin(), before));
}

TEST_CASE_TEMPLATE("scans are parallel", S, BOTH) {
  typename S::template vector<long> v(n, 1), out(n);
  auto const plus = attending{[](long x, long y) { return x + y; }};
  auto const negative = attending{[](long x) { return -x; }};
  CHECK(S::meets(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), plus));
  CHECK(S::meets(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), 0L, plus));
  CHECK(S::meets(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), 0L, plus));
  // Without a start value the call transforms the first element before anything else; only op shows
  // the threads.
  CHECK(S::meets(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), thrum::negate<>{}, plus));
  CHECK(S::meets(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), negative, 0L, thrum::plus<>{}));
  CHECK(S::meets(thrum::transform_exclusive_scan, v.begin(), v.end(), out.begin(), negative, 0L, thrum::plus<>{}));
}

TEST_CASE_TEMPLATE("compactions are parallel", S, BOTH) {
  typename S::template vector<int> v(n, 1), out(n);
  auto const odd = attending{[](int x) { return x % 2 != 0; }};
  auto const same = attending{[](int x, int y) { return x == y; }};
  CHECK(S::meets(thrum::copy_if, v.begin(), v.end(), out.begin(), odd));
  CHECK(S::meets(thrum::copy_if, v.begin(), v.end(), v.begin(), out.begin(), odd));
  CHECK(S::meets(thrum::remove_if, v.begin(), v.end(), odd));
  CHECK(S::meets(thrum::unique, v.begin(), v.end(), same));
  CHECK(S::meets(thrum::partition, v.begin(), v.end(), odd));
  CHECK(S::meets(thrum::stable_partition, v.begin(), v.end(), odd));
}

TEST_CASE_TEMPLATE("sorts and merges by a comparator are parallel", S, BOTH) {
  auto const keys = vector_of<S>(random_patterns<int>(n));
  typename S::template vector<int> values(n), out(2 * n);
  auto const before = attending{[](int x, int y) { return x < y; }};
  auto v = keys;
  CHECK(S::meets(thrum::sort, v.begin(), v.end(), before));
  CHECK(S::meets(thrum::merge, v.begin(), v.end(), v.begin(), v.end(), out.begin(), before));
  v = keys;
  CHECK(S::meets(thrum::stable_sort, v.begin(), v.end(), before));
  v = keys;
  CHECK(S::meets(thrum::sort_by_key, v.begin(), v.end(), values.begin(), before));
  v = keys;
  CHECK(S::meets(thrum::stable_sort_by_key, v.begin(), v.end(), values.begin(), before));
}

TEST_CASE("sorts and extrema of numbers are parallel") {
  auto keys = random_patterns<int>(n);
  std::vector<int> values(n), out(2 * n);
  watched_policy const watched;
  CHECK(meets([&] { thrum::sort(watched, keys.begin(), keys.end()); }));
  CHECK(meets([&] { thrum::is_sorted(watched, keys.begin(), keys.end()); }));
  CHECK(meets([&] { thrum::merge(watched, keys.begin(), keys.end(), keys.begin(), keys.end(), out.begin()); }));
  keys = random_patterns<int>(n);
  CHECK(meets([&] { thrum::sort_by_key(watched, keys.begin(), keys.end(), values.begin()); }));
  CHECK(meets([&] { thrum::max_element(watched, keys.begin(), keys.end()); }));
  CHECK(meets([&] { thrum::reduce(watched, keys.begin(), keys.end(), 0L); }));
}

TEST_CASE("elements that are in no memory are computed in parallel") {
  thrum::counting_iterator<int> const first(0);
  thrum::constant_iterator<int> const one(1);
  auto const twice = attending{[](int x) { return 2L * x; }};
  CHECK(meets(
      [&] { CHECK(thrum::transform_reduce(first, first + n, twice, 0L, thrum::plus<>{}) == long{n} * (n - 1)); }));
  CHECK(meets([&] { thrum::for_each(first, first + n, attending{[](int) {}}); }));
  CHECK(meets([&] { thrum::reduce(one, one + n, 0L, attending{[](long x, long y) { return x + y; }}); }));
  // Computed elements beside ordinary memory run where the memory is.
  std::vector<long> out(n);
  bool elsewhere = false;
  thrum::transform(first, first + n, out.data(), [&elsewhere, here = std::this_thread::get_id()](int x) {
    elsewhere |= std::this_thread::get_id() != here;
    return 2L * x;
  });
  CHECK(!elsewhere);
  CHECK(out.back() == 2 * (n - 1));
}

TEST_CASE("a search looks at little behind an early hit") {
  std::atomic<std::ptrdiff_t> calls = 0;
  std::atomic<bool> found = false;
  thrum::counting_iterator<int> const first(0);
  auto const hit = thrum::find_if(thrum::tbb::par, first, first + 64 * n, [&](int x) {
    calls.fetch_add(1, std::memory_order_relaxed);
    if (x == 100'000) found = true;
    // Waits for the thread that finds the hit: the system may have stopped it.
    while (x > 200'000 && !found) std::this_thread::yield();
    return x == 100'000;
  });
  CHECK(hit - first == 100'000);
  CHECK(calls < 300'000 + 16'384 * std::ptrdiff_t{std::thread::hardware_concurrency()});
}

TEST_CASE("every spelling of the policy is parallel") {
  std::vector<int> v(n);
  auto const increment = attending{[](int& x) { ++x; }};
  auto const call = [&](auto const& policy) {
    return meets([&] { thrum::for_each(policy, v.begin(), v.end(), increment); });
  };
  std::allocator<char> allocator;
  CHECK(call(thrum::par));
  CHECK(call(thrum::tbb::par.threads(2)));
  CHECK(call(thrum::tbb::par.grain(100)));
  CHECK(call(thrum::tbb::par(allocator)));
  CHECK(call(thrum::tbb::par.with(allocator)));
  ::tbb::task_arena arena(2);
  CHECK(call(thrum::tbb::par.on(arena)));
  CHECK(call(thrum::device));
}
#endif
