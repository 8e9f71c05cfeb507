// Measures the cost of cuda::par.deterministic(): the rows of the table in
// docs/guides/determinism.md, which says how to run this.
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <cstddef>
#include <cstdio>

namespace {

/// Returns the microseconds that one of several calls takes on the device.
template <class Call>
double microseconds(Call call) {
  constexpr int warm = 3, calls = 20;
  cudaEvent_t begin{}, end{};
  thrum::detail::cuda_check(cudaEventCreate(&begin), "cudaEventCreate");
  thrum::detail::cuda_check(cudaEventCreate(&end), "cudaEventCreate");
  for (int k = 0; k < warm; ++k) call();
  thrum::detail::cuda_check(cudaEventRecord(begin, nullptr), "cudaEventRecord");
  for (int k = 0; k < calls; ++k) call();
  thrum::detail::cuda_check(cudaEventRecord(end, nullptr), "cudaEventRecord");
  thrum::detail::cuda_check(cudaEventSynchronize(end), "cudaEventSynchronize");
  float milliseconds = 0;
  thrum::detail::cuda_check(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
  static_cast<void>(cudaEventDestroy(begin));
  static_cast<void>(cudaEventDestroy(end));
  return 1000.0 * static_cast<double>(milliseconds) / calls;
}

template <class Call>
void row(char const* algorithm, char const* type, std::ptrdiff_t n, Call call) {
  double const any_shape = microseconds([&] { call(thrum::cuda::par_nosync); });
  double const same_bits = microseconds([&] { call(thrum::cuda::par_nosync.deterministic()); });
  std::printf("| %s | %s | %td | %.1f | %.1f | %.2f |\n", algorithm, type, n, any_shape, same_bits,
              same_bits / any_shape);
}

template <class T>
void rows(char const* type, std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  thrum::device_vector<T> v(size), out(size);
  thrum::device_vector<int> keys(size), keys_out(size);
  thrum::sequence(v.begin(), v.end(), T(0.25), T(0.125));
  constexpr int length = 50;  // of a run of equal keys
  thrum::sequence(keys.begin(), keys.end());
  thrum::transform(keys.begin(), keys.end(), keys.begin(), THRUM_LAMBDA(int i) { return i / length; });
  row("reduce_into", type, n, [&](auto const& exec) {
    thrum::reduce_into(exec, v.begin(), v.end(), out.begin(), T(0), thrum::plus<T>{});
  });
  row("inclusive_scan", type, n,
      [&](auto const& exec) { thrum::inclusive_scan(exec, v.begin(), v.end(), out.begin(), thrum::plus<T>{}); });
  row("reduce_by_key", type, n, [&](auto const& exec) {
    thrum::reduce_by_key(exec, keys.begin(), keys.end(), v.begin(), keys_out.begin(), out.begin());
  });
  row("inclusive_scan_by_key", type, n, [&](auto const& exec) {
    thrum::inclusive_scan_by_key(exec, keys.begin(), keys.end(), v.begin(), out.begin());
  });
  row("segmented_reduce, segments of 1000", type, n, [&](auto const& exec) {
    thrum::segmented_reduce(exec, v.begin(), v.end(), thrum::segments_of(1000), out.begin(), T(0),
                            thrum::plus<T>{});
  });
}

}  // namespace

int main() {
  std::printf(
      "| algorithm | type | n | cuda::par, us | deterministic, us | times |\n|---|---|---:|---:|---:|---:|\n");
  for (std::ptrdiff_t const n : {std::ptrdiff_t{1} << 20, std::ptrdiff_t{1} << 24, std::ptrdiff_t{1} << 27}) {
    rows<float>("float", n);
    rows<double>("double", n);
  }
}
