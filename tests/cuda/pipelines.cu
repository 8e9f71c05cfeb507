// Pipelines under CUDA: the bits of deterministic sums, __device__ lambdas, and what a pipeline
// costs beside the calls that it stands for.
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/lazy.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>
#include "data.h"
#include "emulator/costs.h"

namespace lazy = thrum::lazy;

namespace {

struct times_three {
  template <class T>
  THRUM_HD T operator()(T x) const {
    return 3 * x;
  }
};
struct is_above {
  float bound;
  THRUM_HD bool operator()(float x) const { return x > bound; }
};

/// The sectors of 32 bytes that warps ask for in the second of two calls; 0 where no emulated card
/// counts them in the natural order of thread blocks.
template <class Call>
std::uint64_t sectors(Call call) {
  auto const get = reinterpret_cast<decltype(&emulated_costs_get)>(dlsym(RTLD_DEFAULT, "emulated_costs_get"));
  char const* const seed = std::getenv("EMULATED_SEED");
  call();
  if (get == nullptr || (seed != nullptr && std::string(seed) != "0")) return 0;
  emulated_costs before{}, after{};
  get(&before);
  call();
  get(&after);
  return after.global_load_sectors + after.global_store_sectors - before.global_load_sectors -
         before.global_store_sectors;
}

}  // namespace

TEST_CASE("cuda: deterministic sums of pipelines have the bits of seq") {
  auto const exec = thrum::cuda::par.deterministic();
  for (std::ptrdiff_t const n : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{70000}}) {
    CAPTURE(n);
    auto const host = mixed_magnitudes(n);
    thrum::device_vector<float> const v(host.begin(), host.end());
    auto const stages = lazy::transform(times_three{}) | lazy::filter(is_above{-7.0F});
    std::vector<float> const sums{host | stages | lazy::reduce(thrum::seq, 0.5F),
                                  host | stages | lazy::take(n / 3) | lazy::reduce(thrum::seq, 0.5F)};
    CHECK(same_bits(
        {v | stages | lazy::reduce(exec, 0.5F), v | stages | lazy::take(n / 3) | lazy::reduce(exec, 0.5F)}, sums));
    std::vector<float> scanned(host.size());
    host | lazy::transform(times_three{}) | lazy::inclusive_scan() | lazy::transform(times_three{}) |
        lazy::to(thrum::seq, scanned);
    thrum::device_vector<float> out(host.size());
    v | lazy::transform(times_three{}) | lazy::inclusive_scan() | lazy::transform(times_three{}) |
        lazy::to(exec, out);
    CHECK(same_bits(out.to_host(), scanned));
  }
}

TEST_CASE("cuda: pipelines of __device__ lambdas") {
  std::vector<int> const host = random_values<int>(10000, 0, 1000);
  thrum::device_vector<int> const v(host.begin(), host.end());
  auto const pipe = v | lazy::transform<int>([] __device__(int x) { return x + 1; }) |
                    lazy::filter([] __device__(int x) { return x % 2 == 0; });
  std::int64_t sum = 0, count = 0;
  for (int const x : host)
    if (x % 2 != 0) sum += x + 1, ++count;
  CHECK((pipe | lazy::count(thrum::cuda::par)) == count);
  CHECK((pipe | lazy::reduce(thrum::cuda::par, std::int64_t{0})) == sum);
}

TEST_CASE("cuda: a sum behind a function and a filter reads its range once") {
  constexpr std::ptrdiff_t n = 1 << 17;
  auto const& exec = thrum::cuda::par;
  auto const host = mixed_magnitudes(n);
  thrum::device_vector<float> const v(host.begin(), host.end());
  thrum::device_vector<float> mapped(n), kept(n);
  float sum = 0;
  std::uint64_t const of_reduce = sectors([&] { sum = thrum::reduce(exec, v.begin(), v.end(), 0.0F); });
  std::uint64_t const fused = sectors(
      [&] { sum = v | lazy::transform(times_three{}) | lazy::filter(is_above{0.0F}) | lazy::reduce(exec, 0.0F); });
  std::uint64_t const one_by_one = sectors([&] {
    thrum::transform(exec, v.begin(), v.end(), mapped.begin(), times_three{});
    auto const end = thrum::copy_if(exec, mapped.begin(), mapped.end(), kept.begin(), is_above{0.0F});
    sum = thrum::reduce(exec, kept.begin(), end, 0.0F);
  });
  std::uint64_t const copied =
      sectors([&] { v | lazy::transform(times_three{}) | lazy::filter(is_above{0.0F}) | lazy::to(exec, kept); });
  std::uint64_t const copied_one_by_one = sectors([&] {
    thrum::transform(exec, v.begin(), v.end(), mapped.begin(), times_three{});
    thrum::copy_if(exec, mapped.begin(), mapped.end(), kept.begin(), is_above{0.0F});
  });
  MESSAGE("sectors: reduce ", of_reduce, ", pipeline ", fused, ", one by one ", one_by_one, "; copies ", copied,
          ", ", copied_one_by_one);
  if (of_reduce == 0) return;
  CHECK(fused <= of_reduce + of_reduce / 10);
  CHECK(one_by_one > 3 * fused);
  CHECK(copied < copied_one_by_one);
}
