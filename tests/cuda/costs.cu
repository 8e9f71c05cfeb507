// What calls cost, counted by the emulated card of compute capability 7.5 in the natural order of
// thread blocks: in another order, blocks ask longer for the sums of the blocks before them. A
// change that costs more than is written here fails. A real GPU counts nothing, and the test passes.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/scan.h>
#include <thrum/sequence.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/unique.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include "data.h"
#include "emulator/costs.h"

namespace {

constexpr std::ptrdiff_t n = 1 << 17;

/// Kernels that are launched, sectors of 32 bytes that warps ask for, and instructions of lanes.
struct cost {
  std::uint64_t launches, sectors, instructions;
};

bool is_near(std::uint64_t counted, std::uint64_t written) {
  double const ratio = static_cast<double>(counted) / static_cast<double>(written);
  return ratio > 0.98 && ratio < 1.02;
}

/// Counts the second of two calls.
template <class Call>
void expect(std::string const& name, cost written, Call call) {
  auto const get = reinterpret_cast<decltype(&emulated_costs_get)>(dlsym(RTLD_DEFAULT, "emulated_costs_get"));
  int major = 0, minor = 0;
  REQUIRE(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) == cudaSuccess);
  char const* const seed = std::getenv("EMULATED_SEED");
  bool const is_natural_order = seed == nullptr || std::string(seed) == "0";
  if (get == nullptr || major != 7 || minor != 5 || !is_natural_order) return;
  call();
  emulated_costs before{}, after{};
  get(&before);
  call();
  get(&after);
  cost const counted{after.launches - before.launches,
                     after.global_load_sectors + after.global_store_sectors - before.global_load_sectors -
                         before.global_store_sectors,
                     after.lane_instructions - before.lane_instructions};
  INFO(name, " costs {", counted.launches, ", ", counted.sectors, ", ", counted.instructions, "}");
  CHECK(counted.launches == written.launches);
  CHECK(is_near(counted.sectors, written.sectors));
#if CUDART_VERSION / 10 == 1300  // other compilers make other instructions
  CHECK(is_near(counted.instructions, written.instructions));
#endif
}

struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct next {
  THRUM_HD int operator()(int x) const { return x + 1; }
};

}  // namespace

TEST_CASE("calls cost what is written") {
  auto const par = thrum::cuda::par_nosync;
  thrum::device_vector<int> const numbers = random_values<int>(n, 0, 1'000'000);
  thrum::device_vector<int> sorted = numbers, changed(n), out(2 * n), sums(n);
  thrum::sort(par, sorted.begin(), sorted.end());
  auto const first = numbers.begin(), last = numbers.end();
  auto const middle = sorted.begin() + n / 2;

  expect("transform", {1, 32768, 1638400}, [&] { thrum::transform(par, first, last, out.begin(), next{}); });
  expect("reduce", {2, 16421, 761012}, [&] { thrum::reduce(par, first, last); });
  expect("max_element", {2, 16770, 4062955}, [&] { thrum::max_element(par, first, last); });
  expect("minmax_element", {2, 18436, 10804539}, [&] { thrum::minmax_element(par, first, last); });
  expect("inclusive_scan", {2, 33530, 2066184}, [&] { thrum::inclusive_scan(par, first, last, out.begin()); });
  expect("copy_if", {2, 27572, 3727307}, [&] { thrum::copy_if(par, first, last, out.begin(), is_odd{}); });
  expect("remove_if", {3, 60412, 4310205}, [&] {
    thrum::transform(par, first, last, changed.begin(), thrum::identity<>{});
    thrum::remove_if(par, changed.begin(), changed.end(), is_odd{});
  });
  expect("unique_copy", {2, 37034, 4957431},
         [&] { thrum::unique_copy(par, sorted.begin(), sorted.end(), out.begin()); });
  expect("reduce_by_key", {2, 71810, 7461254},
         [&] { thrum::reduce_by_key(par, sorted.begin(), sorted.end(), first, out.begin(), sums.begin()); });
  expect("sort", {7, 224888, 51137562}, [&] {
    thrum::transform(par, first, last, changed.begin(), thrum::identity<>{});
    thrum::sort(par, changed.begin(), changed.end());
  });
  expect("merge", {2, 33772, 5239434},
         [&] { thrum::merge(par, sorted.begin(), middle, middle, sorted.end(), out.begin()); });
  expect("set_union", {2, 34725, 5980855},
         [&] { thrum::set_union(par, sorted.begin(), middle, middle, sorted.end(), out.begin()); });
}
