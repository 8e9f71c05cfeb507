// cuda::launch, cuda::launch_cooperative: your own kernels, as function objects, next to the
// algorithms.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/launch.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/cuda/thread_context.cuh>
#include <thrum/detail/backends/cuda/launch/grid.h>
#include <thrum/detail/backends/cuda/launch/kernel_facts.cuh>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policies.cuh>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>

namespace thrum {
namespace detail {

template <class K, class... A>
static __global__ void index_kernel(std::ptrdiff_t n, K kernel, A... args) {
  std::ptrdiff_t const stride = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  std::ptrdiff_t i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < n; i += stride) kernel(i, args...);
}

template <class Context, class K, class... A>
static __global__ void grid_kernel(K kernel, A... args) {
  Context const here(threadIdx, blockIdx, blockDim, gridDim);
  kernel(here, args...);
}

/// The facts that are known of a kernel. They have the linkage of the kernel: each file has its own
/// kernels.
template <class K, class... A>
static kernel_facts_of_devices index_facts;
template <class Context, class K, class... A>
static kernel_facts_of_devices grid_facts;

/// Checks that a kernel can be called with the arguments of the launch.
template <class K, class... Args>
constexpr bool valid_kernel() {
  constexpr bool callable = callable_with<K, Args...>;
  static_assert(
      callable,
      "thrum: this kernel cannot be called with what the launch gives it: for a number of indices the index, "
      "for a grid and a cooperative launch a context, and then the further arguments of the launch");
  return callable;
}

inline dim3 as_dim3(cuda::extents const& e) {
  return {static_cast<unsigned>(e.x), static_cast<unsigned>(e.y), static_cast<unsigned>(e.z)};
}

}  // namespace detail

