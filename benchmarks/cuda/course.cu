// Times the calls of benchmarks/course_gpu.py. Prints for each call a line with its name and its
// seconds: the median of eleven, from the call to the end of its work. Arrays are allocated before
// the clock starts. Without a device the program exits with 77.
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/unique.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

struct hypotenuse {
  THRUM_HD float operator()(float a, float b) const { return std::sqrt(a * a + b * b); }
};
/// Computes (2 x + 3 y) / (x + y + 1) in one pass.
struct fused {
  THRUM_HD float operator()(float x, float y) const { return (2 * x + 3 * y) / (x + y + 1); }
};
/// Says whether random point i is within the quarter circle.
struct within {
  THRUM_HD std::int64_t operator()(std::int64_t i) const {
    thrum::philox4x32 engine = thrum::random::stream(2026, i);
    thrum::portable_uniform_real_distribution<float> const unit(0, 1);
    float const x = unit(engine), y = unit(engine);
    return x * x + y * y <= 1 ? 1 : 0;
  }
};
struct random_unit {
  std::uint32_t seed;
  THRUM_HD float operator()(std::ptrdiff_t i) const {
    thrum::philox4x32 engine = thrum::random::stream(seed, i);
    return thrum::portable_uniform_real_distribution<float>(0, 1)(engine);
  }
};
/// Returns integers, each of which occurs about fifty times.
struct random_integer {
  std::ptrdiff_t most;
  THRUM_HD std::int32_t operator()(std::ptrdiff_t i) const {
    return static_cast<std::int32_t>(static_cast<double>(random_unit{3}(i)) * static_cast<double>(most));
  }
};

/// prepare() runs before each call, and is not timed.
template <class Prepare, class Call>
void row(char const* name, Prepare prepare, Call call) {
  std::array<double, 11> took{};
  prepare();
  call();
  for (double& seconds : took) {
    prepare();
    thrum::cuda::par.sync();
    auto const begin = std::chrono::steady_clock::now();
    call();
    thrum::cuda::par.sync();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  std::nth_element(took.begin(), took.begin() + took.size() / 2, took.end());
  std::printf("%s %.9f\n", name, took[took.size() / 2]);
}
template <class Call>
void row(char const* name, Call call) {
  row(name, [] {}, call);
}

void element_wise_rows(std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  auto const& exec = thrum::cuda::par_nosync;
  thrum::device_vector<float> a(size), b(size), out(size);
  thrum::tabulate(exec, a.begin(), a.end(), random_unit{1});
  thrum::tabulate(exec, b.begin(), b.end(), random_unit{2});
  row("vector_add",
      [&] { thrum::transform(exec, a.begin(), a.end(), b.begin(), out.begin(), thrum::plus<float>{}); });
  row("hypotenuse", [&] { thrum::transform(exec, a.begin(), a.end(), b.begin(), out.begin(), hypotenuse{}); });
  row("fusion", [&] { thrum::transform(exec, a.begin(), a.end(), b.begin(), out.begin(), fused{}); });
  row("sum", [&] { static_cast<void>(thrum::reduce(exec, a.begin(), a.end(), 0.0F)); });
  row("cumsum", [&] { thrum::inclusive_scan(exec, a.begin(), a.end(), out.begin()); });
  thrum::device_vector<std::int32_t> bins(256);
  row("histogram", [&] { thrum::histogram_even(exec, a.begin(), a.end(), bins.begin(), bins.end(), 0.0F, 1.0F); });
}

void sort_rows(std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  auto const& exec = thrum::cuda::par_nosync;
  constexpr std::ptrdiff_t copies = 50;
  thrum::device_vector<float> a(size), work(size);
  thrum::device_vector<std::int32_t> places(size), integers(size), worked(size);
  thrum::tabulate(exec, a.begin(), a.end(), random_unit{1});
  thrum::tabulate(exec, integers.begin(), integers.end(), random_integer{n / copies + 1});
  row("sort", [&] { work = a; }, [&] { thrum::sort(exec, work.begin(), work.end()); });
  row(
      "argsort", [&] { work = a; },
      [&] {
        thrum::sequence(exec, places.begin(), places.end());
        thrum::sort_by_key(exec, work.begin(), work.end(), places.begin());
      });
  row(
      "unique", [&] { worked = integers; },
      [&] {
        thrum::sort(exec, worked.begin(), worked.end());
        static_cast<void>(thrum::unique(exec, worked.begin(), worked.end()));
      });
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  int cards = 0;
  if (cudaGetDeviceCount(&cards) != cudaSuccess || cards == 0) {
    std::fprintf(stderr, "no card\n");
    return skipped;
  }
  std::ptrdiff_t const n = argc > 1 ? std::atoll(argv[1]) : 50'000'000;
  if (n <= 0) {
    std::fprintf(stderr, "usage: %s [n > 0]\n", argv[0]);
    return 1;
  }
  element_wise_rows(n);
  sort_rows(n);
  using index = thrum::counting_iterator<std::int64_t>;
  row("monte_carlo_pi", [n] {
    static_cast<void>(thrum::transform_reduce(thrum::cuda::par_nosync, index(0), index(2 * n), within{},
                                              std::int64_t{0}, thrum::plus<>{}));
  });
}
