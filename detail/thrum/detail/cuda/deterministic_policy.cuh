// cuda::par.deterministic(): the CUDA policy whose sums have the shape that seq's have. What it does otherwise than
// cuda::par is declared here and defined in the files of its name; policy.cuh includes this one.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/cuda/error.h>
#include <thrum/detail/loop.h>
#include <cstddef>
#include <thrum/detail/cuda/policy.cuh>
#include <utility>

namespace thrum {
namespace detail {

/// A block of threads: see deterministic_blocks.h.
template <int Threads>
struct team_of_threads {
  template <class F>
  __device__ void each(F f) const {
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
  template <class F>
  __device__ void mark(int n, F f, unsigned* words) const {
    constexpr int warp = 32;
    // The lanes of a warp leave the loop together.
    for (int at = static_cast<int>(threadIdx.x) / warp * warp; at < n; at += Threads) {
      int const i = at + static_cast<int>(threadIdx.x) % warp;
      unsigned const word = __ballot_sync(0xffffffffU, i < n && f(i));
      if (i == at) words[at / warp] = word;
    }
    __syncthreads();
  }
};

/// More blocks than any card runs at a time. There may be far more that have nothing to do: of segments that are all short.
inline constexpr std::ptrdiff_t most_blocks = 32768;

template <class Body>
static __global__ void __launch_bounds__(Body::threads) blocks_kernel(std::ptrdiff_t blocks, Body body) {
  using shared = typename Body::shared;
  alignas(shared) __shared__ unsigned char room[sizeof(shared)];
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x);
  for (auto block = static_cast<std::ptrdiff_t>(blockIdx.x); block < blocks; block += stride) {
    body(team_of_threads<Body::threads>{}, block, *reinterpret_cast<shared*>(room));
  }
}

}  // namespace detail

namespace cuda {

/// cuda::par, but for the shape of its sums: reduce, scan, reduce_by_key and what is made of them, by key and by segment
/// too, are the bits that seq gives. docs/determinism.md says what functors have to keep to for that, and what it costs.
class deterministic_policy : public policy {
 public:
  constexpr deterministic_policy() = default;
  constexpr explicit deterministic_policy(policy const& p) : policy(p) {}

  constexpr deterministic_policy deterministic() const { return *this; }
  constexpr deterministic_policy on(cudaStream_t stream) const { return deterministic_policy(policy::on(stream)); }
  constexpr deterministic_policy on_device(int number) const {
    return deterministic_policy(policy::on_device(number));
  }
  template <class Resource>
  constexpr deterministic_policy with(Resource&& resource) const {
    return deterministic_policy(policy::with(std::forward<Resource>(resource)));
  }
  template <class Allocator>
  constexpr deterministic_policy operator()(Allocator&& allocator) const {
    return with(std::forward<Allocator>(allocator));
  }

  // The backend: see detail/backend.h.
  template <class V, class Step>
  void iterate(std::ptrdiff_t repetitions, V& current, V& next, Step& step) const;
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const;
  template <class I, class O, class T, class Op>
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const;
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const;
  template <class K, class V, class KO, class VO, class Equal, class Op>
  std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                               Op op) const;
  template <class K, class V, class KO, class VO, class Equal, class Op, class C>
  void reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same, Op op,
                          C count) const;
  template <class V, class O, class Starts, class Seed, class Op, class Kind>
  void scan_runs(V values, std::ptrdiff_t n, O out, Starts starts, Seed seed, Op op, Kind kind) const;
  template <class I, class S, class O, class T, class Op>
  void reduce_segments(I first, S segments, O out, T init, Op op) const;
  template <class I, class S, class O, class Seed, class Op, class Kind>
  void scan_segments(I first, S segments, O out, Seed seed, Op op, Kind kind) const;
  template <class T, class Bin, class Value, class O>
  void sum_bins(std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out, T zero) const;

  // For the primitives.
  constexpr deterministic_policy step() const { return deterministic_policy(policy::step()); }
  policy const& any_shape() const { return *this; }
  /// Runs a body of deterministic_blocks.h for `blocks` blocks of threads, and does not wait.
  template <class Body>
  void run_blocks(std::ptrdiff_t blocks, Body body) const {
    if (blocks <= 0) return;
    auto const guard = on_its_device();
    auto const launched = static_cast<unsigned>(detail::least(blocks, detail::most_blocks));
    detail::blocks_kernel<<<launched, Body::threads, 0, stream()>>>(blocks, body);
    detail::cuda_check(cudaGetLastError(), "the launch of a sum with seq's shape");
  }
};

}  // namespace cuda
}  // namespace thrum
