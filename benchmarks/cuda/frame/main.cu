// The main of all benchmarks on a card. Google Benchmark's options. Without a card it ends with 77, as a skipped test.
#include "peers.cuh"

#include <cub/version.cuh>

#include <cstdio>
#include <string>

namespace {

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

/// Says what is measured; nothing where there is no card.
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
  measured_card = {facts.totalGlobalMem, static_cast<std::size_t>(facts.l2CacheSize)};
  benchmark::AddCustomContext("device", std::string(facts.name) + ", " +
                                            std::to_string(facts.multiProcessorCount) + " processors, " +
                                            std::to_string(measured_card.memory >> 30) + " GiB");
  benchmark::AddCustomContext("driver", version(driver));
  benchmark::AddCustomContext("compiler", "nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                                              std::to_string(__CUDACC_VER_MINOR__) + ", runtime " +
                                              version(runtime) + ", CUB " + std::to_string(CUB_MAJOR_VERSION) +
                                              "." + std::to_string(CUB_MINOR_VERSION));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int skipped = 77;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (!find_card()) return skipped;
  add_rows();
  benchmark::RunSpecifiedBenchmarks();
  held = {};
  cub_memory = {};
  benchmark::Shutdown();
  return 0;
}
