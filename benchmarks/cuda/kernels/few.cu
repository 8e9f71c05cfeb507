// The kernels for few elements, for benchmarks/cuda/kernels.py, which reads their code. Never run.
#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/functional.h>
#include <thrum/histogram.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <cstddef>
#include <cstdint>

namespace {

struct is_positive {
  THRUM_HD bool operator()(float x) const { return x > 0; }
};

}  // namespace

void call_all(float* in, float* out, std::int32_t* keys, long long* counts, std::ptrdiff_t n) {
  auto const& exec = thrum::cuda::par_nosync;
  thrum::inclusive_scan(exec, in, in + n, out);
  thrum::exclusive_scan(exec, keys, keys + n, keys);
  static_cast<void>(thrum::copy_if(exec, in, in + n, out, is_positive{}));
  static_cast<void>(thrum::reduce_by_key(exec, keys, keys + n, in, keys, out));
  thrum::merge(exec, in, in + n, in, in + n, out);
  thrum::histogram_even(exec, keys, keys + n, counts, counts + 100, 0, 100);
}
