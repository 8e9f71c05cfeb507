// Results that stay on the device, asynchronous calls, and how often calls wait according to the
// counters.
#include <doctest/doctest.h>

#include <thrum/async/copy.h>
#include <thrum/async/extrema.h>
#include <thrum/async/find.h>
#include <thrum/async/partition.h>
#include <thrum/async/reduce.h>
#include <thrum/async/remove.h>
#include <thrum/async/sort.h>
#include <thrum/async/unique.h>
#include <thrum/cuda.cuh>
#include <thrum/cuda/counters.h>
#include <thrum/cuda/stream.h>
#include <thrum/device_vector.h>
#include <thrum/execution_policy.h>
#include <thrum/functional.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/memory_resource.h>
#include <thrum/search.h>
#include <thrum/set_operations.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using thrum::cuda::counters;
using thrum::cuda::par_nosync;

/// Keeps a stream busy for some ten milliseconds.
__global__ void occupy(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}
constexpr long long long_time = 50'000'000;

struct odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct halved {
  THRUM_HD int operator()(int x) const { return x / 2; }
};

constexpr std::ptrdiff_t n = 100'000;

std::vector<int> host_numbers() {
  std::vector<int> v(n);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i * 7919 % 1009);
  return v;
}

struct data {
  std::vector<int> host = host_numbers();
  thrum::device_vector<int> numbers{host.begin(), host.end()}, work = numbers, out = numbers, out2 = numbers;
  thrum::device_vector<std::ptrdiff_t> places = thrum::device_vector<std::ptrdiff_t>(4, -1);
  thrum::device_vector<bool> answers = thrum::device_vector<bool>(1);
  thrum::cuda::stream stream;
  thrum::cuda::policy exec = par_nosync.on(stream);
  int const* a = thrum::raw_pointer_cast(numbers.data());
  int* w = thrum::raw_pointer_cast(work.data());
  int* o = thrum::raw_pointer_cast(out.data());
  int* o2 = thrum::raw_pointer_cast(out2.data());
  std::ptrdiff_t* r = thrum::raw_pointer_cast(places.data());
  bool* answer = thrum::raw_pointer_cast(answers.data());

  /// Returns how often call() waits in a busy stream, the second time: the first call may load
  /// modules.
  template <class Call>
  std::uint64_t waits(Call call, bool* busy = nullptr) {
    call();
    stream.synchronize();
    occupy<<<1, 1, 0, stream>>>(long_time);
    auto const before = counters::now();
    call();
    auto const spent = counters::now() - before;
    if (busy != nullptr) *busy = !stream.idle();
    stream.synchronize();
    CHECK(spent.allocations == 0);
    CHECK(spent.frees == 0);
    return spent.synchronisations;
  }
  template <class Call>
  void waits_for_nothing(Call call) {
    bool busy = false;
    CHECK(waits(call, &busy) == 0);
    CHECK(busy);
  }
};

}  // namespace

TEST_CASE("results are left in device memory without a wait") {
  data d;
  d.waits_for_nothing([&] { thrum::reduce_into(d.exec, d.a, d.a + n, d.r, std::ptrdiff_t{0}); });
  d.waits_for_nothing([&] { thrum::count_if_into(d.exec, d.a, d.a + n, d.r + 1, odd{}); });
  d.waits_for_nothing([&] { thrum::minmax_element_into(d.exec, d.a, d.a + n, d.r + 2); });
  auto places = d.places.to_host();
  std::ptrdiff_t sum = 0, odds = 0;
  for (int x : d.host) {
    sum += x;
    odds += x % 2;
  }
  CHECK(places[0] == sum);
  CHECK(places[1] == odds);
  CHECK(places[2] == thrum::min_element(d.host.begin(), d.host.end()) - d.host.begin());
  CHECK(places[3] == thrum::max_element(d.host.begin(), d.host.end()) - d.host.begin());

  d.waits_for_nothing([&] { thrum::find_into(d.exec, d.a, d.a + n, d.r, 400); });
  d.waits_for_nothing([&] { thrum::copy_if_into(d.exec, d.a, d.a + n, d.r + 1, d.o, odd{}); });
  d.waits_for_nothing(
      [&] { thrum::transform_reduce_into(d.exec, d.a, d.a + n, d.r + 2, halved{}, 0, thrum::plus<>{}); });
  d.waits_for_nothing([&] { thrum::any_of_into(d.exec, d.a, d.a + n, d.answer, odd{}); });
  places = d.places.to_host();
  CHECK(places[0] == thrum::find(d.host.begin(), d.host.end(), 400) - d.host.begin());
  CHECK(places[1] == odds);
  CHECK(static_cast<bool>(d.answers[0]));

  d.waits_for_nothing([&] { thrum::partition_copy_into(d.exec, d.a, d.a + n, d.r, d.o, d.o2, odd{}); });
  d.waits_for_nothing([&] { thrum::partition_into(d.exec, d.w, d.w + n, d.r + 1, odd{}); });
  CHECK(d.places.to_host()[0] == odds);
  CHECK(d.places.to_host()[1] == odds);
  auto const parted = d.work.to_host();
  auto expected = d.host;
  std::stable_partition(expected.begin(), expected.end(), odd{});
  CHECK(parted == expected);
  thrum::sort(d.exec, d.w, d.w + n);
  d.waits_for_nothing([&] { thrum::unique_copy_into(d.exec, d.w, d.w + n, d.r, d.o); });
  d.waits_for_nothing([&] { thrum::run_length_encode_into(d.exec, d.w, d.w + n, d.r + 1, d.o, d.o2); });
  d.waits_for_nothing([&] { thrum::reduce_by_key_into(d.exec, d.w, d.w + n, d.r + 2, d.a, d.o, d.o2); });
  d.waits_for_nothing([&] { thrum::unique_into(d.exec, d.w, d.w, d.r + 3); });
  places = d.places.to_host();
  CHECK(places[0] == 1009);
  CHECK(places[1] == 1009);
  CHECK(places[2] == 1009);
  CHECK(places[3] == 0);
}

