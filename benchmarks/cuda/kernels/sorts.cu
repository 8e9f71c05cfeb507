// The kernels that the sort of numbers adds to CUB's, for benchmarks/cuda/kernels.py, which reads
// their code. Never run.
#include <thrum/cuda.cuh>
#include <thrum/sort.h>
#include <cstddef>
#include <cstdint>

void call_all(float* keys, double* wide_keys, std::int32_t* values, std::ptrdiff_t n) {
  thrum::sort(thrum::cuda::par_nosync, wide_keys, wide_keys + n);
  thrum::sort_by_key(thrum::cuda::par_nosync, keys, keys + n, values);
}
