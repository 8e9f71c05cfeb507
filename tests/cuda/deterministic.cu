// cuda::par.deterministic() computes the same bits as seq.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/cuda/counters.h>
#include <thrum/cuda/graph.cuh>
#include <thrum/device_vector.h>
#include <thrum/extrema.h>
#include <thrum/fill.h>
#include <thrum/scan.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/sort.h>
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>
#include "data.h"
#include "policies.h"
#include "sums.h"

namespace {

using thrum::cuda::deterministic_policy;

// Every member that changes the policy returns a policy of the same type.
static_assert(thrum::backend<deterministic_policy>);
static_assert(!std::is_same_v<deterministic_policy, thrum::cuda::policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic()), deterministic_policy>);
static_assert(
    std::is_same_v<decltype(thrum::cuda::par_nosync.deterministic().deterministic()), deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic().on(nullptr)), deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic().on_device(0)), deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic().step()), deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic().with(thrum::device_allocator<char>{})),
                             deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::cuda::par.deterministic()(thrum::device_allocator<char>{})),
                             deterministic_policy>);
static_assert(std::is_same_v<decltype(thrum::seq.deterministic()), thrum::seq_policy>);

struct device_memory_of_sums {
  template <class T>
  using vector = thrum::device_vector<T>;
  template <class T>
  static T* pointer(vector<T>& v) {
    return thrum::raw_pointer_cast(v.data());
  }
  template <class T>
  static std::vector<T> host(vector<T> const& v) {
    return v.to_host();
  }
  template <class T>
  static void copy_in(std::vector<T> const& elements, T* out) {
    if (elements.empty()) return;
    REQUIRE(cudaMemcpy(out, elements.data(), elements.size() * sizeof(T), cudaMemcpyHostToDevice) == cudaSuccess);
  }
};

template <class Memory, class Policy>
sums<Memory, Policy> sums_under(Policy policy, std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  return {policy, keys_in_runs(size), offsets_of_segments(size)};
}

template <class T>
std::vector<T> mixed_magnitudes(std::ptrdiff_t n) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = mixed_magnitude<T>(i);
  return v;
}

template <class T, class Op, class Make>
void check_objects(std::ptrdiff_t n, T start, Op op, Make make) {
  CAPTURE(n);
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = make(i);
  auto const expected = sums_under<host_memory_of_sums>(thrum::seq, n).of_objects(v, start, op);
  auto const exec = thrum::cuda::par.deterministic();
  CHECK(sums_under<device_memory_of_sums>(exec, n).of_objects(v, start, op).differences(expected) == "");
}