TEST_CASE("calls with results wait for them once") {
  data d;
  std::ptrdiff_t sink = 0;
  auto const once = [&](auto call) { CHECK(d.waits([&] { sink += static_cast<std::ptrdiff_t>(call()); }) == 1); };
  once([&] { return thrum::reduce(d.exec, d.a, d.a + n); });
  once([&] { return thrum::min_element(d.exec, d.a, d.a + n) - d.a; });
  once([&] { return thrum::minmax_element(d.exec, d.a, d.a + n).second - d.a; });
  once([&] { return thrum::argmax(d.exec, d.a, d.a + n).index; });
  once([&] { return thrum::find(d.exec, d.a, d.a + n, 400) - d.a; });
  once([&] { return thrum::lexicographical_compare(d.exec, d.a, d.a + n, d.w, d.w + n); });
  once([&] { return thrum::is_partitioned(d.exec, d.a, d.a + n, odd{}); });
  once([&] { return thrum::search(d.exec, d.a, d.a + n, d.a + 3, d.a + n - 3) - d.a; });
  once([&] { return thrum::search_n(d.exec, d.a, d.a + n, 2000, 1) - d.a; });
  once([&] { return thrum::copy_if(d.exec, d.a, d.a + n, d.o, odd{}) - d.o; });
  once([&] { return thrum::partition(d.exec, d.w, d.w + n, odd{}) - d.w; });
  once([&] { return thrum::partition_copy(d.exec, d.a, d.a + n, d.o, d.o2, odd{}).first - d.o; });
  thrum::sort(d.exec, d.w, d.w + n);
  once([&] { return thrum::reduce_by_key(d.exec, d.w, d.w + n, d.a, d.o, d.o2).first - d.o; });
  once([&] { return thrum::set_intersection(d.exec, d.w, d.w + n, d.w, d.w + n / 2, d.o) - d.o; });
  once([&] { return thrum::unique(d.exec, d.w, d.w + n) - d.w; });
  CHECK(sink != 0);
}

TEST_CASE("futures of work in a stream") {
  data d;
  int const expected = thrum::reduce(d.host.begin(), d.host.end());
  for (int round = 0; round < 3; ++round) {  // the first call may load modules and allocate slots
    occupy<<<1, 1, 0, d.stream>>>(long_time);
    auto const before = counters::now();
    auto sum = thrum::async::reduce(d.exec, d.a, d.a + n);
    auto found = thrum::async::find(d.exec, d.a, d.a + n, 400);
    auto sorted = thrum::async::sort(d.exec, d.w, d.w + n);
    auto copied = thrum::async::copy_if(d.exec, d.a, d.a + n, d.o, odd{});
    auto extremes = thrum::async::minmax_element(d.exec, d.a, d.a + n);
    if (round > 0) {
      auto const spent = counters::now() - before;
      CHECK(spent.synchronisations == 0);
      CHECK(spent.allocations == 0);
      CHECK_FALSE(sum.ready());
      CHECK_FALSE(sorted.wait_for(std::chrono::microseconds(10)));
    }
    occupy<<<1, 1, 0, d.stream>>>(long_time);
    CHECK(sum.get() == expected);
    CHECK(found.get() - d.a == thrum::find(d.host.begin(), d.host.end(), 400) - d.host.begin());
    CHECK(copied.get() - d.o == thrum::count_if(d.host.begin(), d.host.end(), odd{}));
    CHECK(extremes.get().first - d.a == thrum::min_element(d.host.begin(), d.host.end()) - d.host.begin());
    sorted.get();
    if (round > 0) CHECK_FALSE(d.stream.idle());  // they did not wait for the work after them
  }
  d.stream.synchronize();
  CHECK(thrum::is_sorted(d.exec, d.w, d.w + n));

  auto after = thrum::async::reduce(d.exec, d.a, d.a + n).then([&](int sum) {
    return sum + thrum::reduce(d.exec, d.a, d.a + n);
  });
  auto both = thrum::when_all(std::move(after), thrum::async::count(d.exec, d.a, d.a + n, 7));
  auto const results = both.get();
  CHECK(thrum::get<0>(results) == 2 * expected);
  CHECK(thrum::get<1>(results) == thrum::count(d.host.begin(), d.host.end(), 7));

  occupy<<<1, 1, 0, d.stream>>>(long_time);
  { auto const dropped = thrum::async::reduce(d.exec, d.a, d.a + n); }
  CHECK(d.stream.idle());
  auto const unique = thrum::async::unique(d.exec, d.w, d.w + n).get();
  CHECK(unique - d.w == 1009);
}
