// The kernels of sums with the shapes of seq, for benchmarks/cuda/kernels.py, which reads their
// code. Never run.
#include <thrum/cuda.cuh>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <cstddef>
#include <cstdint>

namespace {

template <class T>
void calls(std::int32_t* keys, T* in, T* out, std::ptrdiff_t n) {
  auto const exec = thrum::cuda::par_nosync.deterministic();
  thrum::reduce_into(exec, in, in + n, out, T(0), thrum::plus<T>{});
  thrum::inclusive_scan(exec, in, in + n, out);
  thrum::inclusive_scan_by_key(exec, keys, keys + n, in, out);
  static_cast<void>(thrum::reduce_by_key(exec, keys, keys + n, in, keys, out));
  thrum::segmented_reduce(exec, in, in + n, thrum::segments_of(1000), out, T(0), thrum::plus<T>{});
}

}  // namespace

void call_all(std::int32_t* keys, float* floats, double* doubles, std::ptrdiff_t n) {
  calls(keys, floats, floats + n, n);
  calls(keys, doubles, doubles + n, n);
}
