// Checks that the policy has every primitive natively. A primitive with a wrong name or signature
// would fall back to the default, which does not run on a device.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/find.h>
#include <thrum/for_each_block.h>
#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/iterate.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/segmented_reduce.h>
#include <thrum/sort.h>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace {

using policy = thrum::cuda::policy;
using thrum::detail::exclusive;
using thrum::detail::inclusive;
using thrum::detail::no_seed;
using thrum::detail::seed;

using predicate = bool (*)(std::ptrdiff_t);

struct work_of_block {
  template <int Lanes>
  THRUM_HD void operator()(thrum::block<Lanes> const&) const {}
};
struct step_of_pointers {
  template <class P>
  void operator()(P const&, int*&, int*&) const {}
} const pointer_step;

template <class B>
concept has_every_native = requires(B const& exec, std::ptrdiff_t n, int* p, float* q, thrum::plus<> add,
                                    thrum::less<> before, thrum::equal_to<> same, predicate pred,
                                    unsigned long long* counts, std::ptrdiff_t (*bin_of)(std::ptrdiff_t)) {
  exec.for_each_n(n, thrum::detail::index_probe{}, n);
  { exec.reduce(p, n, 0L, add) } -> std::same_as<long>;
  exec.scan(p, n, q, no_seed<int>{}, add, inclusive{});
  exec.scan(p, n, q, seed<int>{0}, add, inclusive{});
  exec.scan(p, n, q, seed<int>{0}, add, exclusive{});
  { exec.find_first(n, pred) } -> std::same_as<std::ptrdiff_t>;
  { exec.compact(p, n, q, pred) } -> std::same_as<std::ptrdiff_t>;
  exec.sort(p, n, before);
  exec.sort_by_key(p, q, n, before);
  exec.merge(p, n, q, n, p, before);
  { exec.reduce_by_key(p, n, q, p, q, same, add) } -> std::same_as<std::ptrdiff_t>;
  exec.reduce_into(p, n, q, 0.0f, add);
  exec.find_first_into(n, pred, p);
  exec.compact_into(p, n, q, pred, p);
  { exec.compact_in_place(p, n, pred) } -> std::same_as<std::ptrdiff_t>;
  exec.compact_in_place_into(p, n, pred, p);
  { exec.divide(p, n, q, q, pred) } -> std::same_as<std::ptrdiff_t>;
  exec.divide_into(p, n, q, q, pred, p);
  exec.reduce_by_key_into(p, n, q, p, q, same, add, p);
  { exec.read(q) } -> std::same_as<float>;
  exec.count_bins(n, bin_of, n, counts);
  exec.template for_each_block<0>(n, 1, work_of_block{});
  exec.template for_each_block<32>(n, 32, work_of_block{});
  exec.iterate(n, p, p, pointer_step);
};

static_assert(thrum::backend<policy>);
static_assert(has_every_native<policy>);
constexpr auto sums_in_runs = thrum::native::scan_runs | thrum::native::reduce_segments |
                              thrum::native::scan_segments | thrum::native::sum_bins;
constexpr auto all_natives =
    static_cast<thrum::native>((static_cast<unsigned>(thrum::native::divide_into) << 1U) - 1U);
static_assert((policy::natives | sums_in_runs) == all_natives);
static_assert((policy::natives & sums_in_runs) == (thrum::native::scan_runs | thrum::native::reduce_segments));
static_assert(thrum::cuda::deterministic_policy::natives == all_natives);

// The deterministic policy has its own primitives of sums, which it would otherwise inherit.
using deterministic = thrum::cuda::deterministic_policy;
using add = thrum::plus<>;
using same = thrum::equal_to<>;
static_assert(thrum::backend<deterministic>);
static_assert(has_every_native<deterministic>);
static_assert(std::is_same_v<decltype(&deterministic::reduce<int*, long, add>),
                             long (deterministic::*)(int*, std::ptrdiff_t, long, add) const>);
static_assert(std::is_same_v<decltype(&deterministic::reduce_into<int*, float*, long, add>),
                             void (deterministic::*)(int*, std::ptrdiff_t, float*, long, add) const>);
static_assert(
    std::is_same_v<decltype(&deterministic::scan<int*, float*, seed<int>, add, inclusive>),
                   void (deterministic::*)(int*, std::ptrdiff_t, float*, seed<int>, add, inclusive) const>);
static_assert(std::is_same_v<decltype(&deterministic::reduce_by_key<int*, float*, int*, float*, same, add>),
                             std::ptrdiff_t (deterministic::*)(int*, std::ptrdiff_t, float*, int*, float*, same,
                                                               add) const>);
using by_size = thrum::detail::segments_by_size;
static_assert(requires(deterministic const& exec, int* p, predicate starts, by_size segments) {
  exec.scan_runs(p, 0, p, starts, no_seed<int>{}, add{}, inclusive{});
  exec.reduce_segments(p, segments, p, 0, add{});
  exec.scan_segments(p, segments, p, no_seed<int>{}, add{}, inclusive{});
  exec.sum_bins(0, starts, starts, 0, p, 0.0F);
});
// A dependent name: where other code has used the variable template, nvcc 13.0 gives the host's
// compiler `policy::reaches` without arguments.
template <class Space, class Policy = policy>
constexpr bool reached = Policy::template reaches<Space>;
static_assert(reached<thrum::device_space<thrum::device_system::cuda>>);
static_assert(reached<thrum::unified_space<thrum::device_system::cuda>>);
static_assert(!reached<thrum::host_space>);

// Device code that names a policy compiles: device code calls seq, and both kinds of code name the
// others.
__global__ void call_in_kernel(int* p, int n, int* result) {
  thrum::sort(thrum::seq, p, p + n);
  result[0] = thrum::reduce(thrum::seq, p, p + n);
  result[1] = static_cast<int>(thrum::find(thrum::seq, p, p + n, n - 2) - p);
  thrum::inclusive_scan(thrum::seq, p, p + n, p);
  result[2] = p[n - 1];
  result[3] = static_cast<int>(sizeof(thrum::cuda::par) - sizeof(thrum::cuda::policy));
}

}  // namespace

TEST_CASE("seq runs inside a kernel") {
  constexpr int n = 1000;
  std::vector<int> descending(n);
  for (int i = 0; i < n; ++i) descending[static_cast<std::size_t>(i)] = n - 1 - i;
  thrum::device_vector<int> v(descending.begin(), descending.end()), result(4, -1);
  call_in_kernel<<<1, 1>>>(thrum::raw_pointer_cast(v.data()), n, thrum::raw_pointer_cast(result.data()));
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(result[0] == n * (n - 1) / 2);
  CHECK(result[1] == n - 2);
  CHECK(result[2] == n * (n - 1) / 2);
  CHECK(result[3] == 0);
}
