// A primitive with counts of 64 bits, of 32 bits, or of both, chosen by the count.
// benchmarks/cuda/kernels.py compiles it with PRIMITIVE, one of the numbers below, and BITS, which
// is 64, 32 or 96. Never run.
#include <cuda/std/functional>

#include <cstddef>
#include <cstdint>
#include <limits>

#if PRIMITIVE == 1
#include <cub/device/device_reduce.cuh>
template <class N>
void call(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, N n) {
  cub::DeviceReduce::Reduce(temporary, bytes, in, out, n, cuda::std::plus<std::int32_t>{}, std::int32_t{0});
}
#elif PRIMITIVE == 2
#include <cub/device/device_scan.cuh>
template <class N>
void call(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, N n) {
  cub::DeviceScan::InclusiveScan(temporary, bytes, in, out, cuda::std::plus<std::int32_t>{}, n);
}
#elif PRIMITIVE == 3
#include <cub/device/device_select.cuh>
template <class N>
void call(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, N n) {
  cub::DeviceSelect::Flagged(temporary, bytes, in, reinterpret_cast<bool const*>(in + n), out, out + n, n);
}
#elif PRIMITIVE == 4
#include <cub/device/device_radix_sort.cuh>
template <class N>
void call(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, N n) {
  cub::DoubleBuffer<std::int32_t> buffers(in, out);
  cub::DeviceRadixSort::SortKeys(temporary, bytes, buffers, n);
}
#elif PRIMITIVE == 5
#include <cub/device/device_histogram.cuh>
template <class N>
void call(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, N n) {
  cub::DeviceHistogram::HistogramEven(temporary, bytes, reinterpret_cast<float*>(in), out, 101, 0.0F, 100.0F, n);
}
#else
/// Runs the loop of for_each_n, for a functor that reads and writes an element.
template <class N>
static __global__ void __launch_bounds__(256) for_each_n_kernel(N n, std::int32_t* in, std::int32_t* out) {
  N const stride = static_cast<N>(gridDim.x) * 256;
  for (N i = static_cast<N>(blockIdx.x) * 256 + static_cast<N>(threadIdx.x); i < n; i += stride) {
    out[i] = 3 * in[i] + 1;
  }
}
template <class N>
void call(void*, std::size_t&, std::int32_t* in, std::int32_t* out, N n) {
  for_each_n_kernel<<<static_cast<unsigned>(n / 256 + 1), 256>>>(n, in, out);
}
#endif

void call_all(void* temporary, std::size_t& bytes, std::int32_t* in, std::int32_t* out, std::ptrdiff_t n) {
#if BITS != 64
  if (n <= std::numeric_limits<std::int32_t>::max()) {
    return call(temporary, bytes, in, out, static_cast<std::int32_t>(n));
  }
#endif
#if BITS != 32
  call(temporary, bytes, in, out, n);
#endif
}
