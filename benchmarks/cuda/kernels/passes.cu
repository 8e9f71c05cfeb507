// The kernels of passes over tiles, of segments and of selections, for benchmarks/cuda/kernels.py,
// which reads their code. Never run.
#include <thrum/cuda.cuh>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partition.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/set_operations.h>
#include <thrum/top_k.h>
#include <thrum/unique.h>
#include <cstddef>
#include <cstdint>

namespace {

struct is_positive {
  template <class T>
  THRUM_HD bool operator()(T x) const {
    return x > 0;
  }
};

template <class T>
void calls(std::int32_t* keys, T* in, T* out, std::ptrdiff_t n) {
  auto const& exec = thrum::cuda::par_nosync;
  auto const segments = thrum::segments_of(1000);
  thrum::inclusive_scan_by_key(exec, keys, keys + n, in, out);
  static_cast<void>(thrum::unique_copy(exec, in, in + n, out));
  static_cast<void>(thrum::partition_copy(exec, in, in + n, out, out + n, is_positive{}));
  static_cast<void>(thrum::set_union(exec, in, in + n, in, in + n, out));
  thrum::merge_by_key(exec, keys, keys + n, keys, keys + n, in, in, keys, out);
  thrum::segmented_reduce(exec, in, in + n, segments, out, T(0), thrum::plus<T>{});
  thrum::segmented_inclusive_scan(exec, in, in + n, segments, out);
  thrum::segmented_sort(exec, in, in + n, segments);
  thrum::nth_element(exec, in, in + n / 2, in + n);
  thrum::top_k(exec, in, in + n, 100, out);
}

}  // namespace

void call_all(std::int32_t* keys, float* floats, double* doubles, std::ptrdiff_t n) {
  calls(keys, floats, floats + n, n);
  calls(keys, doubles, doubles + n, n);
}
