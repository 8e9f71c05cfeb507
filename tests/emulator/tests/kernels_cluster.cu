// Clusters of blocks, which compute capability 9.0 has: their shared memory, their barrier.
#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include <vector>

#include "card.h"

namespace {

using namespace card;
namespace cg = cooperative_groups;

// Each block of a cluster puts its numbers into the shared memory of the next one.
__global__ void __cluster_dims__(4, 1, 1) rotate_in_cluster(int* values) {
  __shared__ int shared[32];
  cg::cluster_group const cluster = cg::this_cluster();
  unsigned const rank = cluster.block_rank();
  int* const next = cluster.map_shared_rank(shared, (rank + 1) % cluster.num_blocks());
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  cluster.sync();
  next[threadIdx.x] = values[i];
  cluster.sync();
  values[i] = shared[threadIdx.x];
}

// A histogram whose bins are spread over the blocks of a cluster.
__global__ void count_in_cluster(int const* values, int* bins) {
  __shared__ int mine[8];
  cg::cluster_group const cluster = cg::this_cluster();
  if (threadIdx.x < 8) mine[threadIdx.x] = 0;
  cluster.sync();
  int const bin = values[blockIdx.x * blockDim.x + threadIdx.x] % 16;
  atomicAdd(cluster.map_shared_rank(mine, static_cast<unsigned>(bin / 8)) + bin % 8, 1);
  cluster.sync();
  if (threadIdx.x < 8) atomicAdd(&bins[cluster.block_rank() * 8 + threadIdx.x], mine[threadIdx.x]);
}

TEST_CASE("blocks of a cluster reach each other's shared memory") {
  device_array<int> const values{numbers(8 * 32)};
  rotate_in_cluster<<<8, 32>>>(values.data());
  finish();
  std::vector<int> right;
  for (int i = 0; i < 8 * 32; ++i) right.push_back(i / 128 * 128 + (i + 96) % 128);
  CHECK(values.to_host() == right);
}

TEST_CASE("clusters of an attribute of the launch") {
  device_array<int> const values{numbers(6 * 64)}, bins{std::vector<int>(16, 0)};
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(6);
  config.blockDim = dim3(64);
  config.attrs = &attribute;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, count_in_cluster, static_cast<int const*>(values.data()), bins.data()));
  finish();
  CHECK(bins.to_host() == std::vector<int>(16, 24));
}

}  // namespace