namespace cuda {

/// Calls kernel(i, args...) for each i in [0, n), on the device and in the stream of the policy:
/// launch(policy, n, kernel, args...).
///
/// A grid-stride loop distributes the indices over the threads. Thread blocks have the size that
/// gives this kernel the best occupancy of the device; the runtime is asked for the size at the
/// first launch. The kernel is a function object or lambda of the device. Each thread gets a copy
/// of the kernel and of the arguments: raw pointers (thrum::raw_pointer_cast), iterators of device
/// memory and plain values, but no vectors. The call takes no memory. It waits as the policy's
/// other calls without a result do: under par, not under par_nosync. Failures are thrown as
/// thrum::cuda_error.
///
///     thrum::cuda::launch(thrum::cuda::par, n, [=] __device__(std::ptrdiff_t i) { y[i] += a * x[i]; });
template <std::integral N, class K, class... A>
void launch(policy const& exec, N n, K kernel, A... args) {
  if constexpr (detail::valid_kernel<K, std::ptrdiff_t, A&...>()) {
    std::ptrdiff_t const count = detail::range_length(n);
    if (count == 0) return;
    auto const guard = exec.on_its_device();
    auto& facts = detail::index_facts<K, A...>;
    auto* const function = &detail::index_kernel<K, A...>;
    int const block = facts.of(function, detail::cuda_current_device()).best_block;
    std::ptrdiff_t const blocks =
        std::min<std::ptrdiff_t>((count - 1) / block + 1, std::numeric_limits<int>::max());
    function<<<static_cast<unsigned>(blocks), static_cast<unsigned>(block), 0, exec.stream()>>>(count, kernel,
                                                                                                args...);
    detail::cuda_check(cudaGetLastError(), "cuda::launch");
    exec.finish();
  }
}

/// Calls kernel(context, args...) in each thread of a grid of thread blocks: launch(policy, grid,
/// kernel, args...). The context, a cuda::thread_context, says which thread runs the kernel, waits
/// for the other threads of its block and gives access to their shared memory.
///
/// A grid without blocks launches nothing. An impossible grid (too many threads in a block for the
/// kernel's registers, more shared memory than the device has for a block, ...) throws
/// thrum::cuda_error before anything is launched, and the error says why. Otherwise the call
/// behaves as the launch above.
template <class K, class... A>
void launch(policy const& exec, grid const& shape, K kernel, A... args) {
  if constexpr (detail::valid_kernel<K, thread_context const&, A&...>()) {
    if (shape.blocks.empty()) return;
    auto const guard = exec.on_its_device();
    auto& facts = detail::grid_facts<thread_context, K, A...>;
    auto* const function = &detail::grid_kernel<thread_context, K, A...>;
    auto const known = facts.of(function, detail::cuda_current_device());
    detail::grid_limits const most{known.most_threads, known.shared_bytes, detail::grid_limits::no_limit};
    detail::require_grid(shape, most);
    function<<<detail::as_dim3(shape.blocks), detail::as_dim3(shape.threads), shape.shared_bytes, exec.stream()>>>(
        kernel, args...);
    detail::cuda_check(cudaGetLastError(), "cuda::launch");
    exec.finish();
  }
}

/// Launches a kernel as launch(policy, grid, kernel, args...) does, with a context whose
/// sync_grid() waits for all threads of the grid: launch_cooperative(policy, grid, kernel,
/// args...). All blocks have to run at once. If the grid has more blocks than fit, or if the device
/// cannot launch cooperatively (device::can_launch_cooperatively), throws thrum::cuda_error before
/// the launch.
template <class K, class... A>
void launch_cooperative(policy const& exec, grid const& shape, K kernel, A... args) {
  if constexpr (detail::valid_kernel<K, cooperative_context const&, A&...>()) {
    if (shape.blocks.empty()) return;
    auto const guard = exec.on_its_device();
    int const on = detail::cuda_current_device();
    auto& facts = detail::grid_facts<cooperative_context, K, A...>;
    auto* const function = &detail::grid_kernel<cooperative_context, K, A...>;
    auto const known = facts.of(function, on);
    detail::grid_limits most{known.most_threads, known.shared_bytes, detail::grid_limits::no_limit};
    detail::require_grid(shape, most);
    auto const threads = static_cast<int>(shape.threads.x * shape.threads.y * shape.threads.z);
    most.blocks = detail::blocks_at_once(function, on, threads, shape.shared_bytes);
    detail::require_grid(shape, most);
    void* parameters[] = {static_cast<void*>(std::addressof(kernel)), static_cast<void*>(std::addressof(args))...};
    detail::cuda_check(
        cudaLaunchCooperativeKernel(function, detail::as_dim3(shape.blocks), detail::as_dim3(shape.threads),
                                    parameters, shape.shared_bytes, exec.stream()),
        "cuda::launch_cooperative");
    exec.finish();
  }
}

/// Launches a kernel cooperatively with a grid that the library chooses: launch_cooperative(policy,
/// n, kernel, args...). The grid has as many blocks as run at once on the device, but not more than
/// n indices need with one thread each. Each thread takes several of the n indices:
///
///     for (std::ptrdiff_t i = context.grid_rank(); i < n; i += context.grid_size()) ...
template <std::integral N, class K, class... A>
void launch_cooperative(policy const& exec, N n, K kernel, A... args) {
  if constexpr (detail::valid_kernel<K, cooperative_context const&, A&...>()) {
    std::ptrdiff_t const count = detail::range_length(n);
    if (count == 0) return;
    auto const guard = exec.on_its_device();
    int const on = detail::cuda_current_device();
    auto& facts = detail::grid_facts<cooperative_context, K, A...>;
    auto* const function = &detail::grid_kernel<cooperative_context, K, A...>;
    int const block = facts.of(function, on).best_block;
    std::ptrdiff_t const most = detail::blocks_at_once(function, on, block, 0);
    cuda::launch_cooperative(exec, grid{{std::min<std::ptrdiff_t>((count - 1) / block + 1, most)}, {block}},
                             kernel, args...);
  }
}

}  // namespace cuda
}  // namespace thrum
#endif

#include <thrum/detail/public_header/end.h>
