// The main function of all device benchmarks; takes Google Benchmark's options. Exits with 77
// without a device, like a skipped test, and with 1 if a row failed or its contenders' results
// differ.
//
// With THRUM_BENCHMARK_COUNTED=1 in the environment a row is not timed. It is called twice: the
// results of the first call are compared, and the emulated card of tests/emulator counts the costs
// of the second, which are the row's counters. Sizes are smaller then. On a real card this is an
// error.
#include "peers.cuh"

#include <cub/version.cuh>

#include <cstdio>
#include <string>

namespace {

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// Returns the compute capabilities that the program is compiled for, such as "7.5, 9.0".
std::string architectures() {
  std::string text;
  for (int const architecture : {__CUDA_ARCH_LIST__}) {
    text += (text.empty() ? "" : ", ") + std::to_string(architecture / 100) + "." +
            std::to_string(architecture / 10 % 10);
  }
  return text;
}

/// Prints what is measured; nothing if there is no device.
bool find_card() {
  int cards = 0;
  cudaError_t const code = cudaGetDeviceCount(&cards);
  if (code != cudaSuccess || cards == 0) {
    std::fprintf(stderr, "no card: %s\n", cudaGetErrorString(code == cudaSuccess ? cudaErrorNoDevice : code));
    return false;
  }
  cudaDeviceProp facts{};
  require(cudaGetDeviceProperties(&facts, 0), "cudaGetDeviceProperties");
  int driver = 0, runtime = 0;
  require(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  require(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  std::size_t free = 0, total = 0;
  require(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  measured_card = {free, static_cast<std::size_t>(facts.l2CacheSize)};
  benchmark::AddCustomContext("device", std::string(facts.name) + ", " +
                                            std::to_string(facts.multiProcessorCount) + " processors, " +
                                            std::to_string(total >> 30) + " GiB");
  benchmark::AddCustomContext("driver", version(driver));
  benchmark::AddCustomContext("compiler", "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                                              std::to_string(__CUDACC_VER_MINOR__) + ", runtime " +
                                              version(runtime) + ", CUB " + std::to_string(CUB_MAJOR_VERSION) +
                                              "." + std::to_string(CUB_MINOR_VERSION));
  benchmark::AddCustomContext("ptx", architectures());
  return true;
}

/// Prints the names of all rows that need more memory than the device has, also for the report.
void name_left_out() {
  std::string names;
  for (auto const& row : rows_left_out) names += (names.empty() ? "" : ", ") + row;
  if (names.empty()) return;
  std::fprintf(stderr, "too little memory (%zu MiB are free): %s\n", measured_card.memory >> 20, names.c_str());
  benchmark::AddCustomContext("left out", names);
}

}  // namespace

void release_memory() {
  held = {};
  cub_memory = {};
  // An error here is reported to the next row that allocates memory.
  cudaMemPool_t pool{};
  static_cast<void>(cudaDeviceSynchronize());
  if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess) static_cast<void>(cudaMemPoolTrimTo(pool, 0));
}

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (is_counted() && !can_count()) {
    std::fprintf(stderr, "THRUM_BENCHMARK_COUNTED=1 needs the emulated card: build with THRUM_EMULATED_CARD=ON\n");
    return 1;
  }
  if (!find_card()) return skipped;
  add_rows();
  name_left_out();
  benchmark::RunSpecifiedBenchmarks();
  release_memory();
  benchmark::Shutdown();
  return a_row_failed ? 1 : 0;
}