// Computes many sums, one after the other, into `sums` and `out`.
template <class Policy, class V>
void put_sums(Policy const& exec, V const& v, V& out, V& sums) {
  thrum::inclusive_scan(exec, v.begin(), v.end(), out.begin());
  thrum::exclusive_scan(exec, out.begin(), out.end(), out.begin(), 0.5F);
  thrum::segmented_reduce(exec, out.begin(), out.end(), thrum::segments_of(20'000), sums.begin());
  thrum::segmented_inclusive_scan(exec, out.begin(), out.end(), thrum::segments_of(20'000), out.begin());
  thrum::reduce_into(exec, out.begin(), out.end(), sums.begin() + 5, 0.0F, thrum::plus<float>{});
}

}  // namespace

TEST_CASE_TEMPLATE("the bits of seq on the device", T, float, double) {
  auto const exec = thrum::cuda::par.deterministic();
  for (std::ptrdiff_t const n :
       std::vector<std::ptrdiff_t>{0,    1,      2,      15,     16,     17,     18,
                                   31,   32,     127,    128,    129,    8191,   8192,
                                   8193, 16'383, 16'384, 16'385, 16'386, 65'537, large_size(1'000'003, 300'007)}) {
    CAPTURE(n);
    auto const v = mixed_magnitudes<T>(n);
    auto const expected = sums_under<host_memory_of_sums>(thrum::seq, n).of_numbers(v);
    CHECK(sums_under<device_memory_of_sums>(exec, n).of_numbers(v).differences(expected) == "");
    // Repeats the sums with many thread blocks: nothing depends on the order of the thread blocks.
    if (n == 65'537) CHECK(sums_under<device_memory_of_sums>(exec, n).of_numbers(v).differences(expected) == "");
  }
}
TEST_CASE("the bits of seq on the device, of other types") {
  for (std::ptrdiff_t const n : std::vector<std::ptrdiff_t>{1, 17, 1000, 16'385, large_size(300'000)}) {
    check_objects<int>(n, -7, thrum::maximum<int>{},
                       [](std::size_t i) { return static_cast<int>(random_bits(i)); });
    check_objects<int>(n, -7, thrum::plus<int>{}, [](std::size_t i) { return static_cast<int>(i % 100); });
    check_objects<signed char>(n, 3, thrum::bit_xor<signed char>{},
                               [](std::size_t i) { return static_cast<signed char>(random_bits(i)); });
    check_objects<affine>(n, {1, 0.5F}, compose_affine{}, [](std::size_t i) {
      return affine{random_bits(i + 1) % 2 == 0 ? 1.0F : -1.0F, mixed_magnitude<float>(i)};
    });
    check_objects<three_doubles>(n, {1, 2, 3}, add_doubles{}, [](std::size_t i) {
      return three_doubles{mixed_magnitude<double>(i), mixed_magnitude<double>(i + 1), 1.1};
    });
  }
}
TEST_CASE("the bits of seq on the device, of zeros of both signs and of no numbers") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  float const some[] = {0.0F, -0.0F, -0.0F, 0.0F, nan, -1.0F};
  for (std::uint64_t const kinds : {std::uint64_t{4}, std::uint64_t{6}}) {
    auto const make = [&](std::size_t i) { return some[random_bits(i) % kinds]; };
    check_objects<float>(40'000, -0.0F, thrum::maximum<float>{}, make);
    check_objects<float>(40'000, -0.0F, thrum::minimum<float>{}, make);
  }
}

// A product in a user's functor and the library's addition are not fused.
TEST_CASE("products of a lambda are rounded before they are added") {
  auto const v = mixed_magnitudes<float>(50'000);
  thrum::device_vector<float> const on_device(v.begin(), v.end());
  auto const exec = thrum::cuda::par.deterministic();
  auto const square = THRUM_LAMBDA(float x) { return x * x; };
  thrum::plus<float> const plus;
  CHECK(thrum::transform_reduce(exec, on_device.begin(), on_device.end(), square, 0.0F, plus) ==
        thrum::transform_reduce(thrum::seq, v.begin(), v.end(), square, 0.0F, plus));
  auto const products = THRUM_LAMBDA(float x)->three_doubles { return {x * 1.1, x * 0.3, x * 0.7}; };
  auto const sum =
      thrum::transform_reduce(exec, on_device.begin(), on_device.end(), products, three_doubles{}, add_doubles{});
  auto const expected =
      thrum::transform_reduce(thrum::seq, v.begin(), v.end(), products, three_doubles{}, add_doubles{});
  CHECK(sum.x == expected.x);
  CHECK(sum.y == expected.y);
  CHECK(sum.z == expected.z);
}

// nvcc takes the standard's addition for a function of the host, and would leave its call out.
TEST_CASE_TEMPLATE("additions of the standard are made on the device", Plus, std::plus<float>, std::plus<>) {
  auto const v = mixed_magnitudes<float>(20'000);
  auto const keys = keys_in_runs(v.size());
  thrum::device_vector<float> const on_device(v.begin(), v.end());
  thrum::device_vector<int> const device_keys(keys.begin(), keys.end());
  thrum::device_vector<float> out(v.size()), sums(v.size());
  std::vector<float> expected(v.size()), expected_sums(v.size());
  auto const same = thrum::equal_to<>{};
  auto const all = [&](auto const& exec, auto const& elements, auto const& of_elements, auto& to, auto& to_sums) {
    auto const first = elements.begin(), last = elements.end();
    auto const key = of_elements.begin();
    thrum::inclusive_scan_by_key(exec, key, of_elements.end(), first, to.begin(), same, Plus{});
    thrum::segmented_reduce(exec, first, last, thrum::segments_of(1000), to_sums.begin(), 0.5F, Plus{});
    return thrum::reduce(exec, first, last, 0.5F, Plus{});
  };
  float const sum = all(thrum::seq, v, keys, expected, expected_sums);
  CHECK(all(thrum::cuda::par.deterministic(), on_device, device_keys, out, sums) == sum);
  CHECK(out.to_host() == expected);
  CHECK(sums.to_host() == expected_sums);
  all(thrum::cuda::par, on_device, device_keys, out, sums);
  auto const rounded = out.to_host();
  double magnitude = 0;
  for (float const x : v) magnitude += std::fabs(static_cast<double>(x));
  for (std::size_t i = 0; i < v.size(); ++i) {
    REQUIRE(std::fabs(static_cast<double>(rounded[i]) - static_cast<double>(expected[i])) <= 1e-6 * magnitude);
  }
}

TEST_CASE("what else the policy does, and in which stream") {
  cudaStream_t stream{};
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  auto const exec = thrum::cuda::par_nosync.deterministic().on(stream);
  CHECK(exec.stream() == stream);
  auto const v = mixed_magnitudes<float>(100'000);
  thrum::device_vector<float> on_device(v.begin(), v.end()), out(v.size());
  std::vector<float> expected(v.size());
  thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), expected.begin());
  thrum::inclusive_scan(exec, on_device.begin(), on_device.end(), out.begin());
  CHECK(thrum::reduce(exec, on_device.begin(), on_device.end()) == thrum::reduce(thrum::seq, v.begin(), v.end()));
  CHECK(out.to_host() == expected);  // reduce has waited for the stream
  thrum::sort(exec, on_device.begin(), on_device.end());
  exec.sync();
  CHECK(on_device[0] == *thrum::min_element(thrum::seq, v.begin(), v.end()));
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("nothing is allocated in the steady state, and nobody waits") {
  cudaStream_t stream{};
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  auto const elements = mixed_magnitudes<float>(100'000);
  std::vector<float> expected_out(elements.size()), expected_sums(6);
  put_sums(thrum::seq, elements, expected_out, expected_sums);

  thrum::device_vector<float> const v(elements.begin(), elements.end());
  thrum::device_vector<float> out(v.size()), sums(6);
  auto const exec = thrum::cuda::par_nosync.on(stream).deterministic();
  put_sums(exec, v, out, sums);
  exec.sync();
  auto const before = thrum::cuda::counters::now();
  put_sums(exec, v, out, sums);
  auto const spent = thrum::cuda::counters::now() - before;
  CHECK(spent.synchronisations == 0);
  CHECK(spent.allocations == 0);
  CHECK(spent.frees == 0);
  CHECK(spent.copies == 0);
  exec.sync();
  CHECK(out.to_host() == expected_out);
  CHECK(sums.to_host() == expected_sums);

  auto recorded = thrum::cuda::graph::capture(
      [&](thrum::cuda::policy const& capturing) { put_sums(capturing.deterministic(), v, out, sums); });
  for (int k = 0; k < 2; ++k) {
    thrum::fill(exec, out.begin(), out.end(), 0.0F);
    recorded.launch(thrum::cuda::par.on(stream));
    CHECK(out.to_host() == expected_out);
    CHECK(sums.to_host() == expected_sums);
  }
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}
